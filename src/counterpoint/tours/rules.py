"""Which rules take part in each transition: b-threads that move, or actions that are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.base.arrays import Array, Ints
from ..model.capabilities import declared_labels, names_of
from ..model.model import Model
from ..model.network import Automaton, Network
from ..model.notation import Notation, notation_of
from ..model.system import REST, Label
from .ground import Ground
from .steps import Paths

NEVER_MOVES = "no event that can be selected moves a b-thread of this rule"
NEVER_TAKEN = "it can never be taken"
CHANGES_NOTHING = "wherever it can be taken it changes nothing, and such steps are left out"

Names = Callable[[Label], frozenset[str]]
"""The names of the actions that a step with a label takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """All rules by `names`, and those that take part in each transition: sets[kind[k]] in k.

    `why_never` says why a rule takes part in none.
    """

    names: tuple[str, ...]
    sets: tuple[frozenset[str], ...]
    kind: Ints
    why_never: Callable[[str], str]


def rules_of(ground: Ground) -> Rules:
    """The rules of a program, or the actions of another system."""
    paths, system = ground.paths, ground.system
    if isinstance(system, Network):
        sets, kind = _moved(ground, system)
        is_program = notation_of(ground.target) is Notation.PROGRAM
        declared = ground.target.rules if is_program else ()
        return Rules(_all(declared, sets), sets, kind, lambda _: NEVER_MOVES)
    names = _names_in(system)
    sets, kind = _taken(paths, names)
    resting = frozenset(name for label in paths.unchanging for name in names(label))
    declared = (*_declared(system, names), *sorted(resting))

    def why_never(rule: str) -> str:
        return CHANGES_NOTHING if rule in resting else NEVER_TAKEN

    return Rules(_all(declared, sets), sets, kind, why_never)


def _all(declared: Iterable[str], sets: Iterable[frozenset[str]]) -> tuple[str, ...]:
    """The declared names, and then those that occur besides."""
    return tuple(dict.fromkeys((*declared, *(name for each in sets for name in sorted(each)))))


def _taken(paths: Paths, names: Names) -> tuple[tuple[frozenset[str], ...], Ints]:
    """The sets of actions that steps take together, and the number of that of each transition."""
    used, which = np.unique(paths.label, return_inverse=True)
    sets = [names(paths.labels[k]) for k in used.tolist()]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(sets))}
    kinds = np.array([numbers[each] for each in sets], np.int64)
    return tuple(numbers), kinds[which]


def _names_in(system: Any) -> Names:
    if isinstance(system, Model):
        known = {action.label: action.name for action in system.actions}
        return lambda label: frozenset(filter(None, [known.get(label)]))  # type: ignore[call-overload]
    if notation_of(system) is Notation.MODULE:
        return lambda label: frozenset(map(_head, names_of(label)))
    return lambda label: frozenset() if label is REST else frozenset([_head(str(label))])


def _head(text: str) -> str:
    """A name without its arguments.

    >>> _head('Move("X", 1)')
    'Move'
    """
    return text.partition("(")[0]


def _declared(system: Any, names: Names) -> Iterator[str]:
    """The actions that a system says it has."""
    if isinstance(system, Model):
        yield from (action.name for action in system.actions if action.label is not REST)
        yield from map(_head, system.parts.impossible)
    elif notation_of(system) is Notation.MODULE:
        from ..tla.coverage import endings  # other targets need no TLA+

        yield from sorted({name for _, name in endings(system.system.step)})
    else:
        yield from (name for label in declared_labels(system) for name in sorted(names(label)))


def _moved(ground: Ground, network: Network) -> tuple[tuple[frozenset[str], ...], Ints]:
    """The sets of rules that move together, and for each transition the number of its set."""
    paths = ground.paths
    state = np.array(list(ground.states_at(np.arange(paths.states))), np.int64)
    numbers = {label: number for number, label in enumerate(network.alphabet)}
    event = np.array([numbers.get(label, -1) for label in paths.labels] or [0])[paths.label]
    moves: dict[str, Array] = {}
    for number, automaton in enumerate(network.automata):
        require_going_on()
        pairs = state[paths.source, number] * len(network.alphabet) + event
        known, which = np.unique(pairs, return_inverse=True)
        found = [_moving(automaton, *divmod(pair, len(network.alphabet))) for pair in known]
        for rule in frozenset[str]().union(*found):
            here = np.array([rule in each for each in found], bool)[which]
            moves[rule] = here | moves[rule] if rule in moves else here
    return _sets(moves, len(event))


def _sets(moves: dict[str, Array], transitions: int) -> tuple[tuple[frozenset[str], ...], Ints]:
    """The sets of rules that move together; `moves` says of each rule in which transitions."""
    names = sorted(moves)
    table = np.array([moves[name] for name in names], bool).reshape(len(names), transitions)
    rows, kind = np.unique(np.packbits(table, axis=0), axis=1, return_inverse=True)
    bits = np.unpackbits(rows, axis=0, count=len(names)).astype(bool)
    sets = [frozenset(names[k] for k in np.flatnonzero(column)) for column in bits.T]
    return tuple(sets), kind.reshape(-1).astype(np.int64)


def _moving(automaton: Automaton, local: int, event: int) -> frozenset[str]:
    """The rules of the b-threads that an event moves in a local state."""
    return frozenset(voice.stand.rule for voice in automaton.locals[local].hearing(event))
