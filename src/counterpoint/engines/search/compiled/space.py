"""The result of a search of a model: states as packed words or as ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from ....data import dataclass
from ....errors import OutOfSort
from ....model.model import Model
from ....model.steps import Values
from ....stopped import NOT_STOPPED, Stopped
from ....terms.term import Term
from ...base.arrays import U16, U64, AnyInts, Bools
from ...base.edges import Edges
from ...base.workers import Workers
from . import kernel
from .code import Code
from .decoded import codes_of_ranks, codes_of_words, states_of
from .form import Form, build_for
from .initial import initial_ranks
from .numbering import KERNELS, Numbering
from .records import States


@dataclass(eq=False)
class Space:
    """The states of a model, numbered from 0 in breadth-first order; in `Form.WHOLE` by rank.

    `record` has the words of the states (PACKED) or their ranks (RANKED), and the hash table or
    bitmap in which they are looked up. `levels` has the first state at each distance, and last the
    number of states. The first `expanded` states were expanded. If states are missing, `stopped`
    says why. `workers` notes how many threads sweep over them.
    """

    code: Code
    form: Form
    record: States
    expanded: int
    transitions: int
    levels: U64
    stopped: Stopped = NOT_STOPPED
    edges: Edges | None = None
    workers: Workers = field(default_factory=Workers, repr=False)
    _libraries: dict[Any, Any] = field(default_factory=dict, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but what is compiled or computed again when it is needed."""
        made = {"_libraries": {}, "workers": Workers(self.workers.most, self.workers.used)}
        lost = ("initial", "numbering")
        return {name: of for name, of in vars(self).items() if name not in lost} | made

    @property
    def states(self) -> int:
        return self.record.count

    @property
    def model(self) -> Model:
        return self.code.model

    @property
    def complete(self) -> bool:
        return not self.stopped

    @property
    def places(self) -> int:
        """The number of bits of a region: one for each state (PACKED), or for each rank."""
        return self.states if self.form is Form.PACKED else self.code.layout.size

    @cached_property
    def initial(self) -> U64:
        """The numbers of the initial states."""
        if self.form is Form.WHOLE:
            return initial_ranks(self.code)
        return np.arange(int(self.levels[min(1, len(self.levels) - 1)]), dtype=np.uint64)

    def state(self, number: int) -> Values:
        """The state with this number."""
        layout = self.code.layout
        if self.form is Form.PACKED:
            words = layout.words
            return layout.unpack(self.record.queue[number * words : (number + 1) * words].tolist())
        return layout.unrank(number if self.form is Form.WHOLE else int(self.record.queue[number]))

    def states_at(self, numbers: AnyInts) -> Iterator[Values]:
        """The states with these numbers."""
        layout, kept = self.code.layout, self.record.queue
        if self.form is Form.PACKED:
            words = kept.reshape(-1, layout.words)[numbers]
            return states_of(layout, codes_of_words(layout, words), len(numbers))
        ranks = numbers if self.form is Form.WHOLE else kept[numbers]
        return states_of(layout, codes_of_ranks(layout, ranks), len(numbers))

    def codes_at(self, place: int) -> Sequence[int]:
        """The codes of the values of the state at a place."""
        layout = self.code.layout
        if self.form is not Form.PACKED:
            return layout.codes_of_rank(place)
        words = layout.words
        return layout.codes_of_words(
            self.record.queue[place * words : (place + 1) * words].tolist()
        )

    def number(self, state: Any) -> int | None:
        """The number of a state; None if it was not found."""
        place = self.place(state)
        return None if place is None else self.number_at(place)

    def number_at(self, place: int) -> int:
        """The number of the state at a place."""
        return place if self.form is not Form.RANKED else self.numbering.number(place)

    @cached_property
    def numbering(self) -> Numbering:
        """The numbers of the states by rank, in `Form.RANKED`."""
        return Numbering(self.build(*KERNELS), self.record)

    def place(self, state: Any) -> int | None:
        """The place of a state's bit; None if it was not found or is no state of the model."""
        layout = self.code.layout
        try:
            if self.form is Form.PACKED:
                words = np.array(layout.pack(state), np.uint64)
            else:
                rank = layout.rank(state)
        except (OutOfSort, TypeError, ValueError):
            return None
        if self.form is Form.PACKED:
            found = int(self.build(kernel.lookup).lookup(words, self.record))
            return None if found == kernel.NO_STEPS else found
        known = self.form is Form.WHOLE or int(self.record.visited[rank >> 6]) >> (rank & 63) & 1
        return rank if known else None

    def places_of(self, numbers: AnyInts) -> U64:
        """The places of the states with these numbers."""
        if self.form is Form.RANKED:
            ranks: U64 = self.record.queue[numbers.astype(np.int64)].astype(np.uint64)
            return ranks
        return numbers.astype(np.uint64)

    def holds(self, term: Term) -> Bools:
        """For each state, whether a condition is true in it (array of bool)."""
        found = np.zeros(max(1, self.states), np.uint8)
        library = self.build(kernel.each, calls={"holds": self.code.condition(term)})
        library.each(0, self.states, self.here(), found, self.record)
        return found[: self.states].view(bool)

    def where(self, text: str) -> Bools:
        """For each state, whether an atom is true in it; raises `UnknownAtom`."""
        return self.holds(self.model.predicate(text))

    def movers(self) -> U16:
        """For each state the player to move, from 1; 0 for none, players + 1 for several."""
        found = np.zeros(max(1, self.states), np.uint16)
        library = self.build(kernel.movers, calls={"mover": self.code.mover})
        library.movers(0, self.states, self.here(), found, self.record)
        return found[: self.states]

    def here(self) -> U64:
        """An array for the words of a state."""
        return np.zeros(self.code.layout.words, np.uint64)

    def build(
        self,
        *functions: Callable[..., int],
        calls: Mapping[str, Callable[..., int]] | None = None,
        constants: Mapping[str, int] | None = None,
    ) -> Any:
        """The functions compiled for the states of this space, cached by the arguments."""
        key = (functions, tuple((calls or {}).items()), tuple((constants or {}).items()))
        if key not in self._libraries:
            self._libraries[key] = build_for(
                self.code,
                self.form,
                self.record.queue,
                *functions,
                calls=calls,
                constants=constants,
            )
        return self._libraries[key]
