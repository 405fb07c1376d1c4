"""Checks that are cut short, by a limit or by Ctrl-C, and gone on with afterwards.

What they answer all the same is the answer of the whole; what they count is there; and the same
target, asked once more, answers as if nothing had happened.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from counterpoint import Program, TlaModule, Verdicts, check, never
from counterpoint.engines.base.task import Progress
from counterpoint.errors import CounterpointError
from counterpoint.model.property import Satisfies
from counterpoint.tla.choice import PLAIN
from counterpoint.tla.modules import load
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.conformance.brute_force import ALPHABET

from ..compare import Tally
from . import model, module, program

SHARE = 2.0

HEARD = Tuning(
    first_chunk=1, network_chunk=1, learned_chunk=1, least_chunk=1, chunk_seconds=1e-9,
    look_seconds=0.0, moment=3600.0,
)  # fmt: skip
"""Progress is told after a state or two, and there is time to say what was found."""

SEEN = re.compile(r"no violation among ([\d,]+) states( counted with)?")


@dataclass(frozen=True)
class Case:
    """`kind` has a target of its own; `states` are a limit, or when Ctrl-C is pressed."""

    kind: str
    of: Any
    engine: str
    states: int
    presses: bool
    swept: bool


KINDS = {"model": model, "module": module, "program": program}


def draw(random: Random) -> Case:
    kind = random.choice(list(KINDS))
    engine = random.choice(["auto", "explicit", "symbolic"]) if kind == "model" else "auto"
    of: Any = KINDS[kind]
    return Case(
        kind, of.draw(random), engine, random.randint(1, 12), random.randrange(2) == 0,
        random.randrange(2) == 0,
    )  # fmt: skip


def compare(case: Case, tally: Tally) -> None:
    try:
        target, asked = _target(case)
        whole = check(target(), *asked, engine=case.engine, audit="none")
    except CounterpointError as error:
        tally.unanswered("the whole", error)
        return
    tuning = replace(HEARD, graph_at_once=0, graph_at_most=0) if case.swept else HEARD
    of = target()
    options: dict[str, Any] = {"engine": case.engine, "tuning": tuning, "audit": "none"}
    pressed = Press(case.states)
    cut: dict[str, Any] = {"watch": pressed} if case.presses else {"limit_states": case.states}
    what = f"{case.kind}, {'interrupted' if case.presses else 'limited'}"
    with tally.answering(what, "cut", CounterpointError):
        part = check(of, *asked, **cut, **options)
        _part(part, whole, what, tally)
        tally.true(f"{what}, begins nothing", "watched", not pressed.went_on, pressed.went_on)
    with tally.answering(what, "again", CounterpointError):
        again = check(of, *asked, **options)
        answers = [(v.name, v.answer.value) for v in again]
        tally.same(f"{what}, again", "answers", answers, [(v.name, v.answer.value) for v in whole])
        if again.complete and whole.complete and again.engine == whole.engine:
            tally.same(f"{what}, again", "states", again.states, whole.states)


def _target(case: Case) -> tuple[Callable[[], Any], tuple[Any, ...]]:
    """What makes the target anew, and what is asked of it."""
    match case.kind:
        case "model":
            return case.of.written.model, tuple(map(Satisfies, case.of.asked[:6]))
        case "module":
            loaded = load("M.tla", text=case.of.module.text)
            return lambda: TlaModule(loaded, None, PLAIN), ()
        case _:
            made: Callable[[], Program] = lambda: case.of.settings.program(*case.of.threads)  # noqa: E731
            return made, (*program.PROPERTIES[:3], *map(never, ALPHABET))


def _part(part: Verdicts, whole: Verdicts, what: str, tally: Tally) -> None:
    of_several = what.startswith("module")  # each theorem may be asked of a system of its own
    for cut, full in zip(part, whole, strict=False):
        if cut.answer is Answer.UNKNOWN:
            tally.unanswered(what, cut.reason)
            seen = SEEN.search(cut.reason)
            if seen is not None and seen[2] is None and whole.complete:
                count = int(seen[1].replace(",", ""))
                tally.true(
                    f"{what}, seen",
                    cut.name,
                    count and (of_several or count <= part.states),
                    (count, part),
                )
        elif full.answer is not Answer.UNKNOWN:
            tally.same(what, cut.name, cut.answer.value, full.answer.value)


class Press:
    """Presses Ctrl-C when so many states were found, and notes what was found afterwards."""

    def __init__(self, at: int) -> None:
        self.at, self.went_on = at, list[int]()
        self._is_pressed = False

    def __call__(self, progress: Progress) -> None:
        if self._is_pressed:
            self.went_on.append(progress.states)
        elif progress.states >= self.at:
            self._is_pressed = True
            raise KeyboardInterrupt


def show(case: Case) -> str:
    how = "Ctrl-C" if case.presses else "a limit"
    of: Any = KINDS[case.kind]
    return f"{how} at {case.states} states, engine {case.engine}\n{of.show(case.of)}"
