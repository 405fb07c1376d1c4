"""Turn findings into verdicts: strands become runs of the system, which are replayed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...errors import BadFormula, BadTrace, Fault, NotAGame, Refused
from ...logic.core import Core, Linear, Now, Release, Until
from ...logic.core_text import core_text, linear_text
from ...logic.lower import to_linear
from ...logic.parser import parse
from ...model.checked import unsteady
from ...model.system import System
from ...verdict import Answer, Branch, Plan, Trace, Verdict
from ..formula.linear import path_holds
from ..space.ground import Steps
from .composed import relies_on_chance, require_right
from .enforce import Enforced
from .evidence import Strand
from .finding import Finding, Planned, Stage


def verdict_of(name: str, finding: Finding, system: System) -> Verdict:
    """The verdict on one formula, with runs and plans that were tested on the system."""
    strand, stage = finding.strand, finding.stage
    bare = Verdict(name, finding.answer, finding.reason, vacuous=finding.vacuous)
    if strand is None or stage is None:
        return bare
    trace = _replayed(stage, strand, system)
    plans = tuple(plan for each in finding.planned if (plan := _plan(each, system)))
    if not trace.steps and finding.answer is Answer.HOLDS:
        return replace(bare, plans=plans)
    claims = tuple(Branch(at, core_text(claim)) for at, claim in strand.claims)
    branches = claims + tuple(_branches(stage, strand, (), system))
    return replace(bare, trace=trace, branches=branches, plans=plans)


def _branches(stage: Stage, strand: Strand, before: Steps, system: System) -> Iterator[Branch]:
    """The branches of a strand, and their branches; all runs begin where the strand does."""
    for at, claim, aside in strand.branches:
        way = (*before, *strand.steps[:at])
        yield Branch(len(way), core_text(claim), _replayed(stage, aside.after(way), system))
        yield from _branches(stage, aside, way, system)


def _replayed(stage: Stage, strand: Strand, system: System) -> Trace:
    """The run of a strand, after the system replayed it.

    Its path formulas are evaluated on it by their definition; raises `Fault` if one is false.
    """
    plain = stage.ground.plain
    steps = tuple((label, plain(there)) for label, there in strand.steps)
    trace = Trace(plain(stage.start), steps, strand.loop)
    try:
        trace.replay(system)
    except BadTrace as error:
        raise unsteady(system, error) from error
    states = [stage.start, *(there for _, there in strand.steps)]
    for at, path in strand.paths:
        assert strand.loop is not None

        def holds(of: Core, position: int, at: int = at) -> bool:
            return stage.ground.holds(stage.evaluator.region(of), states[at + position])

        if not path_holds(path, len(states) - 1 - at, strand.loop - at, holds):
            raise Fault(f"{linear_text(path)} is not true of the run that should show it")
    return trace


def _plan(planned: Planned, system: System) -> Plan | None:
    """The plan for a claim about a team, after it was composed with the system.

    None if the claim is achieved without any steps.
    """
    enforced, plain = planned.enforced, planned.enforced.ground.plain
    plan = Plan(core_text(enforced.claim), enforced.doers, goal=_goal(enforced), at=planned.at)
    try:
        found = enforced.plan(planned.starts, planned.most)
    except (Refused, NotAGame) as error:
        return replace(plan, missing=error.message)
    if not found:
        return replace(plan, missing=f"it has more than {planned.most:,} positions")
    require_right(enforced, found, system)
    if not any(position.steps for position in found):
        return None
    return replace(
        plan,
        positions=tuple(replace(position, state=plain(position.state)) for position in found),
        starts=len(planned.starts),
        chance=relies_on_chance(enforced, found),
    )


def _goal(enforced: Enforced) -> str:
    """The aim of a claim as the text of a path formula; empty if parsing the text changes it."""
    meanwhile, end = Now(enforced.meanwhile), Now(enforced.end)
    path: Linear = Until(meanwhile, end) if enforced.claim.least else Release(end, meanwhile)
    text = linear_text(path)
    try:
        return text if to_linear(parse(text)) == path else ""
    except BadFormula:
        return ""
