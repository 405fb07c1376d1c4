"""Logs of behavioral programs: an event with its data, as a check of the program selects it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..bp.event import Event
from ..bp.texts import text_of
from ..bp.tick import Tick
from ..errors import BadEvent, BadLog, CounterpointError
from ..model.explanation import Fate, Outside, Request, Stand
from ..model.network import Locals, Network, is_whole
from ..model.system import Label
from .answer import Why
from .call import Call, call_in
from .entry import Entry
from .oracle import LabelTest, Oracle, StateTest
from .values import is_same


class ProgramOracle(Oracle):
    """The runs of a program: outside events come when nothing inside can be selected."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def initial(self) -> Iterable[Locals]:
        return self.network.initial()

    def steps(self, state: Locals) -> list[tuple[Label, Locals]]:
        network = self.network
        events = network.choices(state)
        return [(network.alphabet[event], network.step(state, event)) for event in events]

    @property
    def unlogged(self) -> Sequence[Label]:
        return [self.network.alphabet[event] for event in self.network.of_time]

    def may_stay(self, _state: Locals, /) -> bool:
        return True

    def values(self, state: Locals) -> Mapping[str, str]:
        return self.network.show(state)

    def part_test(self, name: str, given: Any, /) -> StateTest:
        raise BadLog(f"there is no {name} in a state: a log of a program has events, and no states")

    def label_test(self, entry: Entry) -> LabelTest:
        if entry.label is not None and not isinstance(entry.label, Event | Tick):
            raise BadLog(f"a step of a program is an event, not {entry.step}")
        return super().label_test(entry)

    def data_test(self, entry: Entry) -> LabelTest:
        def test(label: Label) -> bool:
            if not isinstance(label, Event) or label.name != entry.name:
                return False
            args, fields = label.args, label.fields
            if entry.args is not None:
                pairs = zip(args, entry.args, strict=False)
                if fields or len(args) != len(entry.args) or not _are_same(pairs):
                    return False
            named = ((fields.get(name, _NOTHING), given) for name, given in entry.named)
            return _are_same(named)

        return test

    def labels(self) -> Sequence[Label] | None:
        """The events that are mentioned; None if b-threads have states that are not known."""
        if not all(map(is_whole, self.network.automata)):
            return None
        return tuple(dict.fromkeys((*self.network.alphabet, *self.network.origin.labels())))

    def calls(self, label: Label) -> Sequence[Call]:
        if not isinstance(label, Event | Tick):
            return ()
        return (Call(label.name, label.args, label.fields),)

    def why_not(self, state: Locals, entry: Entry) -> tuple[Why, ...]:
        test, explanation = self.label_test(entry), self.network.explain(state)
        if any(map(test, explanation.selectable)):
            return ()
        if explanation.ended:
            return (Why(f"the run has ended: {explanation.ended}"),)
        asked: tuple[Request | Outside, ...] = (*explanation.requests, *explanation.outside)
        said = [why for one in asked if test(one.event) for why in _why(one)]
        return tuple(dict.fromkeys(said)) or (Why(f"no b-thread requests {entry.step} here"),)

    def rules(self) -> Sequence[str]:
        known = (
            voice.stand.rule
            for automaton in self.network.automata
            for local in automaton.locals
            for voice in local.voices
        )
        return tuple(dict.fromkeys([*(one.rule for one in self.network.automata), *known]))

    def rules_of(self, state: Locals, label: Label, /) -> Iterator[str]:
        """The rules that request the event, or hear it."""
        event = self.network.event_index(label)
        for local in self.network.locals_of(state):
            hearing = local.hearing(event)
            yield from (
                voice.stand.rule
                for voice in local.voices
                if voice in hearing or event in voice.request
            )

    def portable(self, state: Locals) -> tuple[tuple[Label, ...], ...]:
        """For each b-thread, events that lead to its local state: numbers may differ elsewhere."""
        return tuple(self.network.origin.history(*pair) for pair in enumerate(state))

    def restored(self, portable: tuple[tuple[Label, ...], ...]) -> Locals:
        return tuple(self.network.origin.local_after(*pair) for pair in enumerate(portable))

    def doubt_of_step(self, state: Locals, entry: Entry | None, test: LabelTest) -> str:
        """That a b-thread waits for such an event from outside, if it is not said what may come."""
        network, said = self.network, None if entry is None else event_of(entry)
        if network.external is not None or network.internal_events(state):
            return ""
        for number, local in enumerate(state):
            origin = network.origin
            awaited = next((label for label in origin.awaited(number, local) if test(label)), said)
            is_listed = awaited is not said
            if awaited is not None and (is_listed or origin.hears(number, local, awaited)):
                return (
                    f"{network.automata[number].name} waits for {awaited}, which no b-thread "
                    "requests: declare what may come from outside by external=[...]"
                )
        return ""

    def doubt(self) -> str:
        """What random runs leave in doubt: not exceptions of b-threads, if they come each time."""
        try:
            return self.network.origin.wander(crashes=True)
        except CounterpointError:
            raise
        except Exception as error:  # of a strategy, or where room was short: no run goes on there
            return f"random runs are not compared to their ends: {type(error).__name__}: {error}"


_NOTHING = object()


def event_of(entry: Entry) -> Event | None:
    """The event that an entry says, as far as its name and data say it; None without a name."""
    if isinstance(entry.label, Event):
        return entry.label
    if entry.name is None:
        return None
    call = call_in(entry.name)
    data = call.args if entry.args is None else entry.args
    try:
        return Event(call.name, *map(_hashable, data), **dict(entry.named))
    except BadEvent:
        return Event(call.name)


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def _are_same(pairs: Iterable[tuple[Any, Any]]) -> bool:
    return all(value is not _NOTHING and is_same(value, given, text_of) for value, given in pairs)


def _why(one: Request | Outside) -> Iterator[Why]:
    """Why an event that is requested, or may come from outside, is not selectable."""
    if one.fate is not Fate.BLOCKED:
        who = f"requested by {one.stand.thread}" if isinstance(one, Request) else "from outside"
        stand = one.stand if isinstance(one, Request) else None
        yield _at(stand, f"{one.event}, {who}: {one.fate.value}")
        return
    for blocker in one.blocked_by:
        yield _at(blocker, f"{one.event} is blocked by {blocker.thread}")


def _at(stand: Stand | None, says: str) -> Why:
    return Why(says) if stand is None else Why(says, stand.rule, stand.place)
