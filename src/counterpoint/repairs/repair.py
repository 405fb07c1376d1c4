"""`repair`: the smallest additions to a target that make a property hold."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Unpack, cast

from ..alarm import Alarm, require_going_on
from ..arguments import takes
from ..engines.base.options import SearchOptions, task_of
from ..engines.base.task import Task
from ..engines.check import check
from ..errors import LimitReached, Misuse
from ..model.notation import Notation, notation_of
from ..model.property import Property
from ..stopped import INTERRUPTED, Cause, Stopped
from ..verdict import Answer
from .asked import Asked, asked_of
from .given_up import given_up
from .of_model import ModelWork
from .of_module import ModuleWork
from .of_program import ProgramWork
from .region import LosingRegion
from .reporter import Reporter
from .results import ForbiddenStep, Lost, Outcome, Repair, Repairs
from .search import Checked, Extent, Found, Search
from .work import Work, flaw_of, is_forced

MOST_SHOWN = 5
"""The number of forbidden steps that a result lists."""


class RepairOptions(SearchOptions, total=False):
    """The options of `repair`: those of a search, what may be added, and how much is wanted.

    `controls` are the players of whom steps may be forbidden or requested, `may_block` the events
    or actions. Up to `count` additions are given, of at most `size`. `name` is the name of the
    target in the answer.
    """

    controls: str | Iterable[str]
    may_block: str | Iterable[str]
    count: int
    size: int
    name: str


@takes(RepairOptions)
def repair(target: Any, wanted: Property | str, **options: Unpack[RepairOptions]) -> Repairs:
    """The smallest additions to `target` that make the property `wanted` hold.

    For a program, an addition is a b-thread that waits for events and blocks others, or requests
    them at a priority; for a model, a condition in the guard of an action; for a TLA+ module, a
    conjunct of its specification that restricts steps. Each was composed with the target, and
    checked: the property holds, not vacuously, and so does all that held before; no state is a
    deadlock that was none, and every event that happened, or could always happen again, still does
    if any addition can keep it so.

    Steps of the environment stay. Of a program with `owners=`, the events may be restrained of the
    player for whom most rules make requests, of a model all actions unless several players choose
    them, of a module all steps: `controls=` or `may_block=` say otherwise.

    If the property is about single states and events, and no addition of any form can keep it, the
    outcome is `IMPOSSIBLE`, with the states from which the environment can break it. So it is,
    without these states, if a counterexample has only steps of the environment.

    Raises `UnknownName` for a property, player or event that does not exist, `Refused` for a
    program with a selection strategy of its own, and `Misuse` if it is not clear who is restrained.

    >>> from counterpoint import Program, events, never, repair, sync, thread
    >>> OPEN, SHUT = events("OPEN SHUT")
    >>> @thread
    ... def door():
    ...     while True:
    ...         yield sync(request=[OPEN, SHUT])
    >>> found = repair(Program(door()), "G (OPEN -> X !OPEN)")
    >>> found.outcome.value, found[0].size, found[0].states
    ('repaired', 3, 2)
    >>> print(found[0].source.partition("@thread")[2])
    <BLANKLINE>
    def added() -> Body:
        \"\"\"Block OPEN until SHUT, then wait for OPEN, again and again.\"\"\"
        while True:
            yield sync(wait_for=SHUT, block=OPEN)
            yield sync(wait_for=OPEN)
    <BLANKLINE>
    """
    started = time.perf_counter()
    task = task_of(_common(options))
    names = _names(options.get("controls", ())), _names(options.get("may_block", ()))
    run = _Run(target, wanted, task, names, options)
    alarm = Alarm(task.limits.seconds, exhausted=task.exhausted)
    try:
        alarm.run(run.go)
    except KeyboardInterrupt:
        run.ended(alarm.stopped or INTERRUPTED)
    except LimitReached as reached:
        run.ended(Stopped(reached.message, Cause.STATES))
    return replace(run.result, seconds=time.perf_counter() - started)


class _Stage(Enum):
    """What a repair is at, as an answer says it that a limit leaves unknown."""

    ASKED = " before it was known whether the property fails"
    REGION = " while the states were looked for from which no addition helps"
    FORMS = " while the additions to try were laid out"
    SEARCH = ""


class _Run:
    """A search, with what it has found so far."""

    def __init__(
        self,
        target: Any,
        wanted: Property | str,
        task: Task,
        names: tuple[tuple[str, ...], tuple[str, ...]],
        options: Mapping[str, Any],
    ) -> None:
        self.target, self.wanted, self.task = target, wanted, task
        self.controls, self.may_block = names
        tuning = task.tuning
        self.extent = Extent(
            _number(options, "size", 8), _number(options, "count", 3), tuning.repair_compared
        )
        self.reporter = Reporter(task.watch, tuning.look_seconds)
        self.stage = _Stage.ASKED
        own = {"limit_time": None, "watch": self.reporter.of_checks}
        self.checks = {**_common(options), **own, "name": options.get("name", "")}
        name = options.get("name", type(target).__name__.lower())
        self.result = Repairs(name, str(wanted), Outcome.UNKNOWN, most=self.extent.size)

    def ended(self, why: Stopped) -> None:
        """Take note of why the search was ended, and at what."""
        self.result = replace(self.result, reason=f"{why}{self.stage.value}", stopped=why)

    def go(self) -> None:
        """Ask, look for what is lost, and search."""
        asked = asked_of(self.target, self.wanted, self.checks)
        before = asked.verdict
        self.result = replace(self.result, property=asked.name)
        if before.answer is Answer.HOLDS:
            self.result = replace(
                self.result, outcome=Outcome.HOLDS, reason="the property holds as it is"
            )
            return
        if before.answer is Answer.UNKNOWN:
            self.result = replace(self.result, reason=before.reason)
            return
        work = self._work(asked)
        kept = tuple(asked.before.properties[number].name for number in asked.kept)
        self.result = replace(self.result, may=work.may, additions=work.additions, kept=kept)
        self.stage = _Stage.REGION
        self.reporter.begin()
        region = LosingRegion(work.arena, self.task.limits, self.reporter.explored)
        if region.is_lost:
            self._lost(region)
            return
        if self._is_forced(asked, work):
            return
        self._search(asked, work, region)
        if not self.result.repairs and any(given := self._given_up(asked, region)):
            self._search(asked, work, region.giving_up(*given))
        if not self.result.repairs:
            reason = f"no addition of a size up to {self.extent.size} was found"
            self.result = replace(self.result, reason=reason)

    def _work(self, asked: Asked) -> Work:
        wanted = [asked.of[number] for number in (0, *asked.kept)]
        names = self.controls, self.may_block
        match notation_of(self.target):
            case Notation.PROGRAM:
                return ProgramWork(self.target, wanted, *names, self.task.tuning)
            case Notation.MODEL:
                return ModelWork(self.target, wanted, *names, self.task.tuning)
            case _:
                parts = [part for claim in wanted if claim is not None for part in claim.parts]
                if self.may_block:
                    raise Misuse("steps of a module have no names to block: give controls=")
                moves = any(claim is None for claim in wanted)
                return ModuleWork(asked.target, parts, self.controls, moves=moves)

    def _lost(self, region: LosingRegion) -> None:
        labels = region.arena.labels
        play = tuple(str(labels[event]) for event in region.play())
        lost = Lost(len(region.losing), region.states, play)
        either = ", or another one that held," if self.result.kept else ""
        reason = (
            f"whatever is forbidden, the environment can break the property{either} from the start"
        )
        self.result = replace(self.result, outcome=Outcome.IMPOSSIBLE, reason=reason, lost=lost)

    def _is_forced(self, asked: Asked, work: Work) -> bool:
        """Whether the counterexample stays whatever is added; if so, that is the result."""
        trace = asked.verdict.trace
        if trace is None or not asked.shows_by_runs(0, halts=True) or not is_forced(work, trace):
            return False
        arena = work.arena
        comes = all(arena.outside >> offer.event & 1 for _, offer, _ in work.steps(trace))
        names = ", ".join(dict.fromkeys(map(str, trace.events)))
        reason = (
            f"the events of a counterexample, {names}, {'come from outside and ' * comes}stay free:"
            " no addition can restrain them"
        )
        self.result = replace(self.result, outcome=Outcome.IMPOSSIBLE, reason=reason)
        return True

    def _given_up(
        self, asked: Asked, region: LosingRegion
    ) -> tuple[frozenset[int], frozenset[int]]:
        """The events of a program that no run has on which the property holds."""
        if notation_of(self.target) is not Notation.PROGRAM:
            return frozenset(), frozenset()

        def holds(wanted: Property) -> bool:
            verdict = check(self.target, wanted, **self.checks).properties[0]
            require_going_on()
            return verdict.answer is Answer.HOLDS

        demanded = region.demanded, region.demanded_again
        return given_up(asked.of[0], region.arena.labels, demanded, holds)

    def _search(self, asked: Asked, work: Work, region: LosingRegion) -> None:
        self.stage = _Stage.FORMS
        forms = work.forms(region, self.extent.size, self.task.tuning)
        self.stage = _Stage.SEARCH
        before = self.result

        def checked(proposal: Any) -> Checked:
            return _checked(asked, work, proposal)

        extent, reporter = self.extent, self.reporter
        search = Search(
            work.arena, region, forms, checked, extent, self.task.tuning, reporter.tried
        )
        reporter.begin(search)
        try:
            for found in search.run():
                self._take(work, region, found)
        finally:
            self.result = replace(
                self.result,
                size=search.size,
                complete=search.complete,
                tried=before.tried + search.tried,
                undecided=before.undecided + search.undecided,
            )
            for form in forms:
                form.close()

    def _take(self, work: Work, region: LosingRegion, found: Found) -> None:
        made, verdicts = found.checked
        shown = tuple(
            ForbiddenStep(
                tuple(work.said(state, offer, there) for (state, _), offer, there in each.way),
                work.said(each.state, each.offer, each.offer.targets[0]),
                work.shown(each),
            )
            for each in found.fit.forbidden[:MOST_SHOWN]
        )
        labels = work.arena.labels
        off = sorted(region.happening - found.fit.happening)
        ends = sorted(found.fit.ended.difference(off))
        added = Repair(
            made.source,
            made.place,
            found.size,
            verdicts.states,
            len(found.fit.forbidden),
            shown,
            tuple(str(labels[event]) for event in off),
            tuple(str(labels[event]) for event in ends),
            verdicts,
            made.target,
        )
        self.result = replace(
            self.result, outcome=Outcome.REPAIRED, repairs=(*self.result.repairs, added)
        )


def _checked(asked: Asked, work: Work, proposal: Any) -> Checked:
    """A proposal composed with the target, and the verdicts, if all that must hold does.

    Else the flaw, if a run shows one that other proposals may have.
    """
    made = work.made(proposal)
    verdicts = asked.check(made.target)
    require_going_on()
    for number in (0, *asked.kept):
        verdict = verdicts.properties[number]
        if verdict.answer is Answer.FAILS:
            shows = verdict.trace is not None and asked.shows_by_runs(number)
            return Checked(flaw=flaw_of(work, verdict.trace) if shows and verdict.trace else None)
        if verdict.answer is Answer.UNKNOWN:
            return Checked(decided=False)
        if verdict.vacuous and not asked.may_be_vacuous(number):
            return Checked()
    return Checked((made, verdicts))


def _common(options: Mapping[str, Any]) -> SearchOptions:
    """The options of a search among all options."""
    known = SearchOptions.__annotations__
    return cast("SearchOptions", {name: of for name, of in options.items() if name in known})


def _names(given: str | Iterable[str]) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        if not isinstance(name, str):
            raise Misuse(f"a player, an event or an action is meant by its name, not by {name!r}")
    return names


def _number(options: Mapping[str, Any], name: str, usual: int) -> int:
    given = options.get(name, usual)
    if type(given) is not int or given < 1:
        raise Misuse(f"{name}= takes a number from 1 up, not {given!r}")
    return given
