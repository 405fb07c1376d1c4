"""Take-away games: each move makes one pile smaller, and a player who cannot move loses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import count
from typing import NamedTuple, TypeAlias

from ...data import dataclass
from ...errors import BadCertificate, Misuse
from .pile_term import (
    Every,
    Formula,
    Less,
    NewSize,
    Node,
    Size,
    parts,
    show,
    truth,
)
from .piles import Conditional, Number, Piles, formula_of

Position: TypeAlias = tuple[int, ...]
"""The size of each pile."""

Rule: TypeAlias = Callable[[Piles, int, Number], Conditional]
"""Given all piles, the number of one pile and a smaller size for it: whether this is a legal
move."""


class Move(NamedTuple):
    """Reduce pile number `pile` to `size`."""

    pile: int
    size: int

    def __str__(self) -> str:
        return f"pile {self.pile} to {self.size}"


@dataclass(frozen=True)
class TakeAway:
    """A game on `count` piles. A move makes one pile smaller; a player who cannot move loses.

    `rule(x, j, y)` may forbid moves: it gets the sizes of all piles, the number of the pile to
    reduce, and its new size, which is always less than `x[j]`. Without a rule the game is Nim.

    >>> TakeAway(2).after((3, 5), Move(1, 0))
    (3, 0)
    >>> at_most_two = TakeAway(1, lambda x, j, y: x[j] <= y + 2)
    >>> list(at_most_two.moves((7,)))
    [Move(pile=0, size=5), Move(pile=0, size=6)]
    """

    count: int
    rule: Rule | None = field(default=None, repr=False, compare=False)
    legal: tuple[Formula, ...] = field(init=False, repr=False)
    """For each pile, the formula for when it may be reduced to the new size."""

    def __post_init__(self) -> None:
        if not isinstance(self.count, int) or self.count < 1:
            raise Misuse(f"a game needs one pile or more, not {self.count!r}")
        legal = tuple(self._legal(pile) for pile in range(self.count))
        object.__setattr__(self, "legal", legal)

    def _legal(self, pile: int) -> Formula:
        new = NewSize()
        smaller = Less(new, Size(pile))
        if self.rule is None:
            return smaller
        rule = formula_of(self.rule(self.piles, pile, Number(new)))
        self.admit(rule, new_size=True)
        return Every((smaller, rule))

    @property
    def piles(self) -> Piles:
        """The sizes of all piles, to write conditions with."""
        return tuple(Number(Size(pile)) for pile in range(self.count))

    def admit(self, node: Node, *, new_size: bool = False) -> None:
        """Raise `BadCertificate` if `node` mentions a pile or a new size that is unknown here."""
        for part in parts(node):
            strange = isinstance(part, Size) and part.pile >= self.count
            if strange or (isinstance(part, NewSize) and not new_size):
                raise BadCertificate(f"`{show(part)}` means nothing in `{show(node)}`")

    def position(self, sizes: Sequence[int]) -> Position:
        """The sizes as a position; raises `Misuse` if they are not a position of this game."""
        fits = len(sizes) == self.count and all(isinstance(s, int) and s >= 0 for s in sizes)
        if not fits:
            raise Misuse(f"a position is {self.count} sizes from 0 on, not {sizes!r}")
        return tuple(sizes)

    def allows(self, position: Position, move: Move) -> bool:
        """Whether a move is legal, by direct evaluation."""
        pile, size = move
        known = 0 <= pile < self.count and size >= 0
        return known and truth(self.legal[pile], position, size)

    def after(self, position: Position, move: Move) -> Position:
        """The position that a move leads to."""
        return *position[: move.pile], move.size, *position[move.pile + 1 :]

    def moves(self, position: Position) -> Iterator[Move]:
        """All moves from a position, by pile and then by new size."""
        for pile, size in enumerate(position):
            moves = (Move(pile, new) for new in range(size))
            yield from (move for move in moves if self.allows(position, move))


def positions(piles: int, total: int | None = None) -> Iterator[Position]:
    """All positions with `total` matches; without a `total`, all positions by total, without end.

    >>> list(positions(2, 2))
    [(2, 0), (1, 1), (0, 2)]
    """
    if total is None:
        for each in count():
            yield from positions(piles, each)
    elif piles == 1:
        yield (total,)
    else:
        for first in range(total, -1, -1):
            yield from ((first, *rest) for rest in positions(piles - 1, total - first))
