"""A model as functions for `build`: successors, states from ranks, and conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ....data import dataclass
from ....model.action import Action
from ....model.model import Model
from ....model.system import Label
from ....native import Ptr, at, define, popcount, u32, u64
from ....terms.term import Term
from ....tuning import USUAL, Tuning
from ...base.arrays import U32
from .digits import rank_text, unrank_text
from .expression import Writer, floor_quotient, floor_remainder
from .kernel import is_new
from .pool import Pool
from .steps import FAULT, Steps

NAMES: dict[str, Any] = {
    "FAULT": FAULT,
    "Ptr": Ptr,
    "at": at,
    "floor_quotient": floor_quotient,
    "floor_remainder": floor_remainder,
    "is_new": is_new,
    "popcount": popcount,
    "u32": u32,
    "u64": u64,
}
"""The names that generated functions may use."""


ROWS = ("PLACE", "END", "WANTED", "OWNER")
"""The rows, each as long as a batch, of the data that a sweep gathers about states."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of steps: their label, the player who chooses them, and whether they are rests."""

    label: Label
    owner: str | None
    rests: bool


class Code:
    """The functions of a model, generated on first use."""

    def __init__(self, model: Model, tuning: Tuning = USUAL) -> None:
        self.model = model
        self.tuning = tuning
        self.layout = model.layout
        self.kinds, self.kind_of = _kinds(model.actions)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from: its functions are generated again."""
        return Code, (self.model, self.tuning)

    @property
    def first_rest(self) -> int:
        """The number of the first kind that is a rest; 0xFFFFFFFF if there is none."""
        rests = [number for number, kind in enumerate(self.kinds) if kind.rests]
        return rests[0] if rests else 0xFFFFFFFF

    @property
    def constants(self) -> dict[str, int]:
        """The constants of the kernels that depend on the model."""
        labels = {kind.label for kind in self.kinds}
        plain = len(labels) == len(self.kinds) and not any(kind.rests for kind in self.kinds)
        batch = self.tuning.batch
        return {
            "WORDS": self.layout.words,
            "RESTS": self.first_rest,
            "PLAIN": plain,
            "AT_ONCE": batch,
            **{row: number * batch for number, row in enumerate(ROWS)},
        }

    @cached_property
    def to_words(self) -> Callable[..., int]:
        """`successors`, which writes packed states."""
        return self._steps(ranks=False)

    @cached_property
    def to_ranks(self) -> Callable[..., int]:
        """`successors`, which writes ranks."""
        return self._steps(ranks=True)

    @cached_property
    def unrank(self) -> Callable[..., int]:
        """`unrank`, which writes the words of the state with a rank."""
        return define(unrank_text(self.layout, self.tuning.table_size), "unrank", **NAMES)

    @cached_property
    def rank_of(self) -> Callable[..., int]:
        """`rank_of(here)`, the rank of a packed state."""
        return define(rank_text(self.layout), "rank_of", **NAMES)

    @cached_property
    def label_of(self) -> Callable[..., int]:
        """`label_of(kind)`, the same number for all kinds with the same label."""
        first: dict[Label, int] = {}
        lines = ["def label_of(kind: u64) -> u64:"]
        for number, kind in enumerate(self.kinds):
            if first.setdefault(kind.label, number) != number:
                lines += [f"    if kind == {number}:", f"        return {first[kind.label]}"]
        return define("\n".join([*lines, "    return kind", ""]), "label_of", **NAMES)

    @cached_property
    def mover(self) -> Callable[..., int]:
        """`mover(here)`: the player to move, from 1; 0 if there is none, players + 1 if several."""
        writer, pool = self._writer(), Pool(self.tuning)
        turns = [writer.value(pool.term(term)) for term in self.model.parts.turns.values()]
        several = len(self.model.players) + 1
        writer.line("owner = 0")
        for number, turn in enumerate(turns, 1):
            with writer.block(f"if {turn}:"):
                writer.line(f"owner = {number} if owner == 0 else {several}")
        writer.line("return owner")
        return self._defined("mover", writer)

    def condition(self, term: Term) -> Callable[..., int]:
        """`holds(here)`: nonzero if a condition is true in a state."""
        return define(self.condition_text(term), "holds", **NAMES)

    def condition_text(self, term: Term) -> str:
        """The text of `holds` for a condition."""
        writer = self._writer()
        writer.line(f"return {writer.value(Pool(self.tuning).term(term))}")
        return _text("holds", writer)

    @cached_property
    def most(self) -> int:
        """The number of steps for which a state needs room; raises `Refused` for too many."""
        if not any(action.chosen for action in self.model.actions):
            return max(1, len(self.model.actions))
        return max(1, self._generated(ranks=False).most)

    @property
    def step_texts(self) -> list[str]:
        """The texts of the functions that write successors as packed states."""
        return [text for _, text in self._generated(ranks=False).functions()]

    def _generated(self, *, ranks: bool) -> Steps:
        return Steps(self.layout, self.model.actions, self.kind_of, self.tuning, ranks=ranks)

    def _steps(self, *, ranks: bool) -> Callable[..., int]:
        names = dict(NAMES)
        for name, text in self._generated(ranks=ranks).functions():
            names[name] = define(text, name, **names)
        function: Callable[..., int] = names["successors"]
        return function

    def _writer(self) -> Writer:
        writer = Writer(self.layout, self.tuning.longest_expression)
        for word in range(self.layout.words):
            writer.line(f"s{word} = here[{word}]")
        return writer

    def _defined(self, name: str, writer: Writer) -> Callable[..., int]:
        return define(_text(name, writer), name, **NAMES)


def _text(name: str, writer: Writer) -> str:
    return "\n".join([f"def {name}(here: Ptr[u64]) -> u64:", *writer.lines, ""])


def _kinds(actions: Sequence[Action]) -> tuple[tuple[Kind, ...], tuple[int, ...]]:
    """The kinds, rests last, and for each action the number of its kind."""
    own = [Kind(action.label, action.owner, action.rests) for action in actions]
    kinds = tuple(sorted(dict.fromkeys(own), key=lambda kind: kind.rests))
    numbers = {kind: number for number, kind in enumerate(kinds)}
    return kinds, tuple(numbers[kind] for kind in own)


def owners_of(code: Code) -> U32:
    """The owner of each kind of step, from 1; 0 if that is the player to move. Last a 0."""
    number = {player: at for at, player in enumerate(code.model.players, 1)}
    owners = [number.get(kind.owner or "", 0) for kind in code.kinds]
    return np.array([*owners, 0], np.uint32)
