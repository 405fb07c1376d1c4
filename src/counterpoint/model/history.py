"""History: a model that remembers which actions came last, or ever, so that atoms can ask."""

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
    """The same model with an atom for each of `last` and `once`, about the labels it gives.

    An atom of `last` is true after a step with one of its labels, and only then; one of `once` is
    true from the first such step on. All are false at first and stay out of the other variables'
    way. With any of `last`, rest becomes an action of its own, since it makes them false. What was
    promised of progress holds no longer, as a loop may now change what is remembered.

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
    """Something to remember: an atom, its variable, the labels, and whether it lasts."""

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
    """The actions, and rest as one of them if it has something to do and is not there yet."""
    yield from parts.actions
    if needed and not any(action.rests for action in parts.actions):
        nothing = apply(Op.NOT, any_true(action.guard for action in parts.actions))
        if nothing != FALSE:
            yield Action(REST, "rest", (), nothing, (), rests=True)


def _noting(action: Action, memory: tuple[_Note, ...]) -> Action:
    noted: list[tuple[Variable, Term]] = []
    for note in memory:
        if action.label in note.labels:
            noted.append((note.variable, TRUE))
        elif not note.lasts:
            noted.append((note.variable, FALSE))
    return dataclasses.replace(action, updates=(*action.updates, *noted))
