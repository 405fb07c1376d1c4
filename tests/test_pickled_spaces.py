"""Sets of states, spaces and solutions are pickled with what was found, and go on elsewhere."""

from __future__ import annotations

import copy
import operator
import pickle
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from counterpoint import DifferentRun, Misuse, Model, Program, Refused, StateSpace, solve, step
from counterpoint.examples import hot_cold, nim, peterson, tictactoe
from counterpoint.model.network import Network
from counterpoint.target import find_target

from .implementation.programs import crossing, nested
from .pickled_programs import changing, many
from .tunings import TINY

ASKED = {
    "hot_cold": ("enabled(HOT)", "EF once(COLD)"),
    "delivery": ("EX true", "hot"),
    "nim": ("EF p1_wins", "AG !p2_wins"),
    "peterson": ("critical0", "EF critical1"),
    "StrategicTicTacToe": ("EX true", "AX EX true"),
    "tictactoe.led": ("EX true", "AX EX true"),
    "ttt": ("EX true", "turn = 1"),
    "ttt_model": ("p1_wins", "<<player1>> F p1_wins"),
    "best_play": ("x[4] = 1", "EF x[0] = 2"),
}
"""Two questions for each target: one is asked before it is pickled, one afterwards."""


def again(made: Any) -> Any:
    return pickle.loads(pickle.dumps(made))


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
@pytest.mark.parametrize("name", ASKED)
def test_a_space_has_the_same_sets(name: str, copied: Any) -> None:
    before, afterwards = ASKED[name]
    space = StateSpace(find_target(name))
    found = space.where(before)
    made, its = copied((space, found))
    assert list(its) == list(found)
    assert its.shown() == found.shown()
    assert its.sample(5, seed=3) == found.sample(5, seed=3)
    assert made.where(before) == its
    assert list(made.where(afterwards)) == list(space.where(afterwards))


@pytest.mark.parametrize("tuning", [None, TINY])
@pytest.mark.parametrize("over", ["reachable", "all"])
@pytest.mark.parametrize("engine", ["explicit", "symbolic", "cudd"])
def test_every_engine_keeps_its_sets(engine: str, over: str, tuning: Any) -> None:
    options = {} if tuning is None else {"tuning": tuning}
    space = StateSpace(peterson.model(), engine=engine, over=over, **options)
    one, other = space.where("critical0"), space.where("EF critical1")
    made, its, others = again((space, one, other))
    assert (set(its), set(others)) == (set(one), set(other))
    assert len(its & others) == len(one & other)
    assert len(its - others) == len(one - other)
    assert set(~its) == set(~one)
    assert its <= others
    assert made.where("critical0 | critical1") >= its


def test_states_that_were_found_are_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    programs, models = StateSpace(hot_cold.program), StateSpace(nim.model())
    programs.where("enabled(HOT)")
    models.where("EF p1_wins")
    symbolic = StateSpace(nim.model(), engine="symbolic")
    symbolic.where("EF p1_wins")
    made = again([programs, models, symbolic])
    for room in ("search.making", "search.compiled.search", "space.symbolicspace"):
        module = sys.modules[f"counterpoint.engines.{room}"]
        for searches in ("graph_of_system", "search", "explore"):
            monkeypatch.setattr(module, searches, None, raising=False)
    monkeypatch.setattr("counterpoint.engines.space.opening.explore", None)
    assert made[0].where("enabled(COLD)")
    assert made[1].where("AG !p2_wins")
    assert made[2].where("AG !p2_wins")


def test_sets_that_record_the_past_can_be_combined_with_later_ones() -> None:
    for target, asked in ((nim.model(), "once(take(0,0))"), (hot_cold.program, "once(COLD)")):
        space = StateSpace(target)
        found = space.where(asked)
        made, its = again((space, found))
        assert its.note == found.note
        assert list(its) == list(found)
        assert made.where(asked) == its
        assert len(made.where(f"!{asked}") | its) == len(space.where(f"!{asked}") | found)


