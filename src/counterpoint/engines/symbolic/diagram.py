"""Boolean functions over numbered bits, with one interface for all decision diagram packages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import monotonic, sleep
from typing import Any, Protocol

from ...alarm import require_going_on
from ...errors import LimitReached
from ..base.limits import show_size
from .performer import Performer

LOOK_EVERY = 0.001
"""Seconds between two looks whether work must end."""


class Exhausted(LimitReached):
    """The decision diagrams need more memory than allowed."""


class Manager(Protocol):
    """A package of decision diagrams; operations raise MemoryError if its `memory` is too small.

    The caller then calls `collect` and retries, after each of the `pauses`, in seconds. Nodes are
    objects of the package; they are equal if and only if they are the same function. `quantifier`
    and `renaming` prepare arguments of `exists`, `and_exists` and `rename`. An operation may take
    long; `lets_others_run` says whether other threads of Python run meanwhile.
    """

    name: str
    memory: int
    lets_others_run: bool
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
        """The topmost bit, and the cofactors for true and for false; None for a constant."""

    def pick(self, f: Any) -> Mapping[int, bool]:
        """The first of the assignments of some bits for which f, which is not false, is true.

        In the order of the bits, with false before true. The other bits do not matter.
        """

    def count(self, f: Any, bits: int) -> int:
        """The exact number of satisfying assignments of `bits` bits, which f may depend on."""

    def holds(self, f: Any, literals: Sequence[tuple[int, bool]]) -> bool:
        """Whether f is true for an assignment of all its bits."""

    def size(self, f: Any) -> int:
        """The number of nodes of one function."""

    def nodes(self) -> int:
        """About how many nodes all functions have, including garbage."""

    def collect(self) -> None:
        """Free nodes that are garbage."""


class Diagrams:
    """The functions of one manager; an operation without room collects garbage and retries.

    From `few` nodes on, operations may take long, and a limit or Ctrl-C ends the
    wait for them: see `Performer`.
    """

    def __init__(self, manager: Manager, few: int) -> None:
        self.manager = manager
        self._few = few
        self._performer = Performer()
        self._looks_at = 0.0
        self._are_many = False
        self._literals: dict[tuple[int, bool], Any] = {}

    @property
    def are_few(self) -> bool:
        """Whether all functions have less than `few` nodes, so that keeping some more is cheap."""
        return self.manager.nodes() < self._few

    @property
    def true(self) -> Diagram:
        """The constant true."""
        return Diagram(self, self.manager.true)

    @property
    def false(self) -> Diagram:
        """The constant false."""
        return Diagram(self, self.manager.false)

    def made(self, operation: Callable[..., Any], *nodes: Any) -> Diagram:
        """The result of an operation on nodes; raises `Exhausted` if memory does not suffice."""
        try:
            if self._are_many or monotonic() > self._looks_at:
                return Diagram(self, self.performed(operation, nodes))
            return Diagram(self, operation(*nodes))  # as most, in a microsecond
        except MemoryError:
            return Diagram(self, self._made_with_more_room(operation, nodes))

    def performed(self, operation: Callable[..., Any], nodes: Sequence[Any]) -> Any:
        """The result of an operation that is given to the package as it is."""
        self._look()
        return self._performer.result(operation, nodes) if self._are_many else operation(*nodes)

    def _look(self) -> None:
        """End if work must end, and count the nodes: until the next look there cannot be many more,
        unless an operation takes longer, and then the next one looks."""
        require_going_on()
        manager = self.manager
        self._are_many = manager.lets_others_run and manager.nodes() >= self._few
        self._looks_at = monotonic() + LOOK_EVERY

    def _made_with_more_room(self, operation: Callable[..., Any], nodes: Sequence[Any]) -> Any:
        for pause in self.manager.pauses:
            self.performed(self.manager.collect, ())
            sleep(pause)
            require_going_on()
            try:
                return self.performed(operation, nodes)
            except MemoryError:
                continue
        limit = show_size(self.manager.memory)
        raise Exhausted(f"the decision diagrams need more memory than the limit of {limit}")

    def bit(self, number: int) -> Diagram:
        """The function that is true if this bit is."""
        return self.made(self._literal, number, True)

    def cube(self, literals: Iterable[tuple[int, bool]]) -> Diagram:
        """The conjunction of literals: pairs of a bit and its value."""
        conj, ordered = self.manager.conj, sorted(literals, reverse=True)

        def conjunction() -> Any:
            cube = self.manager.true
            for literal in ordered:
                cube = conj(cube, self._literal(*literal))
            return cube

        return self.made(conjunction)

    def _literal(self, bit: int, value: bool) -> Any:
        """The node of a bit or of its negation, which are asked for again and again."""
        if (known := self._literals.get((bit, value))) is None:
            node = self.manager.var(bit)
            known = self._literals[bit, value] = node if value else self.manager.negation(node)
        return known

    def union(self, parts: Iterable[Diagram]) -> Diagram:
        """The disjunction of the parts."""
        union: Diagram | None = None
        for part in parts:
            union = part if union is None else union | part
        return self.false if union is None else union

    def quantifier(self, bits: Iterable[int]) -> Any:
        """The bits to quantify, prepared for `exists` and `and_exists`."""
        return self.made(lambda: self.manager.quantifier(sorted(set(bits)))).node

    def renaming(self, pairs: Iterable[tuple[int, int]]) -> Any:
        """Pairs of a bit and its replacement, prepared for `rename`."""
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
        """Whether it is satisfiable."""
        return bool(self.node != self.on.manager.false)

    def ite(self, then: Diagram, otherwise: Diagram) -> Diagram:
        """The function `then` where this one is true, `otherwise` elsewhere."""
        return self.on.made(self.on.manager.ite, self.node, then.node, otherwise.node)

    def exists(self, quantifier: Any) -> Diagram:
        """The existential quantification of the bits."""
        return self.on.made(self.on.manager.exists, self.node, quantifier)

    def and_exists(self, other: Diagram, quantifier: Any) -> Diagram:
        """The bits quantified in the conjunction, in one operation: the relational product."""
        return self.on.made(self.on.manager.and_exists, self.node, other.node, quantifier)

    def rename(self, renaming: Any) -> Diagram:
        """The same function with bits replaced."""
        return self.on.made(self.on.manager.rename, self.node, renaming)

    def branch(self) -> tuple[int, Diagram, Diagram] | None:
        """The topmost bit, and the cofactors for true and for false; None for a constant."""
        found = self.on.manager.branch(self.node)
        if found is None:
            return None
        bit, then, otherwise = found
        return bit, Diagram(self.on, then), Diagram(self.on, otherwise)

    def pick(self) -> Mapping[int, bool]:
        """Values of bits for which it is true, whatever the others are; it must not be false.

        It is the first one of `cubes`.
        """
        return self.on.manager.pick(self.node)

    def count(self, bits: int) -> int:
        """The exact number of satisfying assignments of `bits` bits, which it may depend on."""
        manager = self.on.manager
        return int(self.on.performed(manager.count, (self.node, bits)))

    def holds(self, literals: Sequence[tuple[int, bool]]) -> bool:
        """Whether it is true for an assignment of all its bits."""
        return self.on.manager.holds(self.node, literals)

    @property
    def size(self) -> int:
        """The number of its nodes."""
        return self.on.manager.size(self.node)

    def cubes(self) -> Iterator[Mapping[int, bool]]:
        """Disjoint partial assignments that together are all that satisfy it."""
        waiting: list[tuple[Diagram, dict[int, bool]]] = [(self, {})]
        while waiting:
            here, path = waiting.pop()
            if (found := here.branch()) is None:
                if here:
                    yield path
                continue
            bit, then, otherwise = found
            waiting += [(then, {**path, bit: True}), (otherwise, {**path, bit: False})]
