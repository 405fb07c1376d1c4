"""Differences between two values as short text: elements that came and went, parts that changed.

Values are compared in their written form, in any notation: sets and tables in braces, sequences and
tuples in brackets, records and functions. A value in another notation is shown whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...data import dataclass

SHORT = 8
"""Characters up to which a value is shown whole."""

_CLOSES = {"(": ")", "[": "]", "{": "}", "<<": ">>"}
_ARROWS = (" :> ", " |-> ", ": ")


def difference(before: str, after: str) -> str:
    """What is different in a value; the whole new value if no shorter text says it.

    >>> difference("{(`o, 3), (`x, 1)}", "{(`o, 3), (`x, 1), (`x, 2)}")
    '+(`x, 2)'
    >>> difference("[idle, idle]", "[idle, waits]")
    '[1]: waits'
    """
    if max(len(before), len(after)) <= SHORT:
        return after
    differences = ", ".join(_differences(before, after, ""))
    return differences if differences and len(differences) < len(after) else after


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """For each variable that has another value, what is different in it.

    >>> changes({"x": "[0, 0, 0]", "t": "1"}, {"x": "[0, 1, 0]", "t": "1"})
    {'x': '[1]: 1'}
    """
    return {
        name: difference(before.get(name, ""), value)
        for name, value in after.items()
        if before.get(name) != value
    }


@dataclass(frozen=True, slots=True)
class _Parts:
    """A parsed value: its opening bracket, its items and, if it is a table, these by their keys."""

    opens: str
    items: tuple[str, ...]
    table: Mapping[str, str] | None = None

    @property
    def first(self) -> int:
        """The number of the first item: lists of models count from 0, all others from 1."""
        return 0 if self.opens == "[" else 1


def _differences(before: str, after: str, path: str) -> Iterator[str]:
    """The differences, each with its place."""
    was, now = _parts(before), _parts(after)
    if was is None or now is None or was.opens != now.opens:
        yield _at(path, after)
    elif was.table is not None and now.table is not None:
        yield from _in_table(was.table, now.table, path)
    elif was.table is not None or now.table is not None:
        yield _at(path, after)
    elif was.opens == "{":
        yield from _moved(path, _without(was.items, now.items), _without(now.items, was.items))
    elif len(was.items) == len(now.items):
        for number, (one, other) in enumerate(zip(was.items, now.items, strict=True), now.first):
            if one != other:
                yield from _differences(one, other, f"{path}[{number}]")
    else:
        yield from _moved(path, *_middles(was.items, now.items))


def _in_table(before: Mapping[str, str], after: Mapping[str, str], path: str) -> Iterator[str]:
    yield from _moved(path, _without(before, after), ())
    for key, value in after.items():
        here = f"{path}.{key}" if path else key
        if key not in before:
            yield f"+{_at(here, value)}"
        elif before[key] != value:
            yield from _differences(before[key], value, here)


def _moved(path: str, gone: Sequence[str], came: Sequence[str]) -> Iterator[str]:
    """Elements that were removed and added."""
    place = f"{path} " if path else ""
    yield from (f"{place}\N{MINUS SIGN}{item}" for item in gone)
    yield from (f"{place}+{item}" for item in came)


def _without(items: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    there = set(others)
    return tuple(item for item in items if item not in there)


def _middles(was: Sequence[str], now: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Two sequences without their common prefix, and then without their common suffix."""
    start = 0
    while start < min(len(was), len(now)) and was[start] == now[start]:
        start += 1
    end = 0
    while end < min(len(was), len(now)) - start and was[-1 - end] == now[-1 - end]:
        end += 1
    return was[start : len(was) - end], now[start : len(now) - end]


def _at(path: str, value: str) -> str:
    return f"{path}: {value}" if path else value


# Reading ------------------------------------------------------------------------------------------


def _parts(text: str) -> _Parts | None:
    """A parsed value; None if it has no parts, or cannot be parsed."""
    opens = "<<" if text.startswith("<<") else text[:1]
    closes = _CLOSES.get(opens)
    if closes is None or not text.endswith(closes) or len(text) < len(opens) + len(closes):
        return None
    inside = text[len(opens) : -len(closes)]
    items = _split(inside, (" @@ ", ", ")) if inside else []
    if items is None:
        return None
    pairs = [pair for item in items if (pair := _split(item, _ARROWS)) and len(pair) == 2]
    if not items or len(pairs) < len(items):
        return _Parts(opens, tuple(items))
    return _Parts(opens, tuple(items), dict(pairs))


def _split(text: str, marks: Sequence[str]) -> list[str] | None:
    """A text split at these marks, outside brackets and strings; None if brackets do not match."""
    found: list[str] = []
    open_: list[str] = []
    start = at = 0
    while at < len(text):
        bracket = text[at : at + 2] if text[at : at + 2] in ("<<", ">>") else text[at]
        mark = "" if open_ else next((mark for mark in marks if text.startswith(mark, at)), "")
        if mark:
            found.append(text[start:at])
            start = at + len(mark)
        elif bracket == '"':
            bracket = _string(text, at)
        elif bracket in _CLOSES:
            open_.append(_CLOSES[bracket])
        elif bracket in _CLOSES.values() and (not open_ or open_.pop() != bracket):
            return None
        at += len(mark or bracket)
    return None if open_ else [*found, text[start:]]


def _string(text: str, start: int) -> str:
    """The string that begins here, with its quotes; the rest of the text if it is unterminated."""
    at = start + 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return text[start : at + 1]
