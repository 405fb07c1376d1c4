"""The states of a model, found symbolically."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Progress
from counterpoint.engines.symbolic.explore import Over, explore
from counterpoint.engines.symbolic.region import DiagramRegion
from counterpoint.errors import OutOfSort
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.stopped import INTERRUPTED

from .brute_force import Brute, Outside
from .games import counters, line_game, philosophers
from .models import models
from .trying import often


@pytest.mark.slow
@pytest.mark.parametrize("over", ["reachable", "all"])
def test_it_finds_the_states_that_brute_force_finds(over: Over, backend: str) -> None:
    @often(backend)
    @given(st.booleans().flatmap(lambda game: models(game=game)))
    def finds(model: Model) -> None:
        brute = Brute(model, over)
        space = explore(model, over=over, backend=backend)
        assert not space.stopped
        assert space.states == len(brute.states)
        assert set(DiagramRegion(space, space.everything)) == brute.states
        assert space.transitions in (None, brute.transitions)

    finds()


@pytest.mark.slow
def test_a_step_out_of_a_sort_is_found_where_brute_force_finds_it(backend: str) -> None:
    @often(backend)
    @given(models(bold=True))
    def agrees(model: Model) -> None:
        try:
            Brute(model)
        except Outside:
            with pytest.raises(OutOfSort):
                explore(model, backend=backend)
        else:
            assert not explore(model, backend=backend).stopped

    agrees()


def test_a_step_out_of_a_sort_is_told_with_its_state() -> None:
    model = Model("counter")
    n = model.var("n", range(3), init=0)

    @model.action
    def add() -> Step:
        return step(set={n: n + 1})

    with pytest.raises(OutOfSort, match=r"add: n would be 3.*0\.\.2.*n = 2"):
        explore(model)


@pytest.mark.parametrize(
    ("board", "states", "transitions"),
    [((3, 3, 3), 5_478, 16_167), ((4, 3, 3), 111_973, 391_062)],
)
def test_the_states_of_games_are_known(
    board: tuple[int, int, int], states: int, transitions: int
) -> None:
    space = explore(line_game(*board))
    assert (space.states, space.transitions) == (states, transitions)
    assert space.engine == f"symbolic, OxiDD, {board[0] * board[1] + 1} layers"


def test_all_states_that_can_be_written_are_counted() -> None:
    assert explore(line_game(3, 3, 3), over="all").states == 39_366


@pytest.mark.parametrize(("count", "states"), [(5, 82), (8, 1_154), (10, 6_726), (15, 551_614)])
def test_the_states_of_dining_philosophers_are_known(count: int, states: int) -> None:
    space = explore(philosophers(count))
    assert space.states == states
    assert space.layers == ()


def test_numbers_that_no_float_holds_are_exact() -> None:
    assert explore(counters(40, 2)).states == 3**40


def test_a_false_promise_of_progress_is_given_up() -> None:
    model = Model("clock")
    n = model.var("n", range(4), init=0)
    model.progress(n)

    @model.action
    def tick() -> Step:
        return step(set={n: (n + 1) % 4})

    space = explore(model)
    assert (space.states, space.layers) == (4, ())


def test_steps_within_a_layer_are_followed_to_their_end() -> None:
    model = Model("stairs")
    n, m = model.var("n", range(4), init=0), model.var("m", range(4), init=0)
    model.progress(n)

    @model.action
    def up() -> Step:
        return step(when=(n < 3) & (m == 3), set={n: n + 1, m: 1})

    @model.action
    def along() -> Step:
        return step(set={m: (m + 1) % 4})

    space = explore(model)
    assert (space.states, len(space.layers)) == (16, 4)
    assert all(layer.inner for layer in space.layers)


def test_a_limit_of_states_ends_the_search() -> None:
    space = explore(philosophers(10), limits=Limits(states=1_000))
    assert space.stopped == "the limit of 1,000 states was reached"
    assert 1_000 < space.states <= 6_726


def test_a_limit_of_memory_ends_the_search() -> None:
    space = explore(line_game(4, 3, 3), limits=Limits(memory=3 << 16))
    assert space.stopped == "the decision diagrams need more memory than the limit of 192.0 KB"


def test_garbage_is_collected_before_the_search_gives_up() -> None:
    roomy = explore(line_game(4, 3, 3))
    tight = explore(line_game(4, 3, 3), limits=Limits(memory=3 << 19))
    assert tight.states == roomy.states
    assert tight.machine.on.manager.nodes() < roomy.machine.on.manager.nodes()


def test_ctrl_c_keeps_what_was_found() -> None:
    def press(so_far: Progress) -> None:
        if so_far.states > 100:
            raise KeyboardInterrupt

    space = explore(philosophers(10), watch=press)
    assert space.stopped == INTERRUPTED
    assert 100 < space.states <= 6_726
