"""The names of a circuit's latches and inputs: its symbols, where they can serve as names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from .circuit import Circuit, Literal

_TAKEN = re.compile(r"[ilobcjf]\d+|bad\d+|justice\d+_\d+|fair\d+|step|rest|true|false")
"""Names that mean something else: places in the file, and what the model adds."""


def names_of(circuit: Circuit, inputs: Iterable[Literal]) -> Mapping[Literal, str]:
    """A name for each latch and for each of these inputs; no two are alike.

    A symbol is the name unless several have it, or it means something else here: then the name is
    that of the place in the file, such as `l3`.

    >>> from .circuit import Latch
    >>> circuit = Circuit((2,), (Latch(4, 4), Latch(6, 4)), symbols={"l0": "busy", "l1": "i7"})
    >>> names_of(circuit, [2])
    {2: 'i0', 4: 'busy', 6: 'l1'}
    """
    index = _places_in(circuit.inputs, inputs)
    places = {literal: f"i{index[literal]}" for literal in inputs}
    places |= {latch.literal: f"l{number}" for number, latch in enumerate(circuit.latches)}
    symbols = {literal: circuit.symbols.get(place, "") for literal, place in places.items()}
    counts = Counter(symbols.values())
    return {
        literal: symbol if counts[symbol] == 1 and _can_name(symbol) else places[literal]
        for literal, symbol in symbols.items()
    }


def _places_in(inputs: Sequence[Literal], wanted: Iterable[Literal]) -> Mapping[Literal, int]:
    """The place of each of some inputs; a binary file has a range of them, however many."""
    if isinstance(inputs, range):
        return {literal: inputs.index(literal) for literal in wanted}
    return {literal: number for number, literal in enumerate(inputs)}


def _can_name(symbol: str) -> bool:
    return bool(symbol) and symbol.isprintable() and not _TAKEN.fullmatch(symbol)
