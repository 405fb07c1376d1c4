"""The explorations of the systems of a theory: each system once, for all claims about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from ....alarm import stopped_by
from ....identity import Identity, identity
from ....model.factored import MOST_PROBES
from ....model.specified import Claim, Specified
from ....model.theory import Attempt, Theory
from ....stopped import AT_A_FAILURE, NOT_STOPPED
from ....verdict import Answer, Verdict
from ...base.engine import TABLED
from ...base.task import Task
from .check import Checked, check_claims, probes_for
from .run import Run

Apart: TypeAlias = tuple[list[Verdict | None], Checked, int]
"""What `Run.hear` takes over from another process."""


class Explorations:
    """The systems of a theory, explored when they are needed.

    `failed` says whether a failure has ended everything, `ended` what else has.
    """

    def __init__(self, theory: Theory, task: Task, *, stop_first: bool, engine: str) -> None:
        self.theory = theory
        self.task = task
        self.stop_first = stop_first
        self.engine = engine
        self.failed = False
        self.ended = NOT_STOPPED
        self._runs: dict[Identity, Run] = {}

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs.values())

    def of(self, system: Specified) -> Run:
        """The exploration of a system, which may not have begun."""
        return self._runs.setdefault(identity(system), Run(system))

    def known(self, system: Specified | None) -> Run | None:
        """The exploration of a system; None if none is planned."""
        return self._runs.get(identity(system))

    @property
    def stopped(self) -> str:
        """Why nothing more may be explored; empty if something may."""
        return str(self.ended) or (str(AT_A_FAILURE) if self.failed else "")

    def add(self, attempt: Attempt) -> Run:
        """The exploration of an attempt's system, to which its claims are added."""
        run = self.of(attempt.system)
        run.claims.update(dict.fromkeys(attempt.claims))
        run.weaker |= attempt.weaker
        run.tentative |= attempt.tentative
        run.narrower |= attempt.narrower
        run.links.update((claim, None) for _, claim in attempt.links)
        run.claims.update(run.links)
        if attempt.limit is not None:
            run.limit = attempt.limit
        elif attempt.claims:
            run.limit = None
        return run

    def is_done(self, run: Run, attempt: Attempt) -> bool:
        """Whether a system was explored for an attempt, and as far as the attempt requires."""
        if run.checked is None or not set(attempt.claims) <= set(run.claims):
            return False
        return attempt.limit is not None or not run.was_cut_short

    def explore_at_once(self, workers: int) -> None:
        """Explore all systems that are known to be needed, in parallel processes."""
        from ...base.processes import at_once  # most checks use one process

        if len(self._runs) < 2:
            return
        runs = [run for run in self if run.claims or run.system is self.theory.deadlock]
        processes = min(workers, len(runs))
        threads = max(1, self.task.tuning.workers // processes)
        tasks = [partial(self._apart, run, threads) for run in runs]

        def heard(number: int, result: tuple[Apart, int]) -> None:
            runs[number].hear(*result[0])
            self.task.workers.note(processes * result[1])

        try:
            at_once(tasks, processes, heard)
        except KeyboardInterrupt as error:
            self.ended = stopped_by(error)

    def _apart(self, run: Run, threads: int) -> tuple[Apart, int]:
        """The results for a system, in a form for another process, and how many threads worked."""
        asked = list(run.claims)
        tuning = replace(self.task.tuning, threads=threads)
        self.task = replace(self.task, watch=None, keeper=None, disk=None, tuning=tuning)
        self.explore(run)
        answers = [run.answers[claim] if claim in run.claims else None for claim in asked]
        checked = run.explored
        bare = replace(checked, found=checked.found.bare())
        return (answers, bare, run.states), self.task.workers.used

    def explore(self, run: Run) -> None:
        """Explore a system, and decide all claims about it."""
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
        todo = _batches(run.system, tuple(run.claims))
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

    def _purpose(self, run: Run, claims: Sequence[Claim]) -> str:
        """What a search is for, as a text."""
        return f"{self.theory.said_of(run.system)}: {', '.join(claim.name for claim in claims)}"

    def _asks_for_deadlock(self, system: Specified) -> bool:
        apart = self.theory.deadlock_apart
        return system is self.theory.deadlock or (apart is not None and system is apart[0])

    def _checked(self, run: Run, claims: Sequence[Claim], task: Task) -> Checked:
        deadlock = run.checked is None and self._asks_for_deadlock(run.system)
        purpose = self._purpose(run, claims)
        if self.task.keeper is not None:
            self.task.keeper.begin(purpose)
        if self.task.disk is not None:
            self.task.disk.begin(f"{purpose}; {deadlock}")
        checked = check_claims(
            run.system,
            claims,
            name=self.theory.name,
            task=task,
            deadlock=deadlock,
            stop_first=self._stops(run),
            engine=self.engine,
        )
        if checked.verdicts.stopped.ends_everything:
            self.ended = checked.verdicts.stopped
        return checked


def _tabled_without_value(run: Run) -> bool:
    """Whether the tabled search ended for lack of a value, which may be that of a link.

    The evaluator takes a link without a value to be false.
    """
    done = run.checked
    return done is not None and done.trouble is not None and done.found.engine == TABLED


def _fails(checked: Checked) -> bool:
    return checked.verdicts.answer is Answer.FAILS


def _batches(system: Specified, claims: Sequence[Claim]) -> list[tuple[Claim, ...]]:
    """The claims in order, in one batch, or in several if each then needs few enough probes."""
    if _fit(system, claims) or not all(_fit(system, [claim]) for claim in claims):
        return [tuple(claims)]
    found: list[list[Claim]] = [[]]
    for claim in claims:
        last = [*found[-1], claim]
        if found[-1] and not _fit(system, last):
            found.append([claim])
        else:
            found[-1] = last
    return [tuple(batch) for batch in found]


def _fit(system: Specified, claims: Sequence[Claim]) -> bool:
    return all(len(probes) <= MOST_PROBES for probes in probes_for(system, claims))
