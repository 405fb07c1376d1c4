"""Runs that cover a target, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from ..engines.base.arrays import Ints
from ..figure import counted, figure
from ..tours.covering import COVERS, CoveringRuns
from ..tours.observed import writing_of
from ..verdict import system_of
from .plain import escaped, stopped_data, to_lines, to_text
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


def tours_json(found: CoveringRuns, target: Any, **more: object) -> Iterator[str]:
    """The runs as JSON text, in parts, with each run, and each state, on a line of its own.

    Each run is a list of labels. `states` has for each run the numbers of its states, one more than
    labels, and `shown` what is observed of the state with a number. `more` is added to the answer.
    """
    head = {
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
        **more,
    }
    runs = found.runs
    numbers, places = runs.met
    shown = map(writing_of(system_of(target)), runs.states.many(numbers))
    left_out = ({"what": each.what, "reason": each.reason} for each in found.missing)
    yield to_text(head).removesuffix("\n}")
    yield from _listed("uncovered", to_lines(left_out))
    yield from _listed(
        "runs", _lists(list(to_lines(map(str, runs.labels))), runs.label, runs.start)
    )
    yield from _listed("states", _numbers(places, runs.start + np.arange(len(runs.start))))
    yield from _listed("shown", _in_parts(shown))
    yield "\n}"


def _listed(name: str, lines: Iterable[str]) -> Iterator[str]:
    """A list with a name, in JSON, with a line for each element; some may come together."""
    yield f',\n  "{name}": ['
    between = last = ""
    for line in lines:
        yield f"{between}\n    {line}"
        between, last = ",", "\n  "
    yield f"{last}]"


PART = 1 << 16
"""Elements of a list that are written together."""


def _in_parts(lines: Iterable[str]) -> Iterator[str]:
    """JSON texts, each on a line, some of them together.

    >>> list(_in_parts(['{"x": 0}', '"a state"']))
    ['{"x": 0},\\n    "a state"']
    """
    left = iter(lines)
    while part := ",\n    ".join(islice(left, PART)):
        yield escaped(part)


def _parts(start: Ints) -> Iterator[Ints]:
    """Where the lists of each part begin, and where the last of it ends."""
    return (start[first : first + PART + 1] for first in range(0, len(start) - 1, PART))


def _lists(texts: list[str], which: Ints, start: Ints) -> Iterator[str]:
    """Lists of JSON texts, each on a line, from their numbers.

    `start` says where the elements of each list begin, and where those of the last one end.

    >>> list(_lists(["0", '"a"'], np.array([0, 1, 1]), np.array([0, 2, 2, 3])))
    ['[0, "a"],\\n    [],\\n    ["a"]']
    """
    end = "],\n    ["
    tokens = [*texts, *(f", {text}" for text in texts), end]
    for part in _parts(start):
        ends = part[1:] - part[0] + np.arange(len(part) - 1)
        codes = np.full(part[-1] - part[0] + len(ends), len(tokens) - 1)
        is_element = np.ones(len(codes), bool)
        is_element[ends] = False
        codes[is_element] = which[part[0] : part[-1]] + len(texts)
        begins = np.concatenate([np.zeros(1, np.int64), ends[:-1] + 1])
        codes[begins[is_element[begins]]] -= len(texts)
        yield f"[{''.join(map(tokens.__getitem__, codes.tolist()))}".removesuffix(end) + "]"


def _numbers(numbers: Ints, start: Ints) -> Iterator[str]:
    """Lists of numbers, each below 2**32 and none negative, each on a line; no list is empty.

    Their digits are computed as arrays: a table of texts would be too large for a cache.

    >>> list(_numbers(np.array([105, 6, 0]), np.array([0, 1, 3])))
    ['[105],\\n    [6, 0]']
    """
    for part in _parts(start):
        left = numbers[part[0] : part[-1]]
        digits = len(str(left.max()))
        left = left.astype(np.uint32)  # divided at four times the speed of 64 bits
        text = np.full((len(left), digits + 1), ord(","), np.uint8)
        text[part[1:] - part[0] - 1, -1] = ord("]")
        is_written = np.ones(text.shape, bool)
        for place in reversed(range(digits)):
            is_written[:, place] = (left > 0) | (place == digits - 1)
            tenth = left // 10
            text[:, place] = left - tenth * 10 + ord("0")
            left = tenth
        line = text[is_written].tobytes().decode("ascii")
        yield "[" + line[:-1].replace(",", ", ").replace("]", "],\n    [") + "]"
