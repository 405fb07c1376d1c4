"""Digests of what a target is made of: its rules, definitions or actions, and its files."""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import CellType
from typing import Any

from ..bp.texts import may_show_an_order, text_of
from ..depth import roomy
from ..identity import Identity, identity
from ..model.action import Action
from ..model.capabilities import source_files_of
from ..model.notation import Notation, notation_of
from ..terms.sort import text_of_sort, text_of_value
from ..terms.term import Apply, Literal, Term, Variable
from .source_root import SourceRoot

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")

_KEPT = 16
"""Characters of a digest that are kept: enough to see that a text has changed."""


def rule_digests(target: Any) -> dict[str, str]:
    """A digest of each rule of a target, by its name.

    The rules of a program are its b-threads' functions, with the arguments they are called with;
    those of a module are the definitions of it and of what it extends; those of a model are its
    actions, and those of an LED text its definitions. Other targets have none. Comments, docstrings
    and layout do not count, but where Python cannot find the source of a function, its code does.

    >>> from counterpoint.examples.nim import model
    >>> one, other = (rule_digests(model(piles=piles)) for piles in ((1, 2), (1, 3)))
    >>> list(one), one == rule_digests(model(piles=(1, 2))), one == other
    (['take'], True, False)
    """
    return {name: _digest(text) for name, text in _rules(target)}


