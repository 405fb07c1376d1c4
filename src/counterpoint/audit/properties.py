"""Check properties of b-programs that need no formula, one state of a network at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from ..certificate import Seen, Steps
from ..model.network import Locals, Network, Voice
from ..model.property import (
    Never,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    Plain,
)
from ..model.system import REST
from .reference import Reference
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition

NO_CYCLE = "that no cycle stays at hot statements"
FINAL_FIRST = "that nothing is stuck before a final event comes"


class Holding:
    """The claim that a network has a property, to be checked in each of its states."""

    def __init__(self, wanted: Plain, network: Network, reference: Reference) -> None:
        self._wanted, self._network, self._reference = wanted, network, reference
        self.unchecked: dict[str, None] = {}
        if isinstance(wanted, NoHotCycle):
            self.unchecked[NO_CYCLE] = None
        if isinstance(wanted, NoDeadlock) and network.final_events:
            self.unchecked[FINAL_FIRST] = None

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` if a state violates the property."""
        if isinstance(self._wanted, Never):
            for step in self._reference.steps(seen):
                if step.label is not REST and step.label in self._wanted.events:
                    raise Wrong(
                        f"{step.label} can be selected, although the answer says never", seen
                    )
        elif not self.unchecked and is_broken(self._wanted, self._network, seen.state):
            raise Wrong(f"{self._wanted} is violated, although the answer says never", seen)

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` if the graph as a whole violates the property."""
        match self._wanted:
            case NoHotCycle(threads, each):
                self._require_no_cycle(whole, _threads(whole, self._network, threads), each)
            case NoDeadlock() if self.unchecked:
                self._require_final_first(whole)
        self.unchecked.clear()

    def _require_no_cycle(self, whole: Definition, names: Sequence[str], each: bool) -> None:
        for group in [[name] for name in names] if each else [names]:
            hot = [n for n, s in enumerate(whole.states) if is_hot(self._network, s.state, group)]
            if around := whole.fair_loop(hot):
                at = whole.states[min(around)]
                raise Wrong(f"{', '.join(group)} can stay hot around a cycle", at)

    def _require_final_first(self, whole: Definition) -> None:
        """Raise `Wrong` if a deadlock can be reached without a final event."""
        final = self._network.final
        todo = [whole.numbers[seen] for seen in self._reference.starts()]
        met = set(todo)
        while todo:
            number = todo.pop()
            if is_broken(self._wanted, self._network, whole.states[number].state):
                raise Wrong(
                    "nothing can be selected, and no final event came", whole.states[number]
                )
            for there, step in whole.edges(number):
                if step.label not in final and there not in met:
                    met.add(there)
                    todo.append(there)


def require_broken(wanted: Plain, network: Network, start: Seen, stem: Steps, loop: Steps) -> None:
    """Raise `Wrong` unless a run shows that a network violates a property."""
    states = [start.state, *(there.state for _, there in stem)]
    match wanted:
        case Never(events):
            shown = bool(stem) and stem[-1][0] in events
        case NoHotCycle(threads, each):
            around = [there.state for _, there in loop]
            names = threads or _hot_anywhere(network, around)
            groups = [[name] for name in names] if each else [list(names)]
            shown = bool(loop) and any(
                all(is_hot(network, state, group) for state in around) for group in groups
            )
        case _:
            shown = is_broken(wanted, network, states[-1])
            if isinstance(wanted, NoDeadlock):
                shown &= not any(label in network.final for label, _ in stem)
    if not shown:
        raise Wrong(f"the run that is shown does not break {wanted}", Seen(states[-1]))


def is_broken(wanted: Plain, network: Network, state: Locals) -> bool:
    """Whether a state by itself violates a property of states."""
    failed = any(local.failure is not None for local in network.locals_of(state))
    match wanted:
        case NoFailedAssertion():
            return failed
        case NoDeadlock():
            asks = any(voice.request for voice in network.voices(state))
            return asks and not failed and not network.choices(state)
        case NoHotTermination():
            stays = not failed and not network.internal_events(state)
            hot = any(voice.hot for voice in network.voices(state))
            return hot and stays and not _neglects_by_resting(network, state)
        case Never() | NoHotCycle():
            return False
        case _:
            assert_never(wanted)


def _neglects_by_resting(network: Network, state: Locals) -> bool:
    """Whether resting in a state for ever neglects an external event that is declared fair."""
    offered = [network.alphabet[event] for event in network.external_events(state)]
    return any(label in fair for label in offered for fair in (*network.weak, *network.strong))


def is_hot(network: Network, state: Locals, names: Iterable[str]) -> bool:
    """Whether a b-thread with one of these names, or of a rule with one, is hot in a state."""
    wanted = set(names)
    return any(v.hot and is_among(v, wanted) for v in network.voices(state))


def is_among(voice: Voice, names: set[str]) -> bool:
    """Whether a voice belongs to a b-thread, or to a rule, with one of these names."""
    return voice.stand.thread in names or voice.stand.rule in names


def _threads(whole: Definition, network: Network, names: Sequence[str]) -> list[str]:
    """The b-threads, also of rules, with these names; without names, all that are ever hot."""
    wanted = set(names)
    voices = (v for seen in whole.states for v in network.voices(seen.state))
    meant = (v.stand.thread for v in voices if (is_among(v, wanted) if wanted else v.hot))
    return list(dict.fromkeys(meant))


def _hot_anywhere(network: Network, states: Iterable[Locals]) -> list[str]:
    hot = (v.stand.thread for s in states for v in network.voices(s) if v.hot)
    return list(dict.fromkeys(hot))
