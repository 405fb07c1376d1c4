"""Positions on the command line: values of variables, a state number, or a path of steps."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from .errors import BadTarget, Misuse
from .logic.phrase import QUOTED, after_blanks, braced
from .model.capabilities import parse_state_of
from .model.model import Model
from .model.system import State, System
from .session import Session
from .trees import expression_tree
from .verdict import Trace, system_of

MOST_NAMED = 8
"""Maximum number of variables that an error names."""

_PLAIN = re.compile(r"[^\W\d][\w.\[\]$#-]*")
"""A name that is written without braces, as those of SMV are: `pile0`, `north.colour`, `q[0]`."""

_PART = re.compile(rf"{QUOTED.pattern}|[][(){{}},]")
"""A text in quotes, a bracket or a comma."""


def parse_position(text: str, target: Any) -> State | Trace:
    """The state or the run that a text names; raises `BadTarget`, which says what can be given.

    A model takes the values of a state, `x=[1,0,2], t=1`, or its number; names with blanks or other
    signs are written in braces, `{Y p}=true`. A TLA+ module takes a predicate such as
    `x = <<1, 0>>, t = 1`, a parity game the name of a node. Any target takes the labels of the
    steps that lead from the initial state to the position, separated by blanks: `X(0,0) O(1,1)`.

    >>> from counterpoint.examples.nim import model
    >>> parse_position("pile0=1, pile1=0, pile2=2, t=1", model())
    (1, 0, 2, 1)
    >>> parse_position("take(0,2) take(2,0)", model()).states[-1]
    (2, 4, 0, 1)
    """
    system = system_of(target)
    if isinstance(system, Model):
        if text.strip().isdecimal():
            return _numbered(int(text), system)
        if "=" in text:
            return _valued(text, system)
    parse_state = parse_state_of(system)
    state = None if parse_state is None else parse_state(text)
    return _way(text, system) if state is None else state


def _numbered(number: int, model: Model) -> State:
    if number >= model.layout.size:
        raise BadTarget(
            f"{model.name} has the states 0 to {model.layout.size - 1:,}, not {number:,}"
        )
    return tuple(model.layout.unrank(number))


def _valued(text: str, model: Model) -> State:
    try:
        values = _values(text, model)
    except (SyntaxError, ValueError, TypeError, RecursionError):
        raise BadTarget(f"{text!r} is not a state such as {_form(model)}") from None
    return model.state(**values)


def _values(text: str, model: Model) -> dict[str, Any]:
    """The values by name, as literals of Python and as the model shows them."""
    spelt = {model.parts.spells(value): value for value in (True, False)}
    truths = {"true": True, "false": False, **spelt}
    words = model.parts.words
    values = dict[str, Any]()
    for name, of in _assigned(text).items():
        number = words[name].read(of) if name in words else None
        values[name] = _value(expression_tree(of), truths) if number is None else number
    return values


def _form(model: Model) -> str:
    """How a state of a model is written, without its values."""
    names = [f"{_written(name)}=..." for name in model.parts.cells]
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _written(name: str) -> str:
    """A name as it is written before `=`: in braces, unless it has no blanks and no signs."""
    return name if _PLAIN.fullmatch(name) else f"{{{name}}}"


def _assigned(text: str) -> dict[str, str]:
    """The texts of values in `NAME=VALUE, ...`, each name once; raises `ValueError`."""
    values: dict[str, str] = {}
    at = 0
    while at < len(text):
        name, at = _name(text, after_blanks(text, at))
        end = _value_end(text, at)
        if name in values:
            raise ValueError(name)
        values[name] = text[at:end].strip()
        at = end + 1
    return values


def _name(text: str, at: int) -> tuple[str, int]:
    """The name at a place, and where the value after its `=` begins."""
    in_braces = braced(text, at) if text.startswith("{", at) else None
    plain = _PLAIN.match(text, at)
    if in_braces is not None:
        name, at = in_braces
    elif plain is not None:
        name, at = plain.group(), plain.end()
    else:
        raise ValueError(text)
    at = after_blanks(text, at)
    if not text.startswith("=", at):
        raise ValueError(text)
    return name, at + 1


def _value_end(text: str, at: int) -> int:
    """Where a value ends: at the next comma outside of brackets and quotes, or at the end."""
    depth = 0
    for part in _PART.finditer(text, at):
        sign = part.group()
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            return part.start()
    return len(text)


def _value(node: ast.expr, truths: Mapping[str, bool]) -> object:
    """The value of a literal; bare names are texts, except those of truth values."""
    match node:
        case ast.Name(name):
            return truths.get(name, name)
        case ast.List(parts) | ast.Tuple(parts):
            return [_value(part, truths) for part in parts]
        case ast.Dict(keys, values):
            pairs = zip(keys, values, strict=True)
            return {_key(key, truths): _value(of, truths) for key, of in pairs}
        case _:
            return ast.literal_eval(node)


def _key(node: ast.expr | None, truths: Mapping[str, bool]) -> object:
    if node is None:  # `**`
        raise ValueError
    return _value(node, truths)


def _way(text: str, system: System) -> Trace:
    """The run that a text names; raises `BadTarget` if it is none."""
    starts = list(islice(system.initial(), 2))
    if len(starts) != 1:
        many = "several initial states" if starts else "no initial state"
        form = f": {_form(system)}" if isinstance(system, Model) else ""
        raise BadTarget(f"the system has {many}: give a state by its values{form}")
    try:
        return Session.replay(system, text).trace
    except Misuse as error:
        raise BadTarget(error.message) from None
