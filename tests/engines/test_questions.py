"""The questions of a target are those that a check of it answers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from counterpoint import Program, check, events, load_module, never
from counterpoint.engines.base.observer import OBSERVER
from counterpoint.engines.questions import decide, questions_of
from counterpoint.errors import NothingToCheck
from counterpoint.examples import hot_cold, tictactoe
from counterpoint.target import find_target
from counterpoint.verdict import Answer, Verdicts

MODULE = r"""
---- MODULE Ups ----
EXTENDS Naturals, TLC
VARIABLE x
Init == x = 0
Next == x < 3 /\ x' = x + 1
Spec == Init /\ [][Next]_x
Small == x < 9
Tiny == x < 2
Late == TLCGet("diameter") > 2
THEOREM Spec => []Small
THEOREM Spec => []Tiny
====
"""

CONFIGURED = """
SPECIFICATION Spec
INVARIANTS Small Tiny
CHECK_DEADLOCK TRUE
POSTCONDITION Late
"""


def module(folder: Path, config: str = "") -> Any:
    (folder / "Ups.tla").write_text(MODULE)
    if config:
        (folder / "Ups.cfg").write_text(config)
    return load_module(folder / "Ups.tla")


def answers(verdicts: Verdicts) -> dict[str, Answer]:
    return {each.name: each.answer for each in verdicts}


@pytest.mark.parametrize("name", ["peterson", "ttt", "hot_cold", "tictactoe.led"])
def test_they_are_what_a_check_answers(name: str) -> None:
    target: Any = find_target(name)
    names = [each.name for each in check(target)]
    assert list(questions_of(target)) == names
    assert answers(decide(target, names[:1])) == {names[0]: check(target)[names[0]].answer}


def test_a_program_with_requirements_is_asked_for_failed_assertions_too() -> None:
    assert questions_of(tictactoe.program) == ("X never wins", "assertions")
    assert questions_of(hot_cold.program) == ("assertions", "deadlock", "hot-termination")


def test_it_is_asked_for_them_once() -> None:
    HOT, _ = events("HOT COLD")
    required: dict[str, Any] = {"assertions": "assertions", "never": never(HOT)}
    program = Program(requirements=required)
    assert questions_of(program) == ("assertions", "never")


@pytest.mark.parametrize("config", ["", CONFIGURED])
def test_parts_of_a_module_get_the_answers_of_the_whole(tmp_path: Path, config: str) -> None:
    whole = module(tmp_path, config)
    names = questions_of(whole)
    assert len(names) == (4 if config else 2)
    expected = answers(check(whole))
    assert set(expected) == set(names)
    for name in names:
        assert answers(decide(whole, (name,))).items() >= {(name, expected[name])}
    assert answers(decide(whole, names[:1])) == {names[0]: expected[names[0]]}
    assert answers(decide(whole, names)) == expected


def test_a_part_of_a_module_can_be_shown_as_the_whole(tmp_path: Path) -> None:
    whole = module(tmp_path)
    found = decide(whole, ("Spec => []Tiny",), limit_states=100)
    assert found.trace is not None
    assert len(whole.seen(found.trace.start, found.trace.start)) > 0


def test_where_a_claim_is_written_is_known(tmp_path: Path) -> None:
    stated = module(tmp_path).written_at.values()
    assert [(Path(place.file).name, place.line) for place in stated] == [
        ("Ups.tla", 11),
        ("Ups.tla", 12),
    ]
    configured = module(tmp_path, CONFIGURED).written_at
    assert {name: (Path(place.file).name, place.line) for name, place in configured.items()} == {
        "Small": ("Ups.cfg", 3),
        "Tiny": ("Ups.cfg", 3),
    }


def test_nothing_to_check_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "None.tla").write_text("---- MODULE None ----\nx == 1\n====\n")
    with pytest.raises(NothingToCheck):
        questions_of(load_module(tmp_path / "None.tla"))


class Heard:
    """An observer that remembers what it hears."""

    def __init__(self, **usual: Any) -> None:
        self.usual: Mapping[str, Any] = usual
        self.found: list[tuple[Any, Verdicts]] = []

    def checked(self, target: Any, found: Verdicts) -> None:
        self.found.append((target, found))


def observed(observer: Heard, target: Any, **options: Any) -> Verdicts:
    token = OBSERVER.set(observer)
    try:
        return check(target, **options)
    finally:
        OBSERVER.reset(token)


def test_an_observer_hears_what_a_check_finds() -> None:
    observer = Heard()
    found = observed(observer, hot_cold.program)
    ((target, heard),) = observer.found
    assert target is hot_cold.program
    assert heard is found


def test_an_observer_has_options_for_checks_that_name_none() -> None:
    observer = Heard(limit_states=3)
    assert observed(observer, hot_cold.program).answer is Answer.UNKNOWN
    assert observed(observer, hot_cold.program, limit_states=None).answer is Answer.HOLDS


def test_nobody_observes_other_checks() -> None:
    observer = Heard(limit_states=3)
    observed(observer, hot_cold.program)
    assert check(hot_cold.program).answer is Answer.HOLDS
    assert len(observer.found) == 1