def file_digests(target: Any, file: str | None, root: SourceRoot) -> dict[str, str]:
    """A digest of each readable file that a target is written in, by its name from the root."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(filter(None, (file, *_files(target)))):
        try:
            data = Path(name).read_bytes()
        except (OSError, ValueError):  # such as <stdin>
            continue
        found[root.short(name)] = _digest(data.replace(b"\r\n", b"\n"))
    return found


def _files(target: Any) -> Iterator[str]:
    match notation_of(target):
        case Notation.PROGRAM:
            threads = (*target.threads, *target.switched_off)
            yield from (thread.rule.place.file for thread in threads)
        case Notation.MODULE:
            yield from map(str, target.loaded.paths.values())
            yield "" if target.config is None else target.config.file
        case Notation.LED:
            yield target.module.source.file
        case _:
            yield from source_files_of(target)


def _rules(target: Any) -> Iterable[tuple[str, str]]:
    match notation_of(target):
        case Notation.PROGRAM:
            return _of_program(target)
        case Notation.MODEL:
            return _of_model(target)
        case Notation.MODULE:
            from ..tla.written import definitions  # imported here because only modules need TLA+

            return roomy(lambda: list(definitions(target.loaded)))
        case Notation.LED:
            known = target.module.known.definitions.values()
            return roomy(lambda: [(one.head, repr(one)) for one in known])
    return ()


def _of_program(program: Any) -> Iterator[tuple[str, str]]:
    """The rules of a program: the source of each, and the b-threads that are made of it."""
    for rule in program.rules:
        threads = [thread for thread in program.threads if thread.rule.name == rule]
        sources = dict.fromkeys(_source(thread.rule.function) for thread in threads)
        yield rule, "\n".join((*sources, *map(_call, threads)))


def _call(thread: Any) -> str:
    """What a b-thread is given, by its call and by the function around its own."""
    around = inspect.unwrap(thread.rule.function).__closure__ or ()
    named = (f"{name}={_text(value)}" for name, value in sorted(thread.kwargs.items()))
    return ",".join((*map(_text, thread.args), *named, *map(_cell, around)))


def _cell(cell: CellType) -> str:
    try:
        return _text(cell.cell_contents)
    except ValueError:  # a variable that has no value yet
        return ""


def _text(value: object) -> str:
    """The text of a value if it is the same in every process, else that of its type."""
    try:
        if not may_show_an_order(value):
            return _ADDRESS.sub("", text_of(value))
    except Exception:  # what the class of a user raises
        pass
    return type(value).__qualname__


def _source(function: Any) -> str:
    """The source of a function without comments, or else its code."""
    plain = inspect.unwrap(function)
    try:
        return without_comments(inspect.getsource(plain))
    except (OSError, TypeError, tokenize.TokenError, SyntaxError):
        code = plain.__code__
        return f"{code.co_code.hex()} {code.co_names} {_text(code.co_consts)}"


def without_comments(source: str) -> str:
    """Python source without comments, docstrings, and blanks and empty lines outside of texts.

    >>> without_comments("def f():  # why\\n    'Why.'\\n\\n    return '#'\\n")
    "def f():\\n    return '#'"
    """
    lines = _without_docstrings(source.split("\n"))
    source = "\n".join(lines)
    empty: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        row, column = token.start[0] - 1, token.start[1]
        if token.type in (tokenize.COMMENT, tokenize.NEWLINE, tokenize.NL):
            lines[row] = lines[row][:column].rstrip()
            empty |= set() if lines[row] else {row}
    return "\n".join(line for row, line in enumerate(lines) if row not in empty).rstrip("\n")


def _without_docstrings(lines: list[str]) -> list[str]:
    """Lines of Python without docstrings that other statements follow, on lines of their own."""
    is_inside = lines[0][:1].isspace()
    try:
        tree = ast.parse("\n".join(["if True:"] * is_inside + lines))
    except (SyntaxError, ValueError, RecursionError):  # such as a lambda within a statement
        return lines
    kept = list(enumerate(lines, start=1 + is_inside))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first, *rest = node.body
            end = first.end_lineno or first.lineno
            is_alone = rest and node.lineno < first.lineno and end < rest[0].lineno
            if is_alone and ast.get_docstring(node) is not None:
                kept = [(row, line) for row, line in kept if not first.lineno <= row <= end]
    return [line for _, line in kept]


def _of_model(model: Any) -> Iterator[tuple[str, str]]:
    """The actions of a model: what each is for every choice."""
    terms = _Terms()
    grounds: dict[str, list[str]] = {}
    for action in model.actions:
        grounds.setdefault(action.name, []).append(_ground(action, terms))
    return ((name, "\n".join(of)) for name, of in grounds.items())


def _ground(action: Action, terms: _Terms) -> str:
    updates = (f"{variable.name} = {terms.digest(term)}" for variable, term in action.updates)
    chosen = (f"{each.name} in {text_of_sort(each.sort)}" for each in action.chosen)
    said = (str(action.label), str(action.owner), terms.digest(action.guard), *updates, *chosen)
    return "; ".join(said)


class _Terms:
    """Digests of terms; of those that share parts, each part is read once."""

    def __init__(self) -> None:
        self._known: dict[Identity, str] = {}

    def digest(self, term: Term) -> str:
        """The digest of a term."""
        todo = [term]
        while todo:
            here = todo[-1]
            missing = [part for part in _parts(here) if identity(part) not in self._known]
            if missing:
                todo += missing
                continue
            self._known[identity(todo.pop())] = _digest(self._text(here))
        return self._known[identity(term)]

    def _text(self, term: Term) -> str:
        match term:
            case Literal(value, _):
                return f"literal {text_of_value(value)}"
            case Variable(name, sort):
                return f"{name} in {text_of_sort(sort)}"
            case Apply(op, args):
                return " ".join((op.value, *(self._known[identity(part)] for part in args)))


def _parts(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, Apply) else ()


def changed_names(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, list[str]]:
    """The names that are changed, added and removed between two sets of digests.

    >>> changed_names({"a": "1", "b": "1"}, {"b": "2", "c": "1"})
    {'changed': ['b'], 'added': ['c'], 'removed': ['a']}
    """
    return {
        "changed": [name for name, of in now.items() if before.get(name, of) != of],
        "added": [name for name in now if name not in before],
        "removed": [name for name in before if name not in now],
    }


def _digest(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")
    return sha256(data).hexdigest()[:_KEPT]
