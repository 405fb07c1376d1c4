"""The result of comparing two targets."""

from __future__ import annotations

from dataclasses import field

from ...certificate import Audited
from ...data import dataclass
from ...errors import Undecided
from ...observation.relation import Relation
from ...verdict import Answer, Trace


@dataclass(frozen=True, slots=True)
class Compared:
    """One of the two targets: what it is called, and how many states and steps it has."""

    name: str
    states: int
    transitions: int


@dataclass(frozen=True, slots=True)
class Observed:
    """What the targets were compared by: names of conditions, of values, and of labels.

    If they were `guessed` from names, the other two list the names that only one of them has.
    """

    conditions: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    guessed: bool = False
    only_first: tuple[str, ...] = ()
    only_second: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A shortest run of one target that the other cannot match, beside what the other does.

    `matched` are the numbers of states of both runs that match, in order. Then the first target, if
    `by_first`, else the second, takes a step with the common name `step`, after which `changes`
    are observed; the other has no step that matches it. If what is observed differs at the start,
    there is no step, and `changes` are what differs, for the first target and for the second.

    `formula` is true at a start of the first target, if `true_in_first`, else of the second, and at
    no start of the other; it is empty if it would be too long. In the words of each target it is
    `in_first` and `in_second`, where it can be written in these.
    """

    by_first: bool
    first: Trace
    second: Trace
    matched: tuple[tuple[int, int], ...]
    step: str = ""
    changes: tuple[tuple[str, str, str], ...] = ()
    formula: str = ""
    true_in_first: bool = True
    in_first: str = ""
    in_second: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer to a comparison; as a truth value it raises `Undecided` if it is unknown.

    `classes` is the number of states that are distinguished in both targets together. `reason` says
    why the answer is unknown, `notes` what should be known of it, and `difference` why it fails.

    >>> bool(Comparison(Relation.TRACES, Answer.HOLDS, Compared("a", 1, 1), Compared("b", 1, 1)))
    True
    """

    relation: Relation
    answer: Answer
    first: Compared
    second: Compared
    observed: Observed = field(default_factory=Observed)
    classes: int = 0
    reason: str = ""
    difference: Difference | None = None
    notes: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    audited: Audited | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        if self.answer is Answer.UNKNOWN:
            raise Undecided(f"{self.relation.value}: {self.reason}")
        return self.answer is Answer.HOLDS
