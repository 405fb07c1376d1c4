"""Read AIGER files, in ASCII (`aag`) and in binary (`aig`).

Biere, Heljanko, Wieringa, AIGER 1.9 and beyond, 2011; the encoding of gates is that of Biere, The
AIGER and-inverter graph format version 20071012.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..data import dataclass
from .circuit import Circuit, Latch, Literal
from .cursor import Cursor
from .gates import Gates, decoded, sorted_gates

_SYMBOL = re.compile(rb"([ilobcjf])(0|[1-9][0-9]{0,17}) (.+)\Z", re.DOTALL)

_HEADER = re.compile(rb"(aag|aig)((?: [0-9]+)*)\Z")


def read_circuit(data: bytes, file: str = "circuit.aag") -> Circuit:
    """The circuit in the bytes of a file; raises `BadCircuit` with the place of what is wrong.

    >>> toggle = read_circuit(b"aag 1 0 1 1 0\\n2 3\\n2\\n")
    >>> toggle.latches, toggle.outputs
    ((Latch(literal=2, next=3, reset=0),), (2,))
    """
    return _Reading(Cursor(data, file)).circuit()


@dataclass(frozen=True, slots=True)
class _Header:
    is_binary: bool
    maximum: int
    inputs: int
    latches: int
    gates: int
    counts: tuple[int, ...]
    """The numbers of outputs, bad states, constraints, justice properties, fairness constraints."""


class _Reading:
    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._header = _Header(False, 0, 0, 0, 0, ())
        self._defined: dict[Literal, str] = {}
        self._used: list[tuple[Literal, int]] = []
        self._lines: dict[Literal, int] = {}

    def circuit(self) -> Circuit:
        header = self._header = self._read_header()
        inputs = self._inputs()
        latches = tuple(self._latch(number) for number in range(header.latches))
        outputs, bad, constraints, justice, fairness = header.counts
        sections = [self._literals("an output", outputs), self._literals("a bad state", bad)]
        sections.append(self._literals("a constraint", constraints))
        sizes = [self._size() for _ in range(justice)]
        of_justice = tuple(self._literals("a literal of justice", size) for size in sizes)
        fair = self._literals("a fairness constraint", fairness)
        gates = self._gates()
        self._require_defined()
        symbols, comment = self._symbols(), self._comment()
        return Circuit(
            inputs, latches, sections[0], sections[1], sections[2], of_justice, fair, gates,
            symbols, comment,
        )  # fmt: skip

    # The header

    def _read_header(self) -> _Header:
        cursor = self._cursor
        wanted = "a header such as `aag 1 0 1 1 0`"
        found = _HEADER.match(cursor.line(wanted)[:2000])
        if found is None:
            raise cursor.wrong(f"an AIGER file begins with {wanted}")
        numbers = found[2].split()
        if not 5 <= len(numbers) <= 9:
            says = "from five to nine numbers follow: M I L O A, and B C J F"
            raise cursor.wrong(f"{says}; here are {len(numbers)}")
        if max(map(len, numbers)) > 18:
            raise cursor.wrong("this header has a number that is too large for any circuit")
        maximum, inputs, latches, outputs, gates, *others = map(int, numbers)
        counts = (outputs, *others, *[0] * (4 - len(others)))
        header = _Header(found[1] == b"aig", maximum, inputs, latches, gates, counts)
        self._require_room(header)
        return header

    def _require_room(self, header: _Header) -> None:
        """Raise `BadCircuit` if the header promises more than the rest of the file can have."""
        cursor, variables = self._cursor, header.inputs + header.latches + header.gates
        if header.maximum < variables or (header.is_binary and header.maximum > variables):
            sign = "M = I + L + A" if header.is_binary else "M >= I + L + A"
            raise cursor.wrong(f"{sign} is needed, and {header.maximum} and {variables} differ")
        listed = 0 if header.is_binary else header.inputs
        least = 2 * (listed + header.latches + header.gates + sum(header.counts)) - 1
        if least > cursor.left:
            says = f"this header promises at least {least:,} bytes, and {cursor.left:,} follow"
            raise cursor.wrong(says)

    # Definitions

    def _inputs(self) -> Sequence[Literal]:
        if self._header.is_binary:
            return range(2, 2 * self._header.inputs + 2, 2)
        return tuple(
            self._new(self._cursor.numbers("the literal of an input", 1, 1)[0], "an input")
            for _ in range(self._header.inputs)
        )

    def _latch(self, number: int) -> Latch:
        cursor = self._cursor
        if self._header.is_binary:
            literal = 2 * (self._header.inputs + number + 1)
            following, *reset = cursor.numbers("the next value of a latch", 1, 2)
        else:
            literal, following, *reset = cursor.numbers("a latch with its next value", 2, 3)
            self._new(literal, "a latch")
        if reset and reset[0] not in (0, 1, literal):
            raise cursor.wrong(f"a latch begins with 0, 1, or any value: {literal}, the latch")
        return Latch(literal, self._use(following), reset[0] if reset else 0)

    def _gates(self) -> Gates:
        header, cursor = self._header, self._cursor
        if header.is_binary:
            return decoded(cursor, 2 * (header.inputs + header.latches + 1), header.gates)
        gates: Gates = {}
        for _ in range(header.gates):
            gate, one, other = cursor.numbers("a gate with its two inputs", 3, 3)
            gates[self._new(gate, "a gate")] = (self._use(one), self._use(other))
        found = sorted_gates(gates)
        if isinstance(found, int):
            raise cursor.wrong(f"the gate {found} depends on itself", self._lines[found])
        return found

    def _new(self, literal: Literal, what: str) -> Literal:
        """A literal that is defined here; raises `BadCircuit` unless it is new and positive."""
        self._require_in_range(literal)
        if literal % 2 or not literal:
            raise self._cursor.wrong(f"{what} is a positive literal: an even number from 2 on")
        if before := self._defined.get(literal):
            says = f"{literal} is {before} already, defined in line {self._lines[literal]}"
            raise self._cursor.wrong(says)
        self._defined[literal], self._lines[literal] = what, self._cursor.number
        return literal

    # Uses

    def _literals(self, what: str, count: int) -> tuple[Literal, ...]:
        return tuple(self._use(self._cursor.numbers(what, 1, 1)[0]) for _ in range(count))

    def _size(self) -> int:
        """The number of literals of a justice property."""
        (size,) = self._cursor.numbers("the number of literals of a justice property", 1, 1)
        if 2 * size - 1 > self._cursor.left:
            raise self._cursor.wrong(f"{size:,} literals do not fit into the rest of the file")
        return size

    def _use(self, literal: Literal) -> Literal:
        self._require_in_range(literal)
        if not self._header.is_binary:
            self._used.append((literal, self._cursor.number))
        return literal

    def _require_in_range(self, literal: Literal) -> None:
        most = 2 * self._header.maximum + 1
        if literal > most:
            raise self._cursor.wrong(f"{literal} is no literal here: they end with {most}")

    def _require_defined(self) -> None:
        for literal, number in self._used:
            if literal > 1 and literal & ~1 not in self._defined:
                says = f"{literal} is neither an input, nor a latch, nor a gate"
                raise self._cursor.wrong(says, number)

    # Names

    def _symbols(self) -> dict[str, str]:
        """The symbol table, up to the line that begins the comment."""
        header, cursor, found = self._header, self._cursor, dict[str, str]()
        many = dict(zip("ilobcjf", (header.inputs, header.latches, *header.counts), strict=True))
        while (line := cursor.more()) is not None and line != b"c":
            symbol = _SYMBOL.match(line)
            if symbol is None:
                raise cursor.wrong("a symbol such as `i0 name` is needed here, or `c` alone")
            kind, place, name = symbol[1].decode(), int(symbol[2]), symbol[3]
            if place >= many[kind]:
                raise cursor.wrong(
                    f"there is no {kind}{place} to be named: {_there_is(many[kind])}"
                )
            if f"{kind}{place}" in found:
                raise cursor.wrong(f"{kind}{place} is named already: {found[f'{kind}{place}']}")
            found[f"{kind}{place}"] = name.decode("utf-8", "replace").strip()
        return found

    def _comment(self) -> str:
        cursor = self._cursor
        return cursor.data[cursor.at :].decode("utf-8", "replace").rstrip("\n")


def _there_is(count: int) -> str:
    return f"of that section there {'is' if count == 1 else 'are'} {count:,}"
