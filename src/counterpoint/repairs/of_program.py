"""Additions to behavioral programs: b-threads that wait, and block or request."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ..bp.event import Event
from ..bp.program import Program
from ..errors import Misuse, UnknownAtom, UnknownName
from ..logic.formula import Formula
from ..model.property import Never, Property, Satisfies
from ..tuning import Tuning
from ..verdict import Trace
from .arena import Offer
from .counted import CountedClauses
from .menu import menu_of, ranks_requests
from .program_arena import ProgramArena
from .region import LosingRegion
from .safety import Test, always_body, test_of
from .sequence import Sequence as Added
from .sequence import Shape
from .sequence_form import SequenceForm
from .thread_source import Writer
from .trial import Forbidden
from .work import Made

_BLOCKING = (
    Shape(1, False), Shape(2, False), Shape(2, True), Shape(3, False), Shape(3, True),
    Shape(4, False, stays=False),
)  # fmt: skip
_REQUESTING = (Shape(1, True, True), Shape(2, True, True), Shape(3, True, True))


class ProgramWork:
    """Additions to one program.

    `controls` are the players of whom events may be blocked and requested, and `may_block` the
    events, by name or with their data; without either, see `_default`.
    """

    def __init__(
        self,
        program: Program,
        wanted: Iterable[Property],
        controls: Collection[str],
        may_block: Collection[str],
        tuning: Tuning,
    ) -> None:
        self.program = program
        self.network = program.network(tuning)
        labels: list[Event] = self.network.alphabet  # type: ignore[assignment]
        if may_block:
            chosen, self.may = _named(labels, may_block), f"{', '.join(may_block)}, as asked for"
        else:
            players, why = self._players(controls)
            chosen = [event for event in labels if self._is_of(event, players)]
            self.may = why
        may = sum(1 << labels.index(event) for event in chosen)
        safe = [_as_never(each, labels) for each in wanted]
        self.arena = ProgramArena(
            self.network,
            may,
            [each for each in safe if each is not None],
            requests=ranks_requests(program),
        )
        self._writer = Writer(program, labels)

    @property
    def additions(self) -> str:
        """As `Work.additions`."""
        if ranks_requests(self.program):
            return "b-threads that wait for events, and block others or request them at a priority"
        return (
            "b-threads that wait for events and block others; none may request an event, which "
            "only additions to a program with the strategy Priority may"
        )

    def forms(self, region: LosingRegion, size: int, tuning: Tuning) -> Sequence[SequenceForm]:
        labels = self.network.alphabet
        never = sum(1 << n for n in range(len(labels)) if self.arena.is_bad(n))
        happening = (1 << len(labels)) - 1 & ~never
        menu = menu_of(self.program, self.network, self.arena.may, happening, tuning.repair_sets)
        shapes = [*_BLOCKING, *(_REQUESTING if menu.priorities else ())]
        menus = ((shape, menu.of(shape, self.arena.outside)) for shape in shapes)
        return [
            SequenceForm(
                self.arena, region, shape, of, CountedClauses(tuning.repair_conflicts), size
            )
            for shape, of in menus
            if of.deeds
        ]

    def made(self, proposal: Added) -> Made:
        source = self._writer.source(proposal)
        thread = self._writer.thread(source)
        return Made(
            source, f"a b-thread: add {thread.name}() to the program", self.program.plus(thread)
        )

    def steps(self, trace: Trace) -> list[tuple[int, Offer, int]]:
        arena, here = self.arena, self.arena.initial()[0]
        found = []
        for label in trace.events:
            if label not in arena.labels:  # a rest
                continue
            event = arena.labels.index(label)
            there = arena.step(here, event)
            found.append((here, Offer(event, (there,), free=not arena.may >> event & 1), there))
            here = there
        return found

    def said(self, state: int, offer: Offer, there: int) -> str:
        return str(self.arena.labels[offer.event])

    def shown(self, each: Forbidden) -> str:
        show = self.program.show
        events: list[Event] = self.network.alphabet  # type: ignore[assignment]
        return "" if show is None else show([events[offer.event] for _, offer, _ in each.way])

    def rounds(self) -> int:
        return max(shape.statements for shape in (*_BLOCKING, *_REQUESTING))

    # What may be forbidden ------------------------------------------------------------------------

    def _is_of(self, event: Event, players: Collection[str]) -> bool:
        if event in (self.program.external or ()):
            return False
        owned = self.program.owners
        return not owned or any(event in owned[player] for player in players)

    def _players(self, controls: Collection[str]) -> tuple[Collection[str], str]:
        owners = self.program.owners
        for player in controls:
            if player not in owners:
                known = ", ".join(owners) or "none: the program declares no owners="
                raise UnknownName(f"there is no player {player!r}; there are {known}")
        if controls:
            return controls, f"the events of {', '.join(controls)}, as asked for"
        if not owners:
            return (), "all events that b-threads request: owners= or --may-block would say which"
        counts = {player: self._rules_of(player) for player in owners}
        most = max(map(len, counts.values()))
        best = [player for player, rules in counts.items() if len(rules) == most]
        if len(best) > 1:
            raise Misuse(
                f"{' and '.join(best)} have events that equally many rules request, so it is not "
                "clear who may be restrained: say it by controls=, or --controls"
            )
        others = [player for player in owners if player not in best]
        why = f"the events of {best[0]}, which {most} rules request"
        free = f"; those of {', '.join(others)} stay free" if others else ""
        return best, why + free

    def _rules_of(self, player: str) -> set[str]:
        """The rules that request events of a player."""
        owned = self.program.owners[player]
        labels: list[Event] = self.network.alphabet  # type: ignore[assignment]
        return {
            automaton.rule
            for automaton in self.network.automata
            for local in automaton.locals
            for voice in local.voices
            if any(labels[event] in owned for event in voice.request)
        }


def _named(labels: list[Event], wanted: Collection[str]) -> list[Event]:
    """The events with these names or texts; raises `UnknownName` for one that no event has."""
    found: list[Event] = []
    for text in wanted:
        short = text.replace(" ", "")
        fitting = [e for e in labels if text == e.name or short == str(e).replace(" ", "")]
        if not fitting:
            known = ", ".join(dict.fromkeys(event.name for event in labels))
            raise UnknownName(f"there is no event {text!r}; there are {known}")
        found += fitting
    return list(dict.fromkeys(found))


def _as_never(wanted: Property, labels: list[Event]) -> Property | None:
    """A property of states or events as the arena takes it; None if it is none."""
    if not isinstance(wanted, Satisfies):
        return wanted
    body = always_body(wanted.formula)
    if body is None:
        return None
    try:
        broken = _broken_by(body, labels)
    except UnknownAtom:
        return None
    return None if broken is None else Never(broken)


def _broken_by(body: Formula, labels: list[Event]) -> frozenset[Event] | None:
    """The events just after which a condition is false; None if it is not about events alone.

    None also if it is false at the start, where no event has come.
    """

    names = {text for event in labels for text in (event.name, str(event))}

    def atom(text: str) -> Test:
        if text not in names:
            raise UnknownAtom(f"{text} is not about the last event")
        return lambda event: event is not None and text in (event.name, str(event))

    holds = test_of(body, atom)
    if not holds(None):
        return None
    return frozenset(event for event in labels if not holds(event))
