"""Properties and their names."""

from __future__ import annotations

import pytest

from counterpoint.errors import UnknownName
from counterpoint.model.property import (
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    property_named,
)


@pytest.mark.parametrize(
    "known",
    [
        NoFailedAssertion(),
        NoDeadlock(),
        NoHotTermination(),
        NoHotCycle(),
        NoHotCycle(each=False),
        NoHotCycle(("a",)),
        NoHotCycle(("pour(HOT)", "b"), each=False),
    ],
)
def test_a_property_is_found_by_the_name_it_shows(known: object) -> None:
    assert property_named(str(known)) == known


@pytest.mark.parametrize("name", ["", "nope", "deadlock:a", "hot", "never"])
def test_other_names_are_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownName, match="there are mine, assertions, deadlock, hot-termination"):
        property_named(name, also=["mine"])
