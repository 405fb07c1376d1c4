"""How often the actions of specifications were taken, as lines and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.theory import Covered
from ..verdict import Verdicts


def coverage_lines(verdicts: Verdicts) -> Iterator[str]:
    """A table for each specification: how often each action was taken, and gave a new state.

    >>> from ..model.theory import Covered
    >>> counted = (Covered("Next", "Up", 1200, 3), Covered("Next", "Down", 0, 0))
    >>> verdicts = Verdicts("M", 4, None, True, "evaluator", 0.1, (), coverage=(("Spec", counted),))
    >>> print(*coverage_lines(verdicts), sep="\\n")
    actions of Spec  taken  new states
      Up             1,200           3
      Down           never
    """
    for number, (name, counted) in enumerate(verdicts.coverage):
        yield from [""] if number else []
        several = len({one.rule for one in counted}) > 1
        rows = [(_named(one, several), one) for one in counted]
        head = f"actions of {name}" if name else "actions"
        width = max(len(head), *(len(text) + 2 for text, _ in rows), 0)
        counts = max(len("taken"), *(len(f"{one.taken:,}") for _, one in rows), 0)
        yield f"{head:<{width}}  {'taken':>{counts}}  new states"
        for text, one in rows:
            taken = f"{one.taken:,}" if one.taken else "never"
            fresh = f"{one.fresh:,}" if one.taken else ""
            yield f"  {text:<{width - 2}}  {taken:>{counts}}  {fresh:>10}".rstrip()


def coverage_data(verdicts: Verdicts) -> list[dict[str, Any]]:
    """The same counts as plain data: for each specification its actions, each with its rule."""
    return [
        {
            "specification": name,
            "actions": [
                {"rule": one.rule, "action": one.action, "taken": one.taken, "new": one.fresh}
                for one in counted
            ],
        }
        for name, counted in verdicts.coverage
    ]


def _named(one: Covered, several: bool) -> str:
    return f"{one.rule}: {one.action}" if several and one.rule != one.action else one.action
