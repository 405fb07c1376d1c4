"""The second form of the waist: automata that request, wait for and block events.

Each step selects one event; the automata that hear it move, the others stay. Local states are small
integers, events are indices into the alphabet, and sets of events are bit masks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol, TypeAlias

from ..data import dataclass, parts_of
from ..errors import Place
from .bits import mask_of
from .explanation import (
    Explanation,
    Fate,
    Outside,
    Request,
    Stand,
    StepExplanation,
    outside_of,
)
from .property import Labels
from .system import REST, Label, Trusted
from .walk import Walk

Locals: TypeAlias = tuple[int, ...]
"""A state of a network: the local state of each automaton."""


@dataclass(frozen=True, slots=True)
class Voice:
    """The statement of one b-thread in a local state; its requests are in order.

    `hears` and `interrupts` are used only if the local state has several voices. `since` are the
    seconds that it has been waiting, if it waits for timeouts.
    """

    stand: Stand
    request: tuple[int, ...] = ()
    block: int = 0
    rank: float = 0.0
    priority: float | None = None
    hot: bool = False
    hears: int = 0
    interrupts: int = 0
    since: float = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed assertion: its b-thread, place and message."""

    thread: str
    place: Place | None
    message: str

    def __str__(self) -> str:
        said = f": {self.message}" if self.message else ""
        where = f" ({self.place})" if self.place else ""
        return f"assertion of {self.thread} failed{said}{where}"


@dataclass(frozen=True, slots=True)
class Local:
    """A local state of an automaton.

    It has several `voices` if b-threads started others. `hears` are the events on which it moves;
    `interrupts` are those of them that end a b-thread instead of resuming it. `comes` are the
    events that come here by themselves, as external events do: timeouts that are due, and the tick
    while one runs. A `failure` (a failed assertion) or a `crash` (an exception to raise) ends the
    run here.
    """

    voices: tuple[Voice, ...] = ()
    hears: int = 0
    interrupts: int = 0
    comes: int = 0
    failure: Failure | None = None
    crash: BaseException | None = None

    def hearing(self, event: int) -> tuple[Voice, ...]:
        """The voices that an event resumes or ends."""
        if len(self.voices) == 1:
            return self.voices if self.hears >> event & 1 else ()
        return tuple(voice for voice in self.voices if voice.hears >> event & 1)

    def ends(self, voice: Voice, event: int) -> bool:
        """Whether an event ends a voice that hears it."""
        interrupts = self.interrupts if len(self.voices) == 1 else voice.interrupts
        return bool(interrupts >> event & 1)


def together(states: Iterable[Local]) -> Local:
    """Local states of several automata as one; the first failure and the first crash count."""
    parts = tuple(states)
    hears = interrupts = comes = 0
    for part in parts:
        hears |= part.hears
        interrupts |= part.interrupts
        comes |= part.comes
    return Local(
        tuple(voice for part in parts for voice in part.voices),
        hears,
        interrupts,
        comes,
        next((part.failure for part in parts if part.failure is not None), None),
        next((part.crash for part in parts if part.crash is not None), None),
    )


class Automaton(Protocol):
    """One part of a network. Its local states are discovered one by one; 0 is the initial one."""

    @property
    def name(self) -> str:
        """The name of its b-thread."""

    @property
    def rule(self) -> str:
        """The rule from which its b-thread was made."""

    @property
    def locals(self) -> Sequence[Local]:
        """The local states known so far."""

    @property
    def moves(self) -> Sequence[dict[int, int]]:
        """For each local state, the targets of the events that were followed so far."""

    def step(self, local: int, event: int) -> int:
        """The target of `event` from `local`; a local state that is not yet known is added."""


