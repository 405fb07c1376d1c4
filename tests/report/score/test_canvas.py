"""The window of an LED program as SVG."""

from __future__ import annotations

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
