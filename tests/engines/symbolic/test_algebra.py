"""Steps and attractors of symbolic spaces, compared with brute force."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.symbolic.algebra import SymbolicAlgebra
from counterpoint.engines.symbolic.diagram import Diagram
from counterpoint.engines.symbolic.explore import Over, explore
from counterpoint.engines.symbolic.region import DiagramRegion
from counterpoint.errors import NotAGame, Refused, UnknownAtom
from counterpoint.logic.core import Kind, Step, Truth
from counterpoint.model.model import Model
from counterpoint.model.step import Step as Alternative
from counterpoint.model.step import step
from counterpoint.terms.term import Term

from .brute_force import Brute, States
from .games import line_game, philosophers, taking
from .models import PLAYERS, conditions, models
from .trying import often

TEAMS = [frozenset[str](), frozenset({"P"}), frozenset({"Q"}), frozenset(PLAYERS)]


class Pair:
    """A model asked symbolically and by brute force."""

    def __init__(self, model: Model, over: Over, backend: str) -> None:
        self.brute = Brute(model, over)
        self.space = explore(model, over=over, backend=backend)
        self.algebra = SymbolicAlgebra(self.space)

    def where(self, term: Term) -> tuple[States, DiagramRegion]:
        machine = self.space.machine
        return self.brute.where(term), self.region(machine.translator.truth(term))

    def region(self, diagram: Diagram) -> DiagramRegion:
        return DiagramRegion(self.space, diagram & self.space.everything)


games = models(game=True)
overs: st.SearchStrategy[Over] = st.sampled_from(("reachable", "all"))


@pytest.mark.slow
def test_steps_are_those_of_brute_force(backend: str) -> None:
    @often(backend)
    @given(st.one_of(games, models()), overs, conditions())
    def agree(model: Model, over: Over, goal: Term) -> None:
        pair = Pair(model, over, backend)
        states, region = pair.where(goal)
        for kind in (Kind.SOME, Kind.ALL):
            found = pair.algebra.step(kind, region, None, frozenset())
            assert set(found) == pair.brute.step(kind, states)
        for label in ("go", "put", "put(1)", "rest", "unknown"):
            found = pair.algebra.step(Kind.SOME, region, label, frozenset())
            assert set(found) == pair.brute.labelled(label, states)
            found = pair.algebra.step(Kind.ALL, region, label, frozenset())
            outside = pair.brute.labelled(label, pair.brute.states - states)
            assert set(found) == pair.brute.states - outside

    agree()


@pytest.mark.slow
def test_a_team_forces_what_brute_force_says(backend: str) -> None:
    @often(backend)
    @given(st.one_of(games, models()), overs, conditions(), st.sampled_from(TEAMS))
    def agree(model: Model, over: Over, goal: Term, team: frozenset[str]) -> None:
        pair = Pair(model, over, backend)
        assume(team <= set(model.players) and not pair.brute.contested())
        states, region = pair.where(goal)
        for kind in (Kind.FORCE, Kind.ALLOW):
            found = pair.algebra.step(kind, region, None, team)
            assert set(found) == pair.brute.step(kind, states, team)

    agree()


@pytest.mark.slow
def test_attractors_are_those_of_brute_force(backend: str) -> None:
    @often(backend)
    @given(st.one_of(games, models()), overs, conditions(), conditions(), st.sampled_from(TEAMS))
    def agree(model: Model, over: Over, hold: Term, goal: Term, team: frozenset[str]) -> None:
        pair = Pair(model, over, backend)
        may_force = team <= set(model.players) and not pair.brute.contested()
        holding, goals = pair.where(hold), pair.where(goal)
        for kind in Kind:
            if kind in (Kind.SOME, Kind.ALL) or may_force:
                found = pair.algebra.until(kind, team, holding[1], goals[1])
                assert set(found) == pair.brute.until(kind, team, holding[0], goals[0])

    agree()


@pytest.mark.slow
def test_where_two_players_can_choose_there_is_no_game(backend: str) -> None:
    @often(backend)
    @given(models())
    def agrees(model: Model) -> None:
        pair = Pair(model, "reachable", backend)
        everything = pair.algebra.everything
        if pair.brute.contested():
            with pytest.raises(NotAGame, match="two players can choose in the state"):
                pair.algebra.step(Kind.FORCE, everything, None, frozenset())
        else:
            assert pair.algebra.step(Kind.FORCE, everything, None, frozenset()) == everything

    agrees()


def test_regions_are_sets_of_states(backend: str) -> None:
    @often(backend, 0.5)
    @given(models(), conditions(), conditions())
    def agree(model: Model, one: Term, other: Term) -> None:
        pair = Pair(model, "reachable", backend)
        (a, f), (b, g) = pair.where(one), pair.where(other)
        every = pair.brute.states
        combined = [frozenset(part) for part in (f & g, f | g, f - g, ~f)]
        assert combined == [a & b, a | b, a - b, every - a]
        assert (f == g, bool(f), f.count()) == (a == b, bool(a), len(a))
        assert all((state in f) == (state in a) for state in every)
        if a:
            assert f.sample(random.Random(1)) in a

    agree()


def test_what_is_no_state_is_in_no_region() -> None:
    algebra = SymbolicAlgebra(explore(philosophers(2)))
    assert ("thinks", "thinks", False, False) in algebra.initial
    assert ("sleeps", "thinks", False, False) not in algebra.everything
    assert repr(algebra.initial) == "DiagramRegion(1 states)"
    assert algebra.nothing.count() == 0


@pytest.mark.parametrize(
    ("board", "over", "figures"),
    [
        ((3, 3, 3), "reachable", (2_936, 1_474)),
        ((3, 3, 3), "all", (18_607, 18_607)),
        ((4, 3, 3), "reachable", (66_708, 42_205)),
        pytest.param((4, 4, 4), "reachable", (2_304_458, 1_386_364), marks=pytest.mark.slow),
    ],
)
def test_winning_states_of_games_are_known(
    board: tuple[int, int, int], over: Over, figures: tuple[int, int]
) -> None:
    algebra = SymbolicAlgebra(explore(line_game(*board), over=over))
    winning = [
        algebra.until(Kind.FORCE, frozenset({f"P{p}"}), algebra.everything, algebra.prop(f"won{p}"))
        for p in (1, 2)
    ]
    assert tuple(region.count() for region in winning) == figures
    if over == "reachable":
        assert not winning[0] & winning[1]


@pytest.mark.parametrize("kind", list(Kind))
def test_steps_may_jump_over_layers(kind: Kind, backend: str) -> None:
    pair = Pair(taking(9), "reachable", backend)
    assert len(pair.space.layers) == 10
    team = frozenset({"me"})
    goal = pair.algebra.prop("left = 0 & turn = you")
    found = pair.algebra.until(kind, team, pair.algebra.everything, goal)
    assert set(found) == pair.brute.until(kind, team, pair.brute.states, frozenset(goal))
    if kind is Kind.FORCE:
        assert found == pair.algebra.prop("left % 4 != 0 & turn = me | left % 4 = 0 & turn = you")


def test_atoms_are_expressions_and_enabled_actions() -> None:
    algebra = SymbolicAlgebra(explore(philosophers(3)))
    dead = algebra.prop("at[0] = waits & at[1] = waits & at[2] = waits")
    assert dead.count() == 1
    assert ~algebra.prop("enabled(left)") & ~algebra.prop("enabled(right)") & dead == dead
    assert not algebra.prop("enabled(drop(2))") & dead
    with pytest.raises(UnknownAtom):
        algebra.prop("nonsense")


def test_an_unknown_player_is_named() -> None:
    algebra = SymbolicAlgebra(explore(line_game(2, 2, 2)))
    with pytest.raises(NotAGame, match="there is no player 'X'; there are P1, P2"):
        algebra.step(Kind.FORCE, algebra.everything, None, frozenset({"X"}))


def test_nothing_is_said_when_states_are_missing() -> None:
    space = explore(philosophers(10), limits=Limits(states=100))
    algebra = SymbolicAlgebra(space)
    some = algebra.initial
    asks: list[Callable[[], object]] = [
        lambda: algebra.step(Kind.SOME, some, None, frozenset()),
        lambda: algebra.until(Kind.SOME, frozenset(), some, some),
    ]
    for ask in asks:
        with pytest.raises(Refused, match="not all states are known: the limit of 100 states"):
            ask()


def test_teams_under_fairness_are_refused_beforehand() -> None:
    model = Model("tap")
    on = model.var("on", bool, init=False)

    @model.action(owner="P")
    def turn() -> Alternative:
        return step(set={on: ~on})

    model.weak("turn")
    algebra = SymbolicAlgebra(explore(model))
    assert algebra.refusal(Step(Kind.SOME, Truth(True))) is None
    asked = Step(Kind.FORCE, Truth(True), None, frozenset({"P"}))
    assert "is not decided under fairness" in str(algebra.refusal(asked))
