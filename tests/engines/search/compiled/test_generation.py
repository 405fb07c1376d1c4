"""What is written for a model: shared conditions once, tests of bits merged, ranks added up."""

from __future__ import annotations

import pytest

from counterpoint.engines.search.compiled.branch import Branch, Entry, arrange, pieces, weight
from counterpoint.engines.search.compiled.code import Code
from counterpoint.engines.search.compiled.digits import groups, rank_text, unrank_text
from counterpoint.engines.search.compiled.expression import Writer, floor_quotient, floor_remainder
from counterpoint.engines.search.compiled.layers import is_layered, is_plainly_a_game
from counterpoint.engines.search.compiled.pool import Pool, fact_of
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.compiled.steps import Steps
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.native import M64, twin
from counterpoint.terms.apply import apply, constant
from counterpoint.terms.expr import count_of
from counterpoint.terms.layout import Layout
from counterpoint.terms.sort import Bool, Enumeration, Interval
from counterpoint.terms.term import Literal, Op, Term, Variable
from counterpoint.tuning import USUAL

from .models import board

X = Variable("x", Interval(0, 2))
Y = Variable("y", Enumeration(("a", "b")))
B = Variable("b", Bool())


def equal(variable: Variable, value: object) -> Term:
    return apply(Op.EQ, variable, Literal(value, variable.sort))


def text_of_steps(model: Model, *, ranks: bool) -> str:
    code = Code(model)
    written = Steps(code.layout, model.actions, code.kind_of, USUAL, ranks=ranks)
    return "\n".join(text for _, text in written.functions())


def test_equalities_become_one_test_of_bits() -> None:
    writer = Writer(Layout((X, Y, B)), longest=300)
    pool = Pool()
    conditions = [pool.term(t) for t in (equal(X, 2), equal(Y, "b"), apply(Op.NOT, B))]
    assert writer.tests(conditions) == ["((s0 & 0xf) == 0x6)"]
    assert writer.tests([equal(X, 1), equal(X, 2)]) == ["0"]


def test_facts_are_read_off_conditions() -> None:
    assert fact_of(equal(X, 1)) == (X, 1)
    assert fact_of(apply(Op.NOT, equal(X, 1))) is None
    assert fact_of(apply(Op.NOT, equal(Y, "a"))) == (Y, 1)
    assert fact_of(apply(Op.NOT, B)) == (B, 0)
    assert fact_of(apply(Op.LT, X, constant(1))) is None


def test_what_is_known_makes_terms_simpler() -> None:
    pool = Pool()
    choice = apply(Op.ITE, equal(Y, "a"), X, constant(2))
    assert pool.term(choice, {"y": 0}) is pool.term(X)
    assert pool.term(choice, {"y": 1}) == constant(2)
    assert pool.term(apply(Op.ADD, X, X), {"x": 2}) == constant(4)


def test_a_condition_that_all_share_is_tested_once() -> None:
    text = text_of_steps(board(3, 3, 3), ranks=True)
    assert text.count("0x3f) == 0x15") == 1
    assert text.count("out[n] = ") == 9


def test_a_rank_is_that_of_the_state_and_a_constant() -> None:
    model = Model("two")
    x = model.array("x", range(2), range(3), init=0)

    @model.action(at=range(2))
    def set_to_two(at: int) -> object:
        return step(when=x[at] == 0, set={x[at]: 2})

    text = text_of_steps(model, ranks=True)
    assert "out[n] = rank + 2\n" in text
    assert "out[n] = rank + 6\n" in text
    assert "out[n] = (s0 & 0xfffffffffffffff3) | 0x8\n" in text_of_steps(model, ranks=False)


def test_only_what_could_leave_its_sort_is_checked() -> None:
    def text(last: int) -> str:
        model = Model("counter")
        n = model.var("n", range(5), init=0)
        m = model.var("m", range(last), init=0)

        @model.action
        def copy() -> object:
            return step(set={n: m})

        return text_of_steps(model, ranks=False)

    assert "return FAULT" not in text(5).partition("def successors")[0]
    assert "return FAULT" in text(6).partition("def successors")[0]


def test_steps_of_one_label_that_exclude_each_other_are_not_compared() -> None:
    def text(second: int) -> str:
        model = Model("pair")
        n = model.var("n", range(3), init=0)

        @model.action
        def go() -> object:
            return [step(when=n == 0, set={n: 1}), step(when=n == second, set={n: 1})]

        return text_of_steps(model, ranks=False)

    assert "is_new" not in text(2)
    assert "is_new" in text(0) or text(0).count("out[n]") == 2


