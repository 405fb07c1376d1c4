"""Logs of parity games, and of systems that a user wrote as classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..model.naming import compact
from ..model.system import REST, Label, State, System
from .answer import Why
from .entry import Entry
from .oracle import LabelTest, Oracle, StateTest, no_part

WHOLE = "state"
"""The name of the only part of a state that is shown as one text."""


class SystemOracle(Oracle):
    """The runs of any system: labels as text, and the parts of a state as the system shows them."""

    def __init__(self, system: System) -> None:
        self._system = system

    def initial(self) -> Iterable[State]:
        return self._system.initial()

    def steps(self, state: Any) -> Iterator[tuple[Label, State]]:
        return (step for step in self._system.successors(state) if step[0] is not REST)

    def may_stay(self, state: Any, /) -> bool:
        steps = list(self._system.successors(state))
        return not steps or any(label is REST for label, _ in steps)

    def values(self, state: Any) -> Mapping[str, str]:
        shown = self._system.show(state)
        if isinstance(shown, Mapping):
            return {str(name): str(value) for name, value in shown.items()}
        return {WHOLE: str(shown)}

    def part_test(self, name: str, given: Any, /) -> StateTest:
        wanted = compact(str(given))
        for state in self._system.initial():
            if name not in self.values(state):
                raise no_part(name, self.values(state))
            break
        return lambda state: compact(self.values(state).get(name, "")) == wanted

    def data_test(self, entry: Entry) -> LabelTest:
        texts = [compact(str(given)) for given in entry.args or ()]
        texts += [compact(f"{name}={given}") for name, given in entry.named]
        wanted = compact(f"{entry.name}({','.join(texts)})" if texts else str(entry.name))
        return lambda label: compact(str(label)) == wanted

    def labels(self) -> Sequence[Label] | None:
        return None

    def why_not(self, state: Any, entry: Entry) -> tuple[Why, ...]:
        if entry.is_nameless:
            return ()
        test = self.label_test(entry)
        if any(test(label) for label, _ in self.steps(state)):
            return ()
        return (Why(f"{entry.step} is not possible"),)

    def rules(self) -> Sequence[str]:
        return ()

    def rules_of(self, state: Any, label: Label, /) -> Iterable[str]:
        return (str(label).partition("(")[0],)
