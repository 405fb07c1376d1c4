"""Commands on SMV files: figures of the bundled script, games, export, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint import StateSpace, check, where
from counterpoint.bundled import bundled_examples
from counterpoint.cli import main
from counterpoint.engines.base.engine import EXPLICIT, SYMBOLIC
from counterpoint.errors import (
    BadDeclaration,
    BadTarget,
    NotAGame,
    OutOfSort,
    Refused,
    UnknownAtom,
)
from counterpoint.games.counsel import counsel
from counterpoint.games.solve import solve
from counterpoint.position import parse_position
from counterpoint.report.score.model import ModelPresenter
from counterpoint.smv.model import SmvModel, load_model, model_of
from counterpoint.smv.source import Source
from counterpoint.target import find_target, smv_path
from counterpoint.tla.module import Choice
from counterpoint.verdict import Answer
from tests.command_line import Run

TTT = smv_path("ttt")


def test_the_script_of_the_document_has_the_states_of_the_game() -> None:
    verdicts = check(find_target("ttt"))
    assert (verdicts.states, verdicts.transitions) == (5_478, 17_125)
    answers = {verdict.name: verdict.answer for verdict in verdicts}
    assert answers.pop("first_wins") is Answer.FAILS
    assert set(answers.values()) == {Answer.HOLDS}


@pytest.mark.parametrize(
    ("player", "lines", "reachable", "everywhere"),
    [("1", "win1", 2_936, 18_607), ("2", "win2", 1_474, 18_607)],
)
def test_all_winning_states_are_those_that_are_known(
    player: str, lines: str, reachable: int, everywhere: int
) -> None:
    game = find_target("ttt", choice=Choice(owner="turn"))
    assert solve(game, player=player, goal=f"F {lines}").winning.count == reachable
    encoded = solve(game, player=player, goal=f"F {lines}", over="all")
    assert encoded.winning.count == everywhere


def test_moves_have_the_names_of_their_definitions() -> None:
    model = find_target("ttt")
    assert isinstance(model, SmvModel)
    labels = [str(action.label) for action in model.actions]
    assert labels == ["stays", *(f"mark{k}" for k in range(9))]
    assert all(len(action.updates) == 2 for action in model.actions[1:])


def test_an_example_is_listed_with_its_first_line() -> None:
    found = {example.name: example.summary for example in bundled_examples()}
    assert found["ttt"].startswith("SMV: Tic-Tac-Toe with its whole transition")


def test_formulas_have_atoms_of_smv() -> None:
    text = Source(
        "m.smv",
        """MODULE main
VAR c : cell; w : word[3];
MODULE cell
VAR x : {1, 2, blue};
DEFINE cold := x = blue;""",
    )
    model = model_of(text)
    assert len(where(model, "c.cold & {w[2:1] = 0ub2_11}")) == 2
    assert len(where(model, "{c.x in {1, blue}}")) == 16
    with pytest.raises(UnknownAtom, match=r"y is undefined in c"):
        where(model, "c.y = 1")


def test_words_are_shown_and_given_as_numbers() -> None:
    model = model_of(Source("m.smv", "MODULE main VAR u : word[3]; s : signed word[3];"))
    state = model.state(u=5, s=-3)
    assert model.values(state) == {"u": 5, "s": -3}
    assert model.show(state) == {"u": "0ud3_5", "s": "-0sd3_3"}


@pytest.mark.parametrize("engine", [EXPLICIT, SYMBOLIC])
def test_distances_are_those_of_the_paths(engine: str) -> None:
    text = """MODULE main
