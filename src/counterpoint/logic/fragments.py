"""Properties of core formulas: their parts, their variables, and what they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ..identity import Identity, identity
from .core import (
    All,
    Both,
    Bound,
    Core,
    Either,
    Fixpoint,
    Kind,
    Linear,
    Next,
    Now,
    Paths,
    Prop,
    Release,
    Some,
    Step,
    Truth,
    Until,
)

AT_REST: Final = "nothing  but rest"
"""The atom that is true of a state that has no other step than rest.

No formula can name it, whatever atoms a system has: the parser leaves one blank where there are
several.
"""


def parts_of(goal: Core) -> tuple[Core, ...]:
    """The immediate subformulas; a quantified path has none."""
    match goal:
        case All(parts) | Some(parts):
            return parts
        case Step(of=of) | Fixpoint(of=of):
            return (of,)
        case _:
            return ()


def is_propositional(goal: Core) -> bool:
    """Whether a formula is about the state itself, and not about its steps."""
    match goal:
        case Truth() | Prop():
            return True
        case All(parts) | Some(parts):
            return all(map(is_propositional, parts))
        case _:
            return False


def fixpoints(goal: Core) -> Iterator[Fixpoint]:
    """The fixpoints in a formula, outermost first; those inside quantified paths are left out."""
    if isinstance(goal, Fixpoint):
        yield goal
    for part in parts_of(goal):
        yield from fixpoints(part)


def free_variables(goal: Core) -> frozenset[str]:
    """The variables of a formula that no fixpoint in it binds."""
    return _free_variables(identity(goal))


@lru_cache(1024)
def _free_variables(named: Identity) -> frozenset[str]:
    """Cached, because callers ask for the free variables of every part of a formula."""
    goal: Core = named()
    if isinstance(goal, Bound):
        return frozenset((goal.name,))
    free = frozenset[str]().union(*map(free_variables, parts_of(goal)))
    return free - {goal.variable} if isinstance(goal, Fixpoint) else free


def everything_in(goal: Core) -> Iterator[Core]:
    """A formula and all state formulas inside it, including those inside quantified paths."""
    yield goal
    inside = state_formulas(goal.path) if isinstance(goal, Paths) else parts_of(goal)
    for part in inside:
        yield from everything_in(part)


def state_formulas(path: Linear) -> Iterator[Core]:
    """The state formulas in a path formula."""
    match path:
        case Now(of):
            yield of
        case Both(parts) | Either(parts):
            for part in parts:
                yield from state_formulas(part)
        case Next(of):
            yield from state_formulas(of)
        case Until(left, right) | Release(left, right):
            yield from state_formulas(left)
            yield from state_formulas(right)


def mentions_teams(goal: Core) -> bool:
    """Whether the formula asks what a team can enforce."""
    return any(
        isinstance(part, Step) and part.kind in (Kind.FORCE, Kind.ALLOW)
        for part in everything_in(goal)
    )


def is_of_steps(atom: Prop) -> bool:
    """Whether an atom asks what is enabled in a state, so that it depends on the state's steps.

    >>> is_of_steps(Prop("enabled(HOT)")), is_of_steps(Prop("HOT"))
    (True, False)
    """
    return atom.text == AT_REST or atom.text.startswith("enabled(")


def denies_a_step(goal: Core) -> bool:
    """Whether the formula says of some step that it is not enabled."""
    return any(isinstance(part, Prop) and _denies_a_step(part) for part in everything_in(goal))


def _denies_a_step(atom: Prop) -> bool:
    """Whether an atom is true because there is no such step: at rest, or if it is negated."""
    return atom.positive if atom.text == AT_REST else is_of_steps(atom) and not atom.positive


def is_existential(goal: Core) -> bool:
    """Whether the formula is true in a system if it is true in a part of it."""
    return all(
        not (isinstance(part, Step) and part.kind is not Kind.SOME)
        and not (isinstance(part, Paths) and not part.some)
        for part in everything_in(goal)
    )


def ignores_ends(goal: Core) -> bool:
    """Whether a formula that is true stays true if runs come to rest earlier, wherever they do.

    So it is of invariants, and of what only has to stay true; not of what must, or can, become
    true, nor of what must be true after the next step, nor of which steps are enabled.

    >>> from counterpoint.logic.lower import to_core
    >>> from counterpoint.logic.parser import parse
    >>> [ignores_ends(to_core(parse(text))) for text in ("AG p", "F p", "AG EF p", "AX p")]
    [True, False, False, False]
    """
    return all(map(_ignores_ends, everything_in(goal)))


def _ignores_ends(part: Core) -> bool:
    match part:
        case Prop():
            return not is_of_steps(part)
        case Fixpoint(least):
            return not least
        case Step(kind, of, label):
            return kind in (Kind.SOME, Kind.ALL) and isinstance(of, Bound) and label is None
        case Paths(path=path):
            return _only_stays(path)
        case _:
            return True


def _only_stays(path: Linear) -> bool:
    """Whether a path formula has no part that must become true, or be true next."""
    match path:
        case Now():
            return True
        case Both(parts) | Either(parts):
            return all(map(_only_stays, parts))
        case Release(left, right):
            return _only_stays(left) and _only_stays(right)
        case Next() | Until():
            return False
