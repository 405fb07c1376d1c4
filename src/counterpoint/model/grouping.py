"""Grouping: the automata of a network are composed into fewer ones, so that states are smaller.

Automata that move on the same events usually move together, so that their joint local states are
few. A group is written as one automaton; its local states are the reachable combinations of its
members' local states. This only changes how states are encoded: none are merged, and all counts
stay the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..alarm import require_going_on
from ..data import dataclass
from ..tuning import USUAL, Tuning
from .bits import bits
from .network import Automaton, Local, Network, is_whole, together

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Grouping:
    """A network with fewer automata, and which of the original automata each one represents."""

    network: Network
    groups: tuple[_Group, ...]

    def of(self, network: Network) -> Grouping:
        """The same groups of another network, which must have the same automata."""
        return _written(network, self.groups)

    def __getstate__(self) -> list[Any]:
        """What is pickled: the groups; `of` gives them their network again."""
        return [None, self.groups]

    def ungrouped(self, cells: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """The states in `cells`, one per row, as local states of the original automata."""
        count = sum(len(group.members) for group in self.groups)
        widest = max(int(group.combinations.max()) for group in self.groups)
        original = np.zeros((len(cells), count), np.min_scalar_type(widest))
        for column, found in enumerate(self.groups):
            original[:, found.members] = found.combinations[cells[:, column]]
        return original

    def grouped(self, state: Sequence[int]) -> list[int] | None:
        """The joint state of each group in a state; None if a group has no such joint state."""
        rows = [group.number.get(tuple(state[m] for m in group.members)) for group in self.groups]
        return None if None in rows else rows  # type: ignore[return-value]

    def column(self, cells: NDArray[np.integer[Any]], automaton: int) -> NDArray[np.uint32]:
        """The local state of one of the original automata in each of the states `cells`."""
        for column, found in enumerate(self.groups):
            if automaton in found.members:
                of_joint = found.combinations[:, found.members.index(automaton)]
                own: NDArray[np.uint32] = of_joint[cells[:, column]]
                return own
        raise IndexError(automaton)

    def visited(
        self, cells: NDArray[np.integer[Any]], automata: Sequence[Automaton]
    ) -> tuple[NDArray[np.bool_], ...]:
        """For each of the original `automata`, which local states occur in the states `cells`."""
        seen = [np.zeros(len(automaton.locals), bool) for automaton in automata]
        for column, found in enumerate(self.groups):
            used = np.bincount(cells[:, column], minlength=len(found.combinations)) > 0
            for member, locals_used in zip(found.members, found.combinations[used].T, strict=True):
                seen[member][locals_used] = True
        return tuple(seen)


@dataclass(frozen=True, eq=False)
class _Group:
    """A product of automata: row i of `combinations` is joint state i, `moves[i]` its targets."""

    members: tuple[int, ...]
    combinations: NDArray[np.uint32]
    moves: NDArray[np.uint32]
    interest: int

    @cached_property
    def number(self) -> dict[tuple[int, ...], int]:
        """The number of each joint state, by the local states of the members."""
        return {tuple(row): number for number, row in enumerate(self.combinations.tolist())}


@dataclass(frozen=True, slots=True)
class _Joint:
    """A group as an automaton with all moves known."""

    name: str
    rule: str
    locals: list[Local]
    moves: list[dict[int, int]]

    def step(self, local: int, event: int) -> int:
        return self.moves[local].get(event, local)


def group(network: Network, tuning: Tuning = USUAL) -> Grouping | None:
    """The network in groups with few joint local states; None if that is not possible.

    It is not possible if the user's own function selects events, because that needs each state, or
    if some moves are not known yet.
    """
    if not can_be_grouped(network):
        return None
    groups = [_single(index, a, network) for index, a in enumerate(network.automata)]
    groups = _merge_neighbours(_merge_alike(groups, tuning), tuning)
    return _written(network, groups)


def _written(network: Network, groups: Sequence[_Group]) -> Grouping:
    """The grouping of a network in these groups, each written as one automaton."""
    automata = tuple(_automaton(found, network.automata) for found in groups)
    return Grouping(dataclasses.replace(network, automata=automata), tuple(groups))


def can_be_grouped(network: Network) -> bool:
    """Whether `group` returns a grouping for a network."""
    return network.select is None and all(map(is_whole, network.automata))


def _single(index: int, automaton: Automaton, network: Network) -> _Group:
    count = len(automaton.locals)
    table = np.repeat(np.arange(count, dtype=np.uint32)[:, None], len(network.alphabet), axis=1)
    for local, moves in enumerate(automaton.moves):
        for event, target in moves.items():
            table[local, event] = target
    combinations = np.arange(count, dtype=np.uint32)[:, None]
    return _Group((index,), combinations, table, _interest(table))


def _interest(moves: NDArray[np.uint32]) -> int:
    """The events on which some joint state moves, as a bit mask."""
    changes = (moves != np.arange(len(moves), dtype=np.uint32)[:, None]).any(axis=0)
    return sum(1 << int(event) for event in np.flatnonzero(changes))


def _merge_alike(groups: list[_Group], tuning: Tuning) -> list[_Group]:
    """The groups, with those that move on the same events merged as long as they stay small."""
    alike: dict[int, list[_Group]] = {}
    for found in groups:
        alike.setdefault(found.interest, []).append(found)
    merged = []
    for same in alike.values():
        current = same[0]
        for found in same[1:]:
            joint = _joint(current, found, tuning)
            if joint is None:
                merged.append(current)
            current = found if joint is None else joint
        merged.append(current)
    return merged


def _merge_neighbours(groups: list[_Group], tuning: Tuning) -> list[_Group]:
    """The groups, merged with those that share most events, until no more can be merged."""
    waiting = sorted(groups, key=lambda found: len(found.combinations))
    done: list[_Group] = []
    while waiting:
        require_going_on()
        current = waiting.pop(0)
        partners = sorted(waiting, key=lambda other: -_overlap(current, other))
        for partner in partners[: tuning.group_partners]:
            joint = _joint(current, partner, tuning)
            if joint is not None:
                waiting.remove(partner)
                waiting.append(joint)
                break
        else:
            done.append(current)
    return sorted(done, key=lambda found: found.members[0])


def _overlap(one: _Group, other: _Group) -> float:
    both = (one.interest & other.interest).bit_count()
    return both / max(1, (one.interest | other.interest).bit_count())


def _joint(one: _Group, other: _Group, tuning: Tuning) -> _Group | None:
    """The product of two groups; None if it has too many states."""
    wide, narrow = len(one.combinations), len(other.combinations)
    if wide * narrow > tuning.group_product:
        return None
    interest = one.interest | other.interest
    events = list(bits(interest))
    product = one.moves[:, None, events] * np.uint32(narrow) + other.moves[None, :, events]
    product = product.reshape(wide * narrow, len(events))
    reached = _reached(product, tuning.group_states)
    if reached is None:
        return None
    number = np.zeros(wide * narrow, np.uint32)
    number[reached] = np.arange(len(reached), dtype=np.uint32)
    moves = np.repeat(np.arange(len(reached), dtype=np.uint32)[:, None], one.moves.shape[1], axis=1)
    moves[:, events] = number[product[reached]]
    left, right = one.combinations[reached // narrow], other.combinations[reached % narrow]
    return _Group(one.members + other.members, np.hstack([left, right]), moves, interest)


def _reached(product: NDArray[np.uint32], limit: int) -> NDArray[np.int64] | None:
    """The rows that are reachable from row 0, in order; None if there are more than `limit`."""
    seen = np.zeros(len(product), bool)
    seen[0] = True
    frontier = np.array([0])
    count = 1
    while len(frontier):
        targets = np.zeros(len(product), bool)
        targets[product[frontier].reshape(-1)] = True
        frontier = np.flatnonzero(targets & ~seen)
        seen[frontier] = True
        count += len(frontier)
        if count > limit:
            return None
    return np.flatnonzero(seen)


def _automaton(found: _Group, automata: Sequence[Automaton]) -> _Joint:
    members = [automata[index] for index in found.members]
    joint_locals, joint_moves = [], []
    for state, combination in enumerate(found.combinations):
        parts = [a.locals[local] for a, local in zip(members, combination.tolist(), strict=True)]
        local = together(parts)
        joint_locals.append(local)
        joint_moves.append({event: int(found.moves[state, event]) for event in bits(local.hears)})
    name = " & ".join(member.name for member in members)
    return _Joint(name, members[0].rule, joint_locals, joint_moves)