VAR x : 0..5;
ASSIGN init(x) := 2; next(x) := case x = 0 : 4; x = 2 : 3; x = 3 : {2, 4}; TRUE : x; esac;
COMPUTE MIN [x = 2, x = 4]
COMPUTE MAX [x = 2, x = 4]
COMPUTE MIN [x = 0, x = 4]
COMPUTE MAX [x = 0, x = 4]
COMPUTE NAME at_once := MAX [x = 3, EF x = 4]
COMPUTE MAX [x = 3, x = 4 | x = 2]"""
    verdicts = check(model_of(Source("m.smv", text)), engine=engine)
    reasons = [verdict.reason for verdict in verdicts]
    assert reasons == [f"it is {n}" for n in ("2", "infinity", "infinity", "undefined", "0", "1")]


def test_a_relation_that_is_not_total_is_said() -> None:
    text = "MODULE main VAR n : 0..2; INIT n = 0 TRANS n < 2 & next(n) = n + 1 CTLSPEC EG TRUE"
    verdicts = check(model_of(Source("m.smv", text)))
    (said,) = verdicts.warnings
    assert said == (
        "the transition relation is not total: some states have no successor, for example n = 2; "
        "only infinite runs count"
    )
    assert verdicts["EG TRUE"].vacuous


def test_options_of_modules_and_settings_are_refused() -> None:
    for target, options in (("ttt:a", {}), ("ttt", {"settings": {"n": 3}})):
        with pytest.raises(BadTarget, match="no parts, settings or configuration"):
            find_target(target, **options)  # type: ignore[arg-type]
    with pytest.raises(BadTarget, match="takes --owner only"):
        find_target("ttt", choice=Choice(spec="Spec"))
    with pytest.raises(BadTarget, match=r"no file missing\.smv"):
        find_target("missing.smv")


def test_a_file_is_read_as_an_example_is(tmp_path: Path) -> None:
    assert TTT is not None
    file = tmp_path / "game.smv"
    file.write_text(TTT.read_text(encoding="utf-8"), encoding="utf-8")
    assert StateSpace(load_model(file)).where("over").count == 958


def test_a_game_needs_to_know_the_turn(run: Run) -> None:
    said = run("solve", "ttt", "--player", "1", "--goal", "F win1")
    assert said.code == 2
    assert "name the variable that does by --owner; there are x0, x1," in said.err
    said = run("solve", "ttt", "--player", "1", "--goal", "F win1", "--owner", "tern")
    assert "there is no variable tern that could say whose turn it is" in said.err


def test_rules_and_stages_are_for_targets_that_have_rules(run: Run) -> None:
    for command in ("rules", "stages"):
        said = run(command, "ttt")
        assert (said.code, "ttt has no rules" in said.err) == (2, True)


def test_a_model_is_exported_to_a_file_and_checked_there(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "nim.smv"
    assert run("export", "nim", "--to", "smv", "-o", str(file), "--set", "piles=[1,1]").code == 0
    said = run("check", str(file))
    assert (said.code, "holds    nobody_wins_twice" in said.out) == (0, True)
    assert "hot_cold is no model" in run("export", "hot_cold", "--to", "smv").err


def test_a_report_and_a_graph_are_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.smv"
    file.write_text(
        "MODULE main VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := !x; SPEC AG EF x"
    )
    assert run("report", str(file), "-o", str(tmp_path / "r.html")).code == 0
    assert "AG EF x" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert run("graph", str(file), "-o", str(tmp_path / "g.dot")).code == 0
    assert "step" in (tmp_path / "g.dot").read_text(encoding="utf-8")


def test_where_says_that_no_run_counts_as_check_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "never.smv").write_text(
        "MODULE main\nVAR n : 0..3;\nASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : n;\n"
        "FAIRNESS n = 1\nCTLSPEC EF n = 2\n"
    )
    said = "satisfies what is assumed of runs, so no run counts"
    for command in (["check"], ["where", "EF n = 2"], ["where", "EF n = 2", "--json"]):
        with pytest.raises(SystemExit):
            main([command[0], str(tmp_path / "never.smv"), *command[1:]])
        assert said in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["where", str(tmp_path / "never.smv"), "n = 2"])
    assert said not in capsys.readouterr().out


def test_evidence_names_no_formula_that_nobody_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ends.smv").write_text(
        "MODULE main\nVAR n : 0..3;\nINIT n = 0\nTRANS n < 3 & next(n) in {n, n + 1}\n"
        "CTLSPEC AF n = 3\n"
    )
    with pytest.raises(SystemExit):
        main(["check", str(tmp_path / "ends.smv")])
    out = capsys.readouterr().out
    assert "rest" not in out
    assert out.count("back to the start") == 1


SPELT = Source(
    "m.smv",
    """MODULE main
VAR p : boolean; u : word[3]; s : signed word[3];
IVAR go : boolean;
ASSIGN
  init(p) := TRUE; init(u) := 0ud3_0; init(s) := 0sd3_0;
  next(p) := !p; next(u) := u + 0uh3_1; next(s) := s;
