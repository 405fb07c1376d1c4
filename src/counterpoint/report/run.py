"""A run as lines of text: the events, and on demand why each could be selected."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator

from ..bp.live.runner import Runner
from ..bp.program import Program
from ..bp.resume import raised_at
from .text import explanation_text

ENDINGS = {
    "ended": "every b-thread has ended",
    "waiting": "nothing more can be selected",
    "deadlock": "deadlock: something is requested, and nothing can be selected",
    "steps": "stopped after {steps} steps, as --steps says",
}


def run_lines(
    program: Program, seed: int | None = None, steps: int = 100, explain: bool = False
) -> Generator[str, None, bool]:
    """The lines of one run, and in the end whether an assertion failed.

    Where the run would wait, a declared outside event is chosen by the seed.
    """
    runner = Runner(program, seed=seed)
    chance = random.Random(runner.seed)
    try:
        for _ in range(steps):
            if explain:
                yield from explanation_text(runner.explain())
            if (runner.step() or _from_outside(runner, chance)) is None:
                break
            yield from _event_lines(runner)
    except AssertionError as error:
        if runner.count:
            yield from _event_lines(runner)
        said = f": {error}" if str(error) else ""
        yield f"an assertion failed{said} ({raised_at(error)}, seed {runner.seed})"
        return True
    ending = ENDINGS[runner.outcome().how].format(steps=steps)
    yield f"{ending} (seed {runner.seed})"
    return False


def _event_lines(runner: Runner) -> Iterator[str]:
    """The last event of a run, and how the program draws what it led to."""
    yield f"{runner.count:4}  {runner.events[-1]}"
    show = runner.program.show
    if show is not None:
        yield from (f"      {line}" for line in show(runner.events).splitlines())


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
