"""The expressions that run a program: the next state, whether a step is a restart, what is drawn.

A step is a restart if the case of the next state that applies is just the name of the initial
state.
"""

from __future__ import annotations

from dataclasses import replace

from ...errors import NotPlayable
from ..meaning.known import Known, known_of
from ..meaning.mentions import children
from ..tree import (
    Branch,
    Call,
    Cases,
    Definition,
    Expression,
    Literal,
    Members,
    Name,
    Tuple,
)
from ..values.value import FALSE, TRUE

START = ("initialState", "init")
NEXT = ("nextState", "newState")
IMAGES = ("images", "display")

_RESTARTS = "it restarts"
"""The name of the definition that is added. It is not an identifier, so no text can define it."""


def start_of(known: Known) -> str:
    """The name of the definition of the initial state; raises `NotPlayable` if there is none."""
    for name in START:
        if (name, 0) in known.definitions:
            return name
    raise NotPlayable("this text is no program to run: it has no initialState")


def next_of(known: Known) -> tuple[Expression, Definition]:
    """The expression for the next state, and its definition; raises `NotPlayable` without one."""
    for name in NEXT:
        if (name, 0) in known.definitions:
            return Name(name), known.definitions[name, 0]
    if ("transition", 2) in known.definitions:
        given = Tuple((Name("click"), Members(())))
        call = Call("transition", (given, Name("currentState")))
        return call, known.definitions["transition", 2]
    raise NotPlayable(
        "this text is no program to run: it has no nextState, newState or transition(I,S)"
    )


def images_of(known: Known) -> tuple[Expression, Definition] | None:
    """The expression for what is drawn, and its definition; None if nothing is drawn."""
    for name in IMAGES:
        if (name, 0) in known.definitions:
            return Name(name), known.definitions[name, 0]
        if (name, 1) in known.definitions:
            return Call(name, (Name("currentState"),)), known.definitions[name, 1]
    return None


def with_restart(known: Known) -> tuple[Known, Expression | None]:
    """Add a definition of whether a step is a restart, and return the expression that calls it.

    The expression is None if no case of the next state is a restart.
    """
    expression, definition = next_of(known)
    body = definition.body
    if not isinstance(body, Cases) or not any(map(_is_start, body.branches)):
        return known, None
    branches = tuple(
        replace(branch, of=Literal(TRUE if _is_start(branch) else FALSE))
        for branch in body.branches
    )
    added = replace(definition, name=_RESTARTS, body=replace(body, branches=branches))
    asked = Call(_RESTARTS, expression.args) if isinstance(expression, Call) else Name(_RESTARTS)
    return known_of((*known.definitions.values(), added)), asked


def _is_start(branch: Branch) -> bool:
    return isinstance(branch.of, Name) and branch.of.name in START


def waits(known: Known) -> bool:
    """Whether something may happen without a click.

    The oldest programs use `click` for the last click, without asking whether there was one. So
    nothing happens in them without a click.
    """
    todo: list[Expression] = []
    for definition in known.definitions.values():
        todo += [x for x in (definition.guard, definition.where, definition.body) if x is not None]
    names: set[str] = set()
    while todo:
        here = todo.pop()
        todo += children(here)
        names |= {here.name} if isinstance(here, Name) else set()
        names |= {str(here.value)} if isinstance(here, Literal) else set()
    click_tests = {"clicked", "mouseClicked", "`nil"}
    return not (known.is_given("click") and "click" in names and not click_tests & names)