class Origin:
    """The source of a network, for what its tables lack; this base class knows nothing more."""

    def again(self) -> tuple[Any, ...] | None:
        """A function and its arguments that make the network again; None: of its own parts.

        They can be pickled, and automata get the same local states with the same numbers.
        """
        return None

    def is_current(self) -> bool:
        """Whether the network still matches the original, which may have been changed."""
        return True

    @property
    def switched_off(self) -> tuple[str, ...]:
        """The names of the rules that are switched off."""
        return ()

    def awaited(self, automaton: int, local: int) -> tuple[Label, ...]:
        """Labels that a local state waits for and that only the outside could send."""
        return ()

    def hears(self, automaton: int, local: int, label: Any) -> bool:
        """Whether a local state reacts to a label that only the outside could send."""
        return False

    def found_ahead(self, automaton: int) -> int:
        """How many local states of an automaton were found before a search asked for them."""
        return 0

    def grow(self, automaton: int) -> None:
        """Discover some more local states of an automaton in which new events have appeared.

        Afterwards, every local state of every automaton is updated to the current alphabet.
        Discovering several at a time avoids an update of all others for each event.
        """

    def refresh(self) -> None:
        """Update every local state of every automaton to the current alphabet."""

    def variables(self, automaton: int, local: int) -> Mapping[str, Mapping[str, object]]:
        """The local variables of each b-thread in an automaton, by the b-thread's name."""
        return {}

    def shown(self, value: object) -> str:
        """The text that denotes a variable's value in formulas; the same in every process.

        Raises `UnknownAtom` if there is no such text.
        """
        return str(value)

    def history(self, automaton: int, local: int) -> tuple[Label, ...]:
        """Labels that lead an automaton from its start to a local state; they mean it anywhere."""
        return ()

    def local_after(self, automaton: int, labels: Iterable[Label]) -> int:
        """The local state to which such labels lead.

        Raises `DifferentRun` if the automaton does not react to one of them.
        """
        return 0

    def labels(self) -> Iterable[Label]:
        """All labels that the original mentions, including those that can never occur."""
        return ()

    def unbounded(self, automaton: int, limit: str) -> str:
        """A message that an automaton has more local states than `limit`, which can be raised."""
        return f"{automaton} has too many local states for {limit}"

    def rehearse(self, labels: Sequence[Label], *, endless: bool = False) -> str:
        """Why it is not certain that the original performs these steps in order; empty if it is.

        An `endless` run repeats from some state on. Raises `DifferentRun` if the original does
        something else although all of it can be observed.
        """
        return ""

    def retrace(self, walks: Iterable[Walk]) -> str:
        """Why the original may deviate on some walks; empty if it does not.

        In every state that is not known from another walk, its statements are compared too. Raises
        `DifferentRun` if it deviates although all of it can be observed, and `Refused` if that
        cannot be tested.
        """
        return ""

    def wander(self, *, crashes: bool = False) -> str:
        """Why it is not certain that the original always behaves as the automata; empty if it is.

        Raises `DifferentRun` if random runs deviate although all of it can be observed, and the
        exceptions that end random runs. With `crashes`, these are compared like all else.
        """
        return ""

    def warnings(self) -> tuple[str, ...]:
        """Warnings for the author of the original."""
        return ()


def is_whole(automaton: Automaton) -> bool:
    """Whether every move of every local state is known."""
    return all(
        state.hears.bit_count() == len(moves)
        for state, moves in zip(automaton.locals, automaton.moves, strict=True)
    )


