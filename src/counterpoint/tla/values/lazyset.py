"""Sets that are not listed: what they hold is asked of their parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import NoValue
from .plenty import few


class LazySet:
    """A set that knows its elements without listing them.

    It is no normal value, so it stands in no state and in no other value; `force` gives the normal
    set. Elements are gone through in the order of the normal set. (It is no ABC, for which
    `isinstance` is slow.)
    """

    __slots__ = ("_forced",)
    __hash__ = None  # type: ignore[assignment]
    _forced: frozenset[Any]

    def __contains__(self, value: Any) -> bool:
        """Whether a value, normal or not, is an element; raises where TLC would not say."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        """The elements in order, each of them normal; raises for an infinite set."""
        raise NotImplementedError

    def size(self) -> int | None:
        """The number of elements, None if there are infinitely many."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """The set in TLA+, unlisted."""
        raise NotImplementedError

    def known_size(self) -> int | None:
        """The number of elements, None if there is no end of them or only a listing tells."""
        return self.size()

    def is_finite(self) -> bool:
        """Whether the elements could be listed."""
        return self.size() is not None

    def is_empty(self) -> bool:
        """Whether there is no element."""
        return self.size() == 0

    def same(self, other: LazySet) -> bool | None:
        """Whether another set is equal, where that shows without listing them; else None."""
        return True if self is other else None

    def holds_only(self, other: LazySet) -> bool:
        """Whether it shows without listing them that every element is one of another set."""
        return self.same(other) is True

    def force(self) -> frozenset[Any]:
        """The normal set, listed on the first call."""
        try:
            return self._forced
        except AttributeError:
            self._forced = self._listed()
            return self._forced

    def _listed(self) -> frozenset[Any]:
        if not self.is_finite():
            raise NoValue(f"the elements of {self!r} cannot be listed: it is infinite")
        return frozenset(few(self))

    def __len__(self) -> int:
        size = self.size()
        if size is None:
            raise NoValue(f"{self!r} is infinite and has no cardinality")
        return size

    def __bool__(self) -> bool:
        return not self.is_empty()
