"""Boolean functions over numbered bits, the same for every package of decision diagrams."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from ...alarm import require_going_on
from ...errors import LimitReached
from ..base.limits import show_size


class Exhausted(LimitReached):
    """The decision diagrams did not fit into the memory that they may take."""


class Manager(Protocol):
    """A package of decision diagrams. It raises MemoryError where its memory does not suffice.

    It is then asked to `collect` and tried again after each of the `pauses`, in seconds. Nodes are
    the package's own, and equal when they are one function; `quantifier` and `renaming`
    prepare what `exists`, `and_exists` and `rename` take.
    """

    name: str
    memory: int
    pauses: tuple[float, ...]
    true: Any
    false: Any

    def var(self, bit: int) -> Any: ...
    def conj(self, f: Any, g: Any, /) -> Any: ...
    def disj(self, f: Any, g: Any, /) -> Any: ...
    def negation(self, f: Any, /) -> Any: ...
    def ite(self, f: Any, g: Any, h: Any, /) -> Any: ...
    def quantifier(self, bits: Sequence[int]) -> Any: ...
    def exists(self, f: Any, quantifier: Any, /) -> Any: ...
    def and_exists(self, f: Any, g: Any, quantifier: Any, /) -> Any: ...
    def renaming(self, pairs: Sequence[tuple[int, int]]) -> Any: ...
    def rename(self, f: Any, renaming: Any, /) -> Any: ...

    def branch(self, f: Any) -> tuple[int, Any, Any] | None:
        """The topmost bit, and the function where it is true and false; None for a constant."""

    def count(self, f: Any, bits: int) -> int:
        """The exact number of assignments to `bits` bits, among which are all that f asks."""

    def size(self, f: Any) -> int:
        """The nodes of one function."""

    def nodes(self) -> int:
        """The nodes of all functions together, those that nobody needs any more included."""

    def collect(self) -> None:
        """Forget the nodes that nobody needs."""


class Diagrams:
    """All functions of one manager; an operation that finds no room collects garbage first."""

    def __init__(self, manager: Manager) -> None:
        self.manager = manager

    @property
    def true(self) -> Diagram:
        """True everywhere."""
        return Diagram(self, self.manager.true)

    @property
    def false(self) -> Diagram:
        """True nowhere."""
        return Diagram(self, self.manager.false)

    def made(self, operation: Callable[..., Any], *nodes: Any) -> Diagram:
        """What the operation gives for the nodes; raises `Exhausted`."""
        require_going_on()
        try:
            return Diagram(self, operation(*nodes))
        except MemoryError:
            return Diagram(self, self._made_with_more_room(operation, nodes))

    def _made_with_more_room(self, operation: Callable[..., Any], nodes: Sequence[Any]) -> Any:
        for pause in self.manager.pauses:
            self.manager.collect()
            time.sleep(pause)
            try:
                return operation(*nodes)
            except MemoryError:
                continue
        limit = show_size(self.manager.memory)
        raise Exhausted(f"the decision diagrams need more memory than the limit of {limit}")

    def bit(self, number: int) -> Diagram:
        """Where this bit is true."""
        return self.made(self.manager.var, number)

    def cube(self, literals: Iterable[tuple[int, bool]]) -> Diagram:
        """Where each of the bits has the value given for it."""
        cube = self.true
        for bit, value in sorted(literals, reverse=True):
            cube = cube & (self.bit(bit) if value else ~self.bit(bit))
        return cube

    def union(self, parts: Iterable[Diagram]) -> Diagram:
        """Where some part is true."""
        union = self.false
        for part in parts:
            union = union | part
        return union

    def quantifier(self, bits: Iterable[int]) -> Any:
        """The bits, prepared for `exists` and `and_exists`."""
        return self.made(lambda: self.manager.quantifier(sorted(set(bits)))).node

    def renaming(self, pairs: Iterable[tuple[int, int]]) -> Any:
        """Pairs of a bit and the one that takes its place, prepared for `rename`."""
        return self.manager.renaming(list(pairs))


class Diagram:
    """A Boolean function, or the set of assignments for which it is true."""

    __slots__ = ("node", "on")

    def __init__(self, on: Diagrams, node: Any) -> None:
        self.on = on
        self.node = node

    def __and__(self, other: Diagram) -> Diagram:
        return self.on.made(self.on.manager.conj, self.node, other.node)

    def __or__(self, other: Diagram) -> Diagram:
        return self.on.made(self.on.manager.disj, self.node, other.node)

    def __sub__(self, other: Diagram) -> Diagram:
        return self & ~other

    def __invert__(self) -> Diagram:
        return self.on.made(self.on.manager.negation, self.node)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Diagram) and bool(self.node == other.node)

    def __hash__(self) -> int:
        return hash(self.node)

    def __bool__(self) -> bool:
        """Whether it is true anywhere."""
        return bool(self.node != self.on.manager.false)

    def ite(self, then: Diagram, otherwise: Diagram) -> Diagram:
        """`then` where it is true, `otherwise` elsewhere."""
        return self.on.made(self.on.manager.ite, self.node, then.node, otherwise.node)

    def exists(self, quantifier: Any) -> Diagram:
        """Where it is true for some values of the bits."""
        return self.on.made(self.on.manager.exists, self.node, quantifier)

    def and_exists(self, other: Diagram, quantifier: Any) -> Diagram:
        """Where both are true for some values of the bits, found in one go."""
        return self.on.made(self.on.manager.and_exists, self.node, other.node, quantifier)

    def rename(self, renaming: Any) -> Diagram:
        """The same function of other bits."""
        return self.on.made(self.on.manager.rename, self.node, renaming)

    def branch(self) -> tuple[int, Diagram, Diagram] | None:
        """The topmost bit, and the function where it is true and false; None for a constant."""
        found = self.on.manager.branch(self.node)
        if found is None:
            return None
        bit, then, otherwise = found
        return bit, Diagram(self.on, then), Diagram(self.on, otherwise)

    def count(self, bits: int) -> int:
        """The exact number of assignments to `bits` bits, among which are all that it asks."""
        return self.on.manager.count(self.node, bits)

    @property
    def size(self) -> int:
        """The number of its nodes."""
        return self.on.manager.size(self.node)

    def cubes(self) -> Iterator[Mapping[int, bool]]:
        """Disjoint partial assignments that make it true, and all of them together."""
        waiting: list[tuple[Diagram, dict[int, bool]]] = [(self, {})]
        while waiting:
            here, path = waiting.pop()
            if (found := here.branch()) is None:
                if here:
                    yield path
                continue
            bit, then, otherwise = found
            waiting += [(then, {**path, bit: True}), (otherwise, {**path, bit: False})]
