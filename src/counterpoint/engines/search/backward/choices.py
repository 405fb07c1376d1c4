"""What is asked of the states and steps of a target, to compute regions backwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from ....data import dataclass
from ...base.arrays import U8, U64, Bools
from .condition import Condition

NO_STEPS = (
    "with states on disk, only formulas about the state itself are evaluated for programs and "
    "modules"
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Some states in a row with their steps, from number `first` of those given on.

    `targets` are the packed targets of all steps, and `classes` the classes of the steps. Those of
    a state begin where `starts` says, which has one more entry than the `rules` of the states.
    """

    first: int
    targets: U64
    starts: U64
    classes: U8
    rules: U8


class Choices(Protocol):
    """The steps of a target with packed states, and who chooses them; used by one thread."""

    @property
    def identity(self) -> str:
        """A text that only targets share in which the same players choose the same steps."""

    def expand(self, states: U64, asked: Condition) -> Iterator[Chosen]:
        """Expand packed states, some at a time; what is yielded is valid until the next."""

    def true(self, states: U64, text: str) -> Bools:
        """In which of some packed states an atom is true."""

    def contested(self, states: U64) -> Any:
        """The number of a state in which two players can choose; None if there is none."""

    def apart(self) -> Choices:
        """The same for another thread."""


class ChoicesRecipe(Protocol):
    """How a worker makes the choices; it can be sent to another process."""

    @property
    def name(self) -> str:
        """A text that only recipes for the same choices share."""

    def choices(self, room: int) -> Choices:
        """The choices, with so many steps at a time."""
