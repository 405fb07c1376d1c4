"""Comparisons of two targets, as text with both runs side by side, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from ..engines.relation.comparison import Compared, Comparison, Difference
from ..figure import counted
from ..verdict import Answer
from .audit import audited_data
from .json import trace_data
from .story import Scene, story_of
from .text import WORDS
from .wrap import WIDTH, hanging, terminal_width

Targets = tuple[Any, Any]

NAMES = 6
"""Names that are listed before the others are counted."""


def comparison_text(found: Comparison, targets: Targets, *, width: int | None = None) -> str:
    """A whole comparison: figures, what was compared, the answer, and the difference if it fails.

    The lines fit `width`, by default that of the terminal.
    """
    width = width or terminal_width() or WIDTH
    names, both = names_of(found), (found.first, found.second)
    lines = [
        *hanging("; ".join([*map(_figures, names, both), f"{found.seconds:.2f} s"]), width),
        *(hanging(_observed(found), width) if found.classes else ()),
        "",
        *hanging(_answer(found), width, "  "),
    ]
    if found.difference is not None:
        lines += ["", *_difference(found, found.difference, targets, width)]
    for note in found.notes:
        lines += hanging(f"({note})", width, "  ")
    return "\n".join(lines)


def names_of(found: Comparison) -> tuple[str, str]:
    """What the two targets are called, so that they can be distinguished."""
    first, second = found.first.name, found.second.name
    return (first, second) if first != second else (f"{first} (first)", f"{second} (second)")


def _figures(name: str, of: Compared) -> str:
    return f"{name}: {counted(of.states, 'state')}, {counted(of.transitions, 'transition')}"


def _observed(found: Comparison) -> str:
    """What the targets were compared by, in words."""
    seen = found.observed
    kinds = (("condition", seen.conditions), ("value", seen.values), ("label", seen.labels))
    parts = [f"{kind}{'s' * (len(of) > 1)} {_listed(of)}" for kind, of in kinds if of]
    said = "compared by " + ("; ".join(parts) or "nothing")
    if not seen.labels:
        said += "; labels are hidden"
    if not seen.guessed:
        return said
    only = [
        f"{name} only: {_listed(names)}"
        for name, names in zip(names_of(found), (seen.only_first, seen.only_second), strict=True)
        if names
    ]
    return "; ".join([f"{said} (guessed from names)", *only])


def _listed(names: Sequence[str]) -> str:
    more = len(names) - NAMES
    return ", ".join(names[:NAMES]) + (f" and {more} more" if more > 0 else "")


def _answer(found: Comparison) -> str:
    word = f"{WORDS[found.answer]:<8} {found.relation.value}"
    if found.answer is Answer.UNKNOWN:
        return f"{word} ({found.reason})"
    if found.answer is Answer.HOLDS:
        many = "1 state is" if found.classes == 1 else f"{found.classes:,} states are"
        return f"{word} ({many} distinguished)"
    return word


# The difference -----------------------------------------------------------------------------------


def _difference(
    found: Comparison, difference: Difference, targets: Targets, width: int
) -> Iterator[str]:
    """Both runs side by side, what happens then, and a formula that distinguishes the targets."""
    column = max(20, (width - 4) // 2 - 1)
    heads = names_of(found)
    blocks = [([heads[0]], [heads[1]]), *_rows(found, difference, targets, column)]
    for left, right in blocks:
        for one, other in zip_longest(left, right, fillvalue=""):
            yield f"  {one:<{column}}  {other}".rstrip()
        yield ""
    yield from hanging(said_of(found, difference), width, "  ")
    yield from _formula_lines(found, difference, width)


def _rows(
    found: Comparison, difference: Difference, targets: Targets, column: int
) -> Iterator[tuple[list[str], list[str]]]:
    """For each pair of matched states, and for the step that is not matched, two blocks."""
    stories = [
        story_of(run, target)
        for run, target in zip((difference.first, difference.second), targets, strict=True)
    ]
    before = (-1, -1)
    for pair in difference.matched:
        left, right = (
            _block(story[before[n] + 1 : pair[n] + 1], column, start=pair[n] == 0)
            for n, story in enumerate(stories)
        )
        yield left, right
        before = pair
    last = [story[before[n] + 1 :] for n, story in enumerate(stories)]
    if any(last):
        yield _block(last[0], column), _block(last[1], column)


def _block(scenes: Sequence[Scene], column: int, *, start: bool = False) -> list[str]:
    """The steps of some scenes, and how the last of them looks; a dash if there are none."""
    if not scenes:
        return ["-"]
    titles = ["start"] if start else [scene.title or str(scene.event) for scene in scenes]
    lines = [line for title in titles for line in hanging(title, column)]
    picture = (scenes[-1].picture or "").splitlines()
    return [
        *lines,
        *(line if len(line) <= column else f"{line[: column - 3]}..." for line in picture),
    ]


def said_of(found: Comparison, difference: Difference) -> str:
    """The difference in a sentence.

    >>> from counterpoint.engines.compare import compare
    >>> from counterpoint.examples.nim import model
    >>> different = compare(model(piles=(1, 2)), model(piles=(1, 3)))
    >>> said_of(different, different.difference)
    'at the start first and second look different: pile1 is 2 in first, and 3 in second'
    """
    names = names_of(found)
    who, other = names if difference.by_first else names[::-1]
    if not _steps_alone(difference):
        unlike = [
            f"{n} is {a} in {names[0]}, and {b} in {names[1]}" for n, a, b in difference.changes
        ]
        if unlike:
            return f"at the start {names[0]} and {names[1]} look different: {_listed(unlike)}"
        return f"no start of {other} is like that of {who}"
    run = difference.first if difference.by_first else difference.second
    label = difference.step or str(run.steps[-1][0])
    changes = [f"{name} becomes {after}" for name, _, after in difference.changes]
    then = f", after which {_listed(changes)}" if changes else ""
    return f"{who} takes the step {label}{then}; no step of {other} matches it"


def _steps_alone(difference: Difference) -> bool:
    first, second = difference.matched[-1]
    return first < len(difference.first.steps) or second < len(difference.second.steps)


def _formula_lines(found: Comparison, difference: Difference, width: int) -> Iterator[str]:
    if not difference.formula:
        yield "  (a formula that distinguishes them would be too long)"
        return
    names = names_of(found)
    where, not_in = names if difference.true_in_first else names[::-1]
    yield from hanging(f"true of {where}, and not of {not_in}: {difference.formula}", width, "  ")
    for name, text in zip(names, (difference.in_first, difference.in_second), strict=True):
        if text and text != difference.formula:
            yield from hanging(f"in {name}: {text}", width, "    ")


# Plain data ---------------------------------------------------------------------------------------


def comparison_data(found: Comparison, targets: Targets) -> dict[str, Any]:
    """A comparison as plain data: both targets, relation, answer, reason, difference and more."""
    of = found.observed
    difference = found.difference
    return {
        "first": _compared_data(found.first),
        "second": _compared_data(found.second),
        "relation": found.relation.value,
        "answer": found.answer.value,
        "reason": found.reason,
        "distinguished": found.classes,
        "observed": {
            "conditions": list(of.conditions),
            "values": list(of.values),
            "labels": list(of.labels),
            "guessed": of.guessed,
            "only_first": list(of.only_first),
            "only_second": list(of.only_second),
        },
        "difference": None if difference is None else difference_data(found, targets),
        "notes": list(found.notes),
        "seconds": round(found.seconds, 4),
        "audited": audited_data(found.audited),
    }


def _compared_data(of: Compared) -> dict[str, Any]:
    return {"target": of.name, "states": of.states, "transitions": of.transitions}


def difference_data(found: Comparison, targets: Targets) -> dict[str, Any]:
    """The difference of a comparison that fails, as plain data: both runs, and the formula."""
    difference = found.difference
    assert difference is not None
    keys = ("before", "after") if _steps_alone(difference) else ("first", "second")
    return {
        "by": "first" if difference.by_first else "second",
        "said": said_of(found, difference),
        "step": difference.step,
        "changes": [{"name": name, keys[0]: a, keys[1]: b} for name, a, b in difference.changes],
        "first": trace_data(difference.first, targets[0]),
        "second": trace_data(difference.second, targets[1]),
        "matched": [list(pair) for pair in difference.matched],
        "formula": difference.formula,
        "true_in": "first" if difference.true_in_first else "second",
        "in_first": difference.in_first,
        "in_second": difference.in_second,
    }