COMPUTE MIN [u = 0uh3_0, u = 0uh3_5]
COMPUTE MIN [u = 0uh3_0, u = 0uh3_5]""",
)


def test_values_are_given_as_they_are_shown() -> None:
    model = model_of(SPELT, owner="p")
    assert model.players == ("FALSE", "TRUE")
    assert model.show((True, *[False] * 6)) == {"p": "TRUE", "u": "0ud3_0", "s": "0sd3_0"}
    labels = [label for label, _ in model.successors((True, *[False] * 6))]
    assert labels == ["step(go=FALSE)", "step(go=TRUE)"]
    for state in (model.state(p=True, u=6, s=-3), model.state(p=False, u=1, s=2)):
        shown = ", ".join(f"{name}={text}" for name, text in model.show(state).items())
        assert parse_position(shown, model) == state
    assert parse_position("p=true, u=0ub3_110, s=-3", model) == model.state(p=True, u=6, s=-3)


def test_a_page_shows_words_as_numbers() -> None:
    presenter = ModelPresenter(model_of(SPELT))
    places = presenter.places(presenter.model.state(p=True, u=5, s=-1))
    assert places == {"p": "TRUE", "u": "0ud3_5", "s": "-0sd3_1"}
    assert presenter.sorts() == {"p": "bool", "u": "unsigned word[3]", "s": "signed word[3]"}


@pytest.mark.parametrize("word", ["0ud4_1", "0sd3_1", "0ub3_2", "0ud3_9"])
def test_a_word_of_another_type_is_no_value(word: str) -> None:
    with pytest.raises((BadTarget, OutOfSort), match=r"is not a state|is 9"):
        parse_position(f"p=TRUE, u={word}, s=0", model_of(SPELT))


def test_specifications_without_names_are_called_by_their_texts() -> None:
    first = "MIN [u = 0uh3_0, u = 0uh3_5]"
    assert list(model_of(SPELT).requirements) == [first, f"{first}'"]


def test_a_state_is_a_formula_as_it_is_shown() -> None:
    model = model_of(SPELT)
    assert len(where(model, "u = 0ud3_5 & s = -0sd3_1 | u = 0ub3_101 & p = TRUE", over="all")) == 9


def test_a_word_is_no_owner() -> None:
    with pytest.raises(BadDeclaration, match="u is a word"):
        model_of(SPELT, owner="u")


MANY = Source(
    "many.smv",
    "MODULE main VAR t : {p, q}; ASSIGN init(t) := p; next(t) := t = p ? q : p;"
    + "".join(f"VAR x{k} : 0..9; ASSIGN init(x{k}) := 0; next(x{k}) := 0..9;" for k in range(12)),
)


def test_a_state_with_too_many_moves_is_refused_and_not_listed() -> None:
    game = model_of(MANY, owner="t")
    assert solve(game, player="p", goal="F x0 = 5").winning.count == 2 * 10**12
    with pytest.raises(Refused, match=r"x0 = 0, .* has more than 65,536 steps, too many to judge"):
        counsel(game, None, {"p": "F x0 = 5"})


def test_advice_that_needs_distinct_labels_names_the_state_as_it_is_shown() -> None:
    text = "MODULE main VAR t : {p, q}; b : boolean; ASSIGN init(t) := p; init(b) := FALSE;"
    game = model_of(Source("m.smv", text + " next(t) := t = p ? q : p;"), owner="t")
    with pytest.raises(NotAGame, match=r"in the state t = p, b = FALSE steps to several states"):
        counsel(game, None, {"p": "F b"})


COUPLED = Source(
    "coupled.smv",
    """MODULE main
IVAR a : 0..99; b : 0..99; c : 0..49;
VAR y : 0..99; w : word[8];
ASSIGN init(y) := 0; init(w) := 0ud8_0;
  next(y) := a < b ? {b, c} : y;
  next(w) := w + 0ud8_1;
JUSTICE y < 99
LTLSPEC G F w = 0ud8_3
LTLSPEC G w != 0ud8_3""",
)


def test_assignments_leave_no_state_without_a_step_whatever_they_choose() -> None:
    """To find that out by trying, 2^27 choices would have to be tried."""
    model = model_of(COUPLED)
    assert model.parts.total
    fails = check(model, "G w != 0ud8_3", "F y = 99", engine="bounded")
    assert [verdict.answer for verdict in fails] == [Answer.FAILS, Answer.FAILS]
    assert not model_of(Source("m.smv", "MODULE main VAR x : 0..2; TRANS x < 2")).parts.total
    assert not model_of(Source("m.smv", "MODULE main VAR x : 0..2; INVAR x < 2")).parts.total
