"""Drive an implementation along one run, and follow what it says by its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..data import dataclass
from ..errors import CounterpointError
from ..model.naming import bare
from ..model.system import Label
from .adapter import Adapter
from .answer import Standing
from .difference import Difference
from .entry import Entry, entry_of
from .following import Following
from .possible import Possible


@dataclass(frozen=True, slots=True)
class Stepped:
    """A run that was taken: its labels, what may come next, and the difference, if there is one."""

    labels: tuple[Label, ...]
    choices: tuple[Label, ...]
    untried: tuple[str, ...]
    difference: Difference | None


class Driving:
    """One run of an implementation beside its rules.

    `choices` are the steps that the adapter can take and that each possible state allows; if these
    have none in common, those that one of them allows.
    """

    def __init__(
        self, possible: Possible, can_take: Callable[[Label], bool], emits: Sequence[str]
    ) -> None:
        self._following = Following(possible)
        self._can_take = can_take
        self._emits = emits
        self._labels: list[Label] = []
        self._untried: dict[str, None] = {}
        self.choices: tuple[Label, ...] = ()
        self.difference: Difference | None = None

    @property
    def stepped(self) -> Stepped:
        """What was done so far."""
        return Stepped(tuple(self._labels), self.choices, tuple(self._untried), self.difference)

    async def begin(self, adapter: Adapter) -> None:
        """Compare the states before the first step."""
        self._following.start()
        state = await adapter.observed()
        if state:
            self._follow(entry_of({"state": state}), _shown(state))
        self._look_around()

    async def take(self, adapter: Adapter, label: Label) -> None:
        """Let the implementation take a step, and compare what it says of it."""
        self._labels.append(label)
        try:
            entries = await adapter.do(label)
        except CounterpointError:
            raise
        except Exception as error:
            self._differs(f"{label} raises {type(error).__name__}: {error}")
            return
        for entry in entries:
            if not self._follow(entry, str(entry)):
                return
        self._look_around()

    def _follow(self, entry: Entry, did: str) -> bool:
        """Take what the implementation says, and return whether the rules allow it."""
        if self._following.observe(entry):
            return True
        self._differs(did)
        return False

    def _differs(self, did: str) -> None:
        rules = self._following.conformed()
        if rules.answer is Standing.UNKNOWN:
            did = f"{did}; whether that is allowed is unknown"
        self.difference = Difference(tuple(self._labels), did, rules)

    def _look_around(self) -> None:
        """Find what may be done next, and what the implementation should have done by itself."""
        self.choices = ()
        if self.difference is not None:
            return
        each = self._following.choices()
        together = [label for label in each[0] if all(label in of for of in each)] if each else []
        labels = together or list(dict.fromkeys(label for of in each for label in of))
        self.choices = tuple(label for label in labels if self._can_take(label))
        sent = [label for label in labels if self.is_emitted(label)]
        self._untried.update(
            (str(label), None)
            for label in labels
            if label not in self.choices and label not in sent
            if not self._following.possible.hides(label)
        )
        if sent and not self.choices and len(sent) == len(labels):
            due = ", ".join(map(str, sent[:6]))
            self._differs(f"it sends nothing, where {due} is due")

    def is_emitted(self, label: Label) -> bool:
        """Whether the implementation sends it by itself."""
        return bare(label) in self._emits


def _shown(state: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in state.items())
