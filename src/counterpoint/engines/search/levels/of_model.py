"""The steps of a model, for a search level by level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from ....logic.core import Core, Prop
from ....logic.core_text import core_text
from ....logic.fragments import everything_in
from ....model.model import Model
from ....tuning import USUAL, Tuning
from ...base.arrays import NOTHING, U64, Bools
from ...base.limits import NO_LIMITS, Limits
from ..compiled.code import Code
from ..compiled.form import Form, build_for
from ..compiled.initial import initial_words
from .leading import leads
from .model_atoms import atom_of
from .model_kernel import Expansion, expand
from .propositional import truth_of
from .steady import Steady
from .stepper import Expanded


class ModelStepper(Steady):
    """A model with its states packed as in a search with a hash table.

    The questions are propositional formulas; raises `UnknownAtom` for an unknown atom.
    """

    def __init__(
        self,
        model: Model,
        questions: Sequence[Core] = (),
        limits: Limits = NO_LIMITS,
        tuning: Tuning = USUAL,
    ) -> None:
        self._shared = _Shared(model, tuple(questions), limits, tuning)
        self._room(self.most)

    def _room(self, room: int) -> None:
        self._expansion = Expansion(
            targets=np.zeros(room * self.width, np.uint64),
            kinds=np.zeros(room, np.uint32),
            room=room,
            most=self.most,
        )

    def apart(self, room: int) -> ModelStepper:
        """As `Stepper.apart`."""
        other = ModelStepper.__new__(ModelStepper)
        other._shared = self._shared
        other._room(max(self.most, room))
        return other

    @property
    def width(self) -> int:
        """The number of words of a packed state."""
        return self._shared.code.layout.words

    @property
    def bits(self) -> int:
        """The bits of its first word that are in use."""
        return self.last_bits if self.width == 1 else 64

    @property
    def last_bits(self) -> int:
        """The bits of its last word that are in use."""
        return self._shared.code.layout.used_bits

    @property
    def most(self) -> int:
        """The number of steps that a state may have."""
        return self._shared.code.most

    @property
    def beside(self) -> int:
        """The bytes of a step beside its target: those of its kind."""
        return 4

    @property
    def questions(self) -> int:
        """How many questions are asked."""
        return len(self._shared.questions)

    @property
    def identity(self) -> str:
        """A text that only models with the same states, steps and questions share."""
        return self._shared.identity

    def initial(self) -> U64:
        """The packed initial states; raises `LimitReached` if there are too many."""
        return initial_words(self._shared.code, self._shared.limits)

    def state(self, row: U64) -> Any:
        """The state that is packed so."""
        return self._shared.code.layout.unpack(row.tolist())

    def packed(self, state: Any) -> U64:
        """A state as a row of words."""
        return np.array([self._shared.code.layout.pack(state)], np.uint64)

    def expand(self, states: U64, asked: Collection[int] = ()) -> Iterator[Expanded]:
        """As `Stepper.expand`; raises `OutOfSort` at a fault."""
        of, first = self._expansion, 0
        of.states = np.ascontiguousarray(states).reshape(-1)
        of.starts = np.zeros(len(states) + 1, np.uint64)
        while first < len(states):
            end = int(self._shared.library.expand(first, len(states), of))
            if of.faulty:
                self._raise_fault(states[end])
            starts = of.starts[: end - first + 1]
            targets = of.targets[: int(starts[-1]) * self.width].reshape(-1, self.width)
            truths = self._shared.truths(asked, of, first, end)
            yield Expanded(first, targets, starts, of.steps, truths)
            first = end

    def is_true(self, question: Core, state: U64) -> bool:
        """As `Stepper.is_true`; its atoms are those of the questions."""
        for _ in self.expand(state):
            true = self._shared.true({0: question}, self._expansion, 0, 1)
            return bool(true[0][0])
        raise AssertionError("one state is expanded")

    def _raise_fault(self, state: U64) -> None:
        """Let the model itself expand a state in which an action has a fault."""
        for _ in self._shared.model.successors(self.state(state)):
            pass
        raise AssertionError("native code found a fault that the model does not have")


class _Shared:
    """What the steppers of all threads have in common."""

    def __init__(
        self, model: Model, questions: tuple[Core, ...], limits: Limits, tuning: Tuning
    ) -> None:
        self.model, self.questions, self.limits = model, questions, limits
        self.code = Code(model, tuning)
        self.library = build_for(self.code, Form.PACKED, NOTHING, expand)
        props = [p for goal in questions for p in everything_in(goal) if isinstance(p, Prop)]
        self._atoms = {
            text: atom_of(self.code, text) for text in dict.fromkeys(p.text for p in props)
        }

    @cached_property
    def identity(self) -> str:
        """See `Stepper.identity`: a hash of all that states, steps and questions depend on."""
        code, found = self.code, sha256()
        parts = (
            repr([(v.name, v.sort) for v in code.layout.variables]),
            repr([(kind.label, kind.owner, kind.rests) for kind in code.kinds]),
            *code.step_texts,
            *map(core_text, self.questions),
            *(f"{text}: {self._meaning(text)}" for text in sorted(self._atoms)),
        )
        found.update("\0".join(parts).encode())
        starts = initial_words(code, self.limits)
        found.update(np.unique(starts, axis=0).tobytes())
        return found.hexdigest()

    def _meaning(self, text: str) -> str:
        """What an atom means: the text of a function, or which kinds of steps it asks for."""
        atom = self._atoms[text]
        if isinstance(atom, np.ndarray):
            return repr(atom.tolist())
        return self.code.condition_text(self.model.predicate(text))

    def truths(
        self, asked: Collection[int], of: Expansion, first: int, end: int
    ) -> dict[int, Bools]:
        """In which of the states from `first` up to `end`, just expanded, questions are true."""
        goals = {number: self.questions[number] for number in asked}
        return self.true(goals, of, first, end)

    def true(
        self, goals: Mapping[int, Core], of: Expansion, first: int, end: int
    ) -> dict[int, Bools]:
        """The same for these formulas; their atoms are those of questions."""
        known: dict[str, Bools] = {}

        def leaf(text: str) -> Bools:
            if text not in known:
                known[text] = self._true(self._atoms[text], of, first, end)
            return known[text]

        return {n: truth_of(goal, leaf, end - first) for n, goal in goals.items()}

    def _true(self, atom: Any, of: Expansion, first: int, end: int) -> Bools:
        if isinstance(atom, np.ndarray):
            return leads(atom, of.kinds[:], of.starts[: end - first + 1])
        found = np.zeros(max(1, end - first), np.uint8)
        atom.judged(first, end, of.states, found)
        return found[: end - first].astype(bool)
