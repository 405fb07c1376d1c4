"""An entry of a map, and the conditions, values or rules that it stands for in one column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum

from ..data import dataclass
from ..errors import BadFormula, BadMap, Place
from ..logic.formula import Atom, Const, Formula, Junction, Not, parts
from ..logic.parser import parse
from ..model.naming import squeezed
from .family import Choice, NoFamily, Value, choices, written
from .view import CellValue, Condition, Rule, plain_value


class Kind(Enum):
    """What an entry is about."""

    CONDITION = "condition"
    VALUE = "value"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: a name and texts for each column, all of which may be families.

    `ranges` are the values of the names that its texts use. `words` are what the values of a cell
    are called, by column. `places` are those of its keys; that of the entry has the key "".
    """

    kind: Kind
    name: str
    texts: Mapping[str, tuple[str, ...]]
    ranges: Mapping[str, tuple[Value, ...]]
    words: Mapping[str, Mapping[str, str]]
    places: Mapping[str, Place | None]

    def conditions(self, column: str) -> Iterator[Condition]:
        """The conditions in a column; raises `BadMap` for a text that is no condition."""
        for choice, text in self._chosen(column):
            yield Condition(self._name(choice), self._formula(text, column), self._place(column))

    def values(self, column: str) -> Iterator[CellValue]:
        """The values of cells in a column."""
        words = {plain_value(key): word for key, word in self.words.get(column, {}).items()}
        for choice, text in self._chosen(column):
            yield CellValue(self._name(choice), squeezed(text), words, self._place(column))

    def rules(self, column: str) -> Iterator[Rule]:
        """The rules for labels in a column; there may be none."""
        for choice in choices(self.ranges):
            for text in self.texts.get(column, ()):
                pattern = squeezed(self._written(text, choice, column))
                name = self._name(choice)
                stars = pattern.count("*")
                for number in map(int, re.findall(r"\$(\d+)", name)):
                    if not 1 <= number <= stars:
                        says = f"{name} mentions star {number}, and {pattern} has {stars}"
                        raise BadMap(says, self._place(column))
                yield Rule(pattern, name, self._place(column))

    def _chosen(self, column: str) -> Iterator[tuple[Choice, str]]:
        if column not in self.texts:
            raise BadMap(f"{self.name} has no text for {column}", self._place(""))
        (text,) = self.texts[column]
        for choice in choices(self.ranges):
            yield choice, self._written(text, choice, column)

    def _name(self, choice: Choice) -> str:
        return squeezed(self._written(self.name, choice, "name"))

    def _written(self, text: str, choice: Choice, key: str) -> str:
        try:
            return written(text, choice)
        except NoFamily as error:
            raise BadMap(str(error), self._place(key)) from None

    def _formula(self, text: str, column: str) -> Formula:
        try:
            formula = parse(text)
        except BadFormula as error:
            raise BadMap(
                f"{text} is no condition: {_first_line(error)}", self._place(column)
            ) from None
        if not all(isinstance(part, Atom | Const | Not | Junction) for part in parts(formula)):
            says = f"{text} is about more than one state: a condition joins atoms by ! & | -> <->"
            raise BadMap(says, self._place(column))
        return formula

    def _place(self, key: str) -> Place | None:
        return self.places.get(key, self.places.get(""))


def _first_line(error: BadFormula) -> str:
    """The message without the place in the formula, which the place in the map stands for."""
    return error.message.partition("\n")[0]
