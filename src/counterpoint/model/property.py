"""Properties: what a check can ask of a target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from ..data import dataclass
from ..errors import UnknownName
from ..logic.formula import Formula
from ..logic.text import show


class Labels(Protocol):
    """A set of labels; it only has to support `in`."""

    def __contains__(self, label: Any, /) -> bool:
        """Whether `label` belongs to the set."""


@dataclass(frozen=True, slots=True)
class Never:
    """No event of `events` is ever selected."""

    events: Labels

    def __str__(self) -> str:
        return f"never {self.events!r}"


@dataclass(frozen=True, slots=True)
class NoFailedAssertion:
    """No `assert` of a b-thread ever fails."""

    def __str__(self) -> str:
        return "assertions"


@dataclass(frozen=True, slots=True)
class NoDeadlock:
    """No deadlock: in a state where an event is requested, some event can be selected."""

    def __str__(self) -> str:
        return "deadlock"


@dataclass(frozen=True, slots=True)
class NoHotTermination:
    """No fair run comes to rest while a b-thread is at a hot statement."""

    def __str__(self) -> str:
        return "hot-termination"


@dataclass(frozen=True, slots=True)
class NoHotCycle:
    """No infinite run where, from some point on, some b-thread of `threads` is hot in every state.

    With `each`, every b-thread is checked separately; an empty `threads` means all of them.
    """

    threads: tuple[str, ...] = ()
    each: bool = True

    def __str__(self) -> str:
        name = "hot-cycle" if self.each else "hot-system-cycle"
        return f"{name}:{'+'.join(self.threads)}" if self.threads else name


@dataclass(frozen=True, slots=True)
class Satisfies:
    """Every initial state satisfies a formula; for a path formula, all paths from there do."""

    formula: Formula

    def __str__(self) -> str:
        return show(self.formula)


@dataclass(frozen=True, slots=True)
class WinsParity:
    """A player wins the parity game that the priorities of states define, from each initial state.

    In a play, the greatest priority that recurs for ever counts. The first player that the target
    declares wins if it is even, the other one if it is odd.
    """

    player: str

    def __str__(self) -> str:
        return f"{self.player} wins"


@dataclass(frozen=True, slots=True)
class Distance:
    """How many steps it takes from states of `start` to `goal`, at least or, if `longest`, at most.

    It is a question for a number, so its answer is `holds`, and the reason is the number.
    """

    longest: bool
    start: Formula
    goal: Formula

    def __str__(self) -> str:
        return f"{'MAX' if self.longest else 'MIN'} [{show(self.start)}, {show(self.goal)}]"


Plain: TypeAlias = Never | NoFailedAssertion | NoDeadlock | NoHotTermination | NoHotCycle
"""The properties that are not formulas."""

Property: TypeAlias = Plain | Satisfies | WinsParity | Distance


_BY_NAME: dict[str, Property] = {
    str(known): known
    for known in (
        NoFailedAssertion(), NoDeadlock(), NoHotTermination(), NoHotCycle(), NoHotCycle(each=False),
    )
}  # fmt: skip

IN_WORDS = {
    "assertions": "no failed assertion",
    "deadlock": "no deadlock",
    "hot-termination": "no hot termination",
    "hot-cycle": "no hot cycle",
    "hot-system-cycle": "no hot system cycle",
}
"""What answers say instead of the names of these properties, by name."""

_BY_WORDS = {words: name for name, words in IN_WORDS.items()}

NAMES = tuple(_BY_NAME)
"""The names of properties that any program can be asked for."""


def plain_property(name: str) -> Property | None:
    """The property with a name as for `property_named`, or in the words of answers; else None.

    >>> plain_property("deadlock"), plain_property("no deadlock"), plain_property("G lit")
    (NoDeadlock(), NoDeadlock(), None)
    """
    kind, _, threads = name.partition(":")
    kind = _BY_WORDS.get(kind, kind)
    known = _BY_NAME.get(kind)
    if isinstance(known, NoHotCycle) and threads:
        return NoHotCycle(tuple(threads.split("+")), known.each)
    return None if threads else known


def misnamed(name: str, of: Property | str) -> str:
    """What is wrong with a requirement's name if it is that of another property; else empty.

    >>> misnamed("no deadlock", "G lit")
    "the requirement 'no deadlock' has the name of another property: give it a name of its own"
    >>> misnamed("no deadlock", NoDeadlock()), misnamed("lit", "G lit")
    ('', '')
    """
    known = plain_property(name)
    if known is None or known == (plain_property(of) if isinstance(of, str) else of):
        return ""
    return f"the requirement {name!r} has the name of another property: give it a name of its own"


def property_named(name: str, also: Iterable[str] = ()) -> Property:
    """The property with the name that `str` gives it, such as `deadlock` or `hot-cycle:pour(HOT)`.

    Raises `UnknownName`, which lists the known properties and the names in `also`.

    >>> property_named("hot-cycle:a+b")
    NoHotCycle(threads=('a', 'b'), each=True)
    """
    known = plain_property(name)
    if known is None:
        known_names = ", ".join((*also, *_BY_NAME))
        hint = ""
        if name.isidentifier():
            hint = (
                f". If it is meant as a formula, write ({name}) to ask it of the start alone, or "
                f"AG {name} to ask it of every state"
            )
        raise UnknownName(f"there is no property {name!r}; there are {known_names}{hint}")
    return known
