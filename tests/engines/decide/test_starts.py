"""A run to a state starts in the initial state from which it is shortest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from counterpoint import check
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer
from tests.logic.semantics import Kripke
from tests.share import share
from tests.tunings import GRAPHS_AFTER, NO_GRAPHS, PACKED, TINY

from ..kripkes import Listed, as_model, kripkes

Made = Callable[[Kripke, tuple[int, ...]], Any]

WAYS: dict[str, tuple[Made, str, Tuning]] = {
    "a system": (Listed, "explicit", USUAL),
    "a graph": (as_model, "explicit", USUAL),
    "a graph after sweeps": (as_model, "explicit", GRAPHS_AFTER),
    "sweeps": (as_model, "explicit", NO_GRAPHS),
    "a hash table": (as_model, "explicit", PACKED),
    "small rooms": (as_model, "explicit", TINY),
    "diagrams": (as_model, "symbolic", USUAL),
}


def distance(kripke: Kripke, start: tuple[int, ...], hold: frozenset[int]) -> int | None:
    """The steps of a shortest run to a state where p is true, through states that hold."""
    level, seen, steps = set(start), set(start), 0
    while level:
        if level & kripke.props["p"]:
            return steps
        level = {move.target for at in level & hold for move in kripke.steps[at]} - seen
        seen |= level
        steps += 1
    return None


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=share(15))
@given(kripke=kripkes(largest=8))
def test_a_run_starts_where_it_is_shortest(way: str, kripke: Kripke) -> None:
    make, engine, tuning = WAYS[way]
    start = tuple(sorted(kripke.states - kripke.props["p"])) or (0,)
    target = make(kripke, start)
    through = {"AG !p": kripke.states, "!E[q U p]": kripke.props["q"]}
    verdicts = check(target, *through, engine=engine, tuning=tuning)
    for verdict, hold in zip(verdicts, through.values(), strict=True):
        trace = verdict.trace if verdict.answer is Answer.FAILS else None
        assert (trace and len(trace.steps)) == distance(kripke, start, hold)
