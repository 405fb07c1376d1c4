"""Warnings about formulas that ask for two different events at the same moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ...errors import CounterpointError, UnknownAtom
from ...logic.formula import Atom, Formula, Junction, Junctor, operands, parts
from ...model.model import Model
from ...model.network import Network
from ...model.system import Label
from .names import event_named


def never_together(formulas: Iterable[Formula], system: Any) -> tuple[str, ...]:
    """The warnings about conjunctions of events that are false in every state.

    An event is true right after it was selected, and one event is selected at a time.

    >>> from counterpoint import Program, events, sync, thread
    >>> from counterpoint.logic.parser import parse
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour():
    ...     yield sync(request=[HOT, COLD])
    >>> print(*never_together([parse("G !(HOT & COLD)")], Program(pour()).network()))
    HOT and COLD are never selected at the same moment, so HOT & COLD is false everywhere: \
once(EVENT) asks whether an event came before
    """
    if not isinstance(system, Network | Model):
        return ()
    labels = _labels(system)
    pairs = dict.fromkeys(pair for formula in formulas for pair in _pairs(formula, system, labels))
    return tuple(
        f"{one} and {other} are never selected at the same moment, so {one} & {other} is false "
        "everywhere: once(EVENT) asks whether an event came before"
        for one, other in pairs
    )


def _labels(system: Network | Model) -> Sequence[Label]:
    if isinstance(system, Network):
        return tuple(dict.fromkeys((*system.alphabet, *system.origin.labels())))
    return (*(action.label for action in system.actions), *system.parts.impossible)


def _pairs(
    formula: Formula, system: Network | Model, labels: Sequence[Label]
) -> Iterator[tuple[str, str]]:
    """The pairs of atoms that are joined by `&` and name different events."""
    for part in parts(formula):
        if isinstance(part, Junction) and part.junctor is Junctor.AND:
            atoms = dict.fromkeys(of.text for of in operands(part) if isinstance(of, Atom))
            named = [(text, events) for text in atoms if (events := _named(text, system, labels))]
            for (one, its), (other, others) in combinations(named, 2):
                if not its & others:
                    yield one, other


def _named(text: str, system: Network | Model, labels: Sequence[Label]) -> set[int]:
    """The numbers of the labels that an atom names; none if it is about a state or refused."""
    try:
        if isinstance(system, Model) and _is_of_states(text, system):
            return set()
        return {int(number) for number in event_named(text, labels).nonzero()[0]}
    except CounterpointError:  # the answer says so
        return set()


def _is_of_states(text: str, model: Model) -> bool:
    try:
        model.predicate(text)
    except UnknownAtom:
        return False
    return True
