"""Models that also record what formulas ask of steps and of the past."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..logic.formula import Formula, atoms_of
from ..terms.apply import all_true, variables_of
from ..terms.substitute import Substitution, simplified
from ..terms.term import Literal, Op, Term, Variable
from .action import Action
from .model import Model
from .parts import Parts
from .record import Record


class Recorder:
    """A model, and the models that also record what formulas ask; each is made once.

    >>> from ..logic.parser import parse
    >>> from ..terms.apply import FALSE
    >>> from .step import step
    >>> lamp = Model()
    >>> on = lamp.var("on", bool, init=False)
    >>> @lamp.action
    ... def press():
    ...     return step(set={on: ~on})
    >>> was = Record(Variable("Y on", on.term.sort), FALSE, on.term)
    >>> made = Model.of("lamp", dataclasses.replace(lamp.parts, records={"Y on": was}))
    >>> Recorder(made).of([parse("G {Y on}")]).successors((True, False))
    [('press', (False, True))]
    >>> Recorder(made).of([parse("G on")]) is made
    True
    """

    def __init__(self, model: Model) -> None:
        self.plain = model
        self._made: dict[tuple[str, ...], Model] = {}

    def of(self, formulas: Iterable[Formula | None]) -> Model:
        """The model with variables for the records that formulas name; itself if they name none."""
        texts = _needed(self.plain.parts, formulas)
        if not texts:
            return self.plain
        if texts not in self._made:
            self._made[texts] = _recording(self.plain, texts)
        return self._made[texts]


def _needed(parts: Parts, formulas: Iterable[Formula | None]) -> tuple[str, ...]:
    """The texts of the records that formulas name, and of those that these read, in order."""
    if not parts.records:
        return ()
    names = {record.variable.name: text for text, record in parts.records.items()}
    given = (formula for formula in formulas if formula is not None)
    todo = [atom.text for formula in given for atom in atoms_of(formula)]
    found: set[str] = set()
    while todo:
        if (text := todo.pop()) in parts.records and text not in found:
            found.add(text)
            todo += [names[name] for name in parts.records[text].read if name in names]
    return tuple(text for text in parts.records if text in found)


def _recording(model: Model, texts: Sequence[str]) -> Model:
    """The model with variables for some records, which do not affect its other variables.

    Its `progress` is dropped, because a loop may now change a record.
    """
    parts = model.parts
    records = [parts.records[text] for text in texts]
    first = [simplified(Op.EQ, (record.variable, record.first)) for record in records]
    return type(model).of(
        model.name,
        dataclasses.replace(
            parts,
            variables=(*parts.variables, *(record.variable for record in records)),
            start=all_true((parts.start, *first)),
            actions=tuple(_noting(action, parts, records) for action in parts.actions),
            atoms={**parts.atoms, **{text: parts.records[text].variable for text in texts}},
            records={text: of for text, of in parts.records.items() if text not in texts},
            recorded=(*parts.recorded, *texts),
            progress=None,
        ),
    )


def _noting(action: Action, parts: Parts, records: Sequence[Record]) -> Action:
    """The action, which also sets the variables of the records."""
    after: dict[str, Term] = {variable.name: variable for variable in parts.variables}
    after |= {variable.name: term for variable, term in action.updates}
    by = dict(_shown(action, after, records))
    noted: list[tuple[Variable, Term]] = []
    for record in records:
        by |= {later.name: after[variable.name] for later, variable in record.later}
        term = after[record.variable.name] = Substitution(by).of(record.step)
        noted.append((record.variable, term))
    chosen = {variable.name: variable for variable in action.chosen}
    for variable in variables_of(*(term for _, term in noted)):
        if variable.name not in after:
            chosen.setdefault(variable.name, variable)
    updates = (*action.updates, *noted)
    return dataclasses.replace(action, updates=updates, chosen=tuple(chosen.values()))


def _shown(
    action: Action, state: Mapping[str, Term], records: Sequence[Record]
) -> Iterator[tuple[str, Term]]:
    """The values that the label of an action shows, of the inputs that records read."""
    shown = dict(action.choices)
    for variable in variables_of(*(record.step for record in records)):
        if variable.name in shown and variable.name not in state:
            yield variable.name, Literal(shown[variable.name], variable.sort)
