"""Saved verdicts: what is read back, and what is refused."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from counterpoint import check
from counterpoint.errors import BadBaseline
from counterpoint.report.baseline import (
    Answered,
    Baseline,
    baseline_in,
    baseline_of,
    baseline_text,
    read,
)
from counterpoint.report.source_root import SourceRoot
from counterpoint.target import find_target

from .checked import written
from .test_sarif import TARGETS


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("taps", "lift", "clock"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def saved(target: str, *properties: str) -> Baseline:
    found = find_target(target)
    verdicts = check(found, *properties, name=target)
    file, root = target.partition(":")[0], SourceRoot.around(Path.cwd())
    return baseline_of(verdicts, found, file, root, target)


@pytest.mark.parametrize("target", TARGETS, ids=lambda of: of[0])
def test_what_is_saved_is_read_back_in_each_notation(target: tuple[str, ...]) -> None:
    found = saved(*target)
    assert read(baseline_text(found), "main.json") == found
    assert "fails" in {each.answer for each in found.properties}
    assert found.files.keys() == {target[0].partition(":")[0]}


def test_it_has_the_answers_the_run_and_the_figures() -> None:
    found = saved("taps.py:outside")
    assert (found.states, found.transitions, found.complete) == (2, 2, True)
    assert found.properties == (
        Answered("never left", "fails", False, "LEFT can be selected", ("COLD", "LEFT")),
    )
    assert found.rules.keys() == {"turns"}
    assert json.loads(baseline_text(found))["format"] == 1


def test_odd_signs_are_saved_too(tmp_path: Path) -> None:
    odd = Answered("ä\n\u2028", "fails", False, "\u0085", ("π",), 0)
    found = Baseline("tap.py", "1", "model", 0, None, False, (odd,), {"ö": "1"}, {})
    (tmp_path / "odd.json").write_text(baseline_text(found), encoding="utf-8")
    assert baseline_in("odd.json", "tap.py") == found


def test_a_number_that_nobody_could_read_is_left_out() -> None:
    found = Baseline("tap.py", "1", "model", 1 << 20_000, 1 << 1000, True, (), {}, {})
    assert read(baseline_text(found), "main.json") == replace(found, states=None)


def spoiled(**changes: Any) -> str:
    data = json.loads(baseline_text(saved("taps.py:outside")))
    return json.dumps({**data, **changes})


PROPERTY = {"name": "p", "answer": "holds", "vacuous": False, "reason": ""}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"format": 2}, "its format is 2, and this version reads 1"),
        ({"format": True}, "its format is True"),
        ({"format": "1"}, "its format is '1'"),
        ({"states": -1}, 'its "states" is -1, and a number from 0 up is needed'),
        ({"states": True}, 'its "states" is True'),
        ({"states": 1.5}, 'its "states" is missing, or is not what it was saved as'),
        ({"transitions": "many"}, 'its "transitions" is missing'),
        ({"complete": 1}, 'its "complete" is missing'),
        ({"target": None}, 'its "target" is missing'),
        ({"properties": {}}, 'its "properties" is missing'),
        ({"properties": ["p"]}, "one of its properties is no object"),
        ({"properties": [{**PROPERTY, "answer": "passes"}]}, "'passes' is no answer"),
        ({"properties": [{**PROPERTY, "events": "x"}]}, 'its "events" is missing'),
        ({"properties": [{**PROPERTY, "events": [1]}]}, "1 stands where a text is needed"),
        ({"properties": [{**PROPERTY, "loop": -1}]}, 'its "loop" is -1'),
        ({"properties": [{**PROPERTY, "loop": 0}]}, "a run of it goes back to 0, and has 0 events"),
        (
            {"properties": [{**PROPERTY, "events": ["a", "b"], "loop": 3}]},
            "a run of it goes back to 3, and has 2 events",
        ),
        ({"properties": [PROPERTY, PROPERTY]}, "two of its properties have one name"),
        ({"rules": {"pour": 3}}, "3 stands where a text is needed"),
        ({"files": []}, 'its "files" is missing'),
    ],
)
def test_a_damaged_file_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadBaseline) as error:
        read(spoiled(**changes), "main.json")
    assert error.value.message.startswith("main.json holds no saved verdicts: ")
    assert why in error.value.message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("3", 'it has no "format"'),
        ("[]", 'it has no "format"'),
        ("{}", 'it has no "format"'),
        ('{"format": 1}', 'its "target" is missing'),
    ],
)
def test_a_text_of_something_else_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadBaseline) as error:
        read(text, "main.json")
    assert why in error.value.message


def test_a_file_that_cannot_be_read_or_is_of_another_target_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBaseline, match=r"none.json cannot be read: No such file"):
        baseline_in("none.json", "tap.py")
    with pytest.raises(BadBaseline, match="cannot be read: Is a directory"):
        baseline_in(str(tmp_path), "tap.py")
    (tmp_path / "half.json").write_bytes(b"\xff{}")
    with pytest.raises(BadBaseline, match="UTF-8"):
        baseline_in("half.json", "tap.py")
    (tmp_path / "main.json").write_text(spoiled())
    with pytest.raises(BadBaseline, match=r"was saved for taps.py:outside, and tap.py is"):
        baseline_in("main.json", "tap.py")
