"""Conditions that may be added: steps are forbidden where some literals are true together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field

from ..data import dataclass
from .arena import Arena, Offer, greatest


@dataclass(frozen=True, slots=True)
class Literal:
    """A fact about a step, such as `x = 1` before it, and the text of its negation."""

    said: str
    denied: str
    weight: int = 0
    """How much has to be read to understand the text, beyond the text itself."""


class Vocabulary(ABC):
    """The literals of a target, and the groups of steps that a condition can be added to."""

    literals: tuple[Literal, ...]
    groups: tuple[str, ...]
    """The names of the groups: of the actions of a model; a module has one group, of all steps."""

    @abstractmethod
    def holds(self, literal: int, state: int, offer: Offer) -> bool:
        """Whether a literal is true of a step."""

    @abstractmethod
    def group(self, offer: Offer) -> int:
        """The number of the group that a step belongs to."""

    @abstractmethod
    def speaks_of(self, literal: int, group: int) -> bool:
        """Whether a literal means something for the steps of a group."""


@dataclass(frozen=True)
class Cubes:
    """Conditions, each a group and literals: what satisfies all literals of one is forbidden."""

    vocabulary: Vocabulary = field(compare=False)
    conditions: tuple[tuple[int, tuple[int, ...]], ...]
    key: tuple[int, ...] = field(default=(), compare=False)
    """The literals of its clauses that are true."""

    @property
    def length(self) -> int:
        """The length of its text, which orders additions of one size."""
        known = self.vocabulary.literals
        named = [known[n] for _, literals in self.conditions for n in literals]
        return sum(len(literal.denied) + literal.weight for literal in named)

    def asks(self, local: int) -> bool:
        """Conditions request nothing."""
        return False

    def after(self, local: int, event: int) -> int:
        """Conditions have one state."""
        return local

    def chosen(self, arena: Arena, state: int, local: int) -> tuple[Offer, ...]:
        """The offers that are not forbidden."""
        usual = arena.usual(state)
        if not any(self.forbids(state, offer) for offer in arena.offers(state)):
            return usual
        return greatest(o for o in arena.offers(state) if not self.forbids(state, o))

    def forbids(self, state: int, offer: Offer) -> bool:
        """Whether steps are forbidden, also if they are the environment's."""
        holds, group = self.vocabulary.holds, self.vocabulary.group(offer)
        return any(
            of == group and all(holds(literal, state, offer) for literal in literals)
            for of, literals in self.conditions
        )
