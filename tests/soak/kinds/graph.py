"""Graphs of a few states: every formula against its definition, on graphs and plain systems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from counterpoint import StateSpace, check
from counterpoint.engines.formula.evaluate import Evaluator
from counterpoint.engines.space.space import GraphSpace
from counterpoint.logic.formula import Formula
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.logic.well_formed import is_path
from counterpoint.model.property import Satisfies
from counterpoint.verdict import Answer
from tests.engines.kripkes import PLAYERS, Listed, as_graph
from tests.logic.semantics import Kripke, Move

from ..compare import Tally
from ..formula import Words, linear, some, state_formula
from ..oracle import Oracle, bits, mask_of

WORDS = Words(("p", "q"), PLAYERS, (None, "a", "b"))
TEAMLESS = Words(("p", "q", "enabled(a)"), (), (None, "a", "b"))


@dataclass(frozen=True)
class Case:
    kripke: Kripke
    start: tuple[int, ...]
    formulas: tuple[Formula, ...]
    plain: tuple[Formula, ...]


def kripke(random: Random, largest: int = 6) -> Kripke:
    """A system whose states are one player's choice or nobody's; some steps may be nobody's too."""
    count = random.randint(1, largest)
    rows = []
    for _ in range(count):
        owner = random.choice((None, *PLAYERS))
        row: dict[Move, None] = {}
        for _ in range(random.randint(1, 3)):
            whose = None if random.randrange(6) == 5 else owner
            row[Move(random.choice("ab"), random.randrange(count), whose)] = None
        rows.append(tuple(row))
    props = {name: frozenset(bits(random.randrange(1 << count))) for name in ("p", "q")}
    return Kripke(tuple(rows), props)


def draw(random: Random) -> Case:
    system = kripke(random)
    start = tuple(
        sorted({random.randrange(len(system.steps)) for _ in range(random.randint(1, 2))})
    )
    formulas = some(random, 40, lambda: state_formula(random, WORDS, random.randint(1, 4)))
    plain = some(random, 6, lambda: state_formula(random, TEAMLESS, 3))
    plain += some(random, 6, lambda: linear(random, TEAMLESS, 3))
    return Case(system, start, formulas, plain)


def oracle_of(system: Kripke) -> Oracle:
    enabled = mask_of(s for s, row in enumerate(system.steps) if any(m.label == "a" for m in row))
    props = {name: mask_of(states) for name, states in system.props.items()}
    return Oracle(system.steps, {**props, "enabled(a)": enabled}.__getitem__, system.fairness)


def compare(case: Case, tally: Tally) -> None:
    oracle = oracle_of(case.kripke)
    graph = GraphSpace(as_graph(case.kripke), "graph")
    evaluator = Evaluator(graph.algebra)
    for formula in case.formulas:
        wanted = set(bits(oracle.region(formula)))
        with tally.answering("graph", formula):
            found = set(graph.members(evaluator.region(to_core(formula))))
            tally.same("graph", formula, found, wanted)
        with tally.answering("text", formula):
            tally.same("text", formula, parse(str(formula)), formula)
    listed = Listed(case.kripke, case.start)
    _compare_plain(case, oracle, listed, tally)


def _compare_plain(case: Case, oracle: Oracle, listed: Listed, tally: Tally) -> None:
    space = StateSpace(listed)
    reached = set(_reached(case))
    for formula in case.plain:
        wanted = set(bits(oracle.region(formula))) & reached
        with tally.answering("where", formula):
            tally.same("where", formula, set(space.where(formula)), wanted)
    if not case.plain:
        return
    with tally.answering("check", "all formulas"):
        verdicts = check(listed, *map(Satisfies, dict.fromkeys(case.plain)))
        tally.same("check states", case.start, verdicts.states, len(reached))
        for formula in dict.fromkeys(case.plain):
            verdict = verdicts[str(formula)]
            region = oracle.region(formula)
            holds = all(region >> state & 1 for state in case.start)
            tally.same("check", formula, verdict.answer is Answer.HOLDS, holds)
            _shown(formula, verdict, listed, tally)


def _shown(formula: Formula, verdict: Any, listed: Listed, tally: Tally) -> None:
    """The run that is shown is one of the system's."""
    if verdict.trace is not None:
        with tally.answering("trace", formula):
            verdict.trace.replay(listed)
            linear_or_not = is_path(formula)
            tally.true("trace", formula, verdict.answer is Answer.FAILS or not linear_or_not)


def _reached(case: Case) -> Iterator[int]:
    seen = set(case.start)
    todo = list(case.start)
    while todo:
        state = todo.pop()
        yield state
        fresh = {move.target for move in case.kripke.steps[state]} - seen
        seen |= fresh
        todo += fresh


def show(case: Case) -> str:
    rows = "\n".join(f"    {row}," for row in case.kripke.steps)
    asked = "\n".join(f"# {each}" for each in (*case.formulas, *case.plain))
    return (
        "from tests.logic.semantics import Kripke, Move\n\n"
        f"system = Kripke((\n{rows}\n), {dict(case.kripke.props)!r})\n"
        f"start = {case.start}\n{asked}"
    )