@dataclass(eq=False)
class Network(Trusted):
    """A product of automata, which is not multiplied out; it is a `System`.

    `alphabet` may grow while automata discover local states. `external` are the events that come
    from outside, None if none were declared. `final` are the events after which a state without
    steps is no deadlock. With `first_only`, a request offers only its first unblocked event.
    `select` replaces the rule of greatest rank: it maps a state to the selectable events. `owners`
    maps each player to the events that the player chooses. Each set of `weak` and of `strong` is a
    fairness constraint on runs. `timed` are the timeouts, which come by themselves, and `tick` the
    event by which time passes, None if nothing depends on it.
    """

    automata: tuple[Automaton, ...]
    alphabet: list[Label]
    external: tuple[int, ...] | None = None
    final: Labels = ()
    first_only: bool = False
    select: Callable[[Locals], tuple[int, ...]] | None = None
    origin: Origin = field(default_factory=Origin)
    owners: Mapping[str, Labels] = field(default_factory=dict)
    weak: tuple[Labels, ...] = ()
    strong: tuple[Labels, ...] = ()
    timed: tuple[int, ...] = ()
    tick: int | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from, with the local states that were found."""
        return self.origin.again() or (Network, tuple(parts_of(self)))

    def initial(self) -> tuple[Locals, ...]:
        return ((0,) * len(self.automata),)

    def locals_of(self, state: Locals) -> Iterator[Local]:
        """The local states in `state`, in the order of the automata."""
        return (
            automaton.locals[local] for automaton, local in zip(self.automata, state, strict=True)
        )

    def voices(self, state: Locals) -> tuple[Voice, ...]:
        """What every b-thread says in `state`."""
        return tuple(voice for local in self.locals_of(state) for voice in local.voices)

    def internal_events(self, state: Locals) -> tuple[int, ...]:
        """The requested events that can be selected in `state`, in the order of the b-threads."""
        return self.select(state) if self.select else _greatest(self.voices(state), self.first_only)

    def external_events(self, state: Locals) -> tuple[int, ...]:
        """The external events that can come in `state` if no requested event can be selected.

        These include timeouts that are due. If none is, and one runs, time may pass. If every
        b-thread has ended, the run is over and there are none.
        """
        voices = self.voices(state)
        blocked = _blocked(voices) if voices else -1
        events = [event for event in self.external or () if not blocked >> event & 1]
        return (*events, *(self._timely(state, blocked) if self.timed else ()))

    def _coming(self, state: Locals) -> tuple[int, ...]:
        """The timeouts that are due in `state`, and the tick if it may come."""
        comes = together(self.locals_of(state)).comes if self.timed else 0
        due = tuple(event for event in self.timed if comes >> event & 1)
        return (*due, *(event for event in self.external_events(state) if event == self.tick))

    def _timely(self, state: Locals, blocked: int) -> tuple[int, ...]:
        """The timeouts that are due in `state` and not blocked, or else the tick if one runs."""
        comes = 0
        for local in self.locals_of(state):
            comes |= local.comes
        due = tuple(event for event in self.timed if comes & ~blocked & 1 << event)
        if due or self.tick is None or not comes >> self.tick & 1:
            return due
        return (self.tick,)

    @property
    def of_time(self) -> tuple[int, ...]:
        """The timeouts, and the tick if there is one."""
        return (*self.timed, *(() if self.tick is None else (self.tick,)))

    @property
    def unrequested(self) -> tuple[int, ...]:
        """The events that may come although nobody requests them: external ones, and of time."""
        return (*(self.external or ()), *self.of_time)

    def choices(self, state: Locals) -> tuple[int, ...]:
        """The events that can be selected in `state`; none after a failed assertion."""
        for local in self.locals_of(state):
            if local.crash is not None:
                raise local.crash
            if local.failure is not None:
                return ()
        return self.internal_events(state) or self.external_events(state)

    def step(self, state: Locals, event: int) -> Locals:
        """The state after `event`, which need not be selectable in `state`.

        If a local state is discovered that adds events to the alphabet, all automata are updated
        before the new state is used.
        """
        known = len(self.alphabet)
        there = tuple(
            automaton.step(local, event) if automaton.locals[local].hears >> event & 1 else local
            for automaton, local in zip(self.automata, state, strict=True)
        )
        if len(self.alphabet) > known:
            self.origin.refresh()
        return there

    def successors(self, state: Locals) -> list[tuple[Label, Locals]]:
        events = self.choices(state)
        steps: list[tuple[Label, Locals]] = [
            (self.alphabet[event], self.step(state, event)) for event in events
        ]
        if not events or not self.internal_events(state):
            steps.append((REST, state))
        return steps

    @property
    def final_events(self) -> int:
        """The final events among those known so far, as a bit mask."""
        return mask_of(n for n, label in enumerate(self.alphabet) if label in self.final)

    @property
    def fair_external(self) -> tuple[int, ...]:
        """The external events under a fairness constraint: a rest must not neglect them."""
        fair = (*self.weak, *self.strong)
        return tuple(
            event
            for event in self.external or ()
            if any(self.alphabet[event] in condition for condition in fair)
        )

    def event_index(self, label: Hashable) -> int:
        """The index of `label` in the alphabet; raises `ValueError` if it is not there."""
        return self.alphabet.index(label)

    def show(self, state: Locals) -> dict[str, str]:
        """For each b-thread, the place where it waits, and for how long if that matters."""
        return {voice.stand.thread: _shown(voice) for voice in self.voices(state)}

    def explain(self, state: Locals) -> Explanation:
        """The requests in `state`, each with its outcome and reasons, and the external events."""
        voices = self.voices(state)
        failure = together(self.locals_of(state)).failure
        selectable = None if failure else self.internal_events(state)
        requests = tuple(
            self._explain(voice, event, voices, selectable)
            for voice in voices
            for event in voice.request
        )
        events = tuple(self.alphabet[event] for event in self.choices(state))
        unasked = (*(self.external or ()), *self._coming(state))
        outside = tuple(self._explain_outside(event, voices, selectable) for event in unasked)
        return Explanation(requests, events, str(failure or ""), outside)

    def explain_step(self, state: Locals, label: Label) -> StepExplanation:
        """The step that `label` makes from `state`: which b-threads requested it, and heard it."""
        event = self.event_index(label)
        woke: list[Stand] = []
        interrupted: list[Stand] = []
        for local in self.locals_of(state):
            for voice in local.hearing(event):
                (interrupted if local.ends(voice, event) else woke).append(voice.stand)
        return StepExplanation(self.explain(state), label, tuple(woke), tuple(interrupted))

    def _explain_outside(
        self, event: int, voices: tuple[Voice, ...], selectable: tuple[int, ...] | None
    ) -> Outside:
        return outside_of(
            self.alphabet[event],
            _blockers(event, voices),
            over=selectable is None or not voices,
            busy=bool(selectable),
        )

    def _explain(
        self,
        voice: Voice,
        event: int,
        voices: tuple[Voice, ...],
        selectable: tuple[int, ...] | None,
    ) -> Request:
        blocked_by = _blockers(event, voices)
        if blocked_by:
            fate = Fate.BLOCKED
        elif selectable is None:
            fate = Fate.TOO_LATE
        else:
            fate = Fate.SELECTABLE if event in selectable else Fate.OUTRANKED
        return Request(voice.stand, self.alphabet[event], voice.priority, fate, blocked_by)


def _shown(voice: Voice) -> str:
    return f"{voice.stand.place} for {voice.since} s" if voice.since else str(voice.stand.place)


def _blockers(event: int, voices: Sequence[Voice]) -> tuple[Stand, ...]:
    return tuple(voice.stand for voice in voices if voice.block >> event & 1)


def _blocked(voices: Sequence[Voice]) -> int:
    blocked = 0
    for voice in voices:
        blocked |= voice.block
    return blocked


def _greatest(voices: Sequence[Voice], first_only: bool) -> tuple[int, ...]:
    """The unblocked requests of the greatest rank that has any."""
    blocked = _blocked(voices)
    best, chosen = float("-inf"), dict[int, None]()
    for voice in voices:
        offer = [event for event in voice.request if not blocked >> event & 1]
        if not offer or voice.rank < best:
            continue
        if voice.rank > best:
            best, chosen = voice.rank, {}
        chosen.update(dict.fromkeys(offer[:1] if first_only else offer))
    return tuple(chosen)
