"""Plans of teams, played against everything that the others may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from counterpoint import Event, Model, Program, check, step, sync, thread
from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.decide.composed import require_right
from counterpoint.engines.decide.decide import decide
from counterpoint.engines.decide.verdicts import verdict_of
from counterpoint.engines.space.opening import Opening
from counterpoint.errors import Fault
from counterpoint.examples.ttt_model import model as tictactoe
from counterpoint.logic.formula import Team
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.model.parts import Parts
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer, Plan, Position, Verdict
from tests.logic.semantics import Kripke, Move, satisfying

from ..kripkes import Listed, kripkes, without_unowned
from .test_evidence import space_of

PATHS = ("F p", "G p", "(p U q)", "(p W q)", "(p R q)", "(q M p)", "F (p & q)", "G (p | q)")
TEAMS = ("<<one>>", "<<two>>", "[[one]]", "[[one, two]]", "<<one, two>>", "<<>>")


def number_of(state: Any) -> int:
    return int(state[0] if isinstance(state, tuple) else state)


def composed(plan: Plan, of: Kripke) -> Kripke:
    """What is left of a system when a plan is followed; where it is over, nothing more happens."""
    rows = tuple(
        tuple(Move(str(label), to) for label, to in position.steps) or (Move("over", number),)
        for number, position in enumerate(plan.positions)
    )
    numbers = [number_of(position.state) for position in plan.positions]
    props = {
        text: frozenset(n for n, state in enumerate(numbers) if state in true)
        for text, true in of.props.items()
    }
    return Kripke(rows, props)


def leaves_out_what_it_may(plan: Plan, team: frozenset[str], by_team: bool, of: Kripke) -> bool:
    """Whether those who follow a plan can keep all from coming that it leaves out."""
    for position in plan.positions:
        moves = of.steps[number_of(position.state)]
        kept = {
            (str(label).partition("(")[0], number_of(plan.positions[n].state))
            for label, n in position.steps
        }
        left_out = [move for move in moves if (move.label, move.target) not in kept]
        by_chance = any(move.owner is None for move in moves if move not in left_out)
        if by_team and not all(move.owner in team for move in left_out if kept):
            return False
        if not by_team and not by_chance and any(m.owner in team for m in left_out if kept):
            return False
    return True


def some_are_called_alike(of: Kripke) -> bool:
    """Whether in some state a player has steps of one label that lead to several others."""
    return any(
        len({(m.label, m.target) for m in row if m.owner}) > len({m.label for m in row if m.owner})
        for row in of.steps
    )


def is_won(verdict: Verdict, formula: Team, of: Kripke) -> bool:
    """Whether the plan of a verdict shows what it answers; without one nothing has to be done."""
    plan = verdict.plans[0] if verdict.plans else Plan("", (), (Position((0,)),))
    if plan.missing:
        return "steps to several states are called" in plan.missing and some_are_called_alike(of)
    wanted = f"A({formula.of})" if verdict else f"A(!({formula.of}))"
    by_team = formula.enforce is bool(verdict)
    won = satisfying(to_core(parse(wanted)), composed(plan, of))
    return won.issuperset(range(plan.starts)) and leaves_out_what_it_may(
        plan, frozenset(formula.players), by_team, of
    )


@pytest.mark.parametrize("engine", ["explicit", "symbolic", "sweeps", "listed"])
def test_the_plan_of_a_verdict_wins_every_play(engine: str) -> None:
    systems = kripkes().map(without_unowned) if engine == "listed" else kripkes()

    @settings(max_examples=7 if engine in ("listed", "symbolic") else 4, deadline=None)
    @given(kripke=systems)
    def show(kripke: Kripke) -> None:
        if engine == "listed":
            system: Any = Listed(kripke, (0,))
            space: Any = Opening(system, "reachable", "auto", EVERYTHING).space()
        else:
            system, space = space_of(kripke, parse("<<one>> F p"), engine)
        for team in TEAMS:
            for path in PATHS:
                formula = parse(f"{team} {path}")
                verdict = verdict_of("it", decide(formula, space, vacuity=False), system)
                assert isinstance(formula, Team)
                assert bool(verdict) == (0 in satisfying(to_core(formula), kripke))
                assert is_won(verdict, formula, kripke)

    show()


def test_a_plan_can_be_followed_by_its_moves() -> None:
    verdict = check(tictactoe(), "<<player1>> F p1_wins").properties[0]
    (plan,) = verdict.plans
    told = (plan.claim, plan.team, plan.goal, plan.chance)
    assert told == ("[[player1]] G !p1_wins", ("player2",), "G (!p1_wins)", False)
    assert dict(plan.moves)[(1, *[0] * 8, 2)] == "put(4)"
    assert all(isinstance(state, tuple) and state[-1] == 2 for state, _ in plan.moves)


def test_the_run_of_a_verdict_follows_its_plan() -> None:
    verdict = check(tictactoe(), "<<player1>> F p1_wins").properties[0]
    (plan,) = verdict.plans
    assert verdict.trace is not None
    here = 0
    for label, state in verdict.trace.steps:
        (here,) = (to for said, to in plan.positions[here].steps if said == label)
        assert plan.positions[here].state == state


def coins(first: Any = "held") -> Model:
    """One player puts down a coin, or lets it be thrown; it can be put down once it lies."""
    model = Model("coins")
    coin = model.var("coin", ("held", "heads", "tails"), init=first)
    model.turns(one=coin == "held")

    @model.action
    def put() -> Any:
        return step(when=coin == "held", set={coin: "heads"})

    @model.action(owner=None)
    def fall() -> Any:
        return [step(when=coin == "heads", set={coin: "tails"})]

    return model


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_plan_begins_in_every_initial_state(engine: str) -> None:
    verdict = check(coins({"held", "heads"}), "<<one>> F {coin = tails}", engine=engine)
    (plan,) = verdict.properties[0].plans
    assert (plan.starts, [p.state for p in plan.positions[:2]]) == (2, [("held",), ("heads",)])


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_plan_that_leans_on_chance_says_so(engine: str) -> None:
    model = Model("die")
    face = model.var("face", range(3), init=0)

    @model.action(n=(1, 2))
    def fall(n: int) -> Any:
        return step(when=face == 0, set={face: n})

    @model.action(owner="one")
    def lift() -> Any:
        return step(when=face == 2, set={face: 0})

    verdict = check(model, "<<one>> F {face = 2}", engine=engine).properties[0]
    (plan,) = verdict.plans
    assert (plan.team, plan.chance, plan.moves) == ((), True, (((0,), "fall(1)"),))


def test_a_claim_along_a_run_has_its_plan_there() -> None:
    verdict = check(tictactoe(), "EF <<player1>> F p1_wins").properties[0]
    (plan,) = verdict.plans
    assert verdict.trace is not None
    assert plan.positions[0].state == verdict.trace.states[plan.at]
    assert plan.at > 0


def test_each_claim_has_its_own_plan() -> None:
    verdict = check(tictactoe(), "<<player1>> G !p2_wins & <<player2>> G !p1_wins").properties[0]
    assert [plan.team for plan in verdict.plans] == [("player1",), ("player2",)]


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_plan_with_too_many_positions_is_not_listed(engine: str) -> None:
    tuning = Tuning(plan_positions=100)
    found = check(tictactoe(), "<<player2>> G !p1_wins", engine=engine, tuning=tuning)
    verdict = found.properties[0]
    (plan,) = verdict.plans
    assert (plan.positions, plan.missing) == ((), "it has more than 100 positions")
    assert verdict.trace is not None


def test_a_program_is_planned_for_too() -> None:
    go, stop = Event("go"), Event("stop")

    @thread
    def choose() -> Any:
        yield sync(request=[go, stop])
        yield sync(request=[go, stop])

    program = Program(choose(), owners={"me": [go, stop]})
    (plan,) = check(program, "<<me>> F (go & once(stop))").properties[0].plans
    assert [label for _, label in plan.moves] == [stop, go]


def test_steps_that_several_players_call_alike_are_not_planned() -> None:
    model = coins()
    one, other = model.parts.actions
    same = replace(other, label=one.label, owner="two")
    alike = Model.of("alike", replace(model.parts, actions=(one, same)))
    assert isinstance(alike.parts, Parts)
    for engine, missing in (("explicit", ""), ("symbolic", "put is what several players' actions")):
        verdict = check(alike, "<<one, two>> F {coin = tails}", engine=engine).properties[0]
        assert verdict.answer is Answer.HOLDS
        assert verdict.plans[0].missing.startswith(missing)


Spoilt = Callable[[list[Position]], object]


def ends_early(found: list[Position]) -> None:
    found[0] = replace(found[0], steps=())


def forgets_a_reply(found: list[Position]) -> None:
    number = next(n for n, p in enumerate(found) if len(p.steps) > 1)
    found[number] = replace(found[number], steps=found[number].steps[1:])


def leads_elsewhere(found: list[Position]) -> None:
    found[0] = replace(found[0], steps=((found[0].steps[0][0], 0),))


@pytest.mark.parametrize("spoil", [ends_early, forgets_a_reply, leads_elsewhere])
@pytest.mark.parametrize("formula", ["<<player1>> F full", "<<player2>> G !p1_wins"])
def test_a_plan_that_does_not_win_is_a_fault(formula: str, spoil: Spoilt) -> None:
    model = tictactoe()
    space = Opening(model, "reachable", "auto", EVERYTHING).space(parse(formula), steps=True)
    (planned,) = decide(parse(formula), space).planned
    found = list(planned.enforced.plan(planned.starts, planned.most))
    require_right(planned.enforced, found, model)
    spoil(found)
    with pytest.raises(Fault):
        require_right(planned.enforced, found, model)


def test_a_plan_that_goes_round_is_a_fault() -> None:
    kripke = Kripke(
        ((Move("a", 1, "one"), Move("b", 0, "one")), (Move("a", 1),)), {"p": frozenset({1})}
    )
    system = Listed(kripke, (0,))
    space = Opening(system, "reachable", "auto", EVERYTHING).space()
    (planned,) = decide(parse("<<one>> F p"), space).planned
    with pytest.raises(Fault, match="goes round and never gets there"):
        require_right(planned.enforced, [Position(0, "b", (("b", 0),))], system)


def test_steps_that_the_system_does_not_know_are_a_fault() -> None:
    kripke = Kripke(((Move("a", 1, "one"),), (Move("a", 1),)), {"p": frozenset({1})})
    space = Opening(Listed(kripke, (0,)), "reachable", "auto", EVERYTHING).space()
    (planned,) = decide(parse("<<one>> F p"), space).planned
    other = Listed(replace(kripke, steps=((Move("b", 1, "one"),), (Move("a", 1),))), (0,))
    with pytest.raises(Fault, match="are not those of the system"):
        require_right(planned.enforced, planned.enforced.plan(planned.starts, planned.most), other)
