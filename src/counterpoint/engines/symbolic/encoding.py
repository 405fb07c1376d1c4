"""States as assignments of bits: the code of each variable in binary."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ...identity import Identity, identity
from ...terms.sort import code, size, value
from ...terms.term import Variable
from ...tuning import USUAL, Tuning
from .diagram import Diagram, Diagrams


class Places:
    """The bits of each variable: from the top, in the given order, with its highest bit first.

    A variable in `twice` also has bits for its next value, each just below the current bit. Chosen
    variables, which are no part of a state, have bits of their own, unless `stands` maps them to
    the variable of which they are the next value.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        order: Sequence[str],
        twice: Collection[str] = (),
        chosen: Sequence[Variable] = (),
        stands: Mapping[str, str] | None = None,
    ) -> None:
        sort = {variable.name: variable.sort for variable in (*variables, *chosen)}
        state = {variable.name for variable in variables}
        self.now: dict[str, tuple[int, ...]] = {}
        self.next: dict[str, tuple[int, ...]] = {}
        self.chosen: dict[str, tuple[int, ...]] = {}
        self.bits = 0
        for name in order:
            width = (size(sort[name]) - 1).bit_length()
            step = 2 if name in twice else 1
            first = self.bits
            self.bits += width * step
            own = self.now if name in state else self.chosen
            own[name] = tuple(range(first, self.bits, step))
            if name in twice:
                self.next[name] = tuple(range(first + 1, self.bits, step))
        self.state_bits = sum(map(len, self.now.values()))
        self.stands = dict(stands or {})
        self.chosen.update({name: self.next[of] for name, of in self.stands.items()})

    def of(self, name: str) -> tuple[int, ...]:
        """The bits of the current value of a variable, or of a chosen one."""
        return self.now[name] if name in self.now else self.chosen[name]


