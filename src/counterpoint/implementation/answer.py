"""Answers about logs: whether a log conforms, and what was possible where it does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Any

from ..data import dataclass
from ..errors import Place, Undecided


class Standing(Enum):
    """How a log stands to a target.

    >>> [standing.value for standing in Standing]
    ['conforms', 'diverges', 'unknown']
    """

    CONFORMS = "conforms"
    DIVERGES = "diverges"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Why:
    """Why a step that was logged is not possible: a sentence, and the rule and line that say so.

    >>> Why("X is blocked", by="referee").by
    'referee'
    """

    says: str
    by: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Possibility:
    """A state in which a system may be: its values, the steps it allows, and why not another one.

    >>> Possibility({"t": 1}, ("tick",)).allowed
    ('tick',)
    """

    values: Mapping[str, Any]
    allowed: tuple[str, ...] = ()
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class Conformed:
    """Whether a log conforms; as a truth value it raises `Undecided` if that is unknown.

    `lines` is how many entries are explained. If the log diverges, `line` is the number of the
    first line for which lines 1 to `line` have no explanation, and `said` is what it says. If the
    answer is unknown, they are those of the line at which it became unknown, and `reason` says
    why. `possible` are states that are possible before that line, or at the end: `states` is the
    number of all of them, and `allowed` are the steps that one of them allows; if the answer is
    unknown, one of those in `possible`. `coverage` has, if that was asked for, for each rule or
    action the number of lines that a step of it may explain.

    >>> from counterpoint import conform
    >>> from counterpoint.examples.nim import model
    >>> found = conform(model(piles=(1, 2)), ["take(0,0)", "take(0,0)"])
    >>> bool(found), found.line, found.allowed
    (False, 2, ('take(1,0)', 'take(1,1)'))
    """

    answer: Standing
    lines: int
    line: int | None = None
    said: str = ""
    reason: str = ""
    states: int = 0
    possible: tuple[Possibility, ...] = ()
    allowed: tuple[str, ...] = ()
    coverage: Mapping[str, int] | None = field(default=None)
    hint: str = ""

    def __bool__(self) -> bool:
        if self.answer is Standing.UNKNOWN:
            raise Undecided(self.reason)
        return self.answer is Standing.CONFORMS
