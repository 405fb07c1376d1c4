"""Doctests in docstrings are shown as blocks of code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_DOCTEST = re.compile(r"(?:^>>> .*\n(?:^(?!\s*$).*(?:\n|\Z))*)+", re.M)


class Doctests(Extension):
    """Turns each doctest into a fenced block."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with each doctest, up to an empty line, as a block of code.

    >>> fenced("One.\\n\\n>>> 1\\n1\\n\\nTwo.")
    'One.\\n\\n```pycon\\n>>> 1\\n1\\n```\\n\\nTwo.'
    """
    return _DOCTEST.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", f"{text}\n").rstrip()
