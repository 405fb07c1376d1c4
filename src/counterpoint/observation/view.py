"""A view of a target: what is observed of its states and steps, under names of a map."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from ..data import dataclass
from ..errors import BadMap, Place
from ..logic.formula import Formula
from ..model.capabilities import names_of
from ..model.naming import means, spelt, squeezed
from ..model.system import REST, Label


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on states, and where the map has it."""

    name: str
    formula: Formula
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class CellValue:
    """The value of a cell as its target shows it, or the word that the map has for it."""

    name: str
    cell: str
    words: Mapping[str, str]
    place: Place | None = None

    def of(self, cells: Mapping[str, str]) -> str:
        """The value in a state, given all its cells; a cell that it lacks is `absent`."""
        text = plain_value(cells[self.cell]) if self.cell in cells else ABSENT
        return self.words.get(text, text)


ABSENT = "absent"
"""The value of a cell that a state does not have."""


def plain_value(text: str) -> str:
    """A shown value without blanks and without the quotes around it.

    >>> plain_value('"X"'), plain_value("{1, 2}"), plain_value("TRUE")
    ('X', '{1,2}', 'true')
    """
    found = squeezed(text)
    if len(found) > 1 and found[0] == found[-1] == '"':
        found = found[1:-1]
    return found.lower() if found in ("TRUE", "FALSE", "True", "False") else found


class Labels(Protocol):
    """How the labels of a target are called in a map."""

    def name(self, label: Label) -> str | None:
        """The common name of a label; None if it is hidden, as `REST` always is."""

    def __bool__(self) -> bool:
        """Whether some label may have a name."""


class Hidden:
    """No label is observed.

    >>> bool(Hidden()), Hidden().name("put")
    (False, None)
    """

    def name(self, label: Label) -> str | None:
        """None."""
        return None

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern of labels, and the name of what it matches, with `$1` for its first star.

    A star stands for an argument. A pattern without one is read as in formulas: a name alone means
    all labels of that name.
    """

    pattern: str
    name: str
    place: Place | None = None

    def of(self, label: Label) -> str | None:
        """The name of a label; None if the pattern does not match it."""
        if "*" not in self.pattern:
            return self.name if means(self.pattern, label) else None
        texts = (squeezed(str(label)), *map(squeezed, names_of(label)))
        found = next(filter(None, map(self._compiled.fullmatch, texts)), None)
        return None if found is None else _STAR.sub(lambda star: found[int(star[1])], self.name)

    @property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(r"([^,()]*)".join(map(re.escape, self.pattern.split("*"))))


_STAR = re.compile(r"\$(\d+)")


class Patterns:
    """Labels named by patterns; those that no pattern matches are hidden.

    Raises `BadMap` if patterns give a label two names.
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self._known: dict[Label, str | None] = {}

    def name(self, label: Label) -> str | None:
        """The name of a label; None if no pattern matches it."""
        if label is REST:
            return None
        if label not in self._known:
            self._known[label] = self._named(label)
        return self._known[label]

    def _named(self, label: Label) -> str | None:
        found = [(rule, name) for rule in self.rules if (name := rule.of(label)) is not None]
        for rule, name in found[1:]:
            if name != found[0][1]:
                says = f"the label {spelt(label)} is called {found[0][1]} and {name}"
                raise BadMap(says, rule.place)
        return found[0][1] if found else None

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Spelt:
    """Labels named by their own texts, up to case and, if `sorts`, the order of arguments.

    >>> Spelt(sorts=True).name("Put(b, A)"), Spelt(sorts=False).name("Put(b, A)")
    ('put(a,b)', 'put(b,a)')
    """

    sorts: bool

    def name(self, label: Label) -> str | None:
        """The text of a label in small letters; None for a rest."""
        if label is REST:
            return None
        head, bracket, inside = squeezed(str(label)).lower().partition("(")
        if not bracket or not self.sorts or not inside.endswith(")") or "(" in inside:
            return head + bracket + inside
        return f"{head}({','.join(sorted(inside[:-1].split(',')))})"

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class View:
    """What is observed of one target. Both views of a comparison have the same names, in order."""

    conditions: tuple[Condition, ...] = ()
    values: tuple[CellValue, ...] = ()
    labels: Labels = Hidden()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is observed."""
        return not (self.conditions or self.values or self.labels)
