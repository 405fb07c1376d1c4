"""Oracles: what a log is compared with, as each notation offers it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ..errors import BadLog, UnknownName
from ..model.naming import means
from ..model.scope import closest
from ..model.system import Label, State
from .answer import Why
from .call import Call, call_in
from .entry import Entry

LabelTest: TypeAlias = Callable[[Label], bool]
StateTest: TypeAlias = Callable[[Any], bool]


class Oracle(ABC):
    """A target as runs that a log may describe.

    Its runs begin in an initial state, and may end anywhere. A state that `may_stay` as it is
    explains a line that has a state only.
    """

    @abstractmethod
    def initial(self) -> Iterable[State]:
        """The initial states."""

    @abstractmethod
    def steps(self, state: Any) -> Iterable[tuple[Label, State]]:
        """The steps out of a state, rests aside."""

    @abstractmethod
    def may_stay(self, state: Any, /) -> bool:
        """Whether a run may go on with this state unchanged."""

    @abstractmethod
    def values(self, state: Any) -> Mapping[str, Any]:
        """The parts of a state by name, as a log may say them."""

    @abstractmethod
    def part_test(self, name: str, given: Any, /) -> StateTest:
        """Whether a part of a state has the value in a log; raises `BadLog` without such a part."""

    @abstractmethod
    def data_test(self, entry: Entry) -> LabelTest:
        """Whether a label has the name and the data of an entry, which has data."""

    @abstractmethod
    def labels(self) -> Sequence[Label] | None:
        """The labels that steps may have; None if that is not known."""

    def label_test(self, entry: Entry) -> LabelTest:
        """Whether a step with a label is what an entry says."""
        if entry.label is not None:
            wanted = entry.label
            return lambda label: label == wanted
        if entry.name is None:
            return lambda _: True
        if entry.args is not None or entry.named:
            return self.data_test(entry)
        return name_test(entry.name)

    @property
    def unlogged(self) -> Sequence[Label]:
        """Steps that logs never need to have: those that come with time."""
        return ()

    def state_test(self, entry: Entry) -> StateTest:
        """Whether a state is as an entry says; raises `BadLog` for a part that does not exist."""
        tests = [self.part_test(name, given) for name, given in entry.state]
        return lambda state: all(test(state) for test in tests)

    def hidden_test(self, names: Sequence[str]) -> LabelTest:
        """Whether a label is among the hidden ones; raises `UnknownName` for one that is none."""
        tests = [name_test(name) for name in names]
        known = self.labels()
        for name, test in zip(names, tests, strict=True):
            if known is not None and not any(map(test, known)):
                raise UnknownName(f"nothing is called {name}; there are {_some(name, known)}")
        return lambda label: any(test(label) for test in tests)

    def hint(self, entry: Entry) -> str:
        """That no step of the target is what an entry names, and which are alike; else empty."""
        known = self.labels()
        if known is None or entry.is_nameless:
            return ""
        if any(map(self.label_test(entry), known)):
            return ""
        return f"no step is called {entry.step}; there are {_some(entry.step, known)}"

    @abstractmethod
    def why_not(self, state: Any, entry: Entry) -> tuple[Why, ...]:
        """Why no step out of a state has the name and data of an entry; empty if one has."""

    def calls(self, label: Label) -> Sequence[Call]:
        """What a step with this label may be called in an implementation, with its data."""
        return (call_in(str(label)),)

    @abstractmethod
    def rules(self) -> Sequence[str]:
        """The names of the rules or actions that coverage counts."""

    @abstractmethod
    def rules_of(self, state: Any, label: Label, /) -> Iterable[str]:
        """The names of the rules or actions of a step."""

    def portable(self, state: Any) -> Any:
        """The state in a form that means the same in another process."""
        return state

    def restored(self, portable: Any) -> Any:
        """The state that such a form means."""
        return portable

    def doubt_of_step(self, _state: Any, _entry: Entry | None, _test: LabelTest) -> str:
        """Why a step may be possible that is not listed; empty if none is.

        It is what an entry says, or, without one, a hidden step.
        """
        return ""

    def doubt(self) -> str:
        """Why it is not certain that the steps listed are those of the target; else empty."""
        return ""


def name_test(name: str) -> LabelTest:
    """Whether a label is named by a text: as shown, or by its name, whatever its data.

    >>> test = name_test("put")
    >>> test("put(1)"), test("take(1)"), name_test("put( 1 )")("put(1)")
    (True, False, True)
    """
    return lambda label: means(name, label)


def no_part(name: str, known: Iterable[str]) -> BadLog:
    """The error for a part of the state that a target does not have."""
    return BadLog(
        f"there is no {name} in a state; there are {closest(name, dict.fromkeys(known), 12)}"
    )


def _some(name: str, known: Iterable[Label]) -> str:
    return closest(name, dict.fromkeys(map(str, known)), 12)
