"""What actions choose, tried one by one: whether a move is enabled, and where it leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from ...alarm import require_going_on
from ...errors import Refused
from ...tuning import Tuning
from .circuit import FALSE, TRUE, Circuit, Signal
from .modelled import Move


class Choosing:
    """Tries the choices of moves, as long as those that belong together are few."""

    def __init__(self, circuit: Circuit, tuning: Tuning) -> None:
        self._circuit = circuit
        self._most = tuning.bounded_choices

    def enabled(self, move: Move) -> Signal:
        """Whether some choice satisfies the guard of a move; raises `Refused`.

        Parts of the guard that read different choices are satisfied independently.
        """
        circuit = self._circuit
        chosen = sorted(_nodes(move.chosen))
        return circuit.all(
            circuit.any(guard for (guard,) in self._tried(move, read, [part]))
            for read, part in self._independent(move.guard, chosen)
        )

    def each(self, move: Move, signals: Sequence[Signal]) -> list[list[Signal]]:
        """The signals under each choice of what they read; raises `Refused`."""
        chosen = _nodes(move.chosen)
        read = [node for node in self._circuit.inputs_of(signals) if node in chosen]
        return self._tried(move, read, signals)

    def _independent(
        self, guard: Signal, chosen: Sequence[int]
    ) -> Iterator[tuple[list[int], Signal]]:
        """The guard in parts, each with the chosen nodes that it alone reads."""
        reads = self._circuit.reading([guard], chosen)
        parts: dict[int, list[Signal]] = {}
        for conjunct in self._circuit.conjuncts(guard):
            read, joined = reads[conjunct >> 1], [conjunct]
            for other in [part for part in parts if part & read]:
                read |= other
                joined += parts.pop(other)
            parts.setdefault(read, []).extend(joined)
        for read, joined in parts.items():
            nodes = [node for at, node in enumerate(chosen) if read >> at & 1]
            yield nodes, self._circuit.all(joined)

    def _tried(
        self, move: Move, read: Sequence[int], signals: Sequence[Signal]
    ) -> list[list[Signal]]:
        """The signals under each choice of the nodes that they read."""
        if not read:
            return [list(signals)]
        if 1 << len(read) > self._most:
            raise Refused(
                f"the bounded engine would have to try more than {self._most:,} choices of "
                f"{move.action.label} to find out whether it is enabled, or where it leads"
            )
        circuit = self._circuit
        own = {node: 2 * node for node in circuit.inputs_of(signals)}
        found = []
        for values in product((FALSE, TRUE), repeat=len(read)):
            require_going_on()
            given = own | dict(zip(read, values, strict=True))
            found.append(circuit.copied(signals, circuit, given))
        return found


def _nodes(chosen: Iterable[Signal]) -> set[int]:
    return {signal >> 1 for signal in chosen}
