"""Names in formulas: how the text of an event, an action or a b-thread is compared."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

import numpy as np

from ...errors import UnknownAtom
from ...model.system import REST, Label
from ..arrays import Array


def squeezed(text: str) -> str:
    """The text without blanks.

    >>> squeezed("X(1, 1)")
    'X(1,1)'
    """
    return "".join(text.split())


def event_named(text: str, labels: Sequence[Label]) -> Array:
    """Which of the labels the text names: one label as it is shown, or all with that name.

    >>> event_named("put", ["put(1)", "put(2)", "take"]).tolist()
    [True, True, False]
    """
    wanted = squeezed(text)

    def is_meant(label: Label) -> bool:
        shown = squeezed(str(label))
        return wanted in (shown, shown.partition("(")[0])

    return np.array([label is not REST and is_meant(label) for label in labels], bool)


def require_named(text: str, labels: Sequence[Label]) -> None:
    """Raise `UnknownAtom` unless the text names some of the labels."""
    if not event_named(text, labels).any():
        events = (label for label in labels if label is not REST)
        names = list(dict.fromkeys(squeezed(str(label)) for label in events))
        near = get_close_matches(squeezed(text), names, 3) or names[:8]
        raise UnknownAtom(f"there is no event {text!r}; there are {', '.join(near) or 'none'}")
