"""What guards may be made of: comparisons of a model's variables, and of an action's choices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeAlias

from ..data import dataclass
from ..model.action import Action
from ..model.model import Model
from ..model.parts import Parts
from ..terms.apply import all_true
from ..terms.array import Array, Cell
from ..terms.evaluate import Meaning, meaning
from ..terms.lift import lift
from ..terms.sort import Bool, Enumeration, Interval, Sort, size, values
from ..terms.term import Term, Variable
from ..terms.text import text_of
from .arena import Offer
from .cube import Literal, Vocabulary
from .listed_arena import ListedArena

Choices: TypeAlias = "tuple[tuple[str, Hashable], ...]"


@dataclass(frozen=True, slots=True)
class Allowed:
    """How many values of a variable are compared with, and how many variables with each other."""

    values: int
    variables: int


class ModelWords(Vocabulary):
    """Comparisons of variables with values and with each other, atoms, and choices of actions.

    The groups are the names of the actions, of which only those in `may` can get a guard.
    """

    def __init__(self, model: Model, arena: ListedArena, may: Iterable[str], most: Allowed) -> None:
        self.model, self.arena = model, arena
        self.groups = tuple(may)
        self._choices: dict[str, tuple[str, Choices]] = {
            str(action.label): (action.name, action.choices) for action in model.actions
        }
        self._names = _names_of(model.parts)
        common = list(dict.fromkeys(_of_state(model.parts, most)))
        self.literals = tuple(common)
        self._of: list[str | None] = [None] * len(common)
        for name in self.groups:
            added = list(dict.fromkeys(self._of_choices(name, most)))
            self.literals += tuple(added)
            self._of += [name] * len(added)
        self._meanings: dict[tuple[int, Choices], Meaning] = {}
        self._held: dict[tuple[int, int, Choices], bool] = {}

    def holds(self, literal: int, state: int, offer: Offer) -> bool:
        choices = self._choices[str(self.arena.labels[offer.event])][1]
        if self._of[literal] is None:
            choices = ()
        key = literal, state, choices
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = self._evaluated(literal, state, choices)
        return found

    def group(self, offer: Offer) -> int:
        name = self._choices[str(self.arena.labels[offer.event])][0]
        return self.groups.index(name) if name in self.groups else -1

    def speaks_of(self, literal: int, group: int) -> bool:
        of = self._of[literal]
        return of is None or (group >= 0 and of == self.groups[group])

    def guarded(self, source: dict[str, str]) -> Model:
        """The model in which actions have, by name, these conditions as part of their guards."""
        parts = self.model.parts
        added = tuple(
            replace(
                action, guard=all_true([action.guard, self._guard(action, source[action.name])])
            )
            if action.name in source
            else action
            for action in parts.actions
        )
        return Model.of(self.model.name, replace(parts, actions=added))

    def _guard(self, action: Action, source: str) -> Term:
        return self._term(source, action.choices)

    def _term(self, source: str, choices: Choices) -> Term:
        """The term that a condition means, as Python evaluates it where the action is written."""
        made: Any = eval(source, {**self._names, **dict(choices)})
        return lift(made)

    def _evaluated(self, literal: int, state: int, choices: Choices) -> bool:
        key = literal, choices
        if key not in self._meanings:
            self._meanings[key] = meaning(self._term(self.literals[literal].said, choices))
        of = self._meanings[key]
        names = (variable.name for variable in self.model.variables)
        return bool(of(dict(zip(names, self.arena.states[state], strict=True))))

    def _of_choices(self, name: str, most: Allowed) -> Iterator[Literal]:
        """Comparisons with the choices of an action: of themselves, and of elements at them."""
        columns: dict[str, dict[Hashable, None]] = {}
        for of, choices in self._choices.values():
            if of == name:
                for parameter, value in choices:
                    columns.setdefault(parameter, {})[value] = None
        for parameter, given in columns.items():
            if len(given) > 1:
                yield from _compared(parameter, list(given)[: most.values], ordered=False)
            for array in self.model.parts.arrays.values():
                if given.keys() <= {*array.indices}:
                    sort = next(iter(array.variables.values())).sort
                    yield from _of_variable(f"{array.name}[{parameter}]", sort, most)


def _names_of(parts: Parts) -> dict[str, object]:
    """What the names in a condition mean: variables and arrays."""
    found: dict[str, object] = dict(parts.arrays)
    inside = {v.name for array in parts.arrays.values() for v in array.variables.values()}
    found |= {v.name: Cell.of(v) for v in parts.variables if v.name not in inside}
    return found


def _of_state(parts: Parts, most: Allowed) -> Iterator[Literal]:
    texts = list(_variables(parts))
    for text, variable in texts:
        yield from _of_variable(text, variable.sort, most)
    for text in map(text_of, parts.atoms.values()):
        if not text.endswith(" ..."):
            yield from _either(f"({text})", f"~({text})")
    for (left, one), (right, other) in combinations(texts[: most.variables], 2):
        if type(one.sort) is type(other.sort) and not isinstance(one.sort, Bool):
            yield from _related(left, right, isinstance(one.sort, Interval))


def _variables(parts: Parts) -> Iterator[tuple[str, Variable]]:
    """The variables, each with the expression that reads it."""
    arrays: dict[str, tuple[Array, Hashable]] = {
        v.name: (array, index)
        for array in parts.arrays.values()
        for index, v in array.variables.items()
    }
    for variable in parts.variables:
        if variable.name not in arrays:
            yield variable.name, variable
            continue
        array, index = arrays[variable.name]
        shown = ", ".join(map(repr, index)) if isinstance(index, tuple) else repr(index)
        yield f"{array.name}[{shown}]", variable


def _of_variable(text: str, sort: Sort, most: Allowed) -> Iterator[Literal]:
    match sort:
        case Bool():
            yield from _either(text, f"~{text}")
        case Enumeration() | Interval() if size(sort) <= most.values:
            yield from _compared(text, list(values(sort)), isinstance(sort, Interval))
        case _:
            return


def _compared(text: str, given: list[Any], ordered: bool) -> Iterator[Literal]:
    for value in given:
        yield from _either(f"{text} == {value!r}", f"{text} != {value!r}")
    if ordered:
        for value in given[1:-2]:
            yield from _either(f"{text} <= {value!r}", f"{text} > {value!r}")


def _related(left: str, right: str, ordered: bool) -> Iterator[Literal]:
    yield from _either(f"{left} == {right}", f"{left} != {right}")
    if ordered:
        yield from _either(f"{left} < {right}", f"{left} >= {right}")
        yield from _either(f"{left} <= {right}", f"{left} > {right}")


def _either(said: str, denied: str) -> Iterator[Literal]:
    yield Literal(said, denied)
    yield Literal(denied, said)
