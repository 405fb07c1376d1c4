"""Live runs beside the automata: the runner and the network must agree at every step."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ...data import dataclass
from ...errors import Fault, ImpureThread
from ...model.network import Locals, Network
from ...tuning import USUAL, Tuning
from ..event import Event
from ..lint import CounterpointWarning
from ..live.runner import Runner
from ..strategy import Said, Strategy
from ..sync import Sync
from ..thread import Thread

if TYPE_CHECKING:
    from ..program import Program


@dataclass(slots=True)
class _Script:
    """What a live run must offer at its next step, and which of that it shall take."""

    strategy: Strategy
    offered: frozenset[Event] = frozenset()
    taken: Event | None = None

    def choose(self, events: Sequence[Event]) -> Event:
        if self.taken is None or self.offered != set(events):
            if not self.strategy.is_ranked:
                raise ImpureThread(
                    f"strategy {self.strategy} gave {sorted(map(str, events))} and "
                    f"{sorted(map(str, self.offered))} for the same statements: it must depend on "
                    "nothing but the statements"
                )
            raise Fault(
                f"the automata offer {sorted(map(str, self.offered))} and the live run "
                f"{sorted(map(str, events))}: please report this program as a bug"
            )
        return self.taken


class _Told(Strategy):
    """The strategy of a program, but that the event to choose is told by a script."""

    _strategy: Strategy
    _script: _Script

    def __init__(self, strategy: Strategy, script: _Script) -> None:
        object.__setattr__(self, "_strategy", strategy)
        object.__setattr__(self, "_script", script)
        object.__setattr__(self, "first_only", strategy.first_only)
        object.__setattr__(self, "reads_priority", True)  # priorities were warned of elsewhere

    def rank(self, thread: Thread, sync: Sync) -> float:
        return self._strategy.rank(thread, sync)

    def choose(self, events: Sequence[Event], chance: random.Random) -> Event:
        return self._script.choose(events)


class _ToldByUser(_Told):
    """The same for a strategy that says itself what is selectable."""

    def __str__(self) -> str:
        return str(self._strategy)

    def selectable(self, statements: Sequence[Said]) -> tuple[Event, ...]:
        return self._strategy.selectable(statements)


class Lockstep:
    """A program and its network, taken through the same steps; a difference is our own `Fault`."""

    def __init__(self, program: Program, network: Network, tuning: Tuning = USUAL) -> None:
        self._program = program
        self._network = network
        self._tuning = tuning

    def follow(self, events: Iterable[Event]) -> None:
        """Raise `Fault` unless a live run can take these steps as the network does."""
        pair = _Pair(self._program, self._network)
        for event in events:
            pair.step(self._network.event_index(event))

    def wander(self) -> None:
        """Raise `Fault` unless random live runs offer what the network offers at every step."""
        for seed in range(self._tuning.live_runs):
            chance = random.Random(seed)
            pair = _Pair(self._program, self._network)
            for _ in range(self._tuning.live_steps):
                choices = self._network.choices(pair.state)
                if not choices:
                    pair.rest()
                    break
                pair.step(choices[int(chance.random() * len(choices))])


class _Pair:
    """A live run and a state of the network that must stay alike."""

    def __init__(self, program: Program, network: Network) -> None:
        self.network = network
        self.state: Locals = network.initial()[0]
        self._script = _Script(program.strategy)
        told = _Told if program.strategy.is_ranked else _ToldByUser
        self._runner = Runner(program.selecting(told(program.strategy, self._script)), seed=0)
        self._live(self._runner.start)

    def step(self, number: int) -> None:
        """Select event `number` in both; a failed assertion must come up in both."""
        event: Event = self.network.alphabet[number]  # type: ignore[assignment]
        internal = self.network.internal_events(self.state)
        self._script.offered = frozenset(self.network.alphabet[e] for e in internal)  # type: ignore[misc]
        self._script.taken = event
        if number not in internal:
            self._runner.put(event)
        self.state = self.network.step(self.state, number)
        self._live(self._runner.step)
        if self._runner.events[-1:] != (event,):
            raise Fault(f"the live run cannot select {event} after {self._runner.events}")

    def rest(self) -> None:
        """Nothing can be selected in the network: neither may it in the live run."""
        self._script.taken = None
        if self._runner.failure is None and self._live(self._runner.step) is not None:
            raise Fault(f"the live run goes on after {self._runner.events}")

    def _live(self, act: Callable[[], object]) -> object:
        """What an act of the live run gives; its assertions must fail where the network's do."""
        failed = any(local.failure for local in self.network.locals_of(self.state))
        try:
            with warnings.catch_warnings():  # a check lists them, once
                warnings.simplefilter("ignore", CounterpointWarning)
                done = act()
        except AssertionError:
            if not failed:
                raise
            return None
        if failed and self._runner.failure is None:
            raise Fault(f"an assertion should have failed after {self._runner.events}")
        return done
