"""Unions, intersections, differences and filtered sets that are not listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...alarm import require_going_on
from ...errors import NoValue
from .functions import normal
from .lazyset import LazySet
from .members import a_set, elements, is_finite, is_in, is_subset
from .order import listed
from .plenty import LISTED, too_many
from .show import shortly


class Union(LazySet):
    r"""The union of sets: `A \cup B`, or UNION of a set of sets.

    >>> from .infinite import NAT
    >>> 3 in Union(frozenset({"none"}), NAT)
    True
    """

    __slots__ = ("sets",)

    def __init__(self, *sets: Any) -> None:
        self.sets = sets

    def __contains__(self, value: Any) -> bool:
        refused = None
        for values in self.sets:
            try:
                if is_in(value, values):
                    return True
            except NoValue as error:  # the value may still be in another of the sets
                refused = refused or error
        if refused:
            raise refused
        return False

    def __iter__(self) -> Iterator[Any]:
        return iter(listed(self.force()))

    def size(self) -> int | None:
        return len(self.force()) if self.is_finite() else None

    def known_size(self) -> None:
        return None

    def is_finite(self) -> bool:
        return all(map(is_finite, self.sets))

    def holds_only(self, other: LazySet) -> bool:
        return all(is_subset(values, other) for values in self.sets)

    def _listed(self) -> frozenset[Any]:
        found: set[Any] = set()
        for values in self.sets:
            require_going_on()
            found |= a_set(values)
            if len(found) > LISTED:
                raise too_many(f"{self!r} has more than {LISTED:,} elements")
        return frozenset(found)

    def __repr__(self) -> str:
        return " \\cup ".join(map(shortly, self.sets))


class Filtered(LazySet):
    r"""The elements of a set that satisfy a condition: `{x \in base : holds(x)}`."""

    __slots__ = ("base", "holds")

    def __init__(self, base: Any, holds: Callable[[Any], bool]) -> None:
        self.base = base
        self.holds = holds

    def __contains__(self, value: Any) -> bool:
        return is_in(value, self.base) and self.holds(normal(value))

    def __iter__(self) -> Iterator[Any]:
        return filter(self.holds, elements(self.base))

    def size(self) -> int | None:
        return len(self.force()) if self.is_finite() else None

    def known_size(self) -> None:
        return None

    def is_finite(self) -> bool:
        if is_finite(self.base):
            return True
        raise NoValue(f"whether {self!r} is finite is not known")

    def holds_only(self, other: LazySet) -> bool:
        return is_finite(self.base) is False and is_subset(self.base, other)

    def __repr__(self) -> str:
        return f"{{x \\in {shortly(self.base)} : ...}}"


class Intersection(Filtered):
    r"""base \cap other."""

    __slots__ = ("other",)

    def __init__(self, base: Any, other: Any) -> None:
        super().__init__(base, lambda value: is_in(value, other))
        self.other = other

    def __repr__(self) -> str:
        return f"{shortly(self.base)} \\cap {shortly(self.other)}"


class Difference(Filtered):
    r"""base \ other."""

    __slots__ = ("other",)

    def __init__(self, base: Any, other: Any) -> None:
        super().__init__(base, lambda value: not is_in(value, other))
        self.other = other

    def __repr__(self) -> str:
        return f"{shortly(self.base)} \\ {shortly(self.other)}"


def union(*sets: Any) -> Any:
    """The union of sets: a frozenset if all of them are, else a `Union`.

    >>> union(frozenset({1}), frozenset({2}))
    frozenset({1, 2})
    """
    if all(type(values) is frozenset for values in sets):
        return frozenset().union(*sets)
    for values in sets:
        is_finite(values)
    return Union(*sets)