def test_pieces_are_small_and_have_every_entry() -> None:
    entries = [
        Entry(n, (apply(Op.AND, B, equal(X, n % 3)),), ((X, constant(0)),), {}) for n in range(60)
    ]
    whole = arrange(entries, Pool())
    parts = list(pieces(whole, 40))
    assert len(parts) > 3
    assert all(weight(part) <= 60 for part in parts)
    assert sorted(number for part in parts for number in numbers(part)) == list(range(60))


def numbers(part: Branch | Entry) -> list[int]:
    if isinstance(part, Entry):
        return [part.number]
    return [number for inner in part.body for number in numbers(inner)]


def test_actions_that_can_never_happen_are_left_out() -> None:
    never = apply(Op.AND, equal(Y, "a"), apply(Op.AND, B, apply(Op.NOT, equal(Y, "a"))))
    entries = [
        Entry(n, (apply(Op.AND, equal(Y, "a"), part),), (), {}) for n, part in enumerate((B, never))
    ]
    assert numbers(arrange(entries, Pool())) == [0]


def test_variables_are_looked_up_in_groups() -> None:
    small = tuple(Variable(f"v{n}", Interval(0, 2)) for n in range(7))
    layout = Layout((*small, Variable("large", Interval(0, 10**6))))
    assert [group.count for group in groups(layout, 1 << 10)] == [729, 3, 10**6 + 1]
    assert "rank // 729" in unrank_text(layout, 1 << 10)
    assert rank_text(layout).count("rank +=") == 8


@pytest.mark.parametrize(("a", "b"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (-6, 3), (0, -3)])
def test_division_rounds_down_as_pythons_does(a: int, b: int) -> None:
    library = twin(floor_quotient, floor_remainder)
    assert library.floor_quotient(a & M64, b & M64) == a // b & M64
    assert library.floor_remainder(a & M64, b & M64) == a % b & M64


def test_marks_that_stay_make_layers() -> None:
    assert is_layered(board(3, 3, 3))
    assert not is_layered(board(3, 3, 3, stay=True))


def test_steps_of_two_lengths_make_no_layers() -> None:
    model = Model("jump")
    x = model.array("x", range(3), bool, init=False)

    @model.action(at=range(3))
    def one(at: int) -> object:
        return step(when=~x[at], set={x[at]: True})

    @model.action
    def two() -> object:
        return step(when=~x[0] & ~x[1], set={x[0]: True, x[1]: True})

    assert not is_layered(model)


def test_unknown_beginnings_make_no_layers() -> None:
    model = Model("open")
    x = model.array("x", range(2), bool)

    @model.action(at=range(2))
    def mark(at: int) -> object:
        return step(when=~x[at], set={x[at]: True})

    assert not is_layered(model)


def test_turns_that_exclude_each_other_make_a_game() -> None:
    assert is_plainly_a_game(board(3, 3, 3))
    model = Model("two at once")
    n = model.var("n", range(2), init=0)
    model.turns(one=n == 0, two=n < 2)
    assert not is_plainly_a_game(model)


def test_conditions_of_players_that_are_large_are_kept_apart() -> None:
    model = Model("marks")
    x = model.array("x", range(9), ("-", "X", "O"), init="-")
    ones, twos = (count_of(x[s] == mark for s in range(9)) for mark in "XO")
    model.turns(one=ones <= twos, two=ones > twos)

    @model.action(square=range(9), mark=("X", "O"))
    def put(square: int, mark: str) -> object:
        return step(when=x[square] == "-", set={x[square]: mark})

    found = search(model)
    number = {(): 0, ("one",): 1, ("two",): 2}
    for state in range(0, found.states, 97):
        assert found.movers()[state] == number[tuple(model.owners(found.state(state)))]


def test_where_two_have_the_turn_the_mover_is_beyond_all_players() -> None:
    model = Model("both")
    n = model.var("n", range(4), init=0)
    model.turns(one=n < 2, two=(n > 0) & (n < 3))

    @model.action
    def count() -> object:
        return step(when=n < 3, set={n: n + 1})

    found = search(model)
    movers = {found.state(state): found.movers()[state] for state in range(found.states)}
    assert (movers[(0,)], movers[(2,)], movers[(3,)]) == (1, 2, 0)
    assert movers[(1,)] > 2
