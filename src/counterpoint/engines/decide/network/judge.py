"""Turn the result of a search into answers: one judgement for each kind of property."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, assert_never

from ....data import dataclass
from ....errors import LimitReached, UnknownName
from ....model.network import Automaton, Local, Locals, Network
from ....model.property import (
    Distance,
    Never,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    Plain,
    Property,
    Satisfies,
    WinsParity,
)
from ....verdict import Answer
from ...base.arrays import Bools
from ...base.ending import none_among
from ...base.limits import Limits
from ...base.outcome import NONE
from ...search.network.exploration import Exploration


@dataclass(frozen=True, slots=True)
class Judgement:
    """An answer before it is shown; `way` has the numbers of the events of the counterexample.

    An infinite counterexample returns to its state number `loop`. With `stay`, the answer is
    `vacuous` because the b-threads that could break the property stay at their first statement.
    """

    answer: Answer
    reason: str = ""
    way: tuple[int, ...] | None = None
    loop: int | None = None
    vacuous: bool = False
    stay: bool = False


@dataclass(frozen=True, slots=True)
class Idle:
    """Why no b-thread could break a property; empty if one could. For `stay` see `Judgement`."""

    why: str = ""
    stay: bool = False


BUSY = Idle()

NEVER_QUIET = "it would come where nothing requested can be selected, and something always can"


def judge(
    wanted: Plain, found: Exploration, before_final: Callable[[], Exploration], limits: Limits
) -> Judgement:
    """The judgement on one property; `before_final` explores only up to the first final event."""
    match wanted:
        case Never():
            return _never(wanted, found)
        case NoFailedAssertion():
            return _assertions(found)
        case NoDeadlock():
            return _deadlock(found, before_final)
        case NoHotTermination():
            return _hot_termination(found)
        case NoHotCycle():
            return _hot_cycle(wanted, found, limits)
        case _:
            assert_never(wanted)


def wrong_of_program(wanted: WinsParity | Distance) -> str:
    """Why a property cannot be asked of a program."""
    match wanted:
        case WinsParity():
            return f"{wanted} is asked of parity games, and this target has no priorities"
        case Distance():
            return f"{wanted} is asked of models, and this is a program"
        case _:
            assert_never(wanted)


def needs_edges(wanted: Property) -> bool:
    """Whether judging a property requires the steps between the states."""
    return isinstance(wanted, NoHotCycle | Satisfies)


def _fails(reason: str, way: Iterable[int], loop: int | None = None) -> Judgement:
    return Judgement(Answer.FAILS, reason, tuple(way), loop)


class Looked(Protocol):
    """What all states of a network show together, to say why nothing could break a property."""

    @property
    def network(self) -> Network: ...

    @property
    def visited(self) -> Sequence[Bools]:
        """For each automaton, which of its local states occur in some state."""

    @property
    def asks(self) -> bool:
        """Whether something is requested in some state."""

    @property
    def is_ever_hot(self) -> bool:
        """Whether some b-thread is hot in some state."""

    @property
    def rests(self) -> bool:
        """Whether in some state nothing requested can be selected, so that other events come."""


def idle_of(wanted: Never | NoFailedAssertion | NoDeadlock | NoHotTermination, of: Looked) -> Idle:
    """Why no b-thread could break a property; not idle if one could."""
    match wanted:
        case Never():
            return _why_never_requested(events_of(wanted, of.network), of)
        case NoFailedAssertion():
            return _why_never_asserted(of)
        case NoDeadlock():
            return BUSY if of.asks else Idle("nothing is ever requested")
        case NoHotTermination():
            return BUSY if of.is_ever_hot else Idle("no b-thread is ever hot")


def events_of(wanted: Never, network: Network) -> list[int]:
    """The numbers of the events that a property forbids."""
    return [e for e, label in enumerate(network.alphabet) if label in wanted.events]


def _holds(found: Exploration, idle: Idle) -> Judgement:
    if not found.complete:
        return Judgement(Answer.UNKNOWN, found.stopped.having_seen(none_among(found.expanded)))
    return Judgement(Answer.HOLDS, idle.why, vacuous=bool(idle.why), stay=idle.stay)


def _never(wanted: Never, found: Exploration) -> Judgement:
    forbidden = events_of(wanted, found.network)
    selected = [(int(found.first[e]), e) for e in forbidden if found.first[e] != NONE]
    if selected:
        number, event = min(selected)
        label = found.network.alphabet[event]
        return _fails(f"{label} can be selected", [*found.way_to(number), event])
    return _holds(found, idle_of(wanted, found))


def _why_never_requested(events: list[int], found: Looked) -> Idle:
    """Why no b-thread could request one of `events`; not idle if one could."""
    outside = set(events) & set(found.network.unrequested)
    if outside and found.rests:
        return BUSY
    wanted = sum(1 << event for event in events)
    able = [t for t, a in enumerate(found.network.automata) if _can_request(a, wanted)]
    if not able:
        return Idle(NEVER_QUIET if outside else "no b-thread ever requests it")
    if any(_requests(found.network.automata[t].locals[0], wanted) for t in able):
        return BUSY
    return _why_never_moved(able, found, "request it")


def _why_never_moved(able: list[int], found: Looked, what: str) -> Idle:
    """The reason that none of these automata ever leaves its initial state, if that is so."""
    if any(found.visited[t][1:].any() for t in able):
        return BUSY
    rules = ", ".join(dict.fromkeys(found.network.automata[t].rule for t in able))
    return Idle(f"no b-thread that could {what} ever leaves its first statement: {rules}", True)


def _can_request(automaton: Automaton, wanted: int) -> bool:
    return any(_requests(local, wanted) for local in automaton.locals)


def _requests(local: Local, wanted: int) -> bool:
    return any(wanted >> event & 1 for voice in local.voices for event in voice.request)


def _assertions(found: Exploration) -> Judgement:
    if not __debug__:
        return Judgement(Answer.UNKNOWN, "python -O leaves assertions out: run without it")
    failed = found.failed
    if failed is not None:
        return _fails(why_failed(found.network, found.state(failed)), found.way_to(failed))
    return _holds(found, idle_of(NoFailedAssertion(), found))


def why_failed(network: Network, state: Locals) -> str:
    """The assertions that failed in a state."""
    failures = (local.failure for local in network.locals_of(state))
    return "; ".join(str(failure) for failure in failures if failure is not None)


def _why_never_asserted(found: Looked) -> Idle:
    able = [
        t
        for t, automaton in enumerate(found.network.automata)
        if any(local.failure is not None for local in automaton.locals)
    ]
    if not able:
        return Idle("no b-thread has an assertion that could fail")
    return _why_never_moved(able, found, "fail an assertion")


def _deadlock(found: Exploration, before_final: Callable[[], Exploration]) -> Judgement:
    so_far = before_final() if found.stuck is not None and found.network.final_events else found
    stuck = so_far.stuck
    if stuck is not None:
        state = so_far.state(stuck)
        return _fails(why_stuck(so_far.network, state), so_far.way_to(stuck))
    return _holds(so_far, idle_of(NoDeadlock(), found))


def why_stuck(network: Network, state: Locals) -> str:
    """Why nothing can be selected in a state."""
    explanation = network.explain(state)
    blocked = [
        f"{request.event} (requested by {request.stand.thread}) is blocked by "
        + ", ".join(dict.fromkeys(stand.thread for stand in request.blocked_by))
        for request in explanation.requests[:3]
        if request.blocked_by
    ]
    more = len(explanation.requests) - len(blocked)
    rest = f", and {more} more" if more > 0 and blocked else ""
    why = "; ".join(blocked) + rest or "the strategy selects none of the enabled events"
    return f"nothing can be selected: {why}"


def _hot_termination(found: Exploration) -> Judgement:
    number = found.hot_and_quiet
    if number is not None:
        reason = why_hot(found.network, found.state(number))
        return _fails(reason, found.way_to(number))
    return _holds(found, idle_of(NoHotTermination(), found))


def why_hot(network: Network, state: Locals) -> str:
    """What is wrong in a state where nothing is selected, although b-threads must go on."""
    return f"{', '.join(hot_threads(network, state))} must go on, and nothing is selected"


def hot_threads(network: Network, state: Locals) -> list[str]:
    """The b-threads that are hot in a state."""
    return [voice.stand.thread for voice in network.voices(state) if voice.hot]


def _hot_cycle(wanted: NoHotCycle, found: Exploration, limits: Limits) -> Judgement:
    from .cycles import run_into  # few b-threads are hot

    names = _threads_named(wanted.threads, found) if wanted.threads else _ever_hot(found)
    for group in [(name,) for name in names] if wanted.each else [names]:
        try:
            run = run_into(found.hot_states(group), found, limits)
        except LimitReached as error:
            return Judgement(Answer.UNKNOWN, error.message)
        if run is not None:
            stays = "stays hot" if len(group) == 1 else "stay hot in turn"
            reason = f"{', '.join(group)} {stays} around a cycle"
            way, around = run
            return _fails(reason, [*way, *around], loop=len(way))
    hot = found.hot_states(names).any()
    return _holds(found, BUSY if hot else Idle("no such b-thread is ever hot"))


def _threads_named(names: Iterable[str], found: Exploration) -> tuple[str, ...]:
    """The b-threads with these names; the name of a rule means all its b-threads."""
    rules = {automaton.name: automaton.rule for automaton in found.network.automata}
    for automaton in found.network.automata:
        for local in automaton.locals:
            rules.update((voice.stand.thread, voice.stand.rule) for voice in local.voices)
    threads: list[str] = []
    for name in names:
        meant = [thread for thread, rule in rules.items() if name in (thread, rule)]
        if not meant:
            raise UnknownName(f"there is no b-thread {name!r}; there are {', '.join(rules)}")
        threads += meant
    return tuple(dict.fromkeys(threads))


def _ever_hot(found: Exploration) -> tuple[str, ...]:
    """The names of the b-threads that have a hot statement, in order."""
    return tuple(
        dict.fromkeys(
            voice.stand.thread
            for automaton in found.network.automata
            for local in automaton.locals
            for voice in local.voices
            if voice.hot
        )
    )


def is_decided(wanted: Property, so_far: Exploration) -> bool:
    """Whether what was found so far already shows that a property fails."""
    match wanted:
        case Never():
            alphabet = enumerate(so_far.network.alphabet)
            return any(so_far.first[e] != NONE for e, label in alphabet if label in wanted.events)
        case NoFailedAssertion():
            return so_far.failed is not None
        case NoDeadlock():
            return so_far.stuck is not None and not so_far.network.final_events
        case NoHotTermination():
            return so_far.hot_and_quiet is not None
        case NoHotCycle() | Satisfies() | Distance() | WinsParity():
            return False
        case _:
            assert_never(wanted)