class Encoding:
    """Encodes states, which are tuples of values, in the bits of decision diagrams."""

    def __init__(
        self,
        variables: Sequence[Variable],
        places: Places,
        on: Diagrams,
        tuning: Tuning = USUAL,
    ) -> None:
        self._most = tuning.encoded_kept
        self.variables = tuple(variables)
        self.places = places
        self.on = on
        self._cubes: dict[tuple[str, int, bool], Diagram] = {}
        self._known: list[dict[tuple[bool, Any], list[tuple[int, bool]]]] = [{} for _ in variables]
        self._assigned: dict[Identity, list[tuple[int, bool]]] = {}
        self._read = [(places.now[v.name], v.sort, dict[int, Any]()) for v in variables]
        self.valid = self._valid()

    def _valid(self) -> Diagram:
        valid = self.on.true
        by_place = sorted(self.variables, key=lambda v: self.places.now[v.name], reverse=True)
        for variable in by_place:
            valid = valid & self.below(self.places.now[variable.name], size(variable.sort))
        return valid

    def below(self, bits: Sequence[int], limit: int) -> Diagram:
        """The assignments in which the number in these bits is less than `limit`."""
        if limit == 1 << len(bits):
            return self.on.true
        below = self.on.false
        for at, bit in enumerate(reversed(bits)):
            high = self.on.bit(bit)
            below = ~high | below if limit >> at & 1 else below - high
        return below

    def literals(self, name: str, number: int, after: bool = False) -> list[tuple[int, bool]]:
        """The bits of a variable (of its next value with `after`), with their values for a code."""
        bits = self.places.next[name] if after else self.places.of(name)
        return [(bit, bool(number >> at & 1)) for at, bit in enumerate(reversed(bits))]

    def has_code(self, name: str, number: int, after: bool = False) -> Diagram:
        """The assignments in which a variable, or with `after` its next value, has a code."""
        key = name, number, after
        if key not in self._cubes:
            self._cubes[key] = self.on.cube(self.literals(name, number, after))
        return self._cubes[key]

    def codes(
        self, name: str, wanted: Collection[int], after: bool = False
    ) -> Mapping[int, Diagram]:
        """`has_code` for at least the codes `wanted`; many are made at once, by what they share."""
        places = self.places.next[name] if after else self.places.of(name)
        if 2 * len(wanted) < 1 << len(places):
            return {number: self.has_code(name, number, after) for number in wanted}
        cubes = [self.on.true]
        for bit in reversed(places):
            high = self.on.bit(bit)
            low = ~high
            cubes = [low & cube for cube in cubes] + [high & cube for cube in cubes]
        return dict(enumerate(cubes))

    def point(self, state: Sequence[Hashable]) -> Diagram:
        """The function that is true only in this state; raises `OutOfSort`."""
        return self.on.cube(self._assignment(state))

    def contains(self, region: Diagram, state: Sequence[Hashable]) -> bool:
        """Whether a state is in a region; raises `OutOfSort`."""
        return region.holds(self._assignment(state))

    def _assignment(self, state: Sequence[Hashable]) -> list[tuple[int, bool]]:
        """The bits of a state with their values; those of the states asked for last are kept.

        They are kept by identity: equal values may be of different sorts, as True and 1 are.
        """
        if (known := self._assigned.get(identity(state))) is not None:
            return known
        literals = self._bits_of(state)
        if isinstance(state, tuple):
            self._keep(self._assigned, identity(state), literals)
        return literals

    def _bits_of(self, state: Sequence[Hashable]) -> list[tuple[int, bool]]:
        literals: list[tuple[int, bool]] = []
        for variable, known, given in zip(self.variables, self._known, state, strict=True):
            key = isinstance(given, bool), given
            try:
                literals += known[key]
            except (KeyError, TypeError):  # a value without a hash is outside of every sort
                own = self.literals(variable.name, code(variable.sort, given))
                literals += own
                self._keep(known, key, own)
        return literals

    def state(self, bits: Mapping[int, bool]) -> tuple[Any, ...]:
        """The state for an assignment; a bit that is not mentioned is false."""
        state: list[Any] = []
        for places, sort, values in self._read:
            number = 0
            for bit in places:
                number = number << 1 | bits.get(bit, False)
            if number not in values:
                self._keep(values, number, value(sort, number))
            state.append(values[number])
        return tuple(state)

    def _keep(self, kept: dict[Any, Any], key: Any, value: Any) -> None:
        """Keep one more of what is asked for often; when there is too much, all is forgotten."""
        if len(kept) >= self._most:
            kept.clear()
        kept[key] = value

    def states(self, region: Diagram) -> Iterator[tuple[Any, ...]]:
        """The states of a region, each once, in an order that depends on the bits."""
        every = [bit for bits in self.places.now.values() for bit in bits]
        for cube in region.cubes():
            free = [bit for bit in every if bit not in cube]
            for chosen in product((False, True), repeat=len(free)):
                yield self.state({**cube, **dict(zip(free, chosen, strict=True))})

    def count(self, region: Diagram) -> int:
        """The number of states in a region."""
        return region.count(self.places.state_bits)

    def sample(self, region: Diagram, rng: random.Random) -> tuple[Any, ...]:
        """A random state of a region that is not empty, uniformly distributed."""
        return Drawing(self, region).state(rng)


class Drawing:
    """Random states of a region that is not empty, uniformly distributed."""

    def __init__(self, encoding: Encoding, region: Diagram) -> None:
        assert region, "an empty region has no state"
        self._encoding, self._region = encoding, region
        self._counts: dict[Diagram, int] = {}

    def state(self, rng: random.Random) -> tuple[Any, ...]:
        """One of them."""
        bits: dict[int, bool] = {}
        region = self._region
        while (found := region.branch()) is not None:
            bit, then, otherwise = found
            yes, no = self._count(then), self._count(otherwise)
            bits[bit] = rng.randrange(yes + no) < yes
            region = then if bits[bit] else otherwise
        for places in self._encoding.places.now.values():
            for bit in places:
                bits.setdefault(bit, rng.random() < 0.5)
        return self._encoding.state(bits)

    def _count(self, region: Diagram) -> int:
        """Its number of states; it is kept, since each draw begins with the same regions."""
        if region not in self._counts:
            self._counts[region] = self._encoding.count(region)
        return self._counts[region]
