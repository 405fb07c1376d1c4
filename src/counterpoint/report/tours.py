"""Runs that cover a target, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..figure import figure
from ..tours.covering import COVERS, CoveringRuns
from ..tours.observed import Observed, observe_of
from ..verdict import system_of
from .plain import stopped_data, to_lines, to_text
from .wrap import WIDTH, hanging, terminal_width

MOST_RUNS = 10
"""Runs that are printed."""

MOST_EVENTS = 40
"""Events of a run that are printed."""

MOST_MISSING = 10
"""Things that are printed that no run covers."""


def tours_text(found: CoveringRuns, *, runs: bool = True, width: int | None = None) -> str:
    """What the runs cover, what they do not, and with `runs` the first of them.

    The lines fit `width`, by default that of the terminal.
    """
    width = width or terminal_width() or WIDTH
    known = "all of them" if found.complete else str(found.stopped)
    steps = counted(found.transitions, "transition")
    lines = hanging(f"{found.target}: {counted(found.states, 'state')} ({known}), {steps}", width)
    lines += ["", *hanging(summary(found), width, "  ")]
    lines += hanging(f"({found.note})", width, "  ") if found.note else []
    lines += _missing_lines(found, width)
    return "\n".join([*lines, *(_run_lines(found, width) if runs else ())])


def summary(found: CoveringRuns) -> str:
    """How many runs and events cover how much, and how many events are needed, as one line."""
    if not found.possible:
        return f"there are no {_things(found, 2)} to cover"
    many = f"{counted(len(found), 'run')} with {counted(found.events, 'event')}"
    verb = "covers" if len(found) == 1 else "cover"
    least = counted(found.bound, "event")
    needed = "is needed" if found.bound == 1 else "are needed"
    if found.covered < found.possible:
        share = f"{figure(found.covered)} of {counted_things(found)}"
        return f"{many} {verb} {share}; at least {least} {needed} for all of them"
    share = "all " if found.possible > 1 else "the "
    return f"{many} {verb} {share}{counted_things(found)}; at least {least} {needed}"


def counted_things(found: CoveringRuns) -> str:
    """How many things can be covered."""
    return f"{figure(found.possible)} {_things(found, found.possible)}"


def _things(found: CoveringRuns, number: int) -> str:
    """What is covered, in words for so many of it."""
    named = found.cover if found.cover in COVERS else "states"
    one = named.removesuffix("s") if number == 1 else named
    return one if found.cover in COVERS else f"{one} in which {found.cover}"


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "run"), counted(1234, "run")
    ('1 run', '1,234 runs')
    """
    return f"{figure(number)} {noun}{'' if number == 1 else 's'}"


def _missing_lines(found: CoveringRuns, width: int) -> Iterator[str]:
    for number, each in enumerate(found.missing[:MOST_MISSING]):
        yield from [] if number else ["", "  not covered:"]
        yield from hanging(str(each), width, "    ")
    if (more := len(found.missing) - MOST_MISSING) > 0:
        yield f"    ... and {figure(more)} more"


def _run_lines(found: CoveringRuns, width: int) -> Iterator[str]:
    digits = len(str(min(len(found), MOST_RUNS)))
    yield from [""] if found.runs else []
    for number, run in enumerate(found.runs[:MOST_RUNS], 1):
        labels = [str(label) for label in run.events]
        more = [f"... and {figure(len(labels) - MOST_EVENTS)} more"] * (len(labels) > MOST_EVENTS)
        text = ", ".join([*labels[:MOST_EVENTS], *more]) or "(no event)"
        yield from hanging(text, width, f"  {number:>{digits}}  ", " " * (digits + 4))
    if (left := len(found) - MOST_RUNS) > 0:
        yield f"  ... and {counted(left, 'more run')}"


def tours_data(found: CoveringRuns, target: Any) -> dict[str, Any]:
    """The runs as plain data.

    Each run is a list of labels. `states` has for each run the numbers of its states, one more than
    labels, and `shown` what is observed of the state with a number.
    """
    states, shown = _numbered(found, target)
    return {
        "target": found.target,
        "cover": found.cover,
        "seed": found.seed,
        "answer": found.answer.value,
        "complete": found.complete,
        **stopped_data(found.stopped),
        "graph": {"states": found.states, "transitions": found.transitions},
        "possible": found.possible,
        "covered": found.covered,
        "events": found.events,
        "bound": found.bound,
        "note": found.note,
        "uncovered": [{"what": each.what, "reason": each.reason} for each in found.missing],
        "runs": [[str(label) for label in run.events] for run in found.runs],
        "states": states,
        "shown": shown,
    }


def _numbered(found: CoveringRuns, target: Any) -> tuple[list[list[int]], list[Observed]]:
    """The states of each run by number, in the order in which they are met, and what they show."""
    observe = observe_of(system_of(target))
    numbers: dict[int, int] = {}
    shown: list[Observed] = []
    states = []
    for run, known in zip(found.runs, found.numbers, strict=True):
        for number, state in zip(known, run.states, strict=True):
            if number not in numbers:
                numbers[number] = len(numbers)
                shown.append(observe(state))
        states.append([numbers[number] for number in known])
    return states, shown


_LISTS = ("uncovered", "runs", "states", "shown")
"""The parts of the data that have a line for each element."""


def tours_json(data: dict[str, Any]) -> str:
    """The data as JSON text, with each run, and each state, on a line of its own.

    >>> print(tours_json({"events": 1, "runs": [["a"]], "states": [[0, 1]], "shown": ["x", "y"]}))
    {
      "events": 1,
      "runs": [
        ["a"]
      ],
      "states": [
        [0, 1]
      ],
      "shown": [
        "x",
        "y"
      ]
    }
    """
    head = to_text({name: part for name, part in data.items() if name not in _LISTS})
    parts = [f'  "{name}": {_listed(data[name])}' for name in _LISTS if name in data]
    return ",\n".join([head.removesuffix("\n}"), *parts]) + "\n}"


def _listed(elements: list[Any]) -> str:
    lines = [f"    {line}" for line in to_lines(elements)]
    return "[\n" + ",\n".join(lines) + "\n  ]" if lines else "[]"
