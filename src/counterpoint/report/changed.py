"""The changes between two TLA+ values, located inside the values where that is shorter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from ..data import dataclass
from ..tla.values import arguments_of, is_sequence, items, show

MOST = 6
"""If more places than this differ, the value is shown as a whole."""

SHORT = 24
"""Characters up to which a value is shown whole if all of it changes, or its parts come or go."""


class How(Enum):
    """What happened to a place in a value."""

    IS = "="
    NEW = "new"
    GONE = "gone"
    GAINS = "gains"
    LOSES = "loses"
    DROPS = "drops"
    """A sequence lost elements at its front."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change at the place `at`: `now` is its new value, or the elements that came or went.

    `was` is the value before; it is None if that is not known.
    """

    at: str
    how: How
    now: Any
    was: Any = None


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """The changes of the values of variables, one for each place that differs.

    >>> changes({"x": 1, "pc": ("cs", "e1")}, {"x": 1, "pc": ("cs", "cs")})
    [Change(at='pc[2]', how=<How.IS: '='>, now='cs', was='e1')]
    """
    names = (name for name, now in after.items() if before.get(name) != now)
    return [change for name in names for change in _between(name, before.get(name), after[name])]


def _between(at: str, was: Any, now: Any) -> list[Change]:
    """The changes of a value that differs."""
    whole = [Change(at, How.IS, now, was)]
    if type(was) is not type(now) or type(now) not in (tuple, frozenset):
        return whole
    same_places = type(now) is tuple and arguments_of(was) is arguments_of(now)
    if not same_places and _is_short(was) and _is_short(now):
        return whole
    found = list(_of_sets(at, was, now) if type(now) is frozenset else _inside(at, was, now))
    pairs = list(zip(items(was), items(now), strict=True)) if same_places else []
    everywhere = len(pairs) > 1 and all(a != b for (_, a), (_, b) in pairs)
    too_many = len(found) > MOST or (everywhere and _is_short(now) and _is_short(was))
    return whole if too_many or not found else found


def _is_short(value: Any) -> bool:
    return len(show(value)) <= SHORT


def _of_sets(at: str, was: frozenset[Any], now: frozenset[Any]) -> Iterator[Change]:
    if was and not was & now:
        return
    if now - was:
        yield Change(at, How.GAINS, now - was)
    if was - now:
        yield Change(at, How.LOSES, was - now)


def _inside(at: str, was: Any, now: Any) -> Iterator[Change]:
    """The changes inside a function; none if it should be shown as a whole."""
    if is_sequence(was) and is_sequence(now) and len(was) != len(now):
        if was[len(was) - len(now) :] == now and len(now) < len(was):
            yield Change(at, How.DROPS, was[: len(was) - len(now)])
            return
        common = min(len(was), len(now))
        if was[:common] != now[:common]:
            return
    before, after = dict(items(was)), dict(items(now))
    if not before.keys() & after.keys():
        return
    record = arguments_of(was).is_record and arguments_of(now).is_record
    for key in {**before, **after}:
        place = at + _step(key, record)
        if key not in after:
            yield Change(place, How.GONE, None, before[key])
        elif key not in before:
            yield Change(place, How.NEW, after[key])
        elif before[key] != after[key]:
            yield from _between(place, before[key], after[key])


def _step(key: Any, record: bool) -> str:
    """The place of a value in a function, in TLA+ notation: `.name`, `[key]` or `[i, j]`."""
    if record and key.isidentifier():
        return f".{key}"
    if type(key) is tuple and is_sequence(key) and len(key) > 1:
        return f"[{', '.join(map(show, key))}]"
    return f"[{show(key)}]"
