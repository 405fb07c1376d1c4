"""Links: a position and its rules as the fragment of a URL, and back."""

from __future__ import annotations

import re
from dataclasses import field
from urllib.parse import quote, unquote

from ..data import dataclass

LONGEST = 20_000
"""Maximum number of characters that are read of a fragment."""

LONGEST_NUMBER = 10
"""Maximum number of digits that are read of a number; longer ones count as equally large."""

LONGEST_SHOWN = 60
"""Maximum number of characters of a part that are shown in a message."""

PARTS = ("p", "at", "off", "run", "step")
"""The names of the parts of a link, each of which occurs once at most."""


@dataclass(frozen=True, slots=True)
class Link:
    """A position: the names of its steps, how many of them are taken, and the rules that are off.

    `run` is the property with the run that is played, if there is one, and `step` the position in
    that run. `unread` says which parts of the fragment were not understood, and why.

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
    unread: tuple[str, ...] = field(default=(), compare=False)

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
    """The position that a fragment describes; `unread` lists what was not understood.

    >>> read_link("p=GO&at=7").unread
    ('at=7 is beyond the steps, and 1 is the last one',)
    """
    parts, unread = _parts(fragment.lstrip("#"))
    steps = _names(parts.get("p", ""))
    where = _number(parts, "at", len(steps), unread)
    if where > len(steps):
        last = f"{len(steps)} is the last one" if steps else "there are none"
        unread.append(f"at={_clipped(parts['at'])} is beyond the steps, and {last}")
    run = "~".join(_names(parts.get("run", ""))[:1])
    step = _number(parts, "step", 0, unread)
    if "step" in parts and not run:
        unread.append(f"step={_clipped(parts['step'])} is for a run, and no run is named")
    off = _names(parts.get("off", ""))
    return Link(steps, min(where, len(steps)), off, run, step if run else 0, tuple(unread))


def _parts(text: str) -> tuple[dict[str, str], list[str]]:
    """The values of the parts by name, and messages about the parts that are left out."""
    parts: dict[str, str] = {}
    unread = [f"of the link {LONGEST:,} characters are read"] if len(text) > LONGEST else []
    for part in filter(None, text[:LONGEST].split("&")):
        name, value = map(unquote, part.split("=", 1) if "=" in part else (part, ""))
        if name not in PARTS or "=" not in part:
            unread.append(f"{_clipped(unquote(part))} is no part of a link, which are {_WRITTEN}")
        elif name in parts:
            unread.append(f"{name}= is given twice, and the first one counts")
        else:
            parts[name] = value
    return parts, unread


def _number(parts: dict[str, str], name: str, otherwise: int, unread: list[str]) -> int:
    """The number in a part, or `otherwise`; a part that is no number is added to `unread`."""
    text = parts.get(name, str(otherwise))
    if text.isdecimal():
        return int(text) if len(text) < LONGEST_NUMBER else 10**LONGEST_NUMBER
    unread.append(f"{name}={_clipped(text)} is no number of steps")
    return otherwise


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."


def _quoted(name: str) -> str:
    """A name as it is written in a link; a tilde is escaped, because it separates names.

    A lone surrogate is escaped too, because a URL cannot contain it.
    """
    name = name.replace("!", "!!").replace("~", "!t")
    return quote(_HALF.sub(lambda found: f"!s{ord(found[0]):x}", name), safe="(),_*'")


def _names(text: str) -> tuple[str, ...]:
    return tuple(_ESCAPED.sub(_meant, part) for part in text.split("~") if part)


def _meant(escaped: re.Match[str]) -> str:
    if escaped[2]:
        return chr(int(escaped[2], 16))
    return "~" if escaped[1] == "t" else escaped[1]


_WRITTEN = ", ".join(f"{name}=" for name in PARTS)

_HALF = re.compile("[\ud800-\udfff]")

_ESCAPED = re.compile(r"!(s(d[89a-f][0-9a-f]{2})|.)", re.S)
