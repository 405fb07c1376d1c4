"""Coverage: which events were selected in runs, and which statements b-threads came to."""

from __future__ import annotations

import dis
from collections import Counter
from collections.abc import Iterator
from types import CodeType
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from ...errors import Misuse, Place
from ..event import Event
from ..ruleset import RuleSet
from ..tick import events_among

if TYPE_CHECKING:
    from .runner import Runner


class Coverage:
    """A listener that counts what happens in one or several runs of a program.

    `events` counts how often each event was selected, and `statements` how often a step was taken
    while some b-thread stood at a `yield`, by its place. `unselected` are events of the program
    that were never selected, and `unreached` the statements of its rules that no b-thread came to.
    Of statements that a b-thread takes in by `yield from`, only those are known that were reached.

    >>> from counterpoint import Program, Runner, events, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour():
    ...     yield sync(request=[HOT, COLD])
    >>> program = Program(pour())
    >>> coverage = Coverage(program)
    >>> outcome = Runner(program, seed=1, listeners=[coverage]).run()
    >>> len(coverage.unselected), coverage.unreached
    (1, ())
    """

    def __init__(self, program: RuleSet) -> None:
        if not isinstance(program, RuleSet):
            raise Misuse(f"Coverage() takes a Program, not {program!r}")
        self._program = program
        self.events: Counter[Event] = Counter()
        self._statements: Counter[tuple[str, int]] = Counter()
        self._runs: WeakSet[Runner] = WeakSet()

    def event_selected(self, runner: Runner, event: Event) -> None:
        self._runs.add(runner)
        self.events[event] += 1
        self._statements.update(_standing(runner))

    @property
    def statements(self) -> dict[Place, int]:
        """How often a step was taken while a b-thread stood there; at least 1 where one stands."""
        return {Place.of_line(*place): count for place, count in sorted(self._counts().items())}

    def _counts(self) -> Counter[tuple[str, int]]:
        """The same by file and line."""
        counts = Counter(self._statements)
        for runner in self._runs:
            if runner.failure is None:
                counts.update({place: 1 for place in _standing(runner) if not counts[place]})
        return counts

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: what was counted, without the runs."""
        counted = {"_statements": self._counts()}
        return {name: of for name, of in vars(self).items() if name != "_runs"} | counted

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._runs = WeakSet()

    @property
    def unselected(self) -> tuple[Event, ...]:
        """The events that the program may request, or that may come, but that were not selected.

        Raises what the search of its b-threads raises, which finds them.
        """
        network = self._program.network()
        return tuple(event for event in events_among(network.alphabet) if event not in self.events)

    @property
    def unreached(self) -> tuple[Place, ...]:
        """The lines with a `yield` in the rules of the program to which no b-thread came."""
        reached = {(place.file, place.line) for place in self.statements}
        rules = dict.fromkeys(thread.rule for thread in self._program.threads)
        lines = (line for rule in rules for line in _yields(rule.function.__code__))
        return tuple(Place.of_line(*line) for line in dict.fromkeys(lines) if line not in reached)


def _standing(runner: Runner) -> set[tuple[str, int]]:
    """The places at which the b-threads of a run stand."""
    places = (statement.place for statement in runner.statements)
    return {(place.file, place.line) for place in places if place is not None}


def _yields(code: CodeType) -> Iterator[tuple[str, int]]:
    """The lines of a generator function at which it yields a value of its own."""
    line, delegates = code.co_firstlineno, False
    for instruction in dis.get_instructions(code):
        if instruction.positions is not None:
            line = instruction.positions.lineno or line
        if instruction.opname in ("SEND", "GET_YIELD_FROM_ITER"):
            delegates = True
        elif instruction.opname == "YIELD_VALUE":
            if not delegates:
                yield code.co_filename, line
            delegates = False
