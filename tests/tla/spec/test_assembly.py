"""What a specification requires of the start and of the steps, as one expression each."""

from __future__ import annotations

from counterpoint.tla.spec import Specification, flatten, start_of, step_of, text

from ..modules.files import read
from .models import GAME, Search, closed, specification

MODULE = "EXTENDS Naturals\nVARIABLES x, y\nUp == x' = x + 1\n"


def test_each_rule_has_its_name_in_the_conjunction() -> None:
    game = specification(read(GAME), "TicTacToe2")
    assert text(start_of(game).expression) == "Board /\\ EnforceTurns"
    assert text(step_of(game).expression) == "Board /\\ EnforceTurns"
    both = step_of(game)
    assert text(both.expression, both.scope) == "[Next1]_v1 /\\ [Next2]_v2"


def test_nothing_required_is_true() -> None:
    nothing = Specification("Nothing", ())
    assert text(start_of(nothing).expression) == text(step_of(nothing).expression) == "TRUE"


def test_what_is_always_true_is_true_at_the_start_and_after_each_step() -> None:
    loaded = read(MODULE)
    spec = flatten(
        closed(loaded, r"x = 0 /\ [](y = x /\ x < 3) /\ [][Up]_x").expression, loaded.scope
    )
    assert text(step_of(spec).expression, step_of(spec).scope) == "(y = x /\\ x < 3)' /\\ [Up]_x"
    assert Search(loaded, spec).states == {(0, 0), (1, 1), (2, 2)}
