"""TLA+ modules with functions, records, sets and sequences: tables against the evaluator."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.tla.cells.cutting import Model, edges_of, searched
from tests.tla.cells.test_random_modules import module

from ..compare import Tally

MOST = 300
"""States up to which a module is searched."""


@dataclass(frozen=True)
class Case:
    model: Model
    opens: bool
    guess: bool


def draw(random: Random) -> Case:
    opens, guess = bool(random.randrange(2)), bool(random.randrange(2))
    return Case(module(random), opens, guess)


def compare(case: Case, tally: Tally) -> None:
    model = case.model
    wanted = model.evaluated(MOST)
    if not wanted.complete:
        tally.unanswered("too large")
        return
    seen = model.initial[:1] if case.guess and not wanted.trouble else None
    with tally.answering("search", "all facts"):
        found = searched(model, model.initial if wanted.trouble else seen, opens=case.opens)
        told = None if found.trouble is None else str(found.trouble[1])
        if not tally.same("trouble", "some", told is not None, bool(wanted.trouble)):
            return
        if wanted.trouble:
            return
        states = {found.state(number) for number in range(found.found)}
        tally.same("states", "all", states, set(wanted.order))
        tally.same("edges", "all", edges_of(found), wanted.edges)
        tally.same("steps", "all", found.steps, wanted.edges.total())
        tally.same("deadlocks", "all", found.deadlocks, wanted.deadlocks)
        tally.same("outside", "all", int(found.outside.sum()), wanted.outside)
        for what, bad, each in (
            ("bad states", found.bad_states, wanted.bad),
            ("bad steps", found.bad_steps, wanted.bad_steps),
        ):
            counts: dict[Any, int] = {one.probe: one.count for one in bad}
            for number, count in enumerate(each):
                tally.same(what, number, counts.get(number, 0), count)


def show(case: Case) -> str:
    model = case.model
    asked = {"states": model.states, "steps": model.steps, "constraints": model.constraints}
    told = "\n".join(f"\\* {what}: {list(texts)}" for what, texts in asked.items())
    return f"{model.body}\n{told}\n\\* opens: {case.opens}; seen: {case.guess}"
