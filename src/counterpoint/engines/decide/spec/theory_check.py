"""`check_theory`: decide questions, those about one system together."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ....alarm import stopped_by
from ....data import dataclass
from ....depth import roomy
from ....errors import FailedAssert
from ....identity import Identity, identity
from ....model.specified import About, Specified
from ....model.theory import (
    Afterwards,
    Attempt,
    Covered,
    Outcome,
    Question,
    Theory,
)
from ....verdict import Answer, Breakdown, Verdict, Verdicts
from ...base.engine import AUTO
from ...base.task import EVERYTHING, Task
from ..auditing import audited
from .answers import OF_TRUTH, combined, of_settled, unless_drawn
from .auditing import of_breakdown
from .check import DEADLOCK
from .explorations import Explorations
from .run import Run

ASSERTIONS = "assertions"
"""The name of the verdict on the assertions in a specification."""

COUNTED_APART = (
    "states are counted up to SYMMETRY; without it there are {apart:,}, and what is generated, and "
    "what violates something, is counted among those"
)
NOT_ALL_APART = "states are counted up to SYMMETRY; without it, {apart:,} were examined"
NONE_MERGED = "states are counted without SYMMETRY: everything was decided without it"
NOT_ALL = "not all states are known"
NO_WAY = "there is no way to decide it"


@dataclass(frozen=True, slots=True)
class Decided:
    """The verdicts on the questions of a theory, and the explorations that led to them."""

    verdicts: Verdicts
    runs: tuple[Run, ...]


def check_theory(
    theory: Theory,
    *,
    task: Task = EVERYTHING,
    stop_first: bool = False,
    engine: str = AUTO,
    coverage: bool = False,
) -> Decided:
    """The answer to each question; first attempts about one system share its exploration.

    With `stop_first`, the questions that are open after the first failure are unknown. With
    `coverage`, the result has counts of how often actions were taken. If the task has a
    number of workers, each explores a system at the same time, unless `stop_first` is set.
    """
    return TheoryCheck(
        theory, task, stop_first=stop_first, engine=engine, coverage=coverage
    ).decided()


def _covered(theory: Theory, runs: Sequence[Run]) -> Iterator[tuple[str, tuple[Covered, ...]]]:
    """How often the actions of each explored system were taken."""
    for run in runs:
        if run.checked is not None:
            counts = [(one.label, one.taken, one.fresh) for one in run.checked.found.coverage]
            name, found = theory.covered(run.system, counts)
            yield name, tuple(found)


class TheoryCheck:
    """The check of a theory; see `check_theory`."""

    def __init__(
        self,
        theory: Theory,
        task: Task,
        *,
        stop_first: bool,
        engine: str,
        coverage: bool,
    ) -> None:
        theory.labels_disjuncts = coverage
        self.coverage = coverage
        self.theory = theory
        self.task = task
        self.stop_first = stop_first
        on_disk = task.disk is not None and task.disk.asked_for
        self.workers = 1 if stop_first or on_disk else task.workers.most or 1
        self.start = time.perf_counter()
        self.runs = Explorations(theory, task, stop_first=stop_first, engine=engine)
        self.ways: dict[Identity, Iterator[Attempt]] = {}
        self.first: dict[Identity, Attempt | None] = {}

    def verdicts(self, name: str, wanted: Mapping[str, Question], start: float) -> Verdicts:
        """The verdicts on all questions of the theory."""
        return replace(roomy(self.decided).verdicts, target=name)

    def decided(self) -> Decided:
        """The verdicts, and the explorations that led to them."""
        decided = self._decided()
        if not self.coverage:
            return decided
        counted = tuple(_covered(self.theory, decided.runs))
        return replace(decided, verdicts=replace(decided.verdicts, coverage=counted))

    def _decided(self) -> Decided:
        questions = [*self.theory.questions]
        for question in (*questions, *(q.aside for q in questions if q.aside is not None)):
            if question.settled is None:
                self._plan(question)
        if self.theory.deadlock is not None:
            self.runs.of(self.theory.deadlock)
        if self.workers > 1:
            self.runs.explore_at_once(self.workers)
        verdicts = [self._answered(question) for question in questions]
        if self.theory.deadlock is not None:
            verdicts.append(self._deadlock(self.theory.deadlock))
        verdicts += self._asserted()
        verdicts += [self._afterwards(each) for each in self.theory.afterwards]
        return Decided(self._summary(verdicts), tuple(self.runs))

    def _plan(self, question: Question) -> None:
        """Add the claims of a question's first attempt to the other claims about its system."""
        self.ways[identity(question)] = question.attempts()
        attempt = self.first[identity(question)] = self._next(question)
        if attempt is not None:
            self.runs.add(attempt)

    def _next(self, question: Question) -> Attempt | None:
        """The next attempt; with `stop_first` irrelevant parts are not searched for."""
        attempt = next(self.ways[identity(question)], None)
        if attempt is None or not self.stop_first:
            return attempt
        return replace(attempt, links=())

    def _answered(self, question: Question) -> Verdict:
        verdict = self._answer(question)
        if question.aside is None:
            return verdict
        beside = self._answer(question.aside).answer
        outcome = {Answer.UNKNOWN: "is not decided"}.get(beside, beside.value)
        noted = f"{question.aside_text} {outcome}"
        return replace(verdict, reason="; ".join(filter(None, (verdict.reason, noted))))

    def _answer(self, question: Question) -> Verdict:
        if question.settled is None:
            return self._searched(question)
        if self.runs.ended:
            return Verdict(question.name, Answer.UNKNOWN, str(self.runs.ended))
        try:
            return of_settled(question, question.settled(), self.task.audit)
        except KeyboardInterrupt as error:  # earlier results are still reported
            self.runs.ended = self.runs.ended or stopped_by(error)
            return Verdict(question.name, Answer.UNKNOWN, str(self.runs.ended))

    def _searched(self, question: Question) -> Verdict:
        """The answer of the first attempt that gives one; unknown if none does."""
        attempt = self.first[identity(question)]
        best = Verdict(question.name, Answer.UNKNOWN, NO_WAY)
        while attempt is not None:
            run = self.runs.of(attempt.system)
            if not self.runs.is_done(run, attempt):
                if stopped := self.runs.stopped:
                    return Verdict(question.name, Answer.UNKNOWN, stopped)
                self._try(attempt)
            found = combined(question, attempt, run)
            if found.answer is not Answer.UNKNOWN or self.runs.ended:
                return unless_drawn(found, attempt.draws)
            if attempt.is_exact or best.reason == NO_WAY:
                best = found
            attempt = self._next(question)
        return replace(best, reason=question.advised(best.reason))

    def _try(self, attempt: Attempt) -> None:
        """Decide the claims of an attempt, unless its system was given up before."""
        of_runs = all(claim.about is About.RUNS for claim in attempt.claims)
        run = self.runs.add(attempt)
        if of_runs and run.was_given_up:
            run.leave_open(attempt.claims)
        else:
            self.runs.explore(run)

    def _deadlock_apart(self, system: Specified, note: str) -> Verdict:
        verdict = self._deadlock(system)
        return replace(verdict, reason="; ".join(filter(None, (verdict.reason, note))))

    def _deadlock(self, system: Specified) -> Verdict:
        run = self.runs.of(system)
        if run.checked is None or run.was_cut_short:
            run.limit = None
            if stopped := self.runs.stopped:
                return Verdict(DEADLOCK, Answer.UNKNOWN, stopped)
            self.runs.explore(run)
        verdict = replace(run.explored.verdicts[DEADLOCK], of=system)
        verdict = unless_drawn(verdict, system.draws)
        if verdict.answer is Answer.HOLDS and run.explored.found.in_part:
            apart = self.theory.deadlock_apart
            if apart is not None and apart[0] is not system:
                return self._deadlock_apart(*apart)
            said = (verdict.reason, self.theory.deadlock_condition)
            verdict = replace(verdict, reason="; ".join(filter(None, said)))
        return verdict

    def _asserted(self) -> Iterator[Verdict]:
        """Verdicts on the assertions in specifications that failed and ended a search."""
        for run in self.runs:
            trouble = None if run.checked is None or run.weaker else run.checked.trouble
            if trouble is not None and isinstance(trouble.error, FailedAssert):
                trace = run.explored.trouble_trace
                reason = f"{trouble.error.message}, at {trouble.error.place}"
                verdict = Verdict(ASSERTIONS, Answer.FAILS, reason, trace, of=run.system)
                found = run.explored.found
                yield of_breakdown(verdict, found, trouble.error.message, self.task)

    def _afterwards(self, asked: Afterwards) -> Verdict:
        """The verdict that depends on the figures of the main system."""
        run = self.runs.known(self.theory.main)
        if run is None or run.checked is None or run.checked.found.stopped:
            return Verdict(asked.name, Answer.UNKNOWN, NOT_ALL)
        found, audit = run.checked.found, run.checked.audited
        if found.ignores:
            return Verdict(asked.name, Answer.UNKNOWN, found.ignores)
        settled = asked.decide(Outcome(run.states, found.initial, found.generated, found.depth))
        verdict = Verdict(asked.name, OF_TRUTH[settled.holds], settled.reason)
        return audited(verdict, audit)

    def _summary(self, verdicts: Sequence[Verdict]) -> Verdicts:
        """All verdicts, with the figures of the main system, or of the largest if there is none."""
        done = [run for run in self.runs if run.checked is not None]
        seconds = time.perf_counter() - self.start
        if not done:
            name, ended = self.theory.name, self.runs.ended
            all_ = tuple(verdicts)
            return Verdicts(name, 0, None, not ended, "none", seconds, all_, stopped=ended)
        main = self.runs.known(self.theory.main)
        run = _largest(done)
        if main is not None and main.checked is not None and main.states:
            run = main
        largest = run.explored
        warnings = dict.fromkeys(self.theory.warnings)
        for each in done:
            warnings.update(dict.fromkeys(each.explored.verdicts.warnings))
        states, apart = run.states, largest.found.states
        if states != apart:
            warnings[COUNTED_APART.format(apart=apart)] = None
        elif _merges(run.system) and (most := _most_apart(done)) > states:
            warnings[NOT_ALL_APART.format(apart=most)] = None
        elif _merges(self.theory.main) and not _merges(run.system):
            warnings[NONE_MERGED] = None
        return replace(
            largest.verdicts,
            states=states,
            complete=largest.verdicts.complete and not (run.narrower or self.runs.ended),
            stopped=largest.verdicts.stopped or self.runs.ended,
            seconds=seconds,
            properties=tuple(verdicts),
            warnings=tuple(warnings),
            generated=largest.found.generated,
            depth=largest.found.depth,
            breakdowns=tuple(_breakdowns(done, verdicts)),
        )


