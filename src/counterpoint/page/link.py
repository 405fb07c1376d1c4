"""Links: a position and its rules as the fragment of an address, and back."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, quote

from ..data import dataclass

LONGEST = 20_000
"""Characters of a fragment that is read."""

LONGEST_NUMBER = 10
"""Digits of a number that is read."""


@dataclass(frozen=True, slots=True)
class Link:
    """A position: the names of its steps, where it stands, and the rules that are off.

    `run` is the property whose run is played, if one is, and `step` where that stands.

    >>> link = Link(("X(0,0)", "O(1,1)"), 1, ("center",))
    >>> str(link)
    'p=X(0,0)~O(1,1)&at=1&off=center'
    >>> read_link(str(link)) == link
    True
    """

    steps: tuple[str, ...] = ()
    at: int | None = None
    off: tuple[str, ...] = ()
    run: str = ""
    step: int = 0

    def __str__(self) -> str:
        parts = []
        if self.steps:
            parts.append("p=" + "~".join(map(_quoted, self.steps)))
        if self.at is not None and self.at != len(self.steps):
            parts.append(f"at={self.at}")
        if self.off:
            parts.append("off=" + "~".join(map(_quoted, self.off)))
        if self.run:
            parts.append(f"run={_quoted(self.run)}")
        if self.run and self.step:
            parts.append(f"step={self.step}")
        return "&".join(parts)


def read_link(fragment: str) -> Link:
    """The position that a fragment stands for; what is not understood is left out."""
    text = fragment.lstrip("#")[:LONGEST].replace("+", "%2B")
    given = parse_qs(text, keep_blank_values=False)
    first = {name: values[0] for name, values in given.items()}
    steps = _names(first.get("p", ""))
    where = _number(first.get("at", ""), len(steps))
    run = "~".join(_names(first.get("run", ""))[:1])
    step = _number(first.get("step", ""), 0) if run else 0
    return Link(steps, min(where, len(steps)), _names(first.get("off", "")), run, step)


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else otherwise


def _quoted(name: str) -> str:
    """A name as it stands in a link: a tilde, which parts names, is written otherwise."""
    return quote(name.replace("!", "!!").replace("~", "!t"), safe="(),_*'")


def _names(text: str) -> tuple[str, ...]:
    return tuple(_ESCAPED.sub(_meant, part) for part in text.split("~") if part)


def _meant(escaped: re.Match[str]) -> str:
    return "~" if escaped[1] == "t" else escaped[1]


_ESCAPED = re.compile(r"!(.)", re.S)
