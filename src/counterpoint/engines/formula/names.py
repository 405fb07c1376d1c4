"""Names in formulas: which events or actions a text names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import UnknownAtom
from ...model.capabilities import names_of
from ...model.naming import means, squeezed
from ...model.system import REST, Label
from ...spelling import close_matches
from ..base.arrays import Bools


def event_named(text: str, labels: Sequence[Label]) -> Bools:
    """Which labels the text names: array of bool, one per label.

    A text names a label as it is shown, or all labels by their name without arguments.

    >>> event_named("put", ["put(1)", "put(2)", "take"]).tolist()
    [True, True, False]

    Raises `UnknownAtom` if different labels are shown as this text, such as `Event("A", 1)` and
    `Event("A(1)")`.
    """
    wanted = squeezed(text)
    alike = {label for label in labels if label is not REST and squeezed(str(label)) == wanted}
    if len(alike) > 1:
        raise UnknownAtom(
            f"different events are shown as {text}, so that it is not plain which is meant: give "
            "one of them another name, or ask by never(EVENT)"
        )
    return np.fromiter((means(text, label) for label in labels), bool, len(labels))


def step_named(text: str, labels: Sequence[Label]) -> Bools:
    """The same, with `rest` as the name of `REST`, the step of a state where nothing happens.

    >>> step_named("rest", ["rest", REST]).tolist()
    [False, True]
    """
    if text == str(REST):
        return np.fromiter((label is REST for label in labels), bool, len(labels))
    return event_named(text, labels)


def require_step_named(text: str, labels: Sequence[Label]) -> None:
    """Raise `UnknownAtom` unless the text names steps, and `rest` names no event as well."""
    if text != str(REST):
        require_named(text, labels)
    elif event_named(text, labels).any():
        raise UnknownAtom(
            f"{REST} is also what the step is called of a state where nothing happens, so it is "
            "not plain what is meant: the event or the action needs another name"
        )


def require_named(text: str, labels: Sequence[Label]) -> None:
    """Raise `UnknownAtom` unless the text names some of the labels, and is not ambiguous."""
    if not event_named(text, labels).any():
        events = (label for label in labels if label is not REST)
        names = list(dict.fromkeys(squeezed(name) for label in events for name in _listed(label)))
        raise UnknownAtom(f"there is no event {text!r}; there are {closest(squeezed(text), names)}")


def _listed(label: Label) -> tuple[str, ...]:
    return names_of(label) or (str(label),)


def closest(text: str, names: Sequence[str]) -> str:
    """Up to three names similar to a text, else the first eight, and the number of the others.

    >>> closest("putt", ["take", "put"]), closest("x", list("abcdefghij"))
    ('put ... and 1 more', 'a, b, c, d, e, f, g, h ... and 2 more')
    """
    near = close_matches(text, names, 3) or names[:8]
    more = len(names) - len(near)
    return (", ".join(near) or "none") + (f" ... and {more} more" if more else "")
