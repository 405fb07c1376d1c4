"""Sets of states as text and data."""

from __future__ import annotations

from typing import Any

from counterpoint import Model, StateSpace
from counterpoint.engines.disagreement import Disagreement
from counterpoint.report.states import (
    disagreement_data,
    disagreement_text,
    state_line,
    states_data,
    states_text,
)


def lamp() -> Model:
    model = Model("lamp")
    model.var("on", bool)
    model.var("count", range(3))
    return model


def test_a_set_is_a_count_and_some_states() -> None:
    found = StateSpace(lamp()).where("on")
    assert states_text(found, found.sample(1)).splitlines()[::2] == [
        "3 of 6 states",
        "  ... and 2 more",
    ]
    assert states_text(found, found.sample(9)).splitlines()[1:] == [
        f"  on = true, count = {n}" for n in range(3)
    ]
    assert states_text(found, []) == "3 of 6 states"


def test_a_set_as_data_keeps_the_question() -> None:
    found = StateSpace(lamp()).where("on & count = 1")
    assert found.audited is not None
    assert states_data("lamp.py", "on & count = 1", "all", found, found.sample(3)) == {
        "target": "lamp.py", "formula": "on & count = 1", "over": "all", "states": 6,
        "satisfying": 1, "note": "", "sample": [{"on": True, "count": 1}],
        "audited": {"states": found.audited.states, "of": 6, "unchecked": [], "fault": ""},
    }  # fmt: skip


def test_a_set_larger_than_len_is_reported() -> None:
    model = Model("wide")
    for n in range(66):
        model.var(f"v{n}", bool)
    found = StateSpace(model, engine="symbolic").where("true")
    assert states_text(found, []) == f"{1 << 66:,} of {1 << 66:,} states"
    assert states_data("t", "true", "reachable", found, [])["satisfying"] == 1 << 66


def test_a_state_that_is_text_keeps_to_one_line() -> None:
    assert state_line("up\ndown") == "up / down"


def test_differences_show_states_as_their_system_does() -> None:
    found = Disagreement(1, 1, 0, ((True,),), ())

    def show(state: Any) -> dict[str, str]:
        return {"on": str(state[0])}

    assert list(disagreement_text(found, "lamp", "lit", show)) == [
        "1 state in both", "1 in lamp only", "  on = True", "0 in lit only",
    ]  # fmt: skip
    as_json = lamp().as_json
    found = Disagreement(1, 1, 0, ((True, 2),), ())
    data = disagreement_data(found, "lamp", "lit", as_json)
    assert (data["first_sample"], data["second_sample"]) == ([{"on": True, "count": 2}], [])