def _largest(done: Sequence[Run]) -> Run:
    """The exploration with the most states, among the most meaningful ones.

    Explorations are compared by whether they have a state, then by whether they have all intended
    runs, then by whether they were not given up early, and last by size.
    """

    def size(run: Run) -> tuple[bool, bool, bool, int]:
        verdicts = run.explored.verdicts
        whole = run.limit is None or verdicts.complete
        return verdicts.states > 0, not run.narrower, whole, verdicts.states

    return max(done, key=size)


def _merges(system: Specified | None) -> bool:
    """Whether a symmetry merges states of a system."""
    return system is not None and system.representative is not None


def _most_apart(done: Sequence[Run]) -> int:
    """The number of states of the largest exploration without symmetry; 0 if there is none."""
    apart = (run for run in done if not (_merges(run.system) or run.narrower))
    return max((run.states for run in apart), default=0)


def _breakdowns(done: Sequence[Run], verdicts: Sequence[Verdict]) -> Iterator[Breakdown]:
    """The errors for lack of a value that made an answer unknown."""
    unknown = {verdict.reason for verdict in verdicts if verdict.answer is Answer.UNKNOWN}
    all_found = [(run.system, found) for run in done for found in (run.explored, *run.broken)]
    for system, found in all_found:
        trouble = found.trouble
        if trouble is None or isinstance(trouble.error, FailedAssert):
            continue
        if any(trouble.error.message in reason for reason in unknown):
            yield Breakdown(trouble.error, found.trouble_trace, system)
