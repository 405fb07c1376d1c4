"""The arena of a target: what it can do, and which of that an addition may forbid."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from ..data import dataclass
from ..model.system import Label


@dataclass(frozen=True, slots=True)
class Offer:
    """Steps of one event from a state, which are forbidden together.

    Among the offers that are left, those of the greatest `rank` happen. `free` steps are those of
    the environment, which nothing may forbid. A `bad` step breaks a property.
    """

    event: int
    targets: tuple[int, ...]
    rank: float = 0.0
    free: bool = False
    bad: bool = False

    @property
    def key(self) -> tuple[int, tuple[int, ...]]:
        """What distinguishes its steps from others out of the same state."""
        return self.event, self.targets


class Arena(ABC):
    """States by number, each with its offers; what is forbidden changes the offers that are left.

    `labels` are the events by number; `outside` is a mask of those that come from outside.
    """

    labels: list[Label]
    outside: int = 0

    def __init__(self) -> None:
        self._usual: dict[int, tuple[Offer, ...]] = {}

    @abstractmethod
    def initial(self) -> Sequence[int]:
        """The initial states."""

    @abstractmethod
    def offers(self, state: int) -> tuple[Offer, ...]:
        """All steps that are possible in a state, or would be if others were forbidden."""

    @abstractmethod
    def breaks(self, state: int) -> bool:
        """Whether a state breaks a property, whatever is added."""

    @abstractmethod
    def is_dead(self, state: int) -> bool:
        """Whether a state breaks a property unless an addition brings about a step of it."""

    def may_rest(self, state: int, *, asked: bool = False) -> bool:
        """Whether nothing has to happen in a state, also if it is `asked` for in vain."""
        return not self.usual(state) and not self.is_dead(state)

    def may_stop(self, state: int) -> bool:
        """Whether a run that rests in a state may do so whatever is added."""
        return True

    def possible(self, state: int) -> tuple[Offer, ...]:
        """The offers, and the steps that an addition could bring about by itself."""
        return self.offers(state)

    def happening(self, state: int, offers: Iterable[Offer]) -> Iterable[int]:
        """The events that can happen in a state while these offers are left."""
        return (offer.event for offer in offers)

    def usual(self, state: int) -> tuple[Offer, ...]:
        """The steps from a state while nothing is added."""
        found = self._usual.get(state)
        if found is None:
            found = self._usual[state] = greatest(self.offers(state))
        return found


def greatest(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers of the greatest rank.

    >>> low, high = Offer(0, (1,)), Offer(1, (1,), rank=2.0)
    >>> greatest([low, high]) == (high,)
    True
    """
    given = tuple(offers)
    best = max((offer.rank for offer in given), default=0.0)
    return tuple(offer for offer in given if offer.rank == best)


def bits(mask: int) -> list[int]:
    """The numbers of the bits in a mask, in order.

    >>> bits(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
