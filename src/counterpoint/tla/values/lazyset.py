"""Sets that are not listed: membership is decided from their parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import NoValue
from .plenty import few


class LazySet:
    """Base class of the sets that decide membership without listing their elements.

    It is not a normal value, so it never occurs in a state or in another value; `force` returns the
    normal set. Iteration is in the order of the normal set. (It is not an ABC since `isinstance` is
    slow for those.)
    """

    __slots__ = ("_forced",)
    __hash__ = None  # type: ignore[assignment]
    _forced: frozenset[Any]

    def __contains__(self, value: Any) -> bool:
        """Whether a value, normal or not, is an element; raises `NoValue` if TLC cannot decide."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        """The elements in order, all of them normal; raises `NoValue` if the set is infinite."""
        raise NotImplementedError

    def size(self) -> int | None:
        """The number of elements; None if there are infinitely many."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """The set as a TLA+ expression, without listing it."""
        raise NotImplementedError

    def known_size(self) -> int | None:
        """The number of elements; None if it is infinite or cannot be known without listing."""
        return self.size()

    def is_finite(self) -> bool:
        """Whether there are finitely many elements, so that they could be listed."""
        return self.size() is not None

    def is_empty(self) -> bool:
        """Whether the set is empty."""
        return self.size() == 0

    def same(self, other: LazySet) -> bool | None:
        """Whether another set is equal; None if that cannot be decided without listing them."""
        return True if self is other else None

    def holds_only(self, other: LazySet) -> bool:
        """Whether this set can be shown to be a subset of another without listing them."""
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
