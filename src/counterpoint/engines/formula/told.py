"""Findings made into verdicts: strands of an arena become runs of the system, and are replayed."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import Fault
from ...logic.core import Core
from ...logic.core_text import core_text, linear_text
from ...model.system import System
from ...verdict import (
    Answer,
    Branch,
    Trace,
    Verdict,
)
from .decide import Finding, Stage
from .evidence import Strand
from .ground import Steps
from .linear import path_holds


def verdict_of(name: str, finding: Finding, system: System) -> Verdict:
    """The verdict on one formula, its runs replayed on the system."""
    strand, stage = finding.strand, finding.stage
    if strand is None or stage is None:
        return Verdict(name, finding.answer, finding.reason, vacuous=finding.vacuous)
    trace = _replayed(stage, strand, system)
    if not trace.steps and finding.answer is Answer.HOLDS:
        return Verdict(name, finding.answer, finding.reason, vacuous=finding.vacuous)
    claims = tuple(Branch(at, core_text(claim)) for at, claim in strand.claims)
    branches = claims + tuple(_branches(stage, strand, (), system))
    return Verdict(name, finding.answer, finding.reason, trace, finding.vacuous, branches)


def _branches(stage: Stage, strand: Strand, before: Steps, system: System) -> Iterator[Branch]:
    """The branches of a strand, and theirs; each run begins where the strand's does."""
    for at, claim, aside in strand.branches:
        way = (*before, *strand.steps[:at])
        yield Branch(len(way), core_text(claim), _replayed(stage, aside.after(way), system))
        yield from _branches(stage, aside, way, system)


def _replayed(stage: Stage, strand: Strand, system: System) -> Trace:
    """The run of a strand, after the system took it and its path formulas were evaluated on it."""
    plain = stage.ground.plain
    steps = tuple((label, plain(there)) for label, there in strand.steps)
    trace = Trace(plain(stage.start), steps, strand.loop)
    trace.replay(system)
    states = [stage.start, *(there for _, there in strand.steps)]
    for at, path in strand.paths:
        assert strand.loop is not None

        def holds(of: Core, position: int, at: int = at) -> bool:
            return stage.ground.holds(stage.evaluator.region(of), states[at + position])

        if not path_holds(path, len(states) - 1 - at, strand.loop - at, holds):
            raise Fault(f"{linear_text(path)} is not true of the run that should show it")
    return trace
