"""Parity games as targets: who wins, compared with two solvers by the definition."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from counterpoint import check
from counterpoint.engines.base.task import Task
from counterpoint.engines.decide.parity import SolvedParity, priorities_of, solved_parity
from counterpoint.engines.graph.attractor import NO_MOVE
from counterpoint.engines.graph.board import board_of
from counterpoint.engines.graph.promotion import Promotion
from counterpoint.engines.graph.zielonka import Zielonka
from counterpoint.engines.space.opening import Opening
from counterpoint.errors import Misuse, NotAGame
from counterpoint.model.property import WinsParity
from counterpoint.parity.game import ParityGame
from counterpoint.parity.read import Node, ParityArena, read_arena
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer
from tests.parity.arenas import random_arena, won_by_measures, won_by_strategies, written
from tests.share import share


def solved(arena: ParityArena, tuning: Tuning = USUAL) -> SolvedParity:
    game = ParityGame(arena)
    return solved_parity(game, Opening(game, "reachable", "auto", Task(tuning=tuning)).graph())


def won(arena: ParityArena, tuning: Tuning = USUAL) -> set[int]:
    found = solved(arena, tuning)
    return {number for number in arena.nodes if found.win.region[found.graph.number(number)]}


@pytest.mark.parametrize("seed", range(share(150)))
def test_small_games_are_won_as_all_strategies_say(seed: int) -> None:
    rng = random.Random(seed)
    arena = random_arena(rng, rng.randrange(1, 6), rng.randrange(1, 6))
    assert won(arena) == won_by_strategies(arena) == won_by_measures(arena)


TURNS = Tuning(parity_rounds=0)
"""The ways to solve a game take turns from the first round on."""


@pytest.mark.parametrize("seed", range(share(60)))
@pytest.mark.parametrize("tuning", [USUAL, TURNS], ids=["usual", "turns"])
def test_larger_games_are_won_as_progress_measures_say(seed: int, tuning: Tuning) -> None:
    rng = random.Random(seed)
    arena = random_arena(rng, rng.randrange(5, 60), rng.randrange(1, 9))
    assert won(arena, tuning) == won_by_measures(arena)


@pytest.mark.parametrize("seed", range(share(100)))
@pytest.mark.parametrize("solver", [Zielonka, Promotion])
def test_each_way_to_solve_a_game_is_right_or_gives_up(
    seed: int, solver: type[Zielonka] | type[Promotion]
) -> None:
    rng = random.Random(seed)
    arena = random_arena(rng, rng.randrange(1, 60), rng.randrange(1, 12))
    found = solved(arena)
    board = board_of(found.graph, frozenset({"0"}))
    priorities = priorities_of(found.graph, found.system)
    given = solver(board, priorities, 100_000).solve()
    assert given is not None
    assert (given == found.win.region).all()
    assert solver(board, priorities, 0).solve() is None


@pytest.mark.parametrize("seed", range(share(60)))
@pytest.mark.parametrize("tuning", [USUAL, TURNS], ids=["usual", "turns"])
def test_answers_pass_a_full_audit_and_are_those_of_the_start(seed: int, tuning: Tuning) -> None:
    rng = random.Random(seed)
    arena = random_arena(rng, rng.randrange(1, 20), 5, start=rng.random() < 0.7)
    (verdict,) = check(ParityGame(arena), audit="all", tuning=tuning)
    starts = arena.nodes.keys() if arena.start is None else {arena.start}
    assert verdict.name == "0 wins"
    assert bool(verdict) is (starts <= won_by_measures(arena))
    assert verdict.audited is not None
    assert verdict.audited.passed
    assert verdict.audited.unchecked == ()
    if not verdict:
        assert verdict.trace is not None
        assert verdict.trace.loop is not None
        around = verdict.trace.states[verdict.trace.loop :]
        assert max(arena.nodes[each].priority for each in around) % 2 == 1  # type: ignore[index]


@pytest.mark.parametrize("seed", range(share(60)))
@pytest.mark.parametrize("header", [True, False])
def test_a_game_that_is_written_is_read_back(seed: int, header: bool) -> None:
    arena = random_arena(random.Random(seed), 30, 9, start=seed % 2 == 0)
    assert read_arena(written(arena, header=header)) == arena


def test_there_may_be_as_many_priorities_as_nodes() -> None:
    nodes = {n: Node(n, n % 2, (n - 1, min(n + 1, 1199)) if n else (0, 1)) for n in range(1200)}
    assert won(ParityArena(nodes)) == won_by_measures(ParityArena(nodes))


def test_priorities_may_be_very_large() -> None:
    assert won(ParityArena({0: Node(10**17, 0, (0,)), 1: Node(10**17 + 1, 0, (1,))})) == {0}


def test_a_node_is_called_by_its_name_if_no_other_is() -> None:
    nodes = {0: Node(1, 0, (1, 2, 3), "a"), 1: Node(1, 0, (0,), "b"), 2: Node(1, 0, (0,), "b")}
    game = ParityGame(ParityArena({**nodes, 3: Node(2, 1, (3,), "1")}))
    assert game.successors(0) == [("1", 1), ("2", 2), ("3", 3)]
    assert game.successors(1) == [("a", 0)]
    assert (game.parse_state("a"), game.parse_state("2"), game.parse_state("x")) == (0, 2, None)


def test_formulas_ask_about_priorities_and_owners() -> None:
    game = ParityGame(ParityArena({0: Node(1, 0, (1,)), 1: Node(4, 1, (1,))}, start=0))
    assert check(game, "F {priority = 4}", "F G {owner = 1}", "{owner = 0}")


def test_only_parity_games_have_winners_by_parity() -> None:
    from counterpoint.examples.nim import model
    from counterpoint.examples.tictactoe import program

    for target in (model(), program):
        with pytest.raises(Misuse) as wrong:
            check(target, WinsParity("0"))
        assert str(wrong.value) == (
            "[CP100] 0 wins is asked of parity games, and this target has no priorities"
        )
    with pytest.raises(NotAGame) as nobody:
        check(ParityGame(ParityArena({0: Node(0, 0, (0,))})), WinsParity("2"))
    assert str(nobody.value) == "[CP600] there is no player '2'; there are 0, 1"


def test_a_game_that_is_not_known_to_its_end_stays_open() -> None:
    nodes = {n: Node(n % 3, n % 2, (n + 1, 0)) for n in range(99)}
    game = ParityGame(ParityArena({**nodes, 99: Node(0, 0, (0,))}, start=0))
    (verdict,) = check(game, limit_states=10)
    assert verdict.answer is Answer.UNKNOWN
    assert "10" in verdict.reason


def wrongly(change: Callable[[SolvedParity], None]) -> str:
    """What the audit says of a solution that was changed."""
    from counterpoint.audit.reference import Reference
    from counterpoint.audit.wrong import Wrong
    from counterpoint.certificate import Seen

    nodes = {
        0: Node(2, 0, (1, 2)), 1: Node(3, 1, (0, 1)), 2: Node(4, 1, (0,)), 3: Node(5, 0, (3, 4)),
        4: Node(6, 0, (3,)),
    }  # fmt: skip
    found = solved(ParityArena(nodes))
    change(found)
    (claim,) = found._checks(Reference(found.system))
    try:
        for number in nodes:
            claim.examine(Seen(number))
    except Wrong as wrong:
        return wrong.what
    assert claim.unchecked == {}
    return ""


def test_the_audit_accepts_what_is_right() -> None:
    assert wrongly(lambda found: None) == ""


def test_the_audit_finds_a_region_that_is_wrong() -> None:
    def change(found: SolvedParity) -> None:
        found.win.region[found.graph.number(0)] ^= True

    assert wrongly(change) == "a step leaves the states that its player is said to win"


def test_the_audit_finds_a_strategy_with_a_gap() -> None:
    def change(found: SolvedParity) -> None:
        found.win.moves[:] = NO_MOVE

    assert wrongly(change) == "the strategy has no step in a state that its player wins"


def test_the_audit_finds_a_region_that_is_left() -> None:
    def change(found: SolvedParity) -> None:
        found.win.region[found.graph.number(2)] ^= True

    assert wrongly(change) == "a step leaves the states that its player is said to win"


def test_the_audit_finds_a_strategy_that_goes_round_in_the_wrong_way() -> None:
    def change(found: SolvedParity) -> None:
        first = int(found.graph.edges.start[found.graph.number(3)])
        found.win.moves[found.graph.number(3)] = first

    assert wrongly(change) == "a play is won by the other player than is said"
