"""A model prepared for a question: it records the past that the question asks about."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...certificate import Past
from ...data import dataclass
from ...errors import LimitReached
from ...model.history import with_history
from ...model.model import Model
from ..base.limits import Limits
from ..base.memory import Memory, said_of, tails_of
from ..formula.names import event_named
from ..formula.question import Question


@dataclass(frozen=True)
class Prepared:
    """A model, and the `original` model without the added variables for the `past`."""

    original: Model
    model: Model
    past: tuple[Past, ...] = ()

    @property
    def note(self) -> str:
        """What its states record besides those of the target; empty if nothing."""
        return said_of((*self.original.parts.recorded, *(one.text for one in self.past)))

    @cached_property
    def memory(self) -> Memory:
        """How its states record the past; facts about the last step come first."""
        last_first = sorted(self.past, key=lambda one: one.ever)
        return tails_of(tuple(last_first), len(self.original.variables))

    def plain(self, state: Any) -> Any:
        """The state of the original for a state of `model`."""
        return state[: len(self.original.variables)]


def prepared_for(model: Model, question: Question, limits: Limits) -> Prepared:
    """A model with variables for what a question asks about the past.

    Raises `UnknownAtom` for unknown names, and `LimitReached` if there are too many actions.
    """
    if too_many := limits.too_many_actions(len(model.actions)):
        raise LimitReached(too_many)
    possible = [action.label for action in model.actions]
    labels = [*possible, *model.parts.impossible]
    past = question.past(labels, model.predicate)
    recording = with_history(
        model,
        {one.text: _named(one.event, labels) for one in past if not one.ever},
        {one.text: _named(one.event, labels) for one in past if one.ever},
    )
    return Prepared(model, recording, past)


def _named(text: str, labels: list[Any]) -> frozenset[str]:
    return frozenset(str(label) for label in labels if event_named(text, [label])[0])