def test_a_set_takes_its_space_along() -> None:
    found = StateSpace(nim.model()).where("p1_wins")
    made = again(found)
    assert list(made) == list(found)
    assert made.space.states == found.space.states
    assert len(made | ~made) == len(found | ~found)
    assert made.audited == found.audited


def test_sets_of_different_pickles_are_sets_of_different_spaces() -> None:
    found = StateSpace(nim.model()).where("p1_wins")
    one, other = again(found), again(found)
    for mine, its in ((one, other), (found, one)):
        for mix in (operator.and_, operator.or_, operator.sub, operator.eq, operator.le):
            with pytest.raises(Misuse, match="only sets from one space can be combined"):
                mix(mine, its)
    one, other = again((found, ~found))
    assert one.isdisjoint(other)


def test_a_space_that_was_ended_searches_again() -> None:
    space = StateSpace(nim.model(), limit_states=5)
    with pytest.raises(Exception, match="not all states are known"):
        space.where("EF p1_wins")
    with pytest.raises(Exception, match="not all states are known"):
        again(space).where("EF p1_wins")


def test_who_watches_stays_behind() -> None:
    seen: list[object] = []
    space = StateSpace(nim.model(), watch=lambda progress: seen.append(progress))
    assert list(again(space).where("p1_wins")) == list(space.where("p1_wins"))


def test_states_on_disk_stay_there(tmp_path: Path) -> None:
    space = StateSpace(nim.model(), disk=tmp_path / "states")
    found = space.where("p1_wins")
    with pytest.raises(Refused, match="a set of states on disk is not pickled"):
        pickle.dumps(found)
    states = set(found)
    sent = pickle.dumps(space)
    del space, found
    assert set(pickle.loads(sent).where("p1_wins")) == states


def test_what_is_in_the_way_is_named() -> None:
    model = Model("lamp", show=lambda on: "on" if on else "off")
    on = model.var("on", bool, init=False)

    @model.action
    def press() -> Any:
        return step(set={on: ~on})

    with pytest.raises((pickle.PicklingError, AttributeError), match="<lambda>"):
        pickle.dumps(StateSpace(model).where("on"))


# Programs.


@pytest.mark.parametrize("program", [hot_cold.program, crossing, nested, many])
def test_a_network_has_the_same_numbers(program: Program) -> None:
    network: Network = program.network()
    for state in islice(_reached(network), 200):
        assert network.successors(state)
    made = again(network)
    assert made is not network
    assert made.alphabet == network.alphabet
    assert [list(map(str, part.locals)) for part in made.automata] == [
        list(map(str, part.locals)) for part in network.automata
    ]
    assert [part.moves for part in made.automata] == [part.moves for part in network.automata]


def _reached(network: Network) -> Any:
    seen = dict.fromkeys(network.initial())
    todo = list(seen)
    for state in todo:
        yield state
        todo += [there for _, there in network.successors(state) if there not in seen]
        seen.update(dict.fromkeys(todo))


def test_local_states_that_a_search_found_last_keep_their_numbers() -> None:
    program = Program(*many.threads)
    network: Network = program.network(TINY)
    (state,) = network.initial()
    while steps := [s for s in network.successors(state) if s[1] != state]:  # the last way first
        state = steps[-1][1]
    made = again(network)
    assert [part.moves for part in made.automata] == [part.moves for part in network.automata]
    assert made.origin.history(0, state[0]) == network.origin.history(0, state[0])


def test_a_program_that_changed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from . import pickled_programs

    found = StateSpace(changing).where("EX true")
    sent = pickle.dumps(found)
    assert len(pickle.loads(sent)) == len(found)
    monkeypatch.setattr(pickled_programs, "TIMES", 3)
    with pytest.raises(DifferentRun, match="not what it was when the program was pickled"):
        pickle.loads(sent)
    monkeypatch.setattr(pickled_programs, "TIMES", 2)
    monkeypatch.setattr(pickled_programs, "THEN", pickled_programs.Third)
    with pytest.raises(DifferentRun, match="when it was pickled"):
        pickle.loads(sent)
    monkeypatch.setattr(pickled_programs, "THEN", pickled_programs.First)
    with pytest.raises(DifferentRun, match="was pickled"):
        pickle.loads(sent)


