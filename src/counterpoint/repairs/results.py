"""What `repair` gives: additions that were verified, or why there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import Enum
from typing import Any

from ..data import dataclass
from ..stopped import NOT_STOPPED, Stopped
from ..verdict import Verdicts


class Outcome(Enum):
    """The four outcomes of a search for additions."""

    HOLDS = "holds"
    """The property holds, so nothing is missing."""

    REPAIRED = "repaired"
    """Additions were found."""

    IMPOSSIBLE = "impossible"
    """No addition that forbids or prefers steps keeps the property.

    The losing region shows it, or a counterexample that has only steps of the environment.
    """

    UNKNOWN = "unknown"
    """None was found, or the search was ended."""


@dataclass(frozen=True, slots=True)
class ForbiddenStep:
    """A step that would be possible, and that an addition forbids: in which state, reached how."""

    after: tuple[str, ...]
    step: str
    state: Mapping[str, Any] | str = ""

    def __str__(self) -> str:
        return f"{self.step} after {', '.join(self.after) or 'the start'}"


@dataclass(frozen=True, slots=True)
class Repair:
    """An addition that makes the property hold, and that passed a check of the whole.

    `source` is the addition as it is written, and `place` where it belongs. `size` is how many
    events, sets of events or conditions it names, and `states` how many states the target has with
    it. `forbids` are some of the steps that it forbids, `forbidden` is how many there are.
    `switches_off` are the events that happened before and never do with it, beyond those that the
    property forbids; `ends` are those that could always happen again, and no longer can. `verdicts`
    are those of the target with the addition, which is `target`.

    >>> from counterpoint import repair
    >>> from counterpoint.examples.peterson import careless
    >>> first = repair(careless(), "never both", count=1)[0]
    >>> first.source, first.place, first.states, bool(first.verdicts["never both"])
    ("place[1] != 'critical'", 'a guard: in step(when=...) of enter', 24, True)
    """

    source: str
    place: str
    size: int
    states: int
    forbidden: int
    forbids: tuple[ForbiddenStep, ...]
    switches_off: tuple[str, ...]
    ends: tuple[str, ...]
    verdicts: Verdicts = field(repr=False)
    target: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Lost:
    """Why no addition helps: the states from which the environment forces a violation.

    `states` is how many there are among those explored, with the start; `play` is a run through
    them, in which `choices` says where something could be chosen, but nothing that helps.
    """

    states: int
    explored: int
    play: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repairs:
    """The outcome of `repair`: a sequence of `Repair`s, the smallest first.

    `reason` says why there are none, or why there may be more. `may` says what may be forbidden.
    In the forms that are searched, all additions up to the size `complete` were tried, and some of
    `size`, which was begun last; `most` is the greatest size asked for. Of those tried, `undecided`
    may be additions that help: their check was not finished. `stopped` is the limit, or the
    interruption, that ended the search.

    >>> from counterpoint import repair
    >>> from counterpoint.examples.hot_cold import program
    >>> found = repair(program, "assertions")
    >>> found.outcome.value, found.reason, len(found)
    ('holds', 'the property holds as it is', 0)
    """

    target: str
    property: str
    outcome: Outcome
    reason: str = ""
    repairs: tuple[Repair, ...] = ()
    may: str = ""
    lost: Lost | None = None
    kept: tuple[str, ...] = ()
    """The other properties that held before, and hold with each of the additions."""
    additions: str = ""
    """What an addition is, and may do, in words; empty if no search for any began."""
    most: int = 0
    size: int = 0
    complete: int = 0
    tried: int = 0
    undecided: int = 0
    stopped: Stopped = NOT_STOPPED
    seconds: float = 0.0

    def __iter__(self) -> Iterator[Repair]:
        return iter(self.repairs)

    def __len__(self) -> int:
        return len(self.repairs)

    def __getitem__(self, number: int) -> Repair:
        return self.repairs[number]
