"""Positions on the command line: values of variables, a state number, or a path of steps."""

from __future__ import annotations

import ast
from itertools import islice
from typing import Any

from .errors import BadTarget, Misuse
from .model.capabilities import parse_state_of
from .model.model import Model
from .model.system import State, System
from .session import Session
from .trees import expression_tree
from .verdict import Trace, system_of


def parse_position(text: str, target: Any) -> State | Trace:
    """The state or the run that a text names; raises `BadTarget`, which says what can be given.

    A model takes the values of a state, `x=[1,0,2], t=1`, or its number; a TLA+ module takes a
    predicate such as `x = <<1, 0>>, t = 1`. Any target takes the labels of the steps that lead from
    the initial state to the position, separated by blanks: `X(0,0) O(1,1)`.

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
        values = _keywords(expression_tree(f"state({text})"))
    except (SyntaxError, ValueError, TypeError, RecursionError):
        names = ", ".join(f"{name}=..." for name in model.parts.cells)
        raise BadTarget(f"{text!r} is not a state such as {names}") from None
    return model.state(**values)


def _keywords(call: ast.expr) -> dict[str, Any]:
    """The values of a call with keyword arguments only, each once; raises `ValueError`."""
    match call:
        case ast.Call(ast.Name("state"), [], words):
            values = {word.arg: _value(word.value) for word in words if word.arg is not None}
            if len(values) == len(words):
                return values
    raise ValueError


def _value(node: ast.expr) -> object:
    """The value of a literal; bare names are texts, except `true` and `false`."""
    match node:
        case ast.Name(name):
            return {"true": True, "false": False}.get(name, name)
        case ast.List(parts) | ast.Tuple(parts):
            return [_value(part) for part in parts]
        case ast.Dict(keys, values):
            return {_key(key): _value(of) for key, of in zip(keys, values, strict=True)}
        case _:
            return ast.literal_eval(node)


def _key(node: ast.expr | None) -> object:
    if node is None:  # `**`
        raise ValueError
    return _value(node)


def _way(text: str, system: System) -> Trace:
    """The run that a text names; raises `BadTarget` if it is none."""
    starts = list(islice(system.initial(), 2))
    if len(starts) != 1:
        many = "several initial states" if starts else "no initial state"
        raise BadTarget(f"the system has {many}: give a state by its values")
    try:
        return Session.replay(system, text).trace
    except Misuse as error:
        raise BadTarget(error.message) from None
