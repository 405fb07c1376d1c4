"""What each definition depends on besides its arguments, directly or through other definitions."""

from __future__ import annotations

from collections.abc import Mapping

from ..meaning.known import STATE, Key, Known
from ..meaning.mentions import children
from ..tree import Call, Definition, Expression, Name
from .machine import Needs


def needs_of(known: Known) -> dict[Key, Needs]:
    """What the definitions of a text depend on, as a least fixpoint.

    >>> from ..meaning.known import known_of
    >>> from ..source import Source
    >>> from ..syntax import read_text
    >>> text = read_text(Source("", "/$ a := 1 b iff clicked & c c iff currentState = a $/"))
    >>> [int(needs) for needs in needs_of(known_of(text.definitions)).values()]
    [0, 3, 1]
    """
    uses = {key: _uses(definition, known) for key, definition in known.definitions.items()}
    found = {key: own for key, (own, _) in uses.items()}
    changed = True
    while changed:
        changed = False
        for key, (_, used) in uses.items():
            more = found[key]
            for other in used:
                more |= found[other]
            if more != found[key]:
                found[key], changed = more, True
    return found


def needs_in(expression: Expression, known: Known, of: Mapping[Key, Needs]) -> Needs:
    """What an expression depends on besides its variables; `of` has this for definitions."""
    own, used = _in(expression, frozenset(), known)
    for key in used:
        own |= of[key]
    return own


def _uses(definition: Definition, known: Known) -> tuple[Needs, set[Key]]:
    bound = frozenset(parameter.name for parameter in definition.parameters)
    own, used = Needs.NOTHING, set[Key]()
    for part in (definition.guard, definition.where, definition.body):
        if part is not None:
            more, others = _in(part, bound, known)
            own, used = own | more, used | others
    return own, used


def _in(expression: Expression, bound: frozenset[str], known: Known) -> tuple[Needs, set[Key]]:
    """What an expression depends on directly, and the definitions that it mentions.

    This is an over-approximation, since variables that hide a definition are counted as well.
    """
    own, used = Needs.NOTHING, set[Key]()
    todo = [expression]
    while todo:
        here = todo.pop()
        todo += children(here)
        key = None
        if isinstance(here, Call):
            key = (here.name, len(here.args))
        elif isinstance(here, Name) and here.name not in bound:
            key = (here.name, 0)
            if known.is_given(here.name):
                own |= Needs.STATE if here.name in STATE else Needs.MOUSE
        if key is not None and key in known.definitions:
            used.add(key)
    return own, used
