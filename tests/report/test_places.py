"""What is blamed for a property that fails: a line of the source, in each notation."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from counterpoint.report.findings import Finding

from .checked import FILES, finding, findings, line_of, written


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("taps", "lift", "clock"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def blamed(found: Finding) -> list[str]:
    return [blame.words for blame in found.blamed]


@pytest.mark.parametrize(
    ("target", "properties", "line"),
    [
        ("taps.py", (), "        yield sync(request=event)"),
        ("taps.py:doubting", ("assertions",), '    assert False, "it is too {hot}"'),
        ("taps.py:stuck", (), "    yield sync(block=[HOT, COLD])"),
        ("taps.py:hot", ("hot-termination",), "        yield sync(wait_for=HOT, hot=True)"),
        ("taps.py:spinning", ("hot-cycle",), "        yield sync(wait_for=HOT, hot=True)"),
        ("taps.py:spinning", ("G F HOT",), "        yield sync(request=COLD)"),
        ("taps.py:starting", ("assertions",), '    assert False, "it is too {hot}"'),
        ("taps.py:outside", (), "        yield sync(request=LEFT)"),
        ("taps.py:silent", (), "    yield sync(wait_for=COLD)"),
        ("taps.py", ("AG !COLD",), "        yield sync(request=event)"),
        ("lift.py", (), "def up():"),
        ("Lift.tla", (), "THEOREM Spec => []Low"),
        ("lift.smv", (), "CTLSPEC AG n < 3"),
        ("lamps.led", (), "over iff 1 in currentState & 3 in currentState"),
        ("lamps.led", ("AG !{1 in currentState}",), "pressed(n) iff clicked & 300*n - 50 < mouseX"),
        ("flip.aag", (), "aag 3 1 1 1 1"),
        ("game.pg", (), "parity 1;"),
        ("clock.py", ("deadlock",), ""),
    ],
)
def test_a_line_of_the_source_is_blamed(
    target: str, properties: tuple[str, ...], line: str
) -> None:
    found = finding(target, *properties)
    assert found.answer.value == "fails"
    assert line_of(found).startswith(line)
    assert found.is_placed is (line not in ("", "aag 3 1 1 1 1", "parity 1;"))


def test_further_places_are_those_who_ask_and_the_last_step() -> None:
    found = finding("taps.py:stuck")
    assert blamed(found)[0] == "bars blocks COLD"
    assert "pour(COLD) requests COLD" in blamed(found)
    assert blamed(found)[-2:] == ["the last step, HOT", "the property"]


def test_each_step_of_a_run_is_where_its_b_thread_stood() -> None:
    found = finding("taps.py:outside")
    texts = Path("taps.py").read_text().splitlines()
    lines = [texts[step.place.line - 1].strip() for step in found.steps]
    assert lines[1:] == ["yield sync(wait_for=COLD)", "yield sync(request=LEFT)"]
    assert [step.text for step in found.steps][1:] == [
        "1  COLD",
        "2  LEFT, requested by turns",
    ]


def test_each_step_of_a_module_is_where_its_action_is_defined() -> None:
    found = finding("Lift.tla")
    assert {step.place.line for step in found.steps[1:]} == {5}
    assert found.steps[1].text == "1  Up\nfloor = 1  (was 0)"
    assert found.steps[0].text == "start\nfloor = 0"


def test_what_holds_has_its_place_too_where_its_text_has_one() -> None:
    held = [each for each in findings("Lift.tla") if each.answer.value == "holds"]
    assert [line_of(each) for each in held] == [r"THEOREM Whole == Spec => [](floor \in 0..3)"]
    held = [each for each in findings("lift.smv") if each.answer.value == "holds"]
    assert [line_of(each) for each in held] == ["INVARSPEC NAME small := n < 9"]


def test_a_deadlock_of_a_module_is_blamed_on_its_specification(tmp_path: Path) -> None:
    (tmp_path / "Ends.tla").write_text(
        "---- MODULE Ends ----\nVARIABLE x\nGo == x = 0 /\\ x' = 1\n"
        "Spec == x = 0 /\\ [][Go]_x\n===="
    )
    found = finding("Ends.tla")
    assert (found.name, line_of(found)) == ("deadlock", "Spec == x = 0 /\\ [][Go]_x")


def test_a_picture_has_no_colours_and_no_control_characters() -> None:
    found = finding("clock.py", "deadlock")
    assert found.steps[-1].text == "3  tick\n3 o'clock"
    assert "\x1b" not in found.shown
    assert "\x00" not in found.shown


def test_the_run_is_shown_as_in_the_terminal() -> None:
    found = finding("lift.py")
    assert "low: fails after 3 events" in found.shown
    assert "floor = 3" in found.shown


def test_a_formula_needs_no_claims_of_its_module(tmp_path: Path) -> None:
    (tmp_path / "Plain.tla").write_text(
        "---- MODULE Plain ----\nEXTENDS Integers\nVARIABLE x\nInit == x = 0\n"
        "Next == x' = 1 - x\n====\n"
    )
    found = finding("Plain.tla", "AG {x = 0}")
    assert (line_of(found), found.steps[-1].text) == (
        "Next == x' = 1 - x",
        "1  Next\nx = 1  (was 0)",
    )


def test_an_invariant_of_a_configuration_is_blamed_where_it_is_defined(tmp_path: Path) -> None:
    (tmp_path / "Lift.cfg").write_text("SPECIFICATION Spec\nINVARIANT Low\n")
    assert line_of(finding("Lift.tla")) == "Low == floor < 3"


def test_a_property_of_a_program_that_is_unknown_is_placed_by_its_name() -> None:
    found = finding("taps.py:endless", limit_states=600)
    assert (found.answer.value, found.is_placed) == ("unknown", True)
    assert '"not cold": never(COLD)' in line_of(found)


def test_beside_what_is_to_blame_stands_the_property() -> None:
    assert blamed(finding("lift.py")) == ["the property"]


def test_b_threads_that_are_in_no_file_are_not_blamed() -> None:
    text = FILES["taps.py"]
    Path("made.py").write_text(f"exec(compile({text!r}, '<made>', 'exec'))\n")
    found = finding("made.py:stuck")
    assert found.place is not None
    assert (found.place.file, found.place.line, found.is_placed) == ("made.py", 1, False)
    assert {step.place.file for step in found.steps} == {"made.py"}
