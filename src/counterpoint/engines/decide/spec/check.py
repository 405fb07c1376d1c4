"""`check_claims`: decide every claim about a specification, with runs that were replayed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ....certificate import Audited
from ....data import dataclass
from ....errors import Fault, UnknownAtom
from ....logic.formula import Formula, atoms_of
from ....logic.lower import to_core
from ....model.specified import (
    About,
    Claim,
    Probe,
    Specified,
    StateProbe,
    StepProbe,
    Stuttering,
    anyhow,
    everywhere,
)
from ....stopped import Cause, Stopped
from ....verdict import Answer, Trace, Verdict, Verdicts
from ...base.ending import Ending, none_among
from ...base.engine import AUTO
from ...base.task import EVERYTHING, Task
from ...formula.names import closest
from ...search.spec.explore import NO_STEPS, explore
from ...search.spec.explored import Explored, Trouble, Wanted
from ...search.tabled.found import BadState, BadStep
from .auditing import passed

if TYPE_CHECKING:
    from .runs import Runs

NO_INITIAL_STATE = "there is no initial state"

NO_VALUE = "it has no value somewhere"
NOTHING_CHANGES = "nothing ever changes: what is claimed is claimed of the start only"
DEADLOCK = "deadlock"
INSIDE_ONLY = "with a constraint, claims about runs are about the states inside it only"
ALLOWED_ONLY = "with a constraint of steps, claims about runs are about the steps it allows only"


@dataclass(frozen=True, slots=True)
class Checked:
    """The verdicts on a specification, and what was explored for them.

    If something has no value in a state, `trouble` says what, and `trouble_trace` is a run to that
    state. `audited` is what an audit checked of the states that were found.
    """

    verdicts: Verdicts
    found: Explored
    trouble: Trouble | None = None
    trouble_trace: Trace | None = None
    audited: Audited | None = None

    @property
    def why(self) -> str:
        """Why the states were explored by this engine and not by another."""
        return self.found.why


def check_claims(
    system: Specified,
    claims: Sequence[Claim],
    *,
    name: str,
    task: Task = EVERYTHING,
    deadlock: bool = False,
    stop_first: bool = False,
    engine: str = AUTO,
) -> Checked:
    """The verdict on each claim, and on deadlock if `deadlock` is set.

    Claims about states and steps are checked during the search; claims about runs are decided
    afterwards, on the whole graph. With `stop_first`, the search ends at the first failure. Raises
    `BadFormula` for a claim about runs that has no meaning.
    """
    start = time.perf_counter()
    wanted = _wanted(system, claims, deadlock=deadlock, stop_first=stop_first)
    found = explore(system, wanted, task, engine=engine)
    of_runs = judge = _Judge(found, task)
    plain = [claim for claim in claims if claim.formula is None]
    if wanted.edges and (plain or deadlock) and _may_do_without_runs(found, task):
        wanted = _wanted(system, plain, deadlock=deadlock, stop_first=stop_first)
        alone = explore(system, wanted, task, engine=engine)
        if alone.trouble is None:
            found, judge = alone, _Judge(alone, task)
    verdicts = [(judge if claim.formula is None else of_runs).verdict(claim) for claim in claims]
    if deadlock:
        verdicts.append(judge.deadlock())
    asked = (*claims, *([None] if deadlock else []))
    audit = passed(found, asked, verdicts, task, time.perf_counter() - start)
    summary = Verdicts(
        name,
        found.states,
        None,
        not found.stopped,
        found.engine,
        time.perf_counter() - start,
        audit.verdicts,
        (*judge.warnings(), *audit.warnings()),
        stopped=found.stopped or judge.ended or of_runs.ended or audit.stopped,
        spread=found.spread,
    )
    trouble_trace = of_runs.trouble_trace()
    if task.disk is not None:
        task.disk.rest()
    found = replace(found, number=None)  # the index of states takes memory
    return Checked(summary, found, of_runs.trouble, trouble_trace, audit.space)


def _may_do_without_runs(found: Explored, task: Task) -> bool:
    """Whether claims about states and steps may be decided though those about runs are not.

    It may be fairness that has no value, or the steps between states that had no memory.
    """
    if found.stopped.ends_everything:
        return False
    is_short = found.stopped.cause is Cause.MEMORY and task.disk is not None
    return found.trouble is not None or is_short or found.stopped == NO_STEPS


def _wanted(
    system: Specified, claims: Sequence[Claim], *, deadlock: bool, stop_first: bool
) -> Wanted:
    runs = [claim.formula for claim in claims if claim.formula is not None]
    plain = [claim for claim in claims if claim.about in {About.STATES, About.STEPS}]
    must = [claim.probe for claim in plain]
    counted = {claim.probe for claim in plain if claim.counted}
    start = (claim.probe for claim in claims if claim.about is About.START)
    probes: dict[Probe | None, None] = dict.fromkeys(must)
    for formula in (*runs, *(system.assumptions if runs else ())):
        probes.update(dict.fromkeys(_probes_of(formula, system)))
    for condition in system.fairness_conditions if runs else ():
        probes.update(dict.fromkeys((condition.step, condition.enabled)))
    return Wanted(
        tuple(probe for probe in probes if isinstance(probe, StateProbe)),
        tuple(probe for probe in probes if isinstance(probe, StepProbe)),
        frozenset(probe for probe in must if probe is not None),
        frozenset(probe for probe in must if probe not in counted and probe and not runs),
        tuple(probe for probe in dict.fromkeys(start) if isinstance(probe, StateProbe)),
        deadlock,
        edges=bool(runs),
        stop_first=stop_first,
    )


def probes_for(
    system: Specified, claims: Sequence[Claim]
) -> tuple[tuple[StateProbe, ...], tuple[StepProbe, ...]]:
    """The state probes and the step probes that claims need for all states and all steps."""
    wanted = _wanted(system, claims, deadlock=False, stop_first=False)
    return wanted.states, wanted.steps


def _probes_of(formula: Formula, system: Specified) -> list[Probe]:
    """The probes of the atoms of a formula; raises `BadFormula` if it has no meaning."""
    to_core(formula)
    for atom in atoms_of(formula):
        if atom.text not in system.probes:
            known = closest(atom.text, list(system.probes))
            raise UnknownAtom(f"there is no atom {atom.text!r}; there are {known}")
    return [system.probes[atom.text] for atom in atoms_of(formula)]


class _Judge:
    def __init__(self, found: Explored, task: Task) -> None:
        self.found = found
        self.ending = Ending(task.tuning)
        self.ending.hurry(found.stopped)
        self.trouble = found.trouble
        self._limits = task.limits
        self._system = Stuttering(found.system)
        self._bad_states = {found.wanted.states[bad.probe]: bad for bad in found.bad_states}
        self._bad_steps = {found.wanted.steps[bad.probe]: bad for bad in found.bad_steps}

    @cached_property
    def _runs(self) -> Runs:
        from .runs import Runs  # most claims are about states, and need no graphs

        return Runs(self.found, self._limits)

    def warnings(self) -> Iterator[str]:
        """Warnings about all answers."""
        found, runs = self.found, self.found.wanted.edges
        yield from found.warnings
        if not found.stopped and not found.initial:
            yield f"{NO_INITIAL_STATE}, so every claim holds vacuously"
        elif runs and self._has_no_run:
            from .runs import NO_RUN  # not needed where no claim is about runs

            yield f"{NO_RUN}, so every claim about runs holds vacuously"
        if found.system.is_cut_down and self._is_still:
            yield NOTHING_CHANGES
        if runs and found.outside.any() and found.system.within is not everywhere:
            yield INSIDE_ONLY
        if runs and found.system.allows is not anyhow:
            yield ALLOWED_ONLY

    @property
    def _has_no_run(self) -> bool:
        """Whether it is known that no run satisfies the fairness conditions and assumptions."""
        found = self.found
        open_ = found.stopped or self.ended or self.trouble or found.edges is None
        return not open_ and self._runs.are_none

    @property
    def _is_still(self) -> bool:
        """Whether no step leads to a different state."""
        found = self.found
        if found.stopped or not found.initial:
            return False
        return found.found == 1 or found.generated == found.beginning.generated

    def verdict(self, claim: Claim) -> Verdict:
        """The verdict on one claim."""
        verdict = self._answered(claim)
        return replace(verdict, reason="; ".join(filter(None, (verdict.reason, claim.note))))

    @property
    def ended(self) -> Stopped:
        """What ended the decisions early; empty if nothing did."""
        return self.ending.stopped

    def _answered(self, claim: Claim) -> Verdict:
        def decide() -> Verdict:
            return self._none_to_ask(claim.name) or self._decided(claim)

        return self.ending.verdict(claim.name, decide)

    def _none_to_ask(self, name: str) -> Verdict | None:
        if self.found.stopped or self.found.initial:
            return None
        return Verdict(name, Answer.HOLDS, NO_INITIAL_STATE, vacuous=True)

    def _decided(self, claim: Claim) -> Verdict:
        if claim.probe in self.found.lost:
            return Verdict(claim.name, Answer.UNKNOWN, NO_VALUE)
        match claim.about:
            case About.START:
                return self._of_start(claim)
            case About.STATES:
                return self._of_states(claim)
            case About.STEPS:
                return self._of_steps(claim)
            case About.RUNS:
                return self._of_runs(claim)

    def deadlock(self) -> Verdict:
        """The verdict on deadlock: a state without any step but stuttering."""
        return self.ending.verdict(DEADLOCK, self._deadlock)

    def _deadlock(self) -> Verdict:
        first = self.found.first_deadlock
        if first is None:
            return self._none_to_ask(DEADLOCK) or self._none_bad(DEADLOCK)
        if self.found.system.successors(self.found.state(first)):
            raise Fault("a state has steps that should have none")
        reason = self._counted(self.found.deadlocks, "state has no step", "states have no step")
        return Verdict(DEADLOCK, Answer.FAILS, reason, self._replayed(self.found.trace_to(first)))

    def _counted_of(self, claim: Claim, count: int, one: str, many: str) -> str:
        """What `_counted` says if violations of the claim are counted; else nothing."""
        return self._counted(count, one, many) if claim.counted else ""

    def _counted(self, count: int, one: str, many: str) -> str:
        """The count as text; a lower bound if not all states were examined."""
        counted = f"1 {one}" if count == 1 else f"{count:,} {many}"
        return f"at least {counted}" if self.found.stopped or self.found.trouble else counted

    def _of_start(self, claim: Claim) -> Verdict:
        assert isinstance(claim.probe, StateProbe)
        beginning = self.found.beginning
        if claim.probe in beginning.bad:
            return Verdict(claim.name, Answer.FAILS, "", Trace(beginning.bad[claim.probe]))
        if beginning.complete:
            return Verdict(claim.name, Answer.HOLDS)
        return Verdict(claim.name, Answer.UNKNOWN, self.found.stopped)

    def _of_states(self, claim: Claim) -> Verdict:
        assert isinstance(claim.probe, StateProbe)
        bad: BadState | None = self._bad_states.get(claim.probe)
        if bad is None:
            return self._none_bad(claim.name, self.found.beginning.judged)
        if claim.probe.holds(self.found.state(bad.state)):
            raise Fault(f"{claim.probe.name} is true of the state that should show it false")
        reason = self._counted_of(claim, bad.count, "state violates it", "states violate it")
        trace = self._replayed(self.found.trace_to(bad.state))
        return Verdict(claim.name, Answer.FAILS, reason, trace)

    def _of_steps(self, claim: Claim) -> Verdict:
        assert isinstance(claim.probe, StepProbe)
        bad: BadStep | None = self._bad_steps.get(claim.probe)
        if bad is None:
            return self._none_bad(claim.name)
        there = self._violating(claim.probe, bad.source)
        reason = self._counted_of(claim, bad.count, "step violates it", "steps violate it")
        trace = self._replayed(self.found.trace_to(bad.source, there))
        return Verdict(claim.name, Answer.FAILS, reason, trace)

    def _violating(self, probe: StepProbe, number: int) -> object:
        """The target of the first step from a state for which the probe is false."""
        system, here = self.found.system, self.found.state(number)
        for _, there in system.successors(here):
            if not probe.holds(here, there):
                return there
        raise Fault(f"{probe.name} is true of every step that should show it false")

    def _of_runs(self, claim: Claim) -> Verdict:
        from .graph import NoValueAtRest  # not needed where no claim is about runs

        assert claim.formula is not None
        stopped = self.found.stopped
        is_cut = stopped.cause in {Cause.FAILURE, Cause.FORM} or not self.found.beginning.complete
        if is_cut or self.found.edges is None:  # no time or no memory for a graph
            reason = stopped or self._limits.too_much_memory
            return Verdict(claim.name, Answer.UNKNOWN, str(reason))
        try:
            return self._runs.verdict(
                claim.name, claim.formula, of_classes=claim.of_classes, whole=claim.whole
            )
        except NoValueAtRest as error:
            self.trouble = self.trouble or error.trouble
            return Verdict(claim.name, Answer.UNKNOWN, error.trouble.error.message)

    def _none_bad(self, name: str, judged: int = 0) -> Verdict:
        """The verdict if no violation was found: holds, or unknown if states are missing.

        The number of states that were examined is that of visited states, or `judged` if larger.
        """
        stopped = self.found.stopped
        if stopped:
            seen = none_among(max(self.found.visited, judged))
            return Verdict(name, Answer.UNKNOWN, stopped.having_seen(seen))
        return Verdict(name, Answer.HOLDS)

    def _replayed(self, trace: Trace) -> Trace:
        if self.found.beginning.complete:  # else listing the initial states does not end
            trace.replay(self._system)
        return trace

    def trouble_trace(self) -> Trace | None:
        """A run to the state in which something has no value; None if there is no such state."""
        if self.trouble is None or self.trouble.state is None:
            return None
        trace = self.found.trace_to(self.trouble.state)
        return self._replayed(trace)
