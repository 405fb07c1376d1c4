"""Actions that choose values, as Python computes their steps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.check import check
from counterpoint.errors import BadModel, OutOfSort
from counterpoint.model.action import Action
from counterpoint.model.chosen import knots, plain_parts
from counterpoint.model.model import Model
from counterpoint.model.parts import Parts
from counterpoint.model.step import Step, step
from counterpoint.model.system import REST
from counterpoint.terms.apply import TRUE, all_true, apply, constant
from counterpoint.terms.expr import any_of
from counterpoint.terms.sort import Bool, Interval
from counterpoint.terms.term import Op, Term, Variable
from counterpoint.verdict import Answer
from tests.engines.symbolic.brute_force import Brute, Outside
from tests.engines.symbolic.models import models
from tests.share import share

X = Variable("x", Interval(0, 3))
NEXT = Variable("x'", Interval(0, 3))
K, Q = Variable("k", Interval(0, 2)), Variable("q", Bool())


def chooser(guard: Term, *updates: tuple[Variable, Term], chosen: tuple[Variable, ...]) -> Model:
    """A model of one variable with one action."""
    action = Action("go", "go", (), guard, updates, chosen=chosen)
    return Model.of("chooser", Parts((X,), apply(Op.EQ, X, constant(0)), (action,)))


@pytest.mark.slow
@settings(max_examples=share(40), deadline=None)
@given(st.booleans().flatmap(lambda game: models(game=game)))
def test_steps_are_those_of_every_valuation(model: Model) -> None:
    brute = Brute(model, "all")
    for state, moves in list(brute.moves.items())[::31]:
        assert set(model.successors(state)) == {(move.label, move.target) for move in moves}
        if moves[0].label is not REST:
            assert set(model.owners(state)) == {player for move in moves for player in move.owners}
        steps = {(move.label, move.target) for move in moves}
        assert {
            (label, there)
            for label in (REST, "go", "put(1)", "put(2)")
            for there in brute.states
            if model.takes_step(state, label, there)
        } == steps
        enabled = {ready.action.label for ready in model.explain(state) if ready.enabled}
        assert enabled == {move.label for move in moves if move.label is not REST}


@settings(max_examples=share(30), deadline=None)
@given(models(bold=True))
def test_a_value_outside_a_sort_is_an_error_where_the_guard_allows_it(model: Model) -> None:
    try:
        Brute(model)
    except Outside:
        with pytest.raises(OutOfSort):
            walk(model)
    else:
        walk(model)


def walk(model: Model) -> None:
    """Compute the steps of all reachable states."""
    seen = dict.fromkeys(queue := list(model.initial()))
    for state in queue:
        for _, there in model.successors(state):
            if there not in seen:
                seen[there] = None
                queue.append(there)


def test_a_relation_over_next_values_is_an_action_that_chooses_them() -> None:
    model = chooser(apply(Op.LT, X, NEXT), (X, NEXT), chosen=(NEXT,))
    assert model.successors((1,)) == [("go", (2,)), ("go", (3,))]
    assert model.successors((3,)) == [(REST, (3,))]


def test_choices_that_lead_to_the_same_state_are_one_step() -> None:
    halved = apply(Op.DIV, K, constant(2))
    model = chooser(TRUE, (X, halved), chosen=(K, Q))
    assert model.successors((0,)) == [("go", (0,)), ("go", (1,))]


def test_a_value_that_nothing_reads_makes_no_difference() -> None:
    assert chooser(TRUE, chosen=(K,)).successors((2,)) == [("go", (2,))]


def test_without_any_choice_the_action_is_not_enabled_and_says_why() -> None:
    beyond = apply(Op.LT, X, K)
    model = chooser(all_true([beyond, apply(Op.LT, X, constant(3)), Q]), (X, K), chosen=(K, Q))
    (ready,) = model.explain((2,))
    assert not ready.enabled
    assert (ready.unmet, ready.unsatisfiable) == ((), (beyond,))
    (ready,) = model.explain((3,))
    assert (len(ready.unmet), ready.unsatisfiable) == (1, (beyond,))


def test_what_nothing_ties_together_is_chosen_apart() -> None:
    tied = apply(Op.EQ, NEXT, K)
    guard = all_true([apply(Op.LT, X, constant(2)), tied, Q])
    action = Action("go", "go", (), guard, ((X, NEXT),), chosen=(NEXT, Q, K))
    assert plain_parts(action) == (apply(Op.LT, X, constant(2)),)
    assert [(knot.chosen, knot.conditions) for knot in knots(action)] == [
        ((NEXT, K), (tied,)),
        ((Q,), (Q,)),
    ]


def test_sixty_values_that_equations_determine_are_not_tried() -> None:
    variables = tuple(Variable(f"b{n}", Bool()) for n in range(60))
    after = tuple(Variable(f"b{n}'", Bool()) for n in range(60))
    shifted = [apply(Op.EQ, after[n], variables[n - 1]) for n in range(1, 60)]
    action = Action(
        "shift", "shift", (), all_true(shifted), tuple(zip(variables, after, strict=True)),
        chosen=after,
    )  # fmt: skip
    model = Model.of("register", Parts(variables, TRUE, (action,)))
    state = tuple(n % 3 == 0 for n in range(60))
    assert {there for _, there in model.successors(state)} == {
        (first, *state[:-1]) for first in (False, True)
    }


def test_a_state_with_very_many_steps_is_checked_without_listing_them() -> None:
    variables = tuple(Variable(f"b{n}", Bool()) for n in range(40))
    after = tuple(Variable(f"b{n}'", Bool()) for n in range(40))
    updates = tuple(zip(variables, after, strict=True))
    action = Action("any", "any", (), apply(Op.OR, *after), updates, chosen=after)
    nothing = all_true(apply(Op.NOT, variable) for variable in variables)
    model = Model.of("free", Parts(variables, nothing, (action,)))
    start, full = (False,) * 40, (True,) * 40
    assert model.takes_step(start, "any", full)
    assert not model.takes_step(start, "any", start)
    verdicts = check(model, "AG !b7", "EF (b0 & b39)", "G F b3")
    assert [verdict.answer for verdict in verdicts] == [Answer.FAILS, Answer.HOLDS, Answer.FAILS]
    audited = [verdict.audited for verdict in verdicts if verdict.audited is not None]
    assert "states with very many steps" in audited[0].unchecked
    assert verdicts.states == 2**40


def dice() -> Model:
    model = Model("dice")
    total = model.var("total", range(9), init=0)
    die = model.choice("die", range(1, 7))

    @model.action
    def throw() -> Step:
        return step(when=total + die <= 8, set={total: total + die})

    return model


def test_users_declare_what_a_step_chooses() -> None:
    model = dice()
    assert model.successors((6,)) == [("throw", (7,)), ("throw", (8,))]
    assert [of.name for of in model.actions[0].chosen] == ["die"]
    assert model.variables == (Variable("total", Interval(0, 8)),)


@pytest.mark.parametrize(
    ("misuse", "said"),
    [
        (lambda model, die: model.atom("six", die == 6), "the atom six reads die, which each"),
        (lambda model, die: model.start(die == 6), "the start reads die, which each step chooses"),
        (lambda model, die: model.turns(P=die == 6), "the turn of P reads die, which each"),
        (lambda model, die: model.choice("die", bool), "die is declared twice: both times as a"),
    ],
)
def test_a_choice_has_no_value_in_a_state(misuse: object, said: str) -> None:
    model = Model("dice")
    die = model.choice("die", range(1, 7))
    with pytest.raises(BadModel) as error:
        misuse(model, die)  # type: ignore[operator]
    assert said in error.value.message


def test_a_choice_cannot_be_set() -> None:
    model = Model("dice")
    die = model.choice("die", range(1, 7))
    with pytest.raises(BadModel, match="it sets die, which is not a variable"):

        @model.action
        def cheat() -> Step:
            return step(set={die: 6})


def test_an_element_may_be_chosen() -> None:
    model = Model("lamps")
    lamp = model.array("lamp", range(3), bool, init=False)
    at = model.choice("at", range(3))

    @model.action
    def press() -> Step:
        return step(when=any_of(~lamp[n] for n in range(3)), set={lamp[at]: ~lamp[at]})

    assert {there for _, there in model.successors((True, False, False))} == {
        (False, False, False), (True, True, False), (True, False, True),
    }  # fmt: skip
