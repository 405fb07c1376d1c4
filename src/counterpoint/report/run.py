"""A run as lines of text: the events and, on request, why each could be selected."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from itertools import islice

from ..bp.event import Event
from ..bp.live.runner import Runner
from ..bp.program import Program
from ..bp.resume import raised_at
from ..errors import NothingToCheck
from ..figure import counted
from ..model.system import System
from ..verdict import Trace, system_of
from .score.listed import MOST_CHOICES, listed_steps
from .story import Scene, story_of
from .text import explanation_text
from .wrap import WIDTH, terminal_width

SMALL = 3
"""Lines up to which a state is shown whole; a longer one, without a board, by what changed."""

MOST_STARTS = 1000
"""Initial states that a run begins in one of; there may be any number."""

ENDINGS = {
    "ended": "every b-thread has ended",
    "waiting": "nothing more can be selected",
    "deadlock": "deadlock: something is requested, and nothing can be selected",
    "steps": "stopped after {steps}, as --steps says",
}


def run_lines(
    target: Program | System, seed: int | None = None, steps: int = 100, explain: bool = False
) -> Generator[str, None, bool]:
    """Yield the lines of one run; return whether an assertion failed."""
    if isinstance(target, Program):
        return (yield from _program_lines(target, seed, steps, explain))
    seed = random.randrange(1 << 32) if seed is None else seed
    yield from _walk_lines(target, seed, steps)
    return False


def _walk_lines(target: System, seed: int, steps: int) -> Iterator[str]:
    """A random walk through any system: each step, drawn uniformly, and the state it led to.

    Where there are very many, the start is one of the first `MOST_STARTS`, and a step one of those
    that `MOST_CHOICES` choices of values lead to.
    """
    system = system_of(target)
    chance = random.Random(seed)
    starts = list(islice(system.initial(), MOST_STARTS))
    if not starts:
        raise NothingToCheck("there is no initial state, so there is nothing to run")
    state = chance.choice(starts)
    yield from _state_lines(story_of(Trace(state), target)[0])
    for number in range(1, steps + 1):
        possible, _ = listed_steps(system, state, MOST_CHOICES)
        if not possible:
            yield f"nothing more can happen (seed {seed})"
            return
        before, (label, state) = state, chance.choice(possible)
        _, scene = story_of(Trace(before, ((label, state),)), target)
        yield f"{number:4}  {scene.title}"
        yield from _state_lines(scene)
    yield f"{ENDINGS['steps'].format(steps=counted(steps, 'step'))} (seed {seed})"


def _state_lines(scene: Scene) -> Iterator[str]:
    """The lines of a state: the whole of a small one, else what changed."""
    picture = scene.picture or ""
    width = (terminal_width() or WIDTH) - 6
    lines = picture.splitlines()
    small = len(lines) <= SMALL and max(map(len, lines), default=0) <= width
    of_module = scene.look is not None and scene.actions is not None
    if scene.look is None or not of_module or scene.look.is_board or (scene.event and small):
        yield from _indented(picture)
        return
    shown = scene.look.whole(width) if scene.event is None else scene.look.changed(width)
    yield from (f"      {line}" for line in shown)


def _indented(picture: str) -> Iterator[str]:
    return (f"      {line}" for line in picture.splitlines())


def _program_lines(
    program: Program, seed: int | None, steps: int, explain: bool
) -> Generator[str, None, bool]:
    """Yield the lines of a run of a program; return whether an assertion failed.

    If the run would wait, the seed chooses an external event that is declared, or the next timeout.
    """
    runner = Runner(program, seed=seed, keep=None)  # a picture is drawn from all events
    chance = random.Random(runner.seed)
    try:
        for _ in range(steps):
            if explain:
                yield from explanation_text(runner.explain())
                yield from _timeout_lines(runner)
            event = _before_timeout(runner, chance)
            if (event or runner.step() or _from_outside(runner, chance)) is None:
                break
            yield from _event_lines(runner)
    except AssertionError as error:
        if runner.count:
            yield from _event_lines(runner)
        said = f": {error}" if str(error) else ""
        yield f"an assertion failed{said} ({raised_at(error)}, seed {runner.seed})"
        return True
    how = runner.outcome().how
    if how == "waiting" and _free(runner):
        how = "steps"  # another event could have come from outside
    ending = ENDINGS[how].format(steps=counted(steps, "step"))
    yield f"{ending} (seed {runner.seed})"
    return False


def _timeout_lines(runner: Runner) -> Iterator[str]:
    """Which timeouts the b-threads wait for, and when these are due."""
    for timeout in runner.timeouts:
        yield f"      {timeout.thread} waits for {timeout.event}: due in {timeout.seconds:g} s"


def _event_lines(runner: Runner) -> Iterator[str]:
    """The last event of a run, and the picture that the program draws after it."""
    yield f"{runner.count:4}  {runner.events[-1]}"
    show = runner.program.show
    if show is not None:
        yield from _indented(show(runner.events))


def _before_timeout(runner: Runner, chance: random.Random) -> object:
    """Now and then, an external event that comes before the next timeout is due."""
    left = runner.next_timeout
    if left is None or runner.explain().selectable or chance.random() < 0.5:
        return None
    if left:
        runner.pass_time(left * chance.random())
    return _from_outside(runner, chance)


def _from_outside(runner: Runner, chance: random.Random) -> object:
    """Send and select one of the declared external events that are not blocked; None if none."""
    free = _free(runner)
    if not free:
        return None
    runner.put(free[int(chance.random() * len(free))])
    return runner.step()


def _free(runner: Runner) -> list[Event]:
    """The declared external events that may come, as they are not blocked."""
    said = runner.statements
    return [
        event
        for event in runner.program.external or ()
        if not runner.ended and not any(each.sync.block.holds(event) for each in said)
    ]
