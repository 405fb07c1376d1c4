"""What the score shows of a system with values in its states: variables, actions, conditions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from ...model.capabilities import source_files_of, takes_of
from ...model.naming import spelt
from ...model.system import REST, Label, State
from .difference import changes, difference
from .listed import Listed
from .moment import counted
from .voice import GAME, Voices

SHOWN = 12
"""Maximum number of steps that are listed of a longer list."""


class ValuesPresenter:
    """Describes any system: its values by name if it shows them, and the actions met so far.

    The action of a label is the text before its brackets.

    >>> from counterpoint.examples.peterson import model
    >>> presenter = ValuesPresenter(model())
    >>> state = next(iter(model().initial()))
    >>> presenter.column(state, None)["cells"]["turn"]
    '0'
    """

    kind = "system"

    def __init__(self, system: Any, found: Sequence[str] = (), *, ahead: bool = True) -> None:
        self.system = system
        self.voices = Voices(system, ahead=ahead)
        self._listed = Listed(system)
        self._actions: dict[str, None] = dict.fromkeys(found)
        self._variables: dict[str, None] = {}

    # Overridden for some kinds of systems ---------------------------------------------------------

    @property
    def files(self) -> list[str]:
        """The source files that are known."""
        return [*source_files_of(self.system)]

    def values(self, state: State) -> dict[str, str]:
        """The values of a state as text, by name."""
        shown = self.system.show(state)
        if isinstance(shown, Mapping):
            return {str(name): str(value) for name, value in shown.items()}
        return {"state": str(shown)}

    def places(self, state: State) -> dict[str, str]:
        """The same values, split into parts where large values have named parts."""
        return self.values(state)

    def sorts(self) -> Mapping[str, str]:
        """The sorts of the variables that are known."""
        return {}

    @property
    def likeness(self) -> Callable[[State], Hashable] | None:
        """Maps all states that a declared symmetry identifies to equal keys; None without it."""
        return None

    def watched(self, state: State) -> dict[str, bool]:
        """Further conditions by name, each with whether it holds in a state."""
        return {}

    def actions_of(self, label: Label) -> list[str]:
        """The actions that a step takes."""
        return [] if label is REST else [spelt(label).partition("(")[0]]

    def place_of(self, kind: str, name: str) -> tuple[str, int] | None:
        """The file and line of a variable, an action or a condition; None if they are not known."""
        return None

    def more_groups(self) -> list[dict[str, Any]]:
        """Groups that come before the others."""
        return []

    def more_marks(self, label: Label) -> dict[str, dict[str, Any]]:
        """Marks for the rows of these groups."""
        return {}

    def more_why(self, state: State, label: Label | None) -> list[dict[str, Any]]:
        """Additional sections of reasons."""
        return []

    # Rows -----------------------------------------------------------------------------------------

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The groups of rows; rows are added as more actions are met."""
        return self.groups_from(next(iter(self.system.initial())))

    def groups_from(self, state: State) -> list[dict[str, Any]]:
        """The groups of rows, for values that are named as in this state."""
        found = [
            *self.more_groups(),
            self._group("Variables", "values", "x", self.values(state)),
            self._group("Actions", "actions", GAME, self._actions),
            self._group("Watched", "values", "o", self.watched(state)),
        ]
        return [group for group in found if group["rows"]]

    def _group(self, title: str, kind: str, voice: str, names: Iterable[str]) -> dict[str, Any]:
        return {
            "id": title,
            "title": title,
            "kind": kind,
            "switch": False,
            "voice": voice,
            "rows": [self._row(title, name) for name in names],
        }

    def _row(self, title: str, name: str) -> dict[str, Any]:
        file, line = self.place_of(title, name) or (None, None)
        row_id = f"{title}:{name}" if title == "Actions" else name
        return {
            "id": row_id,
            "name": name,
            "doc": "",
            "threads": 1,
            "file": file,
            "line": line,
            "on": True,
        }

    # Columns --------------------------------------------------------------------------------------

    def column(self, state: State, label: Label | None, there: State | None = None) -> Any:
        """The values of a state, the actions that are enabled, and the one that is taken.

        `changes` has, for each value that the step changes, what is different.
        """
        steps, _ = self._listed.steps(state)
        taken = [] if label is None else self.actions_of(label)
        enabled = counted(name for step in steps for name in self.actions_of(step[0]))
        self._actions.update(dict.fromkeys([*enabled, *taken]))
        marks: dict[str, Any] = {f"Actions:{name}": {"ask": "can"} for name in enabled}
        marks |= {f"Actions:{name}": {"ask": "lead"} for name in taken}
        return {
            "label": None if label is None else str(label) or "a step",
            "voice": GAME if label is None else self.voices.of(state, label),
            "legal": label is None or label is REST or self._leads(state, label, there, steps),
            "bad": "",
            "asker": None,
            "woke": 0,
            "marks": marks | ({} if label is None else self.more_marks(label)),
            "cells": self.cells(state),
            "changes": {} if there is None else changes(self.values(state), self.values(there)),
        }

    def cells(self, state: State) -> dict[str, str]:
        """What the rows of values and conditions show in a state."""
        return self.values(state) | {n: _truth(v) for n, v in self.watched(state).items()}

    # Reasons --------------------------------------------------------------------------------------

    def why(self, state: State, label: Label | None, there: State | None = None) -> Any:
        """What a step changed and what else was possible; without a label, what can be done."""
        steps, is_all = self._listed.steps(state)
        sections = [
            self._changed(state, there),
            self._possible(state, label, [step[0] for step in steps]),
            *self.more_why(state, label),
        ]
        taken = [("Actions", name) for name in (self.actions_of(label) if label else [])]
        taken += [("Rules", rule) for rule in (self.more_marks(label) if label else {})]
        stands = [self._stand(*at) for at in taken]
        return {
            "lead": list(self._lead(state, label, len(steps), is_all=is_all)),
            "sections": [section for section in sections if section["rows"]],
            "stands": [stand for stand in stands if stand],
            "bad": "",
        }

    def _leads(
        self, state: State, label: Label, there: State, listed: Sequence[tuple[Label, State]]
    ) -> bool:
        """Whether a step leads from a state to another one, even if it is not listed."""
        takes = takes_of(self.system)
        return (label, there) in listed or (takes is not None and takes(state, label, there))

    def _lead(
        self, state: State, label: Label | None, count: int, *, is_all: bool = True
    ) -> Iterable[Any]:
        if label is not None:
            yield self.event(state, label)
            yield f" {self._taken(label)}. "
            if count > 1 or not is_all:
                least, steps = "" if is_all else "at least ", f"step{'s' * (count > 1)}"
                yield f"It is one of {least}{max(count, 1)} {steps} that were possible."
            elif label is not REST:
                yield "No other step was possible."
        elif count:
            least = "" if is_all else "At least "
            yield f"{least}{count} step{' is' if count == 1 else 's are'} possible here."
        else:
            yield "No step leads out of this state."

    def _taken(self, label: Label) -> str:
        if label is REST:
            return "Nothing happened"
        return "were taken together" if len(self.actions_of(label)) > 1 else "was taken"

    def _changed(self, state: State, there: State | None) -> dict[str, Any]:
        before = self.places(state)
        after = before if there is None else self.places(there)
        rows = [
            {"name": name, "was": before.get(name, ""), "now": now}
            | {"told": difference(before.get(name, ""), now)}
            for name, now in after.items()
            if before.get(name) != now
        ]
        return {"kind": "changed", "title": "Changed", "note": "", "rows": rows}

    def _possible(
        self, state: State, taken: Label | None, labels: Sequence[Label]
    ) -> dict[str, Any]:
        by_action: dict[str, list[Label]] = {}
        for label in dict.fromkeys(labels):
            by_action.setdefault(", ".join(self.actions_of(label)) or "a step", []).append(label)
        alone = [label for name, of in by_action.items() for label in of if str(label) == name]
        families = {name: of for name, of in by_action.items() if name not in map(str, alone)}
        if alone:  # their names say all
            families = {"": alone, **families}
        rows = [self._family(state, name, of, taken) for name, of in families.items()]
        return {"kind": "enabled", "title": "Enabled", "note": "", "rows": rows}

    def _family(
        self, state: State, name: str, labels: Sequence[Label], taken: Label | None
    ) -> dict[str, Any]:
        listed = [
            self.event(state, label, "on" if label == taken else "") for label in labels[:SHOWN]
        ]
        return {"name": name, "events": {"listed": listed, "more": len(labels) - len(listed)}}

    def event(self, state: State, label: Label, mark: str = "") -> dict[str, Any]:
        """A step as a piece of a sentence."""
        return {"ev": str(label), "voice": self.voices.of(state, label), "state": mark}

    def _stand(self, kind: str, name: str) -> dict[str, Any] | None:
        place = self.place_of(kind, name)
        if place is None:
            return None
        file, line = place
        said = {"rule": name, "voice": GAME, "threads": 1, "does": "taken", "woke": False}
        return {"file": file, "line": line, **said}


def _truth(value: Hashable) -> str:
    return "true" if value else "false"
