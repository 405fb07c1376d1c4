"""Modules used in proofs. Proofs are not checked; the modules exist so that names are defined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..values import TRUE, Truth
from .module import LibraryModule, module, refused

_BACK_ENDS: Final = (
    "SMT CVC3 CVC4 Yices veriT Zipper Z3 Spass LS4 Zenon Isa AllProvers AllSMT AllIsa"
)
_PRAGMAS: Final = """SimpleArithmetic PTL PropositionalTemporalLogic IsaWithSetExtensionality
    AutoBlast ExpandENABLED ExpandCdot AutoUSE Lambdify ENABLEDaxioms LevelComparison Trivial"""
_TACTICS: Final = "Auto Force SimplifyAndSolve Simplification Blast"

_EXTENDED: Final = {
    "FunctionsFork": "Functions",
    "SequencesExtFork": "SequencesExt",
    "FiniteSetTheorems": "FiniteSets Integers Functions WellFoundedInduction",
    "FunctionTheorems": "Functions Integers FiniteSets",
    "FunctionForkTheorems": "Functions Integers FiniteSets",
    "SequenceTheorems": "Sequences Integers Functions WellFoundedInduction TLAPS",
    "SequenceOps": "Sequences Integers",
    "SequenceOpTheorems": "Sequences Integers Functions WellFoundedInduction TLAPS",
    "BagsTheorems": "Bags FiniteSetTheorems",
    "FoldsTheorems": "Folds FiniteSets",
    "FiniteSetsExtTheorems": "FiniteSetsExt FiniteSets Integers",
    "SequencesExtTheorems": "Sequences SequencesExt Functions Integers WellFoundedInduction",
    "SequencesExtForkTheorems": "Sequences SequencesExt Functions Integers WellFoundedInduction",
    "GraphTheorems": "Graphs Sequences",
    "QuorumTheorems": "Quorum Integers FiniteSets",
}
"""The modules of theorems and what each extends. Each also has a variant named `..._proofs`."""

_INDUCTION: Final = {
    "NaturalsInduction": """NatInductiveDefHypothesis/3/2 NatInductiveDefConclusion/3/2
        FiniteNatInductiveDefHypothesis/5/2 FiniteNatInductiveDefConclusion/5/2""",
    "WellFoundedInduction": """IsTransitivelyClosedOn/2 IsWellFoundedOn/2 SetLessThan/3
        WFDefOn/3/2 OpDefinesFcn/3/2 WFInductiveDefines/3/2 WFInductiveUnique/2/1
        TransitiveClosureOn/2 OpToRel/2/0 PreImage/3/0 LexPairOrdering/4 LexProductOrdering/3""",
}
"""Operators that occur in theorems, as `name/arity` or `name/arity/n`.

`n` is the position, from 0, of a parameter that is an operator.
"""


def _pragma(argument: Any) -> Truth:
    return TRUE


def _pragma_with_tactic(tactic: Any, limit: Any) -> Truth:
    return TRUE


def _pragmas() -> LibraryModule:
    speeds = ("", "Slow", "Slower", "Slowest")
    tactics = [f"{speed}{name}" for name in _TACTICS.split() for speed in speeds]
    zenon = ["SlowZenon", "SlowerZenon", "VerySlowZenon", "SlowestZenon"]
    plain = dict.fromkeys([*_PRAGMAS.split(), *_BACK_ENDS.split(), *tactics, *zenon], TRUE)
    limited = {f"{name}T": _pragma for name in _BACK_ENDS.split()}
    return module("TLAPS", {**plain, **limited, "IsaM": _pragma, "IsaMT": _pragma_with_tactic})


def _spoken_of(name: str, operators: str, extends: str) -> LibraryModule:
    known = {}
    for operator in operators.split():
        called, arity, *takers = operator.split("/")
        numbers = frozenset(map(int, takers))
        known[called] = refused(called, int(arity), "it stands in proofs only", numbers)
    return module(name, known, extends=extends)


def _modules() -> Iterator[LibraryModule]:
    yield _pragmas()
    yield _spoken_of("NaturalsInduction", _INDUCTION["NaturalsInduction"], "Integers")
    yield _spoken_of(
        "WellFoundedInduction", _INDUCTION["WellFoundedInduction"], "NaturalsInduction"
    )
    for name, extends in _EXTENDED.items():
        yield module(name, {}, extends=extends)
    for name in (*_EXTENDED, *_INDUCTION):
        yield module(f"{name}_proofs", {}, extends=name)
    yield module(
        "Toolbox",
        {
            name: refused(name, 0, "there is no trace to look at")
            for name in ("_TETrace", "_TEPosition")
        },
    )
    yield module(
        "ShiViz",
        {name: refused(name, 0, "there is no trace to look at") for name in ("Host", "Clock")},
        extends="Toolbox",
    )


MODULES: Final = tuple(_modules())
