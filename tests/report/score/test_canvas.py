"""The window of an LED program as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint.report.score.canvas import canvas
from counterpoint.target import find_target


@pytest.mark.parametrize(("settings", "restarts"), [({}, 1), ({"restart": "true"}, 0)])
def test_a_restart_that_is_no_step_has_a_place_of_its_own(
    settings: dict[str, str], restarts: int
) -> None:
    program: Any = find_target("tictactoe.led", settings)
    state = program.successors(program.initial()[0])[0][1]
    drawn = canvas(program, state)
    assert drawn.count("data-restart") == restarts
    assert drawn.count("data-event") == 8 + (1 - restarts)


def test_a_program_without_a_restart_has_no_place_for_one() -> None:
    program: Any = find_target("breakout.led")
    assert "data-restart" not in canvas(program, program.initial()[0])


ROUND = """/$
initialState := 0
nextState := 1 - currentState if clicked & (clickX-500)^2 + (clickY-400)^2 < 10000; currentState
    otherwise
images := {text("big", point(500,400), 100, color(0,0,255))}
$/
"""


def test_a_region_with_a_round_edge_is_one_thing_to_press(tmp_path: Path) -> None:
    file = tmp_path / "round.led"
    file.write_text(ROUND)
    program: Any = find_target(str(file))
    drawn = canvas(program, program.initial()[0])
    assert drawn.count("data-event") == 1
    assert drawn.count("<rect") > 9
