"""Every engine gives the set of states that the definition gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.task import Task
from counterpoint.engines.formula.evaluate import Evaluator
from counterpoint.engines.formula.question import Question
from counterpoint.engines.space.model_opening import ModelOpening
from counterpoint.engines.space.space import GraphSpace, Space
from counterpoint.engines.where import StateSpace
from counterpoint.logic.formula import Formula
from counterpoint.logic.fragments import mentions_teams
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.tuning import USUAL, Tuning
from tests.engines.kripkes import Listed, as_graph, as_model, as_relation, kripkes
from tests.logic import formulas
from tests.logic.semantics import Kripke, satisfying
from tests.share import share
from tests.tunings import TUNINGS

FORMULAS = (
    "EF p", "AG p", "E[p U q]", "A[p W q]", "EG (p | EX q)", "AX p & EX q",
    "mu X. p | (q & <>X)", "nu X. mu Y. (p & <>X) | <>Y", "mu X. nu Y. (p | <>X) & []Y",
    "nu X. (mu Y. (q | <>Y)) & []X", "<a>p & [b]q", "(EX AX)^2 EX p",
    "<<one>> F p", "<<two>> G q", "<<one>> (p U q)", "[[one]] F p", "<<one, two>> X p", "<<>> F q",
    "<<one>> G F p", "<<two>> F G q", "enabled(a)", "G F p", "F G p -> G F q", "X (p U q)",
    "E(G F p & F G q)",
)  # fmt: skip


def plain(found: object) -> set[int]:
    """The numbers of the states, which a model keeps in a tuple of one value."""
    return {state[0] if isinstance(state, tuple) else state for state in found}  # type: ignore[attr-defined]


def by_definition(formula: Formula, kripke: Kripke) -> frozenset[int]:
    extended = {
        **kripke.props,
        "enabled(a)": frozenset(
            s for s, row in enumerate(kripke.steps) if any(m.label == "a" for m in row)
        ),
    }
    return satisfying(to_core(formula), Kripke(kripke.steps, extended))


def opened(kripke: Kripke, engine: str, tuning: Tuning = USUAL) -> Callable[[Formula], Space[Any]]:
    """The spaces of a system, for each formula."""
    if engine == "graph":
        explicit = as_graph(kripke)
        explicit.tuning = tuning
        graph = GraphSpace(explicit, engine)
        return lambda formula: graph
    name, _, relation = engine.partition(" ")
    model = as_relation(kripke) if relation else as_model(kripke)
    opening = ModelOpening(model, "all", name, Task(tuning=tuning))
    return lambda formula: opening.space(Question((formula,)))


def answers(formula: Formula, space: Space[Any]) -> set[int]:
    return plain(space.members(Evaluator(space.algebra).region(to_core(formula))))


@pytest.mark.parametrize(
    ("engine", "examples"),
    [
        ("graph", 20), ("symbolic", 3), ("cudd", 2), ("explicit", 2), ("symbolic relation", 5),
        ("cudd relation", 2), ("explicit relation", 2),
    ],
)  # fmt: skip
def test_formulas_have_the_states_of_their_definition(engine: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(kripke=kripkes())
    def compare(kripke: Kripke) -> None:
        space = opened(kripke, engine)
        for formula in map(parse, FORMULAS):
            assert answers(formula, space(formula)) == by_definition(formula, kripke), str(formula)

    compare()


@pytest.mark.parametrize(("engine", "examples"), [
    ("graph", 120), ("symbolic", 20), ("cudd", 5), ("symbolic relation", 15), ("cudd relation", 5),
])  # fmt: skip
def test_random_formulas_have_the_states_of_their_definition(engine: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(kripke=kripkes(), formula=formulas.states(labels=(None, "a")))
    def compare(kripke: Kripke, formula: Formula) -> None:
        space = opened(kripke, engine)(formula)
        assert answers(formula, space) == by_definition(formula, kripke)

    compare()


@pytest.mark.parametrize("tuned", ["tiny", "mixed"])
@pytest.mark.parametrize(("engine", "examples"), [
    ("graph", 8), ("symbolic", 2), ("explicit", 2), ("symbolic relation", 2),
    ("explicit relation", 2),
])  # fmt: skip
def test_no_tuning_changes_an_answer(engine: str, examples: int, tuned: str) -> None:
    @settings(max_examples=examples)
    @given(kripke=kripkes(), formula=formulas.states(labels=(None, "a")))
    def compare(kripke: Kripke, formula: Formula) -> None:
        opening = opened(kripke, engine, TUNINGS[tuned])
        for asked in (formula, *map(parse, FORMULAS[:: 1 if engine == "graph" else 5])):
            assert answers(asked, opening(asked)) == by_definition(asked, kripke), str(asked)

    compare()


@given(kripke=kripkes(), data=st.data())
@settings(max_examples=share(60))
def test_a_system_that_is_enumerated_is_asked_like_a_model(
    kripke: Kripke, data: st.DataObject
) -> None:
    formula = data.draw(formulas.states(labels=(None, "a")))
    assume(not mentions_teams(to_core(formula)))
    assert plain(StateSpace(Listed(kripke)).where(formula)) == by_definition(formula, kripke)
