"""Finite sets that variables range over if a specification leaves them free."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ..data import dataclass
from ..errors import NoValue, Refused
from .evaluate.context import Closed
from .evaluate.reader import read_level
from .levels import Level
from .modules import Loaded
from .scope import Defined, Scope, Value, Variable
from .spec.constants import members
from .spec.proposal import specifications
from .spec.specification import Kind, Specification
from .spec.text import text
from .spec.unfold import name_of, unfolded
from .system import ModuleSystem
from .tree import And, Apply

MOST_STATES = 100_000
"""The limit on states that are explored to find the values of a variable."""


@dataclass(frozen=True, slots=True)
class Sort:
    """A finite set of values of a variable, and a description of it for users."""

    variable: Variable
    values: Closed
    said: str


def sorts(loaded: Loaded, whole: Specification, free: Collection[Variable]) -> tuple[Sort, ...]:
    r"""A set for each of these variables.

    It is the set in a type definition of the module: `x \in S` in a definition that is no initial
    predicate. Otherwise it is the set of values that the variable has in the states of the whole
    specification; raises `Refused` if these cannot be found.

    >>> from .modules import load
    >>> from .spec.proposal import proposed
    >>> body = r"VARIABLE x  TypeOK == x \in {1, 2}  Spec == x = 1 /\ [][x' = 2]_x"
    >>> loaded = load("M.tla", text=f"---- MODULE M ----\n{body}\n====")
    >>> [sort.said for sort in sorts(loaded, proposed(loaded).specification, loaded.variables)]
    ['{1, 2}, as TypeOK says']
    """
    known = typed(loaded)
    rest = [variable for variable in free if variable not in known]
    seen = _seen(loaded, whole, rest) if rest else {}
    return tuple(known.get(variable) or seen[variable] for variable in free)


# Sorts from definitions -----------------------------------------------------------------------


def typed(loaded: Loaded) -> dict[Variable, Sort]:
    """The sorts in type definitions; definitions with "type" in their names take precedence."""
    starts = {
        name_of(conjunct.expression)
        for specification in specifications(loaded).values()
        for conjunct in specification.of(Kind.START)
    }
    names = [
        name
        for name, meaning in loaded.scope.names.items()
        if isinstance(meaning, Defined) and not meaning.parameters and name not in starts
    ]
    found: dict[Variable, Sort] = {}
    for name in sorted(names, key=lambda name: "type" not in name.lower()):
        closed = Closed(Apply(name), loaded.scope)
        if read_level(closed) is Level.STATE:
            for variable, values in _memberships(closed):
                found.setdefault(variable, _said(variable, values, name))
    return found


def _said(variable: Variable, values: Closed, name: str) -> Sort:
    return Sort(variable, values, f"{text(values.expression)}, as {name} says")


def _memberships(closed: Closed) -> Iterator[tuple[Variable, Closed]]:
    r"""The conjuncts `x \in S` in which the elements of S can be listed."""
    match closed.expression:
        case And(parts):
            for part in parts:
                yield from _memberships(Closed(part, closed.scope))
        case Apply("\\in", (Apply(name, ()), values)):
            variable, of = closed.scope.get(name), Closed(values, closed.scope)
            if isinstance(variable, Variable) and members(of) is not None:
                yield variable, of
        case Apply(_, ()) | Apply(_, (_,)) if (inner := unfolded(closed)) is not None:
            yield from _memberships(inner)


# Sorts from reachable states ------------------------------------------------------------------


def _seen(loaded: Loaded, whole: Specification, wanted: Iterable[Variable]) -> dict[Variable, Sort]:
    """The values that variables have in the states of the whole specification."""
    try:
        states = _states(ModuleSystem(loaded, whole))
    except (NoValue, _TooMany) as error:
        names = ", ".join(variable.name for variable in wanted)
        why = (
            f"{whole.name} has more than {MOST_STATES:,} states"
            if isinstance(error, _TooMany)
            else f"{whole.name} cannot be explored: {error.message}"
        )
        raise Refused(
            f"what {names} ranges over is not known: no definition says so with a finite set, "
            f"and {why}"
        ) from None
    return {variable: _observed(variable, states, whole.name) for variable in wanted}


class _TooMany(Exception):
    """There are more than `MOST_STATES` states."""


def _states(system: ModuleSystem) -> Collection[Any]:
    found = dict.fromkeys(system.initial())
    waiting = list(found)
    while waiting:
        new = dict.fromkeys(there for _, there in system.successors(waiting.pop()))
        waiting += [state for state in new if state not in found]
        found |= new
        if len(found) > MOST_STATES:
            raise _TooMany
    return found


def _observed(variable: Variable, states: Collection[Any], name: str) -> Sort:
    place = variable.number
    values = frozenset(state[place] for state in states)
    many = "the one value" if len(values) == 1 else f"the {len(values):,} values"
    closed = Closed(Apply(variable.name), Scope({variable.name: Value(values)}))
    return Sort(variable, closed, f"{many} that it has in {name}")
