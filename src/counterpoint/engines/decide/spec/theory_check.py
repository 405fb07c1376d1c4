"""`check_theory`: decide questions, those about one system together."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ....alarm import stopped_by
from ....certificate import Audited, Extent
from ....data import dataclass
from ....depth import roomy
from ....errors import FailedAssert
from ....identity import Identity, identity
from ....logic.vacuity import unneeded
from ....model.specified import About, Claim, Specified
from ....model.theory import (
    Afterwards,
    Attempt,
    Covered,
    Outcome,
    Question,
    Settled,
    Theory,
)
from ....stopped import AT_A_FAILURE, NOT_STOPPED
from ....verdict import Answer, Breakdown, Verdict, Verdicts
from ...base.engine import AUTO, TABLED
from ...base.task import EVERYTHING, Task
from ..auditing import audited
from .auditing import of_breakdown, together
from .batches import batches
from .check import DEADLOCK, Checked, check_claims
from .run import Run

MOST_REASONS = 3
"""The number of reasons that are listed if there are many."""

ASSERTIONS = "assertions"
"""The name of the verdict on the assertions in a specification."""

COUNTED_APART = (
    "states are counted up to SYMMETRY; without it there are {apart:,}, and what is generated, and "
    "what violates something, is counted among those"
)
PERHAPS_NO_RUN = (
    "a finite run breaks it, but it is not known whether a run of the specification begins so"
)
NOT_ALL = "not all states are known"
NO_WAY = "there is no way to decide it"
EVALUATED = "an answer that needed no search: there is no simpler evaluation to compare it with"

_ANSWERS = {True: Answer.HOLDS, False: Answer.FAILS, None: Answer.UNKNOWN}


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
    workers: int = 1,
) -> Decided:
    """The answer to each question; first attempts about one system share its exploration.

    With `stop_first`, the questions that are open after the first failure are unknown. With
    `coverage`, the result has counts of how often actions were taken. Up to `workers` systems are
    explored in parallel, unless `stop_first` is set.
    """
    return TheoryCheck(
        theory, task, stop_first=stop_first, engine=engine, coverage=coverage, workers=workers
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
        workers: int,
    ) -> None:
        theory.labels_disjuncts = coverage
        self.coverage = coverage
        self.theory = theory
        self.task = task
        self.stop_first = stop_first
        self.engine = engine
        self.workers = 1 if stop_first else workers
        self.start = time.perf_counter()
        self.failed = False
        self.ended = NOT_STOPPED
        self.runs: dict[Identity, Run] = {}
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
            self._run_of(self.theory.deadlock)
        if self.workers > 1 and len(self.runs) > 1:
            self._explore_at_once()
        verdicts = [self._answered(question) for question in questions]
        if self.theory.deadlock is not None:
            verdicts.append(self._deadlock(self.theory.deadlock))
        verdicts += self._asserted()
        verdicts += [self._afterwards(each) for each in self.theory.afterwards]
        return Decided(self._summary(verdicts), tuple(self.runs.values()))

    def _explore_at_once(self) -> None:
        """Explore all systems that are known to be needed, in parallel processes."""
        from ...base.processes import at_once  # most checks use one process

        runs = [
            run for run in self.runs.values() if run.claims or run.system is self.theory.deadlock
        ]
        tasks = [partial(self._apart, run) for run in runs]
        try:
            at_once(tasks, self.workers, lambda number, result: runs[number].hear(*result))
        except KeyboardInterrupt as error:
            self.ended = stopped_by(error)

    def _apart(self, run: Run) -> tuple[list[Verdict | None], Checked, int]:
        """The results for a system, in a form that can be sent to another process."""
        asked = list(run.claims)
        self.task = replace(self.task, watch=None, keeper=None)
        self._explore(run)
        answers = [run.answers[claim] if claim in run.claims else None for claim in asked]
        checked = run.explored
        return answers, replace(checked, found=checked.found.bare()), run.states

    def _plan(self, question: Question) -> None:
        """Add the claims of a question's first attempt to the other claims about its system."""
        ways = self.ways[identity(question)] = question.attempts()
        attempt = self.first[identity(question)] = next(ways, None)
        if attempt is not None:
            self._add(self._run_of(attempt.system), attempt)

    def _run_of(self, system: Specified) -> Run:
        return self.runs.setdefault(identity(system), Run(system))

    def _add(self, run: Run, attempt: Attempt) -> None:
        run.claims.update(dict.fromkeys(attempt.claims))
        run.weaker |= attempt.weaker
        run.tentative |= attempt.tentative
        run.narrower |= attempt.narrower
        if not self.stop_first:
            run.links.update((claim, None) for _, claim in attempt.links)
            run.claims.update(run.links)
        if attempt.limit is not None:
            run.limit = attempt.limit
        elif attempt.claims:
            run.limit = None

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
            return _unless_drawn(self._searched(question))
        if self.ended:
            return Verdict(question.name, Answer.UNKNOWN, str(self.ended))
        try:
            return _settled(question, question.settled(), self.task.audit)
        except KeyboardInterrupt as error:  # earlier results are still reported
            self.ended = self.ended or stopped_by(error)
            return Verdict(question.name, Answer.UNKNOWN, str(self.ended))

    def _searched(self, question: Question) -> Verdict:
        """The answer of the first attempt that gives one; unknown if none does."""
        attempt = self.first[identity(question)]
        best = Verdict(question.name, Answer.UNKNOWN, NO_WAY)
        while attempt is not None:
            run = self._run_of(attempt.system)
            if not self._is_done(run, attempt):
                if self.ended:
                    return Verdict(question.name, Answer.UNKNOWN, str(self.ended))
                if self.failed:
                    return Verdict(question.name, Answer.UNKNOWN, AT_A_FAILURE)
                of_runs = all(claim.about is About.RUNS for claim in attempt.claims)
                self._add(run, attempt)
                if of_runs and run.was_given_up:
                    run.leave_open(attempt.claims)
                else:
                    self._explore(run)
            found = self._combined(question, attempt, run)
            if found.answer is not Answer.UNKNOWN or self.ended:
                return found
            if attempt.is_exact or best.reason == NO_WAY:
                best = found
            attempt = next(self.ways[identity(question)], None)
        return replace(best, reason=question.advised(best.reason))

    def _is_done(self, run: Run, attempt: Attempt) -> bool:
        """Whether a system was explored for an attempt, and as far as the attempt requires."""
        if run.checked is None or not set(attempt.claims) <= set(run.claims):
            return False
        return attempt.limit is not None or not run.was_cut_short

    def _explore(self, run: Run) -> None:
        task = self.task
        if run.limit is not None and (task.limits.states or run.limit) >= run.limit:
            task = replace(task, limits=replace(task.limits, states=run.limit))
        run.checked = run.distinct = None
        without = self._without_value(run, task)
        if self.ended:
            return
        if run.links and _tabled_without_value(run):  # perhaps only a link has no value
            run.claims = {claim: None for claim in run.claims if claim not in run.links}
            run.links.clear()
            run.checked = None
            without = self._without_value(run, task)
        if without and not (self.stop_first or self.ended):
            self._ask_apart(run, without, task)

    def _ask_apart(self, run: Run, claims: Sequence[Claim], task: Task) -> None:
        """Check claims one by one, after one of them had no value somewhere and ended the search.

        This does not help if the system itself lacks a value somewhere.
        """
        found = run.explored
        answered = {claim: run.answers[claim].answer for claim in claims}
        failed = [claim for claim, answer in answered.items() if answer is Answer.FAILS]
        alone = [claim for claim, answer in answered.items() if answer is Answer.UNKNOWN]
        if found.trouble is not None:
            if len(failed + alone) < 2:
                return
            run.checked = None
        others = self._checked(run, failed, task)
        if self.ended:
            run.checked = found
            return
        if others.trouble is not None and failed:
            failed, alone = [], failed + alone
            others = self._checked(run, (), task)
        if found.trouble is not None:
            run.checked = others if others.trouble is None else found
        if others.trouble is None:
            run.answers.update(zip(failed, others.verdicts, strict=False))
            for claim in alone:
                if self.ended:
                    return
                checked = self._checked(run, (claim,), task)
                run.answers[claim] = next(iter(checked.verdicts))
                if checked.trouble is not None:
                    run.broken.append(checked)

    def _stops(self, run: Run) -> bool:
        """Whether the first failure ends the search."""
        return self.stop_first and not run.tentative

    def _without_value(self, run: Run, task: Task) -> list[Claim]:
        """Check the claims of a run; returns those of searches that ended for lack of a value."""
        todo = batches(run.system, tuple(run.claims))
        without: list[Claim] = []
        while todo and not (self.failed or self.ended):
            claims = todo.pop(0)
            checked = self._checked(run, claims, task)
            run.answers.update(zip(claims, checked.verdicts, strict=False))
            without += claims if checked.trouble is not None else ()
            run.checked = run.checked or checked
            if checked.found.engine != TABLED:
                todo = [tuple(claim for batch in todo for claim in batch)] if todo else []
            self.failed = self._stops(run) and not run.weaker and _fails(checked)
        reason = str(self.ended or AT_A_FAILURE)
        for claim in (claim for batch in todo for claim in batch):
            run.answers[claim] = Verdict(claim.name, Answer.UNKNOWN, reason)
        return without

    def _checked(self, run: Run, claims: Sequence[Claim], task: Task) -> Checked:
        if self.task.keeper is not None:
            names = ", ".join(claim.name for claim in claims)
            self.task.keeper.begin(f"{self.theory.said_of(run.system)}: {names}")
        checked = check_claims(
            run.system,
            claims,
            name=self.theory.name,
            task=task,
            deadlock=run.checked is None and run.system is self.theory.deadlock,
            stop_first=self._stops(run),
            engine=self.engine,
        )
        if checked.verdicts.stopped.ends_everything:
            self.ended = checked.verdicts.stopped
        return checked

    def _combined(self, question: Question, attempt: Attempt, run: Run) -> Verdict:
        """The answer of an attempt."""
        found = [run.verdict(claim) for claim in attempt.claims]
        for claim, verdict in zip(attempt.claims, found, strict=True):
            if verdict.answer is Answer.FAILS:
                return self._failed(question, attempt, claim, verdict)
        unknown = next((each for each in found if each.answer is Answer.UNKNOWN), None)
        if unknown is not None:
            return replace(unknown, name=question.name)
        reasons = [reason for each in found if each.vacuous for reason in each.reason.split("; ")]
        reasons += self._unneeded(attempt, run)
        if attempt.narrower:
            return Verdict(question.name, Answer.UNKNOWN, attempt.note)
        shown = found[0].trace if len(found) == 1 else None
        explanation = "; ".join(
            filter(None, (*_some(reasons), attempt.note, _condition(attempt, run)))
        )
        vacuous = bool(reasons)
        return Verdict(
            question.name,
            Answer.HOLDS,
            explanation,
            shown,
            vacuous=vacuous,
            of=attempt.system,
            audited=together(found),
        )

    def _failed(
        self, question: Question, attempt: Attempt, claim: Claim, failed: Verdict
    ) -> Verdict:
        if attempt.tentative:
            return Verdict(question.name, Answer.UNKNOWN, PERHAPS_NO_RUN)
        if attempt.weaker:
            reason = f"it fails for a weaker specification, so it may still hold: {attempt.note}"
            return Verdict(question.name, Answer.UNKNOWN, reason)
        named = f"{failed.name} fails" if len(attempt.claims) > 1 else ""
        blame = "" if failed.trace is None else attempt.blame(claim, failed.trace.states)
        whole = ": ".join(filter(None, (named, blame)))
        reason = "; ".join(filter(None, (whole, failed.reason, attempt.note)))
        return replace(failed, name=question.name, reason=reason, of=attempt.system)

    def _unneeded(self, attempt: Attempt, run: Run) -> list[str]:
        """Sentences about the parts that do not matter."""
        links = attempt.links if not self.stop_first else ()
        places = Counter(part for part, _ in links)
        held = (part for part, claim in links if run.held(claim))
        return [unneeded(part, places[part]) for part in dict.fromkeys(held)]

    def _deadlock(self, system: Specified) -> Verdict:
        run = self._run_of(system)
        if run.checked is None or run.was_cut_short:
            run.limit = None
            if self.ended:
                return Verdict(DEADLOCK, Answer.UNKNOWN, str(self.ended))
            if self.failed:
                return Verdict(DEADLOCK, Answer.UNKNOWN, AT_A_FAILURE)
            self._explore(run)
        verdict = _unless_drawn(replace(run.explored.verdicts[DEADLOCK], of=system))
        if verdict.answer is Answer.HOLDS and run.explored.found.in_part:
            said = (verdict.reason, self.theory.deadlock_condition)
            verdict = replace(verdict, reason="; ".join(filter(None, said)))
        return verdict

    def _asserted(self) -> Iterator[Verdict]:
        """Verdicts on the assertions in specifications that failed and ended a search."""
        for run in self.runs.values():
            trouble = None if run.checked is None or run.weaker else run.checked.trouble
            if trouble is not None and isinstance(trouble.error, FailedAssert):
                trace = run.explored.trouble_trace
                reason = f"{trouble.error.message}, at {trouble.error.place}"
                verdict = Verdict(ASSERTIONS, Answer.FAILS, reason, trace, of=run.system)
                found = run.explored.found
                yield of_breakdown(verdict, found, trouble.error.message, self.task)

    def _afterwards(self, asked: Afterwards) -> Verdict:
        """The verdict that depends on the figures of the main system."""
        run = self.runs.get(identity(self.theory.main))
        if run is None or run.checked is None or run.checked.found.stopped:
            return Verdict(asked.name, Answer.UNKNOWN, NOT_ALL)
        found, audit = run.checked.found, run.checked.audited
        settled = asked.decide(Outcome(run.states, found.initial, found.generated, found.depth))
        verdict = Verdict(asked.name, _ANSWERS[settled.holds], settled.reason)
        return audited(verdict, audit)

    def _summary(self, verdicts: Sequence[Verdict]) -> Verdicts:
        """All verdicts, with the figures of the main system, or of the largest if there is none."""
        done = [run for run in self.runs.values() if run.checked is not None]
        seconds = time.perf_counter() - self.start
        if not done:
            name, ended = self.theory.name, self.ended
            all_ = tuple(verdicts)
            return Verdicts(name, 0, None, not ended, "none", seconds, all_, stopped=ended)
        main = self.runs.get(identity(self.theory.main))
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
        return replace(
            largest.verdicts,
            states=states,
            complete=largest.verdicts.complete and not (run.narrower or self.ended),
            stopped=largest.verdicts.stopped or self.ended,
            seconds=seconds,
            properties=tuple(verdicts),
            warnings=tuple(warnings),
            generated=largest.found.generated,
            depth=largest.found.depth,
            breakdowns=tuple(_breakdowns(done, verdicts)),
        )


