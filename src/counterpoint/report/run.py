"""A run as lines of text: the events, and on demand why each could be selected."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..bp.live.runner import Runner
from ..bp.program import Program
from .text import explanation_text

ENDINGS = {
    "ended": "every b-thread has ended",
    "waiting": "nothing more can be selected",
    "deadlock": "deadlock: something is requested, and nothing can be selected",
    "steps": "stopped after the steps that were asked for",
}


def run_lines(
    program: Program, seed: int | None = None, steps: int = 100, explain: bool = False
) -> Iterator[str]:
    """The lines of one run; where it would wait, a declared outside event is chosen by the seed."""
    runner = Runner(program, seed=seed)
    chance = random.Random(runner.seed)
    for number in range(1, steps + 1):
        if explain:
            yield from explanation_text(runner.explain())
        event = runner.step() or _from_outside(runner, chance)
        if event is None:
            break
        yield f"{number:4}  {event}"
        if program.show is not None:
            yield from (f"      {line}" for line in program.show(runner.events).splitlines())
    yield f"{ENDINGS[runner.outcome().how]} (seed {runner.seed})"


def _from_outside(runner: Runner, chance: random.Random) -> object:
    """One of the declared outside events that nobody blocks, sent and selected; None if none."""
    said = runner.statements
    free = [
        event
        for event in runner.program.external or ()
        if not any(statement.sync.block.holds(event) for statement in said)
    ]
    if not free or runner.ended:
        return None
    runner.put(free[int(chance.random() * len(free))])
    return runner.step()
