"""Positions as the command line gives them: values of variables, a number, or the way there."""

from __future__ import annotations

import ast
from typing import Any

from .errors import BadTarget
from .model.model import Model
from .model.system import State, System
from .verdict import system_of


def parse_position(text: str, target: Any) -> State:
    """The state that a text names; raises `BadTarget`, which says what can be given.

    For a model that is `x=[1,0,2], t=1`, or the number of the state; for any target the labels of
    the steps that lead there from the start, with blanks between them: `X(0,0) O(1,1)`.
    """
    system = system_of(target)
    if isinstance(system, Model):
        if text.strip().isdecimal():
            return _numbered(int(text), system)
        if "=" in text:
            return _valued(text, system)
    return _at_the_end(text, system)


def _numbered(number: int, model: Model) -> State:
    if number >= model.layout.size:
        raise BadTarget(
            f"{model.name} has the states 0 to {model.layout.size - 1:,}, not {number:,}"
        )
    return tuple(model.layout.unrank(number))


def _valued(text: str, model: Model) -> State:
    try:
        values = _keywords(ast.parse(f"state({text})", mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError):
        names = ", ".join(f"{name}=..." for name in model.parts.cells)
        raise BadTarget(f"{text!r} is not a state such as {names}") from None
    return model.state(**values)


def _keywords(call: ast.expr) -> dict[str, Any]:
    """The values of a call that has nothing but keywords, each once; raises `ValueError`."""
    match call:
        case ast.Call(ast.Name("state"), [], words):
            values = {word.arg: _value(word.value) for word in words if word.arg is not None}
            if len(values) == len(words):
                return values
    raise ValueError


def _value(node: ast.expr) -> object:
    """A literal, in which bare names are texts."""
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


def _at_the_end(text: str, system: System) -> State:
    """The state at the end of a way."""
    starts = list(system.initial())
    if len(starts) != 1:
        many = "several initial states" if starts else "no initial state"
        raise BadTarget(f"the system has {many}: give a state by its values")
    (state,) = starts
    for wanted in text.split():
        state = _after(wanted, state, system)
    return state


def _after(wanted: str, state: State, system: System) -> State:
    """The state that the step with a label leads to."""
    steps = list(system.successors(state))
    found = list(dict.fromkeys(there for label, there in steps if _squeezed(label) == wanted))
    if not found:
        can = ", ".join(dict.fromkeys(_squeezed(label) for label, _ in steps))
        raise BadTarget(f"no step {wanted} leads on from there; there are {can}")
    if len(found) > 1:
        raise BadTarget(f"{wanted} leads to {len(found)} states from there: give one by its values")
    return found[0]


def _squeezed(label: object) -> str:
    return "".join(str(label).split())
