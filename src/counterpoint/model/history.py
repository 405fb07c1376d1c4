"""History: a model that records which actions came last, or ever, for atoms about the past."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from ..data import dataclass
from ..errors import BadModel
from ..terms.apply import FALSE, TRUE, all_true, any_true, apply
from ..terms.sort import Bool
from ..terms.term import Op, Term, Variable
from .action import Action
from .model import Model
from .parts import Parts
from .system import REST


def with_history(
    model: Model, last: Mapping[str, frozenset[str]], once: Mapping[str, frozenset[str]]
) -> Model:
    """The same model with an atom for each of `last` and `once`, which map names to labels.

    An atom of `last` is true just after a step with one of its labels; an atom of `once` is true
    from the first such step on. All are false at first, and do not affect the other variables. With
    any of `last`, the rest of a state becomes an explicit action, because it makes them false. The
    model's `progress` is dropped, because a loop may now change the record.

    >>> from .step import step
    >>> game = Model()
    >>> @game.action
    ... def go():
    ...     return step()
    >>> heard = with_history(game, last={"went": frozenset({"go"})}, once={})
    >>> heard.successors((False,))
    [('go', (True,))]
    """
    parts = model.parts
    memory = _memory(last, once)
    _check(model, memory)
    if not memory:
        return model
    return Model.of(
        model.name,
        dataclasses.replace(
            parts,
            variables=(*parts.variables, *(note.variable for note in memory)),
            start=all_true([parts.start, *(apply(Op.NOT, note.variable) for note in memory)]),
            actions=tuple(_noting(action, memory) for action in _with_rest(parts, bool(last))),
            atoms={**parts.atoms, **{note.name: note.variable for note in memory}},
            progress=None,
        ),
    )


@dataclass(frozen=True, slots=True)
class _Note:
    """A fact to record: its atom, its variable, the labels, and whether it stays true."""

    name: str
    variable: Variable
    labels: frozenset[str]
    lasts: bool


def _memory(
    last: Mapping[str, frozenset[str]], once: Mapping[str, frozenset[str]]
) -> tuple[_Note, ...]:
    just = [_Note(n, Variable(f"just:{n}", Bool()), of, False) for n, of in last.items()]
    ever = [_Note(n, Variable(f"once:{n}", Bool()), of, True) for n, of in once.items()]
    return (*just, *ever)


def _check(model: Model, memory: tuple[_Note, ...]) -> None:
    taken = set(model.atoms) | {variable.name for variable in model.variables}
    for note in memory:
        if taken & {note.name, note.variable.name}:
            raise BadModel(f"{note.name} has a meaning in {model.name} already")
        taken |= {note.name, note.variable.name}


def _with_rest(parts: Parts, needed: bool) -> Iterator[Action]:
    """The actions, with the rest as an action if it is needed, possible and not among them."""
    yield from parts.actions
    if needed and not any(action.rests for action in parts.actions):
        nothing = apply(Op.NOT, any_true(map(_surely, parts.actions)))
        if nothing != FALSE:
            yield Action(REST, "rest", (), nothing, (), rests=True)


def _surely(action: Action) -> Term:
    """A condition under which an action is enabled for certain; where it chooses, none is known.

    A rest needs no more than that: it is enabled only where no other action is.
    """
    return FALSE if action.chosen else action.guard


def _noting(action: Action, memory: tuple[_Note, ...]) -> Action:
    noted: list[tuple[Variable, Term]] = []
    for note in memory:
        if action.label in note.labels:
            noted.append((note.variable, TRUE))
        elif not note.lasts:
            noted.append((note.variable, FALSE))
    return dataclasses.replace(action, updates=(*action.updates, *noted))
