"""How steps are found by what somebody calls them."""

from __future__ import annotations

from counterpoint.model.naming import matching, named


def test_a_step_is_found_by_its_label_then_its_spelling_then_its_name() -> None:
    steps = named([(("toss", 1), "heads"), (("toss", 1), "tails"), ("keep", "none"), ("a#1", 1)])
    assert [step.name for step in steps] == ["('toss',1)#1", "('toss',1)#2", "keep", "a#1"]
    assert matching(steps, ("toss", 1)) == list(steps[:2])
    assert matching(steps, "('toss',1)") == list(steps[:2])
    assert matching(steps, "('toss',1)#2") == [steps[1]]
    assert matching(steps, "a#1") == [steps[3]]
    assert matching(steps, "other") == []
