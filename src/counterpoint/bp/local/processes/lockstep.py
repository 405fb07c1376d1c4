"""Comparing live runs with the automata: the runner and the network must agree at every step."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ....data import dataclass
from ....errors import CounterpointError, DifferentRun, ImpureThread, Misuse
from ....model.network import Locals, Network
from ....model.system import Label
from ....tuning import USUAL, Tuning
from ...event import Event
from ...lint import CounterpointWarning
from ...live.runner import Runner
from ...strategy import Said, Strategy
from ...sync import Sync
from ...thread import Thread
from ...tick import Tick
from ...timeout import is_timeout

if TYPE_CHECKING:
    from ...ruleset import RuleSet

Words: TypeAlias = tuple[str, tuple[str, ...], bool]
"""A statement as texts: its place, its requests, and whether it is hot."""


@dataclass(slots=True)
class _Script:
    """What a live run must offer at its next step, and which of these events it shall take."""

    strategy: Strategy
    offered: frozenset[Event] = frozenset()
    taken: Event | Tick | None = None

    def choose(self, events: Sequence[Event]) -> Event:
        if self.taken is None or self.offered != set(events):
            if not self.strategy.is_ranked:
                raise ImpureThread(
                    f"strategy {self.strategy} gave {sorted(map(str, events))} and "
                    f"{sorted(map(str, self.offered))} for the same statements: it must depend on "
                    "nothing but the statements"
                )
            raise _differing(
                f"the automata offer {sorted(map(str, self.offered))} and the live run "
                f"{sorted(map(str, events))}"
            )
        return self.taken  # type: ignore[return-value]


class _ScriptedStrategy(Strategy):
    """The strategy of a program, except that a script chooses the event."""

    _strategy: Strategy
    _script: _Script

    def __init__(self, strategy: Strategy, script: _Script) -> None:
        object.__setattr__(self, "_strategy", strategy)
        object.__setattr__(self, "_script", script)
        object.__setattr__(self, "first_only", strategy.first_only)
        object.__setattr__(self, "reads_priority", True)  # so that a run gives no warning

    def rank(self, thread: Thread, sync: Sync) -> float:
        return self._strategy.rank(thread, sync)

    def choose(self, events: Sequence[Event], chance: random.Random) -> Event:
        return self._script.choose(events)


class _ScriptedUserStrategy(_ScriptedStrategy):
    """The same for a strategy with its own `selectable`."""

    def __str__(self) -> str:
        return str(self._strategy)

    def selectable(self, statements: Sequence[Said]) -> tuple[Event, ...]:
        return self._strategy.selectable(statements)


class Beat(NamedTuple):
    """What a live run must do next: offer these events, and take one of them or one from outside.

    `taken` is None at the end of the run. With `rests`, nothing can be selected any more. `failed`
    says whether an assertion has failed by then, and `crash` which kind of exception was raised. If
    statements are to be compared too, `said` are those of all b-threads, and `outside` are the
    outside events that are not blocked.
    """

    offered: frozenset[Event]
    taken: Event | Tick | None
    rests: bool
    failed: bool
    crash: str = ""
    said: frozenset[Words] | None = None
    outside: frozenset[Event] = frozenset()


class Lockstep:
    """A program and its network, taken through the same steps. They must not differ."""

    def __init__(self, program: RuleSet, network: Network, tuning: Tuning = USUAL) -> None:
        self._program = program
        self._network = network
        self._tuning = tuning
        self._known: dict[tuple[int, int], tuple[Words, ...]] = {}
        self._offers: dict[Locals, Beat] = {}

    def follow(self, events: Iterable[Event]) -> None:
        """Raise `DifferentRun` unless a live run can take these steps as the network does."""
        perform(self._program, self.beats(events))

    def wander(self, *, crashes: bool = False) -> None:
        """Raise `DifferentRun` unless random live runs offer what the network does at each step.

        `crashes` is as for `wandering`.
        """
        for seed in range(self._tuning.live_runs):
            perform(self._program, self.wandering(seed, crashes=crashes))

    def wandering(
        self, seed: int, *, compared: int | None = None, crashes: bool = False
    ) -> Iterator[Beat]:
        """The beats of a random run of the network. `compared` is as for `beats`.

        With `crashes`, the run ends where a b-thread raises an exception, which the live run must
        raise too; otherwise it is raised here.
        """
        events = self._random_events(random.Random(seed), self._tuning.live_steps, crashes)
        return self.beats(events, compared=compared)

    def _random_events(self, chance: random.Random, steps: int, crashes: bool) -> Iterator[Event]:
        state = self._network.initial()[0]
        for _ in range(steps):
            if crashes and self._ended(state)[1]:
                return
            choices = self._network.choices(state)
            if not choices:
                return
            number = choices[int(chance.random() * len(choices))]
            yield self._network.alphabet[number]  # type: ignore[misc]
            state = self._network.step(state, number)

    def beats(self, events: Iterable[Label], *, compared: int | None = None) -> Iterator[Beat]:
        """What a live run must do to take the steps `events` as the network does.

        From state number `compared` on, statements are compared too; for None in no state.
        """
        state = self._network.initial()[0]
        number = 0
        for number, event in enumerate(events, 1):
            yield self._beat(state, event, compared is not None and number > compared)
            state = self._network.step(state, self._network.event_index(event))
        yield self._beat(state, None, compared is not None and number >= compared)

    def _ended(self, state: Locals) -> tuple[bool, str]:
        """Whether an assertion has failed first, and the kind of the exception if that came first.

        Not that of one about Counterpoint, or about the room there is: other runs may raise none.
        Of b-threads that were started, it is not known which of both came first.
        """
        ended = (local for local in self._network.locals_of(state) if local.failure or local.crash)
        if (first := next(ended, None)) is None:
            return False, ""
        passing = CounterpointError | RecursionError | MemoryError
        is_known = first.crash is not None and not isinstance(first.crash, passing)
        return first.failure is not None, type(first.crash).__name__ if is_known else ""

    def _beat(self, state: Locals, taken: Label | None, in_full: bool) -> Beat:
        if state not in self._offers:
            if len(self._offers) > self._tuning.audited_kept:
                self._offers.clear()
            self._offers[state] = self._offer(state)
        beat: Beat = self._offers[state]._replace(taken=taken)  # type: ignore[arg-type]
        if not in_full:
            return beat
        said = frozenset(words for at in enumerate(state) for words in self._words(at))
        outside = map(self._network.alphabet.__getitem__, self._network.external_events(state))
        return beat._replace(said=said, outside=frozenset(outside))  # type: ignore[arg-type]

    def _offer(self, state: Locals) -> Beat:
        """The beat for a state in which no event is taken."""
        network = self._network
        failed, crash = self._ended(state)
        ended = failed or bool(crash)
        internal = () if ended else network.internal_events(state)
        offered = frozenset(network.alphabet[event] for event in internal)
        rests = not ended and not internal and not network.external_events(state)
        return Beat(offered, None, rests, failed, crash)  # type: ignore[arg-type]

    def _words(self, at: tuple[int, int]) -> tuple[Words, ...]:
        """The statements in a local state. Cached, because many states contain the local state."""
        if at not in self._known:
            automaton, local = at
            alphabet = self._network.alphabet
            self._known[at] = tuple(
                (str(voice.stand.place), tuple(str(alphabet[e]) for e in voice.request), voice.hot)
                for voice in self._network.automata[automaton].locals[local].voices
            )
        return self._known[at]


def perform(program: RuleSet, beats: Iterable[Beat]) -> None:
    """Make a live run of a program follow the beats. Raises `DifferentRun` if it does not."""
    script = _Script(program.strategy)
    scripted = _ScriptedStrategy if program.strategy.is_ranked else _ScriptedUserStrategy
    runner = Runner(program.selecting(scripted(program.strategy, script)), seed=0)
    act: Callable[[], object] = runner.start
    for beat in beats:
        _live(runner, act, beat.failed, beat.crash)
        if script.taken is not None and runner.events[-1:] != (script.taken,):
            raise _differing(f"the live run cannot select {script.taken} after {runner.events}")
        if beat.said is not None and not beat.failed and not beat.crash:
            _require_said(beat.said, beat.outside, runner)
        script.offered, script.taken = beat.offered, beat.taken
        act = runner.step
        if isinstance(beat.taken, Tick):
            act = partial(_pass_time, runner, beat.taken)
            script.taken = None
        elif beat.taken is not None and is_timeout(beat.taken):
            act = partial(_time_out, runner, beat.taken)
        elif beat.taken is not None and beat.taken not in beat.offered:
            runner.put(beat.taken)
        if beat.rests and _live(runner, act, failed=False) is not None:
            raise _differing(f"the live run goes on after {runner.events}")


def _time_out(runner: Runner, timeout: Event) -> None:
    if timeout not in _due(runner):
        raise _differing(f"in the live run {timeout} is not due after {runner.events}")
    runner.force(timeout)


def _due(runner: Runner) -> list[Event]:
    return [timeout.event for timeout in runner.timeouts if not timeout.seconds]


def _pass_time(runner: Runner, tick: Tick) -> None:
    try:
        runner.pass_time(tick.seconds)
    except Misuse as error:
        raise _differing(
            f"the live run takes a step where the automata let time pass: {error}"
        ) from error


def _require_said(said: frozenset[Words], outside: frozenset[Event], runner: Runner) -> None:
    """Raise `DifferentRun` if the live statements or the possible outside events are different."""
    statements = runner.statements
    found = {(str(s.place), tuple(map(str, s.sync.request)), s.sync.hot) for s in statements}
    if said != found:
        raise _differing(f"the b-threads of the live run say something else after {runner.events}")
    declared = runner.program.external if statements else ()
    due = _due(runner)
    blocks = [statement.sync.block for statement in statements]
    can_come = {e for e in (*(declared or ()), *due) if not any(b.holds(e) for b in blocks)}
    runs = can_come.isdisjoint(due) and len(due) < len(runner.timeouts)
    if runs != any(isinstance(event, Tick) for event in outside):
        raise _differing(f"after {runner.events} time passes only in the automata, or only live")
    outside = frozenset(event for event in outside if not isinstance(event, Tick))
    if outside != can_come:
        raise _differing(
            f"after {runner.events} the live run takes {sorted(map(str, can_come))} from outside, "
            f"and the automata {sorted(map(str, outside))}"
        )


def _live(runner: Runner, act: Callable[[], object], failed: bool, crash: str = "") -> object:
    """Return the result of an action of the live run. An assertion must fail exactly if `failed`.

    If it is to `crash`, it must raise an exception of this kind. Raises `DifferentRun` if it does
    something else. Returns None if the assertion has failed, or the exception was raised.
    """
    try:
        with warnings.catch_warnings():  # the check lists these warnings once
            warnings.simplefilter("ignore", CounterpointWarning)
            done = act()
    except CounterpointError:
        raise
    except (Exception, SystemExit, GeneratorExit) as error:
        if crash and type(error).__name__ == crash:
            return None
        if not failed or not isinstance(error, AssertionError):
            raise _differing(
                f"the live run raises {error!r} after {runner.events}, which the automata do not"
            ) from error
        return None
    if crash and not failed:
        raise _differing(f"no {crash} is raised after {runner.events}, which the automata raise")
    if failed and runner.failure is None:
        raise _differing(f"an assertion should have failed after {runner.events}")
    return done


def _differing(what: str) -> DifferentRun:
    """The error for a live run that does something else than the b-threads did before."""
    return DifferentRun(
        f"run once more, the b-threads went on differently ({what}), so that they depend on "
        "something that cannot be seen, such as a value that they share: tell other b-threads by "
        "an event instead. If they do not, please report this"
    )