# Solutions.


def _said(solution: Any) -> list[Any]:
    """What a solution says and its strategy does."""
    strategy, known = solution.strategy, solution.known
    return [
        bool(solution),
        repr(solution),
        solution.answer,
        list(solution.winning),
        list(solution.losing),
        list(strategy),
        [(state, tuple(of)) for state, of in strategy.options()],
        strategy.rules(),
        [known.distance(state) for state in solution.winning],
    ]


GOALS = ["F p1_wins", "G !p2_wins", "G F p1_wins", "F G p1_wins"]


@pytest.mark.parametrize("engine", ["auto", "symbolic"])
@pytest.mark.parametrize("goal", GOALS)
def test_a_solution_has_the_same_strategy(goal: str, engine: str) -> None:
    model = nim.model(piles=(1, 2))
    solution = solve(model, player="player1", goal=goal, engine=engine)
    unused = pickle.dumps(solution)
    said = _said(solution)
    for made in (pickle.loads(unused), again(solution), copy.deepcopy(solution)):
        assert _said(made) == said
    if engine == "auto":
        assert again(solution).verify()
        assert list(again(solution.counter_strategy)) == list(solution.counter_strategy)


@pytest.mark.parametrize("engine", ["auto", "symbolic"])
@pytest.mark.parametrize("goal", GOALS)
def test_strategies_and_known_states_are_pickled_by_themselves(goal: str, engine: str) -> None:
    model = nim.model(piles=(1, 2))
    solution = solve(model, player="player1", goal=goal, engine=engine)
    made = again(solution.strategy)
    assert list(made) == list(solution.strategy)
    assert [list(made.choose(state, ["take(0,0)", "take(1,1)"])) for state, _ in made]
    known = again(solution.known)
    assert all(state in known for state in solution.winning)
    assert not any(state in known for state in solution.losing)


@pytest.mark.parametrize("goal", GOALS[1:])
def test_a_game_without_a_graph_is_pickled(goal: str) -> None:
    model = nim.model(piles=(1, 2))
    solution = solve(model, player="player2", goal=goal, over="all", tuning=TINY)
    assert _said(again(solution)) == _said(solution)


def test_a_game_from_a_position_of_a_program_is_pickled() -> None:
    solution = solve(tictactoe.program, player="O", goal="G !X_WINS", start="X(0,0)")
    made = again(solution)
    assert (made.position, bool(made)) == (solution.position, bool(solution))
    assert made.strategy.move(made.position) == solution.strategy.move(solution.position)
    assert made.thread().name == solution.thread().name


# Another process.

SCRIPT = """
import pickle, sys
space, one, other, strategy = pickle.load(open(sys.argv[1], "rb"))
print(len(one), len(one & other), len(space.where("AG !p1_wins")), list(one)[:2])
print(strategy.move((1, 2, 1)))
"""


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_another_process_goes_on(engine: str, tmp_path: Path) -> None:
    model = nim.model(piles=(1, 2))
    space = StateSpace(model, engine=engine)
    one, other = space.where("EF p1_wins"), space.where("p2_wins")
    strategy = solve(model, player="player1", goal="p1_wins", engine=engine).strategy
    file = tmp_path / "made.pickle"
    file.write_bytes(pickle.dumps((space, one, other, strategy)))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(file)],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    late = len(space.where("AG !p1_wins"))
    assert done.stdout == (
        f"{len(one)} {len(one & other)} {late} {list(one)[:2]}\n{strategy.move((1, 2, 1))}\n"
    )
