"""Plain data as JSON text, and what it says of a question without an answer.

It needs no other module that is large: a command may be interrupted before it has any.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from ..stopped import NOT_STOPPED, Stopped

LARGEST = 1 << 13
"""Bits of the largest number that is written; a larger one is null."""

_HALF = re.compile("[\ud800-\udfff]")


def to_text(data: object) -> str:
    """Plain data as indented JSON text; a lone surrogate is escaped, so that it can be encoded.

    >>> to_text(chr(0xD800)).isascii()
    True
    """
    try:
        text = json.dumps(data, indent=2, ensure_ascii=False)
    except ValueError:
        text = json.dumps(_writable(data), indent=2, ensure_ascii=False)
    return escaped(text)


def to_lines(elements: Iterable[object]) -> Iterator[str]:
    """Each element, which has no number that is too large, as JSON text on one line.

    >>> list(to_lines([["put(0)"], {"x": 1}]))
    ['["put(0)"]', '{"x": 1}']
    """
    encode = json.JSONEncoder(ensure_ascii=False).encode  # made once: there may be very many
    return (escaped(encode(each)) for each in elements)


def escaped(text: str) -> str:
    """The text with lone surrogates escaped as JSON has them, so that it can be encoded."""
    return text if text.isascii() else _HALF.sub(lambda found: f"\\u{ord(found[0]):x}", text)


def _writable(data: Any) -> Any:
    """The data with null for each number that has more digits than Python writes."""
    match data:
        case dict():
            return {name: _writable(value) for name, value in data.items()}
        case list() | tuple():
            return [_writable(value) for value in data]
        case int() if data.bit_length() > LARGEST:
            return None
    return data


def unknown_data(
    asked: dict[str, Any], reason: str, stopped: Stopped = NOT_STOPPED
) -> dict[str, Any]:
    """Plain data for a question that was not answered, with the reason.

    If something ended the work, `stopped` and `cause` say what.

    >>> from counterpoint.stopped import INTERRUPTED
    >>> unknown_data({"target": "nim"}, "interrupted, nothing was decided", INTERRUPTED)["cause"]
    'interrupted'
    """
    ended = stopped_data(stopped) if stopped else {}
    return {**asked, "answer": "unknown", "reason": reason, **ended}


def stopped_data(stopped: Stopped) -> dict[str, str | None]:
    """Why a search is incomplete, and the name of the cause; empty and None if it is complete.

    >>> stopped_data(NOT_STOPPED)
    {'stopped': '', 'cause': None}
    """
    return {"stopped": str(stopped), "cause": stopped.cause.value if stopped else None}