def _tabled_without_value(run: Run) -> bool:
    """Whether the tabled search ended for lack of a value, which may be that of a link.

    The evaluator takes a link without a value to be false.
    """
    done = run.checked
    return done is not None and done.trouble is not None and done.found.engine == TABLED


def _unless_drawn(verdict: Verdict) -> Verdict:
    """The verdict; unknown if it depends on values that were drawn at random."""
    drawn = None if verdict.of is None else verdict.of.draws
    if drawn is None or verdict.answer is Answer.UNKNOWN:
        return verdict
    why = drawn.holds if verdict.answer is Answer.HOLDS else drawn.fails
    return Verdict(verdict.name, Answer.UNKNOWN, why) if why else verdict


def _fails(checked: Checked) -> bool:
    return checked.verdicts.answer is Answer.FAILS


def _condition(attempt: Attempt, run: Run) -> str:
    """The condition under which an answer holds if states represent others; else empty."""
    return attempt.condition if run.explored.found.in_part else ""


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


def _some(reasons: Sequence[str]) -> list[str]:
    """The reasons, each once; if there are many, the first ones and how many more there are."""
    each = list(dict.fromkeys(reasons))
    if len(each) <= MOST_REASONS + 1:
        return each
    return [*each[:MOST_REASONS], f"... and {len(each) - MOST_REASONS} more"]


def _settled(question: Question, settled: Settled, audit: Extent) -> Verdict:
    is_audited = audit is not Extent.NONE and settled.holds is not None
    return Verdict(
        question.name,
        _ANSWERS[settled.holds],
        settled.reason,
        vacuous=settled.vacuous,
        audited=Audited(0, 0, (EVALUATED,)) if is_audited else None,
    )
