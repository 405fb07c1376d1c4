"""Live runs beside the automata: the runner and the network must agree at every step."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import Fault
from ..model.network import Locals, Network
from .event import Event
from .lint import CounterpointWarning
from .runner import Runner
from .strategy import Said, Strategy
from .sync import Sync
from .thread import Thread

if TYPE_CHECKING:
    from .program import Program

RUNS = 3
STEPS = 60
"""How many random runs precede an answer of "holds", and how long they are."""


class _Told(Strategy):
    """The strategy of a program, but that the next event to choose is told from outside."""

    _strategy: Strategy
    told: list[Event]

    def __init__(self, strategy: Strategy) -> None:
        object.__setattr__(self, "_strategy", strategy)
        object.__setattr__(self, "told", [])
        object.__setattr__(self, "first_only", strategy.first_only)
        object.__setattr__(self, "reads_priority", True)  # priorities were warned of elsewhere

    def rank(self, thread: Thread, sync: Sync) -> float:
        return self._strategy.rank(thread, sync)

    def choose(self, events: Sequence[Event], chance: random.Random) -> Event:
        return self.told.pop()


class _ToldByUser(_Told):
    """The same for a strategy that says itself what is selectable."""

    def selectable(self, statements: Sequence[Said]) -> tuple[Event, ...]:
        return self._strategy.selectable(statements)


class Lockstep:
    """A program and its network, taken through the same steps; a difference is a `Fault` of ours."""

    def __init__(self, program: Program, network: Network) -> None:
        self._program = program
        self._network = network

    def follow(self, events: Iterable[Event]) -> None:
        """Raise `Fault` unless a live run can take these steps as the network does."""
        pair = _Pair(self._program, self._network)
        for event in events:
            pair.step(event)

    def wander(self, runs: int = RUNS, steps: int = STEPS) -> None:
        """Raise `Fault` unless random live runs offer what the network offers at every step."""
        for seed in range(runs):
            chance = random.Random(seed)
            pair = _Pair(self._program, self._network)
            for _ in range(steps):
                choices = pair.choices()
                if not choices:
                    break
                pair.step(choices[int(chance.random() * len(choices))])


class _Pair:
    """A live run and a state of the network that must stay alike."""

    def __init__(self, program: Program, network: Network) -> None:
        self.network = network
        ranked = program.strategy.is_ranked
        self.strategy = (_Told if ranked else _ToldByUser)(program.strategy)
        with warnings.catch_warnings():  # a check lists them, once
            warnings.simplefilter("ignore", CounterpointWarning)
            self.runner = Runner(program.selecting(self.strategy), seed=0)
            self.runner.start()
        self.state: Locals = network.initial()[0]
        self.way: list[Event] = []

    def choices(self) -> list[Event]:
        """The events that can be selected now, in either of the two."""
        events = [self.network.alphabet[event] for event in self.network.choices(self.state)]
        if self.network.internal_events(self.state) or not self.network.external:
            live = () if self.runner.failure else self.runner.explain().selectable
            if set(events) != set(live):
                raise Fault(self._difference(events, live))
        return events  # type: ignore[return-value]

    def step(self, event: Event) -> None:
        """Select `event` in both; a failed assertion must come up in both."""
        self.choices()
        index = self.network.event_index(event)
        if index in self.network.internal_events(self.state):
            self.strategy.told.append(event)
        else:
            self.runner.put(event)
        self.state = self.network.step(self.state, index)
        self.way.append(event)
        failed = any(local.failure for local in self.network.locals_of(self.state))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", CounterpointWarning)
                self.runner.step()
        except AssertionError:
            if not failed:
                raise
        else:
            if failed:
                raise Fault(f"after {self.way} an assertion should have failed, and did not")

    def _difference(self, events: Iterable[object], live: Iterable[object]) -> str:
        return (
            f"after {self.way} the automata offer {list(events)} and the live run {list(live)}: "
            "please report this program as a bug"
        )
