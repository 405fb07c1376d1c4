"""Models: the states and steps that declarations give."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from counterpoint.errors import BadModel, OutOfSort
from counterpoint.model.action import Fairness
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.model.system import REST, System
from counterpoint.terms.expr import all_of, if_
from counterpoint.terms.sort import subsets_of
from counterpoint.terms.text import text_of

from .models import LINES, closure, counter, peterson, reachable, tictactoe

Board = tuple[int, ...]


@pytest.mark.slow
def test_tictactoe_has_the_states_and_transitions_of_zhangs_document() -> None:
    game = tictactoe()
    states = reachable(game)
    assert game.layout.size == 39_366
    assert len(states) == 5_478
    assert sum(len(game.successors(state)) for state in states) == 17_125


@pytest.mark.slow
def test_tictactoe_agrees_with_a_rule_written_by_hand_in_unreachable_states_too() -> None:
    game = tictactoe()
    for rank in range(0, game.layout.size, 7):
        state = game.layout.unrank(rank)
        assert [after for _, after in game.successors(state)] == list(_by_hand(state))


def _by_hand(state: Board) -> Iterator[Board]:
    *board, t = state
    won = any(board[a] == board[b] == board[c] != 0 for a, b, c in LINES)
    if won or 0 not in board:
        yield state
        return
    for k in range(9):
        if board[k] == 0:
            yield (*board[:k], t, *board[k + 1 :], 3 - t)


def test_peterson_has_the_states_of_a_model_written_by_hand() -> None:
    """The steps keep the order of the actions, so they are compared as lists."""
    model = peterson()
    states = reachable(model)
    by_hand = closure(model.initial(), lambda state: _peterson(state))
    assert states == by_hand
    for state in states:
        assert [after for _, after in model.successors(state)] == list(_peterson(state))
    assert not any(state[:2] == ("crit", "crit") for state in states)


def _peterson(state: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    for i in range(2):
        pc, flag, turn = list(state[:2]), list(state[2:4]), state[4]
        if pc[i] == "idle":
            pc[i], flag[i] = "want", True
        elif pc[i] == "want":
            pc[i], turn = "wait", 1 - i
        elif pc[i] == "wait" and (not flag[1 - i] or turn == i):
            pc[i] = "crit"
        elif pc[i] == "crit":
            pc[i], flag[i] = "idle", False
        else:
            continue
        yield (*pc, *flag, turn)


def test_a_model_is_a_system_whose_dead_ends_rest() -> None:
    model = counter()
    assert isinstance(model, System)
    assert list(model.initial()) == [(0,)]
    assert model.successors((1,)) == [("add(1)", (2,)), ("add(2)", (3,))]
    assert model.successors((3,)) == [(REST, (3,))]


def test_the_same_step_is_listed_once() -> None:
    model = Model()
    n = model.var("n", range(2), init=0)

    @model.action(times=range(2))
    def go(times: int) -> list[Step]:
        return [step(set={n: 1}), step(when=n == 0, set={n: 1})]

    assert model.successors((0,)) == [("go(0)", (1,)), ("go(1)", (1,))]


def test_updates_read_the_old_state() -> None:
    model = Model()
    a, b = model.var("a", range(3), init=1), model.var("b", range(3), init=2)

    @model.action
    def swap() -> Step:
        return step(set={a: b, b: a})

    assert model.successors((1, 2)) == [("swap", (2, 1))]


def test_a_target_known_only_in_a_state_updates_the_element_that_it_names() -> None:
    model = Model()
    x = model.array("x", range(3), range(3), init=dict(enumerate([2, 0, 1])))
    at = model.var("at", range(3), init=0)

    @model.action
    def swap() -> Step:
        """The element at `at` with its right neighbour."""
        right = (at + 1) % 3
        return step(set={x[at]: x[right], x[right]: x[at], at: right})

    assert list(model.initial()) == [(2, 0, 1, 0)]
    assert model.successors((2, 0, 1, 0)) == [("swap", (0, 2, 1, 1))]
    assert model.successors((0, 2, 1, 1)) == [("swap", (0, 1, 2, 2))]
    assert model.successors((0, 1, 2, 2)) == [("swap", (2, 1, 0, 0))]


def test_of_two_targets_that_meet_the_later_is_taken() -> None:
    model = Model()
    x = model.array("x", range(2), range(9), init=0)
    i, j = model.var("i", range(2)), model.var("j", range(2))

    @model.action
    def both() -> Step:
        return step(set={x[i]: 3, x[j]: 5})

    assert model.successors((0, 0, 1, 1)) == [("both", (0, 5, 1, 1))]
    assert model.successors((0, 0, 0, 1)) == [("both", (3, 5, 0, 1))]


def test_a_whole_array_can_be_set() -> None:
    model = Model()
    x = model.array("x", range(3), range(3), init=0)

    @model.action
    def fill() -> Step:
        return step(set={x: [1, 2, x[0]]})

    @model.action
    def some() -> Step:
        return step(set={x: {1: 2}})

    assert model.successors((0, 0, 0)) == [("fill", (1, 2, 0)), ("some", (0, 2, 0))]


def test_sets_are_values_too() -> None:
    model = Model()
    seen = model.var("seen", subsets_of(range(3)), init=set())
    at = model.var("at", range(3), init=0)

    @model.action
    def visit() -> Step:
        return step(when=~seen.contains(at), set={seen: seen | {at}, at: (at + 2) % 3})

    start = (frozenset[int](), 0)
    assert list(model.initial()) == [start]
    assert model.successors(start) == [("visit", (frozenset({0}), 2))]
    assert len(reachable(model)) == 4


@pytest.mark.parametrize(
    ("init", "first"),
    [
        ({}, [0, 1, 2]),
        ({"init": 1}, [1]),
        ({"init": [2, 0]}, [0, 2]),
        ({"init": {0, 1}}, [0, 1]),
        ({"init": range(1, 3)}, [1, 2]),
    ],
)
def test_a_variable_begins_as_init_says(init: dict[str, object], first: list[int]) -> None:
    model = Model()
    model.var("n", range(3), **init)
    assert [state[0] for state in model.initial()] == first


@pytest.mark.parametrize(
    ("init", "first"),
    [
        (1, [(1, 1)]),
        ({0, 1}, [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ({"a": 2, "b": {0, 1}}, [(2, 0), (2, 1)]),
        (lambda index: int(index == "b"), [(0, 1)]),
    ],
)
def test_an_array_begins_as_init_says(init: object, first: list[Board]) -> None:
    model = Model()
    model.array("x", "a b", range(3), init=init)
    assert list(model.initial()) == first


def test_start_asks_more_of_the_first_state() -> None:
    model = Model()
    a, b = model.var("a", range(3)), model.var("b", range(3), init=[0, 2])
    model.start(a > b)
    assert list(model.initial()) == [(1, 0), (2, 0)]


def test_owners_come_from_actions_and_turns() -> None:
    model = Model()
    t = model.var("t", range(4), init=0)
    model.turns({"p": t == 0, "q": t >= 2})

    @model.action
    def pass_() -> Step:
        return step(when=t < 3, set={t: t + 1})

    @model.action(owner="judge")
    def stop() -> Step:
        return step(when=t == 2, set={t: 3})

    assert model.players == ("p", "q", "judge")
    assert [model.owners((n,)) for n in range(4)] == [("p",), (), ("q", "judge"), ("q",)]
    assert [model.owner((n,)) for n in range(4)] == ["p", None, None, "q"]


def test_the_processes_own_their_actions() -> None:
    model = peterson()
    assert model.players == ("process0", "process1")
    assert {action.owner for action in model.actions if action.label == "go(1)"} == {"process1"}


def test_actions_are_data() -> None:
    (first, *_) = tictactoe().actions
    assert (first.label, first.name, first.choices) == ("put(0)", "put", (("k", 0),))
    assert [(v.name, text_of(term)) for v, term in first.updates] == [("x[0]", "t"), ("t", "3 - t")]
    assert text_of(first.guard).startswith("(x[0] == 0) & ~((x[0] == 1) & (x[1] == 1)")
    assert first.place is not None
    assert first.place.text == "def put(k: int) -> Step:"


def test_an_action_that_can_never_happen_is_left_out() -> None:
    model = Model()
    n = model.var("n", range(4), init=0)

    @model.action(a=range(4), b=range(4))
    def jump(a: int, b: int) -> Step | list[Step]:
        return [] if a > b else step(when=(a != b, n == a), set={n: b})

    model.weak("jump")
    model.strong("jump(0,0)")
    assert len(model.actions) == 6
    assert [len(fair.labels) for fair in model.fairness] == [6]


def test_fairness_is_by_name_or_label() -> None:
    model = counter()
    model.weak("add")
    model.strong("add(1)")
    assert model.fairness == (Fairness(False, ("add(1)", "add(2)")), Fairness(True, ("add(1)",)))


def test_requirements_and_progress_are_kept() -> None:
    model = Model()
    n = model.var("n", range(4), init=0)
    model.progress(2 * n)
    model.requires({"ends well": "F n=3"}, small="G n<4")
    assert model.requirements == {"ends well": "F n=3", "small": "G n<4"}
    assert model.parts.progress is not None
    assert text_of(model.parts.progress) == "2 * n"


def test_a_state_is_written_and_read_by_names() -> None:
    game = tictactoe()
    state = game.state(x=(1, 2, 0, 0, 0, 0, 0, 0, 0), t=1)
    assert state == (1, 2, 0, 0, 0, 0, 0, 0, 0, 1)
    assert game.values(state) == {"x": state[:9], "t": 1}
    assert game.state(x=dict(enumerate(state[:9])), t=1) == state
    assert game.show(state) == {"x": "[1, 2, 0, 0, 0, 0, 0, 0, 0]", "t": "1"}


def test_other_values_are_shown_by_their_index() -> None:
    model = Model()
    model.array("lamp", "left right", bool)
    model.var("seen", subsets_of("a b"))
    state = model.state(lamp={"left": True, "right": False}, seen={"b", "a"})
    assert model.show(state) == {"lamp": "{left: true, right: false}", "seen": "{a, b}"}


def test_a_state_that_is_none_is_refused() -> None:
    game = tictactoe()
    with pytest.raises(BadModel, match="a state has no variable y; it has x, t"):
        game.state(y=0)
    with pytest.raises(BadModel, match="a state needs a value for t too"):
        game.state(x=[0] * 9)
    with pytest.raises(BadModel, match="x is an array of 9: give as many values"):
        game.state(x=[0] * 8, t=1)
    with pytest.raises(BadModel, match=r"x is given for \(0\), and its indices are 0\.\.8"):
        game.state(x={0: 1}, t=1)
    with pytest.raises(OutOfSort, match=r"x\[8\] is 3, which is not in 0\.\.2"):
        game.state(x=[0] * 8 + [3], t=1)


def test_a_step_out_of_the_sort_of_a_variable_is_an_error() -> None:
    model = Model()
    x = model.array("x", range(2), range(3), init=0)

    @model.action(i=range(2))
    def grow(i: int) -> Step:
        return step(set={x[i]: x[i] + 1})

    with pytest.raises(
        OutOfSort,
        match=r"action grow\(1\): x\[1\] would be 3, which is not in 0\.\.2; "
        r"in the state x = \[0, 2\]\n.*test_model\.py:\d+\n    def grow",
    ):
        model.successors((0, 2))


def test_a_state_says_what_is_in_the_way_of_each_action() -> None:
    game = tictactoe()
    first, second, *_, last = game.explain(game.state(x=(1, 0, 0, 0, 0, 0, 0, 0, 0), t=2))
    assert not first.enabled
    assert [text_of(part) for part in first.unmet] == ["x[0] == 0"]
    assert second.enabled
    assert not second.unmet
    assert (last.action.label, last.enabled) == ("stay", False)


def test_a_model_can_be_walked_while_choices_have_names() -> None:
    model = Model("lights")
    colour = model.array("colour", "north east", "red green", init="red")

    @model.action(at=["north", "east"])
    def turn(at: str) -> Step:
        others = all_of(colour[o] == "red" for o in ("north", "east") if o != at)
        change = if_(colour[at] == "red", "green", "red")
        return step(when=others, set={colour[at]: change})

    assert [label for label, _ in model.successors(("red", "red"))] == ["turn(north)", "turn(east)"]
    assert len(reachable(model)) == 3


def test_initial_states_that_are_put_first_come_first_and_the_others_in_their_order() -> None:
    model = Model("grid")
    x, y = model.var("x", range(3)), model.var("y", range(3))
    model.start(x + y <= 2)
    usual = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]
    model.first(x == 1)
    model.first(y <= 1)
    assert list(model.initial()) == [(1, 0), (1, 1), *(s for s in usual if s[0] != 1)]


def test_putting_states_first_that_are_not_initial_changes_nothing() -> None:
    model = Model("short")
    x = model.var("x", range(3), init=[0, 2])
    model.first(x == 1)
    assert list(model.initial()) == [(0,), (2,)]


def test_a_state_begins_where_it_is_among_the_initial_ones() -> None:
    model = Model("grid")
    x = model.var("x", range(3))
    model.var("y", [0, "one"], init=0)
    model.start(x != 1)
    initial = set(model.initial())
    every = [(a, b) for a in range(3) for b in (0, "one")]
    assert {state for state in every if model.begins(state)} == initial == {(0, 0), (2, 0)}
    assert not any(model.begins(wrong) for wrong in [(3, 0), (0,), (False, 0), "00"])  # type: ignore[arg-type]
