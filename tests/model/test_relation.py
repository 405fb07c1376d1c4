"""Relations as actions: partitions, frames, labels, and what remains as a guard over choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from counterpoint.identity import identity
from counterpoint.model.model import Model
from counterpoint.model.parts import Parts
from counterpoint.model.relation import TransitionRelation, actions_of
from counterpoint.terms.apply import all_true, any_true, apply, constant
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.sort import Bool, Interval, values
from counterpoint.terms.term import Op, Term, Variable
from counterpoint.tuning import USUAL, Tuning
from tests.share import share

X, Y, P = Variable("x", Interval(0, 2)), Variable("y", Interval(0, 2)), Variable("p", Bool())
AFTER = {v.name: (v, Variable(f"next({v.name})", v.sort)) for v in (X, Y, P)}
NX, NY, NP = (after for _, after in AFTER.values())
I = Variable("i", Bool())  # noqa: E741


def same(one: Term, other: Term) -> Term:
    return apply(Op.EQ, one, other)


def no(term: Term) -> Term:
    return apply(Op.NOT, term)


def relation(
    *conditions: Term, inputs: Sequence[Variable] = (), **names: Term
) -> TransitionRelation:
    return TransitionRelation(
        AFTER,
        tuple(inputs),
        conditions,
        names={identity(term): name for name, term in names.items()},
    )


STAYS = (same(NX, X), same(NY, Y), same(NP, P))


def test_equations_become_updates_and_frames_none() -> None:
    (action,) = actions_of(relation(same(NX, Y), same(NY, Y), no(NP)), USUAL)
    assert [(v.name, term) for v, term in action.updates] == [("x", Y), ("p", constant(False))]
    assert (action.label, action.chosen) == ("step", ())


def test_an_equation_over_what_comes_after_is_solved() -> None:
    (action,) = actions_of(relation(same(NX, NY), same(NY, X), same(NP, same(NX, NY))), USUAL)
    assert {v.name: term for v, term in action.updates} == {"y": X, "p": constant(True)}


def test_a_disjunction_over_several_variables_is_split_and_named() -> None:
    up = all_true(
        (apply(Op.LT, X, constant(2)), same(NX, apply(Op.ADD, X, constant(1))), *STAYS[1:])
    )
    flip = all_true((same(NP, no(P)), *STAYS[:2]))
    swap = all_true((same(NX, Y), same(NY, X), STAYS[2]))
    actions = actions_of(relation(any_true((up, flip, swap)), flip=flip), USUAL)
    assert [action.label for action in actions] == ["step(x)", "flip", "step(x, y)"]
    assert [len(action.updates) for action in actions] == [1, 1, 2]


def test_alternatives_under_a_conjunction_are_split_too() -> None:
    either = any_true((all_true(STAYS), all_true((no(P), same(NX, Y), *STAYS[1:]))))
    actions = actions_of(relation(either, apply(Op.LE, X, constant(1))), USUAL)
    assert [len(action.updates) for action in actions] == [0, 1]


def test_a_choice_of_one_variable_is_a_guard_over_its_next_value() -> None:
    (action,) = actions_of(relation(any_true((same(NX, Y), same(NX, X))), *STAYS[1:]), USUAL)
    assert action.chosen == (NX,)
    assert [(v.name, term) for v, term in action.updates] == [("x", NX)]


def test_a_value_outside_of_a_sort_is_no_step() -> None:
    (action,) = actions_of(relation(same(NX, apply(Op.ADD, X, constant(1))), *STAYS[1:]), USUAL)
    assert [evaluate(action.guard, {"x": x}) for x in range(3)] == [True, True, False]


def test_few_inputs_are_labels_and_many_are_chosen() -> None:
    steps = relation(same(NP, I), *STAYS[:2], inputs=[I])
    assert [a.label for a in actions_of(steps, USUAL)] == ["step(i=false)", "step(i=true)"]
    (action,) = actions_of(steps, Tuning(inputs_grounded=1))
    assert (action.label, action.chosen) == ("step", (I,))


def board(size: int) -> TransitionRelation:
    """Marks on a board, the relation as one formula, as in a model of Tic-Tac-Toe."""
    squares = [Variable(f"b{k}", Interval(0, 2)) for k in range(size)]
    turn = Variable("turn", Interval(1, 2))
    after = {v.name: (v, Variable(f"next({v.name})", v.sort)) for v in (*squares, turn)}

    def keeps(name: str) -> Term:
        return same(after[name][1], after[name][0])

    full = all_true(no(same(square, constant(0))) for square in squares)
    marks = [
        all_true(
            (
                same(square, constant(0)),
                same(after[square.name][1], turn),
                *(keeps(other.name) for other in squares if other is not square),
            )
        )
        for square in squares
    ]
    moves = all_true(
        (no(full), same(after["turn"][1], apply(Op.SUB, constant(3), turn)), any_true(marks))
    )
    stays = all_true((full, *(keeps(name) for name in after)))
    return TransitionRelation(after, (), (any_true((stays, moves)),))


def test_a_game_on_sixteen_squares_written_as_one_formula_is_sixteen_small_actions_and_rest() -> (
    None
):
    actions = actions_of(board(16), USUAL)
    assert len(actions) == 17
    assert [len(action.updates) for action in actions] == [0, *[2] * 16]
    assert [action.label for action in actions[1:3]] == ["step(b0, turn)", "step(b1, turn)"]
    assert not any(action.chosen for action in actions)


def test_alternatives_that_other_conditions_deny_are_left_out_and_plain_ones_are_one_case() -> None:
    ends = [same(X, constant(2)), same(Y, constant(2)), all_true((P, same(X, constant(1))))]
    over = any_true(ends)
    puts = [
        all_true((same(NX, apply(Op.ADD, X, constant(1))), same(NY, Y), same(NP, P))),
        all_true((same(NY, apply(Op.ADD, Y, constant(1))), same(NX, X), same(NP, P))),
    ]
    rests = any_true((no(over), all_true(STAYS)))
    moves = any_true((over, *puts))
    actions = actions_of(relation(rests, moves), USUAL)
    assert sorted(len(action.updates) for action in actions) == [0, 1, 1]
    assert not any(action.chosen for action in actions)


def test_conditions_that_say_one_thing_are_not_split() -> None:
    either = any_true(
        (
            all_true((same(NX, X), same(NY, constant(0)))),
            all_true((same(NX, constant(1)), same(NY, Y))),
        )
    )
    assert len(actions_of(relation(either), USUAL)) == 2
    (whole,) = actions_of(TransitionRelation(AFTER, (), (), whole=(either,)), USUAL)
    assert {variable.name for variable in whole.chosen} == {"next(x)", "next(y)", "next(p)"}


def test_beyond_the_number_of_actions_a_relation_stays_whole() -> None:
    stays, moves = actions_of(board(4), Tuning(relation_actions=4))
    assert (len(stays.chosen), len(moves.chosen)) == (0, 4)
    (whole,) = actions_of(board(4), Tuning(relation_actions=0))
    assert len(whole.chosen) == 5


def random_condition(rng: random.Random, depth: int) -> Term:
    numbers: list[Term] = [X, Y, NX, NY, constant(rng.randrange(3))]
    if depth == 0:
        kind = rng.randrange(4)
        if kind == 0:
            return rng.choice([P, NP, I])
        one, other = rng.sample(numbers, 2)
        if kind == 1:
            return apply(Op.LE, one, other)
        return same(
            one,
            apply(Op.MOD, apply(Op.ADD, other, constant(1)), constant(3)) if kind == 2 else other,
        )
    parts = [random_condition(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    match rng.randrange(5):
        case 0:
            return no(parts[0])
        case 1:
            return apply(Op.ITE, *(parts * 2)[:3])
        case 2:
            return same(parts[0], parts[1])
        case 3:
            return all_true(parts)
    return any_true(parts)


@pytest.mark.parametrize("tuning", [USUAL, Tuning(relation_actions=0, inputs_grounded=0)])
@pytest.mark.parametrize("seed", range(share(300)))
def test_actions_have_the_steps_of_the_relation(seed: int, tuning: Tuning) -> None:
    rng = random.Random(seed)
    conditions = [random_condition(rng, rng.randint(1, 3)) for _ in range(rng.randint(1, 3))]
    found = actions_of(relation(*conditions, inputs=[I]), tuning)
    model = Model.of("relation", Parts(variables=(X, Y, P), actions=found))
    for state in product(*(values(v.sort) for v in (X, Y, P))):
        expected = {after for after in _afters() if _related(conditions, state, after)}
        got = {there for label, there in model.successors(state) if str(label) != "rest"}
        assert got == expected


def _afters() -> Any:
    return product(*(values(v.sort) for v in (X, Y, P)))


def _related(conditions: Sequence[Term], state: Any, after: Any) -> bool:
    names = dict(zip(("x", "y", "p"), state, strict=True))
    names |= dict(zip(("next(x)", "next(y)", "next(p)"), after, strict=True))
    return any(all(evaluate(c, {**names, "i": i}) for c in conditions) for i in (False, True))
