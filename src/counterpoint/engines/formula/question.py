"""What formulas ask of a target: the atoms and labels that must have a meaning in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ...certificate import Past
from ...data import dataclass
from ...errors import UnknownAtom
from ...logic.core import Paths
from ...logic.formula import Atom, Formula, Not, Temporal, Tense, atoms_of, labels_of
from ...logic.fragments import AT_REST, everything_in, is_propositional
from ...logic.lower import to_core
from ...logic.premises import always
from ...model.capabilities import note_of_paths
from ...model.system import Label
from .names import event_named, require_named, require_step_named

_CALL = re.compile(r"(once|enabled)\((.*)\)")


@dataclass(frozen=True, slots=True)
class AtRest(Atom):
    """The atom that a state has no step but rest.

    It is valid even if an event is called `rest`; the parser never makes it.
    """

    text: str = AT_REST


NEVER_RESTING = always(Temporal(Tense.FINALLY, (Not(AtRest()),)))
"""The formula that a run never comes to rest: what rests once, rests for ever."""


def is_of_labels(text: str) -> bool:
    """Whether an atom says which steps are enabled or were taken, by name."""
    return _CALL.fullmatch(text) is not None


def none_counts(assuming: Formula) -> str:
    """The sentence that no run counts, as none from an initial state satisfies what is assumed."""
    if assuming == NEVER_RESTING:
        return "every run from an initial state comes to rest, and only infinite runs count"
    return "no run from an initial state satisfies what is assumed of runs, so no run counts"


@dataclass(frozen=True)
class Question:
    """Formulas that are asked of one target together.

    With `steps`, the steps between the states are useful too, to find runs or strategies. Only runs
    that satisfy the formula `assuming` count.
    """

    formulas: tuple[Formula, ...]
    steps: bool = False
    assuming: Formula | None = None

    @property
    def _read(self) -> tuple[Formula, ...]:
        """All formulas that are evaluated."""
        return self.formulas if self.assuming is None else (*self.formulas, self.assuming)

    def past(self, labels: Sequence[Label], is_of_states: Callable[[str], Any]) -> tuple[Past, ...]:
        """The atoms that ask about the past; raises `UnknownAtom` for unknown names.

        `labels` are all labels that can be named. `is_of_states` raises `UnknownAtom` for a text
        that is not an atom of states.
        """
        for label in {label for formula in self._read for label in labels_of(formula)}:
            require_step_named(label, labels)
        found = (_past(text, labels, is_of_states) for text in self.atoms)
        return tuple(past for past in found if past is not None)

    @property
    def atoms(self) -> tuple[str, ...]:
        """The texts of all atoms, each once."""
        atoms = (a for formula in self._read for a in atoms_of(formula))
        return tuple(dict.fromkeys(a.text for a in atoms if not isinstance(a, AtRest)))

    def needs_graph(self, fair: bool) -> bool:
        """Whether formulas are about infinite paths, which need a graph with the steps.

        With `fair`, paths are fair paths, and more formulas need it.

        >>> from counterpoint.logic.parser import parse
        >>> question = Question((parse("AF p"),))
        >>> question.needs_graph(fair=False), question.needs_graph(fair=True)
        (False, True)
        """
        goals = (to_core(each, fair=fair, assuming=self.assuming) for each in self.formulas)
        return any(isinstance(part, Paths) for goal in goals for part in everything_in(goal))

    @property
    def follows_steps(self) -> bool:
        """Whether a formula is about more than the state itself."""
        return not all(is_propositional(to_core(each)) for each in self.formulas)

    def said_of_paths(self, system: Any) -> str:
        """The remark of a system about its paths, if it matters to a formula; else empty."""
        note = note_of_paths(system)
        return note if note and self.needs_graph(fair=True) else ""


def _past(text: str, labels: Sequence[Label], is_of_states: Callable[[str], Any]) -> Past | None:
    if call := _CALL.fullmatch(text):
        form, event = call.groups()
        require = require_named if form == "once" else require_step_named
        require(event, labels)
        return Past(text, event, True) if form == "once" else None
    try:
        is_of_states(text)
    except UnknownAtom:
        if not event_named(text, labels).any():
            raise
        return Past(text, text, False)
    return None
