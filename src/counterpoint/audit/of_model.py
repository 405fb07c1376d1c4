"""The initial states, atoms and fairness of a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..certificate import Seen
from ..model.model import Model
from ..model.system import Label
from ..terms.evaluate import meaning
from ..terms.term import Term
from .form import Fair, Form


def form_of_model(model: Model) -> Form:
    """The form of a model.

    >>> from counterpoint.examples.peterson import model
    >>> form = form_of_model(peterson := model())
    >>> [(form.begins(state), form.atom("critical0")(state)) for state in peterson.initial()]
    [(True, False)]
    """
    return Form(
        begins=_test(model, model.parts.start),
        atom=lambda text: _test(model, model.predicate(text)),
        fairness=tuple(
            Fair(fair.strong, _among(frozenset(fair.labels))) for fair in model.fairness
        ),
    )


def _among(labels: frozenset[Label]) -> Callable[[Label, Seen], bool]:
    return lambda label, there: label in labels


def _test(model: Model, condition: Term) -> Callable[[Any], bool]:
    """A test of a state for the condition, without listing the states."""
    holds = meaning(condition)
    names = tuple(variable.name for variable in model.variables)
    return lambda state: bool(holds(dict(zip(names, state, strict=True))))
