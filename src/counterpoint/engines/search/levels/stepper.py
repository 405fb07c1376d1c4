"""What a search level by level needs to know of a system."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

from ....data import dataclass
from ....errors import CounterpointError
from ....stopped import NOT_STOPPED, Stopped
from ...base.arrays import U8, U64, Bools


@dataclass(frozen=True, slots=True)
class Expanded:
    """Some states in a row that were expanded, from number `first` of those given on.

    `targets` are the packed targets of all their steps. Those of a state begin where `starts` says,
    which has one more entry. `steps` of them count as steps. `truths` says for each
    question that was asked, by its number, in which of the states it is true; or `found` says how
    often it is, and the least words of such a state. `seen` is what the stepper has seen so far in
    all states together: 1 for each of some things that it looks for. If the search is to end
    because of what was met here, `stopped` says why; `trouble` is an error in a state, if it was
    one.
    """

    first: int
    targets: U64
    starts: U64
    steps: int
    truths: Mapping[int, Bools]
    seen: U8 | None = None
    found: Mapping[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    stopped: Stopped = NOT_STOPPED
    trouble: tuple[tuple[int, ...], CounterpointError] | None = None


class Reformed(Exception):
    """States are packed in another way from now on; the argument is what `Stepper.form` is now.

    All packed states that were given before are invalid.
    """

    def __init__(self, form: Any) -> None:
        super().__init__(form)
        self.form = form


class Ended(Exception):
    """Something ended the search; the argument says what, as a `Stopped`."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped)
        self.stopped = stopped


class Stepper(Protocol):
    """The steps of a system with states packed into rows of words, and what is asked of them.

    It is used by one thread at a time.
    """

    @property
    def width(self) -> int:
        """The number of words of a packed state."""

    @property
    def bits(self) -> int:
        """The bits of its first word that are in use: 64 if there are several words."""

    @property
    def last_bits(self) -> int:
        """The bits of its last word that are in use."""

    @property
    def most(self) -> int:
        """The number of steps that a state may have."""

    @property
    def beside(self) -> int:
        """The bytes that a step takes while states are expanded, beside its packed target."""

    @property
    def questions(self) -> int:
        """How many questions are asked of each state."""

    @property
    def first_is_enough(self) -> bool:
        """Whether runs go through the first states by their keys, and not those in least words."""

    @property
    def identity(self) -> str:
        """A text that only systems with the same states, steps and questions share."""

    def initial(self) -> U64:
        """The packed initial states; raises `Ended` if something ends the search meanwhile."""

    def expand(self, states: U64, asked: Collection[int] = ()) -> Iterator[Expanded]:
        """Expand packed states, some at a time, and ask the questions with these numbers.

        What is yielded is valid until the next. Raises `Reformed`.
        """

    def source(self, states: U64, wanted: U64) -> tuple[int, ...] | None:
        """The least words of one of these states with a step to the wanted one; None if none is.

        Or the first of these, if the `first_is_enough`.
        """

    def is_true(self, question: Any, state: U64) -> bool:
        """Whether a question, or a part of one, is true in a packed state, given as one row."""

    def state(self, row: U64) -> Any:
        """The state that is packed so."""

    def packed(self, state: Any) -> U64:
        """A state as a row of words."""

    @property
    def form(self) -> Mapping[str, Any]:
        """What is noted with a search so that another process packs states in the same way."""

    def learned(self) -> Mapping[str, Any]:
        """What is noted with a level for the same: what was learned since the level before."""

    def recall(self, notes: Sequence[Mapping[str, Any]]) -> None:
        """These are all levels that there are, with what was noted."""

    def sync(self) -> None:
        """Learn what the steppers of other processes have learned; raises `Reformed`."""

    def apart(self, room: int) -> Stepper:
        """The same for another thread, which expands so many steps at a time."""
