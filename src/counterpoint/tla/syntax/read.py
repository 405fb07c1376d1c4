"""Parsing whole modules and single expressions into trees."""

from __future__ import annotations

import re

from ...errors import BadModule, Place
from ..tree import Definition, Expression, Module
from .source import Prepared, Source
from .units import module
from .with_tree_sitter import Stop, parse

LISTS = 150
"""The most junction lists inside each other."""

PROOFS = 80
"""The most proofs inside each other."""

_BULLET = re.compile(r"/\\|\\/|\u2227|\u2228")
_LEVEL = re.compile(r"<(\d+|\+|\*)>")
_OPERAND = re.compile(r"[\w)\]}>'\"@]\s*\Z")
_KEYWORD = re.compile(r"\b(?:IN|THEN|ELSE|OTHER|ENABLED|UNCHANGED|ASSUME|PROVE|LET|IF|CASE)\s*\Z")


def check_nesting(text: Prepared) -> None:
    """Raise `BadModule` if a text is nested too deep for the parser."""
    columns: list[int] = []
    for bullet in _BULLET.finditer(text.text):
        column = bullet.start() - (text.text.rfind("\n", 0, bullet.start()) + 1)
        while columns and columns[-1] > column:
            columns.pop()
        if (not columns or columns[-1] < column) and _begins_a_list(text.text, bullet.start()):
            columns.append(column)
        if len(columns) > LISTS:
            raise _too_deep(text, bullet, f"{LISTS} junction lists")
    levels: list[str] = []
    for level in _LEVEL.finditer(text.text):
        if level[1] in levels and level[1] != "+":
            del levels[levels.index(level[1]) :]
        levels.append(level[1])
        if len(levels) > PROOFS:
            raise _too_deep(text, level, f"{PROOFS} proofs")


def _begins_a_list(text: str, position: int) -> bool:
    """Whether no operand precedes, so that this is a bullet and not an infix operator."""
    before = text[max(0, position - 80) : position]
    return not _OPERAND.search(before) or _KEYWORD.search(before) is not None


def _too_deep(text: Prepared, found: re.Match[str], what: str) -> BadModule:
    place = text.source.span_at(*found.span()).place()
    return BadModule(f"this is nested too deep: more than {what} inside each other", place)


def read_module(text: str, file: str = "<text>", name: str | None = None) -> Module:
    """The first module of a text, or the one with this name; raises `BadModule`.

    >>> read_module("---- MODULE Small ---- \\n Two == 1 + 1 \\n ====").units[0].name
    'Two'
    """
    return _read(Source(text, file), name)


def _read(source: Source, name: str | None) -> Module:
    if not source.modules:
        says = "there is no module here: no line like ---- MODULE Name ----"
        raise BadModule(says, Place(source.file, 1))
    names = [stretch.name for stretch in source.modules]
    if name is not None and name not in names:
        says = f"there is no module {name} here, but {', '.join(names)}"
        raise BadModule(says, Place(source.file, 1))
    prepared = source.prepared(source.modules[0 if name is None else names.index(name)])
    check_nesting(prepared)
    found = parse(prepared)
    if isinstance(found, Stop):
        from .mistakes import explained  # slow to import, and only needed for errors

        raise explained(found, prepared)
    try:
        return module(found.parts[0])
    except RecursionError:
        raise BadModule(f"an expression in {source.file} is nested too deep") from None


def module_names(text: str, file: str = "<text>") -> tuple[str, ...]:
    """The names of the modules of a text, without inner modules.

    >>> module_names("---- MODULE A ---- \\n==== \\n---- MODULE B ----\\n====")
    ('A', 'B')
    """
    return tuple(stretch.name for stretch in Source(text, file).modules)


def read_expression(text: str, file: str = "<expression>") -> Expression:
    """Parse a text that is a single expression; raises `BadModule` for any other text.

    >>> read_expression("x + 1").name
    '+'
    """
    whole = f"---- MODULE X ----\nX ==\n{text}\n===="
    source = Source(whole, file, above=2)
    if not text.strip() or source.modules[0].end != len(source.text):
        raise BadModule("one expression is needed here", Place(file, 1))
    units = _read(source, None).units
    if len(units) > 1 or not isinstance(units[0], Definition):
        raise BadModule("one expression is needed here, and no more", units[-1].at.place())
    return units[0].body
