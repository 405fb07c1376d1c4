"""The arena of a model or a module: its states and steps, listed one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from ..model.system import REST, Label, State, System
from .arena import Arena, Offer

IsFree: TypeAlias = "Callable[[State, Label], bool]"


class ListedArena(Arena):
    """The states of a system, by number.

    `is_free` says whether the environment takes a step with a label. `invariants` must be true in
    every state; with `moves`, a state without steps breaks a property. Steps with one label are
    forbidden together, or with `apart` those to one state, which then count as steps of the first
    label. A step that changes nothing may be taken whatever is added, so with `apart` it is none.
    """

    def __init__(
        self,
        system: System,
        is_free: IsFree,
        invariants: Iterable[Callable[[Any], bool]],
        *,
        moves: bool,
        apart: bool,
    ) -> None:
        super().__init__()
        self.system = system
        self.labels: list[Label] = []
        self.states: list[Any] = []
        self._is_free = is_free
        self._invariants = tuple(invariants)
        self._moves, self._apart = moves, apart
        self._events: dict[Label, int] = {}
        self._numbers: dict[State, int] = {}
        self._known: dict[int, tuple[Offer, ...]] = {}
        self._broken: dict[int, bool] = {}
        self._named: dict[tuple[int, int], list[int]] = {}
        """With `apart`, all labels of the steps between two states."""
        self._initial = tuple(dict.fromkeys(map(self.number, system.initial())))

    def initial(self) -> Sequence[int]:
        return self._initial

    def offers(self, state: int) -> tuple[Offer, ...]:
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = tuple(self._listed(state))
        return found

    def breaks(self, state: int) -> bool:
        found = self._broken.get(state)
        if found is None:
            found = not all(holds(self.states[state]) for holds in self._invariants)
            self._broken[state] = found
        return found

    def happening(self, state: int, offers: Iterable[Offer]) -> Iterable[int]:
        if not self._apart:
            yield from super().happening(state, offers)
            return
        targets = (target for offer in offers for target in offer.targets)
        for target in (state, *targets):
            yield from self._named.get((state, target), ())

    def is_dead(self, state: int) -> bool:
        return self._moves and not self.offers(state)

    def number(self, state: State) -> int:
        """The number of a state; an unknown one gets a new number."""
        found = self._numbers.get(state)
        if found is None:
            found = self._numbers[state] = len(self.states)
            self.states.append(state)
        return found

    def offer(self, state: int, label: Label, there: int) -> Offer | None:
        """The offer with a step from a state; None for a rest."""
        of = (o for o in self.offers(state) if there in o.targets)
        found = list(of)
        named = (o for o in found if self._apart or self.labels[o.event] == label)
        return next(named, None)

    def _listed(self, number: int) -> Iterable[Offer]:
        state = self.states[number]
        ways: dict[object, tuple[int, list[int]]] = {}
        for label, there in self.system.successors(state):
            if label is REST:
                continue
            event, target = self._event(label), self.number(there)
            if self._apart:
                self._named.setdefault((number, target), []).append(event)
                if target == number:
                    continue
            key = target if self._apart else event
            targets = ways.setdefault(key, (event, []))[1]
            if target not in targets:
                targets.append(target)
        for event, targets in ways.values():
            yield Offer(event, tuple(targets), free=self._is_free(state, self.labels[event]))

    def _event(self, label: Label) -> int:
        found = self._events.get(label)
        if found is None:
            found = self._events[label] = len(self.labels)
            self.labels.append(label)
        return found
