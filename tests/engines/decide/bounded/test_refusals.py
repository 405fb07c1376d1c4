"""What is asked of the bounded engine in vain is refused with a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint import Model, Program, check, events, sync, thread
from counterpoint.bp.body import Body
from counterpoint.errors import Misuse, Refused
from counterpoint.examples.peterson import model
from counterpoint.logic.formula import Const
from counterpoint.logic.parser import parse
from counterpoint.model.property import Distance, NoHotTermination, Property, WinsParity
from counterpoint.target import find_target
from counterpoint.verdict import Answer

(GO,) = events("GO")


@thread
def goes() -> Body:
    yield sync(request=GO)


PROGRAM = Program(goes())
DISTANCE = Distance(False, Const(True), parse("critical0"))


@pytest.mark.parametrize(
    ("target", "wanted", "said"),
    [
        (PROGRAM, WinsParity("me"), "me wins is asked of parity games, and this target has no"),
        (PROGRAM, DISTANCE, "MIN [true, critical0] is asked of models, and this is a program"),
        (model(), WinsParity("me"), "me wins is asked of parity games, and this target has no"),
        (model(), NoHotTermination(), "hot-termination is asked of b-threads"),
    ],
)
@pytest.mark.parametrize("engine", ["bounded", "auto"])
def test_what_makes_no_sense_of_a_target_is_an_error(
    target: Program | Model, wanted: Property, said: str, engine: str
) -> None:
    with pytest.raises(Misuse) as raised:
        check(target, wanted, engine=engine)
    assert raised.value.message.startswith(said)


def test_a_distance_is_unknown_with_a_reason() -> None:
    verdicts: Any = check(model(), DISTANCE, "AG !(critical0 & critical1)", engine="bounded")
    distance, safe = verdicts
    assert (distance.answer, safe.answer) == (Answer.UNKNOWN, Answer.HOLDS)
    assert distance.reason == (
        "the bounded engine does not compute distances, which need all states at once: ask "
        "another engine"
    )


def test_a_parity_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "small.pg"
    file.write_text("parity 1;\n0 0 0 1;\n1 1 1 0;\n")
    with pytest.raises(Refused, match="the bounded engine explores models and behavioral programs"):
        check(find_target(str(file)), engine="bounded")
