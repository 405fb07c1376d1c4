"""The figures of document 004, for all encoded states and for those that are reached."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from counterpoint import StateSpace, advice, check, solve
from counterpoint.engines.disagreement import Disagreement, disagreement
from counterpoint.examples import ttt_model
from counterpoint.examples.ttt_model import ATL, BOUNDED, MU

THREAT = (1, 2, 0, 0, 0, 0, 0, 0, 0, 1)


@cache
def space(variant: str = "model", over: str = "all") -> StateSpace:
    return StateSpace(getattr(ttt_model, variant)(), over=over)


def differ(variant: str, formula: str) -> Disagreement:
    return disagreement(space().where(formula), space(variant).where(formula))


def test_a_state_has_the_number_that_the_document_gives_it() -> None:
    game = ttt_model.model()
    assert game.layout.size == 39_366
    for state in (game.state(x=[0] * 9, t=1), THREAT, game.state(x=[0, 2, 1] * 3, t=2)):
        *x, t = state
        number = 3**9 * (t - 1) + sum(3**j * x[j] for j in range(9))
        assert game.layout.rank(state) == number


@pytest.mark.parametrize("formulation", [ATL, MU, BOUNDED], ids=["ATL", "mu", "bounded CTL"])
@pytest.mark.parametrize(
    ("over", "first", "second"), [("all", 18_607, 18_607), ("reachable", 2_936, 1_474)]
)
def test_all_formulations_find_the_same_winning_states(
    formulation: Any, over: Any, first: Any, second: Any
) -> None:
    states = space(over=over)
    won = [states.where(formulation[player]) for player in (1, 2)]
    assert [len(of) for of in won] == [first, second]
    assert won == [states.where(ATL[player]) for player in (1, 2)]


@pytest.mark.parametrize(
    ("over", "states", "lines", "neither", "both"),
    [("all", 39_366, (8_870, 8_870), 2_776, 624), ("reachable", 5_478, (626, 316), 1_068, 0)],
)
def test_how_many_states_have_a_line_and_how_many_are_won_by_neither_or_both(
    over: Any, states: Any, lines: Any, neither: Any, both: Any
) -> None:
    one, two = (space(over=over).where(ATL[player]) for player in (1, 2))
    assert one.space.states == states
    assert (len(~one & ~two), len(one & two)) == (neither, both)
    assert tuple(len(space(over=over).where(f"p{n}_wins")) for n in (1, 2)) == lines


def test_the_start_is_won_by_nobody_and_an_edge_beside_the_corner_by_player_1() -> None:
    one, two = (space(over="reachable").where(ATL[player]) for player in (1, 2))
    start = next(ttt_model.model().initial())
    assert start not in one
    assert start not in two
    assert THREAT in one


def test_a_check_counts_the_loops_and_says_that_nobody_can_force_a_win() -> None:
    verdicts = check(ttt_model.model())
    assert (verdicts.states, verdicts.transitions) == (5_478, 17_125)
    assert [verdict.name for verdict in verdicts if not verdict] == ["player 1 can force a win"]


@pytest.mark.parametrize("over", ["reachable", "all"])
def test_as_a_game_it_has_the_same_winning_states_and_strategies_that_win(over: Any) -> None:
    solution = solve(ttt_model.model(), player="player1", goal="p1_wins", over=over)
    assert len(solution.winning) == len(space(over=over).where(ATL[1]))
    assert not solution
    assert solution.verify()


def test_the_documents_player_wins_from_its_example_in_four_steps() -> None:
    game = ttt_model.model()
    won = {f"player{n}": space(over="reachable").where(ATL[n]) for n in (1, 2)}
    given = advice(game, THREAT, won)
    assert {str(option.label) for option in given.moves if option.rank == 1} == {
        "put(3)",
        "put(4)",
        "put(6)",
    }


@pytest.mark.slow
def test_grids_counted_from_one_leave_a_grid_empty_for_ever() -> None:
    found = differ("from_one", ATL[1])
    assert (found.both, found.first_only, found.second_only) == (17_423, 1_184, 18)
    assert not space("from_one", "reachable").where("{x[0] != 0}")


@pytest.mark.slow
def test_with_the_loops_negated_nothing_moves_before_the_end() -> None:
    found = differ("negated", ATL[1])
    assert (found.both, found.first_only, found.second_only) == (8_870, 9_737, 918)
    assert check(ttt_model.negated(), "deadlock").states == 1


@pytest.mark.slow
def test_without_loops_won_states_rest_and_nobody_wins_more_or_less() -> None:
    assert check(ttt_model.model(), "deadlock")
    verdicts = check(ttt_model.without_loops(), "deadlock")
    assert not verdicts
    assert verdicts.trace is not None
    assert (verdicts.states, len(verdicts.trace.events)) == (5_478, 5)
    assert differ("without_loops", ATL[1]).same


def test_winning_states_overlap_only_where_no_game_leads() -> None:
    both = f"({ATL[1]}) & ({ATL[2]})"
    assert len(space().where(both)) == 624
    assert not space(over="reachable").where(both)


def test_the_symbolic_engine_counts_the_same() -> None:
    for over in ("all", "reachable"):
        states = StateSpace(ttt_model.model(), over=over, engine="symbolic")
        assert len(states.where(MU[2])) == len(space(over=over).where(ATL[2]))


def test_a_state_is_drawn_as_a_board() -> None:
    assert ttt_model.model().picture(THREAT) == "X O .\n. . .\n. . .  t = 1"
