"""Failed assertions about results of Counterpoint, explained by these results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest

from ..engines.space.stateset import StateSet
from ..errors import Undecided
from ..identity import identity
from ..report.text import verdicts_text
from ..stopped import Cause
from ..verdict import Answer, Verdict, Verdicts
from .notebook import Notebook, Noted
from .statement import failed_at, values_in
from .text import MARGIN, plain, screen_width, set_text

Result: TypeAlias = Verdict | Verdicts | StateSet


def explain(error: AssertionError | Undecided, notebook: Notebook, session: pytest.Session) -> None:
    """Add what explains an exception of a test to it, as notes, which pytest prints.

    If a person has interrupted the check that it is about, the session ends. Code of users, which
    draws states, may raise anything.
    """
    results = _relevant(_results(error))
    if isinstance(error, Undecided) and any(_was_interrupted(each, notebook) for each in results):
        session.shouldstop = "during a check"
    for each in results:
        text = f"\n{_explained(each, notebook)}"
        if text not in vars(error).get("__notes__", ()):  # a fixture may raise it again
            error.add_note(text)


def _results(error: BaseException) -> Iterator[Result]:
    entry = failed_at(error)
    if entry is None:
        return
    if isinstance(error, Undecided):
        asked = entry.tb_frame.f_locals.get("self")  # a truth value raises it
        if isinstance(asked, Verdict | Verdicts):
            yield asked
    elif isinstance(error, AssertionError):
        for value in values_in(entry):
            if issubclass(type(value), Verdict | Verdicts | StateSet):  # proxies are not asked
                yield value


def _relevant(found: Iterable[Result]) -> list[Result]:
    """Each result that fails or is unknown, once; only if there are none, those that hold.

    All verdicts of a check are left out if one of them is there by itself. Several sets of states
    are compared with each other, which `differences` explains, and an empty set says all itself.
    """
    each = list({identity(one): one for one in found}.values())
    sets = [one for one in each if isinstance(one, StateSet)]
    if len(sets) > 1 or not all(sets):
        each = [one for one in each if not isinstance(one, StateSet)]
    wrong = [one for one in each if not _holds(one)] or each
    single = [one for one in wrong if isinstance(one, Verdict)]
    return [
        one
        for one in wrong
        if not (isinstance(one, Verdicts) and any(own is v for own in one for v in single))
    ]


def _holds(found: Result) -> bool:
    return not isinstance(found, StateSet) and found.answer is Answer.HOLDS


def _explained(found: Result, notebook: Notebook) -> str:
    if isinstance(found, StateSet):
        return set_text(found)
    noted = _noted(found, notebook)
    if noted is None:
        return "\n".join(map(plain, found if isinstance(found, Verdicts) else (found,)))
    target, verdicts = noted
    if isinstance(found, Verdict):
        verdicts = replace(verdicts, properties=(found,))
    return verdicts_text(verdicts, target, width=screen_width(MARGIN))


def _was_interrupted(found: Result, notebook: Notebook) -> bool:
    noted = None if isinstance(found, StateSet) else _noted(found, notebook)
    return noted is not None and noted[1].stopped.cause is Cause.INTERRUPTED


def _noted(found: Verdict | Verdicts, notebook: Notebook) -> Noted | None:
    """The check that found a result, and its target; None if nothing was noted of it."""
    return next((noted for noted in notebook.noted() if _is_of(found, noted[1])), None)


def _is_of(found: Verdict | Verdicts, verdicts: Verdicts) -> bool:
    return verdicts is found or any(each is found for each in verdicts)


def differences(left: object, right: object, operator: str) -> list[str] | None:
    """What explains that a comparison of two sets of states is false; None for others."""
    if not (isinstance(left, StateSet) and isinstance(right, StateSet)):
        return None
    if operator not in _COMPARED or left.space is not right.space:
        return None
    parts = {"left": left - right, "right": right - left}
    lines = [f"{left!r} {operator} {right!r}"]
    for side in _COMPARED[operator]:
        if parts[side]:
            text = f"only in the set on the {side}: {set_text(parts[side])}"
            lines += ["", *text.splitlines()]
    return lines


_COMPARED = {"==": ("left", "right"), "<=": ("left",), ">=": ("right",)}
"""For each comparison, the sides that may have states too many."""
