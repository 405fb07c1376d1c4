"""LED on the command line: `eval`, its prompt, and programs as targets of the other commands."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from .command_line import Run

NO_TEXT = "this is no text in UTF-8: the byte e9 cannot stand here"


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("fac.led").write_text(
        "Factorials\n/$\nfac(n) :=\n  1 if n = 0;\n  n * fac(n-1) otherwise\nmost := 3\n$/\n"
    )
    return "fac.led"


def test_eval_prints_the_value(run: Run, text: str) -> None:
    assert run("eval", text, "{fac(n) | n in {0..most}}") == (0, "{1, 2, 6}\n", "")
    assert run("eval", text, "fac(most)", "--set", "most=5").out == "120\n"


def test_an_expression_may_begin_with_a_minus(run: Run, text: str) -> None:
    assert run("eval", text, "-7 mod 3") == (0, "2\n", "")
    assert run("eval", text, "-most", "--explain").out.startswith("-most = -3")
    assert "  at expression:1:2\n" in run("eval", text, "-mots").err
    assert "-h, --help" in run("eval", "-h").out
    assert "No such option" in run("eval", text, "--explian", "-7").err


def test_a_value_of_false_has_the_code_of_a_failure(run: Run, text: str) -> None:
    assert run("eval", text, "fac(3) = 6") == (0, "true\n", "")
    assert run("eval", text, "fac(3) = 7") == (1, "false\n", "")


def test_eval_explains(run: Run, text: str) -> None:
    said = run("eval", text, "fac(1)", "--explain", "--depth", "2")
    assert said.out.splitlines() == [
        "fac(1) = 1  (n = 1)",
        "  1 if n = 0; n * fac(n-1) otherwise = 1  (otherwise)",
        "    n = 0 = false",
        "    n * fac(n-1) = 1",
    ]


def test_eval_takes_a_state(run: Run) -> None:
    said = run("eval", "tictactoe.led", "playerToMove", "--state", "{(`x,1)}")
    assert said == (0, "`o\n", "")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("fac(",), 2, "[CP800] this bracket is not closed: ) is missing"),
        (("fac(1,2)",), 2, "[CP801] fac takes 1 argument, and is given 2 arguments here"),
        (("fac(`x)",), 2, "[CP802] - takes numbers"),
        (("1", "--set", "mots=3"), 2, "there is no definition mots without parameters to set"),
        (("1", "--set", "most=)"), 2, "--set most takes an expression of LED"),
    ],
)
def test_wrong_input_is_said(
    run: Run, text: str, words: tuple[str, ...], code: int, said: str
) -> None:
    found = run("eval", text, *words)
    assert found.code == code
    assert said in found.err


def test_a_number_too_long_to_be_written_is_no_accident(run: Run, text: str) -> None:
    said = run("eval", text, "2^100000")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("counterpoint: [CP802] this value has a number of more digits")


def test_a_program_that_says_when_it_is_over_is_checked_to_end_only_then(run: Run) -> None:
    said = run("check", "breakout")
    assert said.code == 0
    assert "holds    it ends only when gameOver" in said.out


def test_eval_needs_an_led_text(run: Run) -> None:
    assert "is no LED text: name a file FILE.led" in run("eval", "tictactoe", "1").err
    assert run("eval", "none.led", "1").err == "counterpoint: [CP206] there is no file none.led\n"


def test_a_file_that_is_no_text_is_told_with_the_line_of_the_first_bad_byte(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bytes.led").write_bytes("Größe\r\n/$ ä := ".encode() + b"\xe9 + \x1b 1 $/\n")
    for command in (("eval", "bytes.led", "1"), ("check", "bytes.led")):
        said = run(*command)
        assert said.code == 2
        assert said.err.splitlines() == [
            f"counterpoint: [CP800] {NO_TEXT}; save the file in UTF-8",
            "  at bytes.led:2:9",
            "    /$ ä := \ufffd + \ufffd 1 $/",
            "            ^",
        ]


def test_the_prompt_answers_line_by_line_and_no_error_ends_it(
    run: Run, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "fac(3)\n\nfac(\n?fac(0)\n1/0\nfac(4)\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    said = run("eval", text)
    assert said.code == 0
    told = [line for line in said.out.splitlines() if line and not line.startswith((" ", "\t"))]
    assert told == [
        "6",
        "[CP800] this bracket is not closed: ) is missing",
        "fac(0) = 1  (n = 0)",
        "[CP802] 1 is divided by zero",
        "24",
    ]


def test_examples_are_named_with_their_ending_where_another_has_the_name(run: Run) -> None:
    listed = run("examples").out
    assert "\ntictactoe.led " in listed
    assert "\nreachability " in listed
    assert run("eval", "reachability", "distance(1,4,example)").out == "3\n"


def test_a_program_is_a_target_of_other_commands(run: Run) -> None:
    said = run("check", "breakout", "AF gameOver", "AG !lost")
    assert said.code == 1
    assert "122 states" in said.out
    assert "FAILS    AG !lost" in said.out
    assert "warning: restarts are left out: --set restart=true keeps them" in said.out
    assert run("where", "breakout", "won").out.startswith("4 of 122 states")
    assert "bricks = {2, 4, 6}" in run("run", "breakout", "--seed", "1", "--steps", "2").out
    assert "breakout.led" not in run("graph", "breakout", "--around", "0").err


def test_what_is_asked_of_modules_only_is_refused(run: Run) -> None:
    assert "it takes --owner only" in run("check", "breakout", "--spec", "S").err
    assert "has no parts" in run("check", "breakout.led:x").err
    assert "this text is no program to run" in run("check", "reachability").err
    assert "name the definition by --owner" in run(
        "solve", "breakout", "--player", "x", "--goal", "won"
    ).err  # fmt: skip
    assert "has no rules" in run("rules", "breakout").err


def test_a_position_is_a_state_or_the_way_to_it(run: Run) -> None:
    for position in ("{(`x,1), (`o,2), (`x,5), (`o,3)}", "cell(1) cell(2) cell(5) cell(3)"):
        said = run(
            "advise", "tictactoe.led", "--from", position, "--depth", "3",
            "--goal", "x=threeInRow(x)", "--goal", "o=threeInRow(o)",
        )  # fmt: skip
        assert said.code == 0
        assert "cell(9)" in said.out


def test_clicks_can_be_given(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("at.led").write_text(
        "/$ initialState := {} "
        "nextState := currentState U {(mouseX,mouseY)} if clicked; currentState otherwise $/"
    )
    assert "[CP803] more than 20,000 places" in run("check", "at.led").err
    said = run("check", "at.led", "EF {|currentState| = 2}", "--set", "clicks=[(1,1), (2,1)]")
    assert "4 states (all of them), 4 transitions" in said.out
    assert "1 click(1,1)" in said.out


def test_a_value_that_nests_too_deeply_is_not_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deep.led").write_text("/$ t(n) := 0 if n = 0; (n,t(n-1)) otherwise $/")
    said = run("eval", "deep.led", "t(9000)")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("counterpoint: [CP802] this value nests too deeply to be written\n")
    assert run("eval", "deep.led", "t(9000)[1]").out == "9000\n"
