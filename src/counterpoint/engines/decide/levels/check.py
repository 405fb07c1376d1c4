"""Check a target level by level, with its states on disk: one search for all properties."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from ....errors import BadTrace
from ....figure import figure
from ....model.checked import unsteady
from ....model.property import Property
from ....model.system import Label, System
from ....stopped import AT_A_FAILURE, NOT_STOPPED, Stopped
from ....verdict import Answer, Trace, Verdict, Verdicts
from ...base.cluster import Cluster
from ...base.disk import is_of_the_target
from ...base.ending import Ending, none_among
from ...base.task import Task
from ...search.levels.gathered import Answered
from ...search.levels.recipe import Recipe
from ...search.levels.searched import Searched
from ...search.levels.way import way_to
from ...search.stored import search_in
from ..auditing import Auditing
from .asked import Asked, PackedTarget
from .claims import Claim, Shape


class LevelsCheck:
    """The check of a target by one search level by level, in a folder."""

    def __init__(
        self,
        packed: PackedTarget,
        folder: Path,
        task: Task,
        *,
        stays: bool = True,
        cluster: Cluster | None = None,
    ) -> None:
        """With `stays`, what is in the folder stays if the search was ended before it was done.

        With a cluster, its workers search.
        """
        self._cluster = cluster
        self._packed, self._folder, self._task, self._stays = packed, folder, task, stays
        self._ending = Ending(task.tuning)
        self._auditing = Auditing(packed.system, task)
        self._numbers: dict[Hashable, int] = {}

    def decides(self, name: str, wanted: Property) -> bool:
        """Whether a property is one that this check decides."""
        return not self._packed.asked(name, wanted).refused

    def verdicts(self, name: str, wanted: Mapping[str, Property], start: float) -> Verdicts:
        """The verdicts; what was found is left in the folder if something ended the search."""
        wanted = self._packed.also(wanted)
        asked = {prop: self._packed.asked(prop, wanted[prop]) for prop in wanted}
        for claim in (*self._packed.wrong, *(each for of in asked.values() for each in of.every)):
            self._numbers.setdefault(claim.question, len(self._numbers))
        if all(of.refused for of in asked.values()):
            found = tuple(Verdict(prop, Answer.UNKNOWN, of.refused) for prop, of in asked.items())
            return Verdicts(name, 0, None, False, "none", time.perf_counter() - start, found)
        with self._search(list(asked.values())) as search:
            self._task.workers.note(search.workers)
            try:
                stopped = search.run()
                self._complain(search)
                self._ending.hurry(stopped)
                verdicts = tuple(
                    self._ending.verdict(
                        prop, partial(self._verdict, prop, wanted[prop], of, search, stopped)
                    )
                    for prop, of in asked.items()
                )
            except BaseException as error:
                if not self._stays or is_of_the_target(error):
                    search.discard()
                raise
            ended = stopped or self._ending.stopped
            is_open = any(each.answer is Answer.UNKNOWN for each in verdicts)
            goes_on = self._stays and bool(ended) and is_open
            if not goes_on:
                search.discard()
            return Verdicts(
                name,
                search.states,
                search.gathered.steps,
                not stopped,
                "disk" if self._cluster is None else "cluster",
                time.perf_counter() - start,
                verdicts,
                (*self._packed.warnings(), *([self._to_go_on] if goes_on else [])),
                ended,
                workers=search.workers,
                spread=search.spread,
            )

    @property
    def _to_go_on(self) -> str:
        storage = self._task.storage
        named = self._folder if storage is None else storage.name
        return f"what was found is in {named}: go on with --recover {named}"

    def _search(self, asked: Sequence[Asked]) -> Searched:
        task = self._task
        stepper = self._packed.stepper(list(self._numbers))
        counted = [
            self._numbers[claim.question]
            for of in asked
            for claim in of.claims
            if claim.shape is Shape.NOT_AT_FIRST
        ]

        def enough(answers: Sequence[Answered]) -> Stopped:
            wanted = (claim for of in asked for claim in of.claims)
            claims = self._packed.wrong if task.stop is None else (*self._packed.wrong, *wanted)
            found = ((claim, answers[self._numbers[claim.question]]) for claim in claims)
            failed = any(claim.answer(of, whole=False) is Answer.FAILS for claim, of in found)
            return AT_A_FAILURE if failed else NOT_STOPPED

        def recipe() -> Recipe:
            return self._packed.recipe(list(self._numbers))

        return search_in(self._folder, stepper, recipe, task, self._cluster, enough, counted)

    def _verdict(
        self, name: str, wanted: Property, asked: Asked, search: Searched, stopped: Stopped
    ) -> Verdict:
        """The verdict on one property."""
        if asked.refused:
            return Verdict(name, Answer.UNKNOWN, asked.refused)
        if search.levels and not search.levels[0].states:
            return Verdict(name, Answer.HOLDS, "there is no initial state", vacuous=True)
        if asked.only_if is not None:
            claim, reason = asked.only_if
            if (known := self._answer(claim, search, not stopped)) is not Answer.HOLDS:
                said = reason if known is Answer.FAILS else str(stopped)
                return Verdict(name, Answer.UNKNOWN, said)
        answers = {claim: self._answer(claim, search, not stopped) for claim in asked.claims}
        failing = [claim for claim in asked.claims if answers[claim] is Answer.FAILS]
        if failing:
            shown = [claim for claim in failing if claim.shape is not Shape.SOMEWHERE]
            if not shown:
                return self._packed.nowhere(name, failing[0], search, self._auditing)
            first = min(shown, key=lambda claim: self._found(claim, search).place)
            trace = self._run(first, search)
            return self._packed.broken(name, wanted, first, trace, self._auditing)
        if Answer.UNKNOWN in answers.values():
            seen = any(claim.shape is not Shape.SOMEWHERE for claim in asked.claims)
            said = none_among(search.gathered.states) if seen else ""
            return Verdict(name, Answer.UNKNOWN, stopped.having_seen(said))
        return self._holds(name, wanted, asked, search, whole=not stopped)

    def _complain(self, search: Searched) -> None:
        """Raise what is wrong with the target, if a state shows that something is."""
        for claim in self._packed.wrong:
            if self._found(claim, search).count:
                self._packed.complain(self._run(claim, search))

    def _found(self, claim: Claim, search: Searched) -> Answered:
        return search.gathered.answers[self._numbers[claim.question]]

    def _answer(self, claim: Claim, search: Searched, whole: bool) -> Answer:
        return claim.answer(self._found(claim, search), whole=whole)

    def _holds(
        self, name: str, wanted: Property, asked: Asked, search: Searched, *, whole: bool
    ) -> Verdict:
        """The verdict on a property of which all claims are true."""
        reached = [claim for claim in asked.claims if claim.shape is Shape.SOMEWHERE]
        hollow = [
            sentence
            for sentence, claims in asked.hollow
            if all(self._answer(claim, search, whole) is Answer.HOLDS for claim in claims)
        ]
        verdict = Verdict(
            name, Answer.HOLDS, "; ".join(dict.fromkeys(hollow)), vacuous=bool(hollow)
        )
        if not reached:
            if not hollow:
                verdict = replace(verdict, reason=self._how_widely(asked, search))
            return self._packed.everywhere(verdict, wanted, asked, search, self._auditing)
        shown = next((each for each in reached if self._found(each, search).level), None)
        if shown is None:
            return replace(verdict, reason=verdict.reason or "in the initial state")
        verdict = replace(verdict, trace=self._run(shown, search))
        return self._packed.reached(verdict, shown, self._auditing)

    def _how_widely(self, asked: Asked, search: Searched) -> str:
        """The text on how many states satisfy what all initial states do."""
        false = sum(
            self._found(claim, search).count
            for claim in asked.claims
            if claim.shape is Shape.NOT_AT_FIRST
        )
        states = search.states
        if not false:
            return "in the only state" if states == 1 else f"in all {figure(states)} states"
        first = search.levels[0].states
        among = "the initial one" if first == 1 else f"the {figure(first)} initial ones"
        return f"in {figure(states - false)} of {figure(states)} states, {among} among them"

    def _run(self, claim: Claim, search: Searched) -> Trace:
        """A shortest run to a state that a question is true of; the target replayed it."""
        found, system = self._found(claim, search), self._packed.system
        states = way_to(search, found.level, found.state)
        steps = [(_label(system, here, there), there) for here, there in pairwise(states)]
        trace = Trace(states[0], tuple(steps))
        try:
            trace.replay(system)
        except BadTrace as error:
            raise unsteady(system, error) from error
        return trace


def _label(system: System, here: Any, there: Any) -> Label:
    """The first label of a step from one state to another."""
    for label, state in system.successors(here):
        if state == there:
            return label
    raise AssertionError("native code found a step that the system does not have")
