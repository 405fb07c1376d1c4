"""What the score shows of a TLA+ module: variables, actions, rules that can be switched off."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ...errors import CounterpointError
from ...model.system import REST, Label, State
from ...tla.module import TlaModule
from ...tla.spec.text import text
from ...tla.steps.taken import Action, Taken
from ...tla.tree import And, Assume, Definition, Instance, Module, Theorem
from .values import ValuesPresenter

NAMED = Definition | Instance | Assume | Theorem | Module
"""The units of a module that may have a name."""

LOOKED_AT = 60
"""Maximum number of states that are searched for actions."""


class ModulePresenter(ValuesPresenter):
    """Describes `module`, in which some rules of `whole` may be switched off.

    It looks `ahead` at the first states for actions, or else knows those that it has met.

    >>> from counterpoint.target import find_target
    >>> module = find_target("StrategicTicTacToe")
    >>> [group["title"] for group in ModulePresenter(module, module).groups]
    ['Variables', 'Actions']
    """

    kind = "module"

    def __init__(self, module: TlaModule, whole: TlaModule, *, ahead: bool = True) -> None:
        super().__init__(module, ahead=ahead)
        self.module = module
        self._whole = whole
        if ahead:
            self._actions.update(dict.fromkeys(_met(module, self.actions_of)))

    @property
    def files(self) -> list[str]:
        """The files of the module and of the modules that it uses."""
        paths = self.module.loaded.paths
        first = paths.get(self.module.name)
        return [str(path) for path in dict.fromkeys([first, *paths.values()]) if path]

    def actions_of(self, label: Label) -> list[str]:
        """The names of the actions that a step takes."""
        return [action.name for action in _actions(label) if action is not None]

    @cached_property
    def _definitions(self) -> dict[str, tuple[str, int]]:
        found: dict[str, tuple[str, int]] = {}
        for unit in self.module.loaded.module.units:
            if isinstance(unit, NAMED) and unit.name and unit.at.line:
                found.setdefault(unit.name, (unit.at.file, unit.at.line))
        return found

    def place_of(self, kind: str, name: str) -> tuple[str, int] | None:
        """The file and line of an action's definition, or of a rule; None if they are not known."""
        return self._said.get(name) if kind == "Rules" else self._definitions.get(name)

    @cached_property
    def _said(self) -> dict[str, tuple[str, int]]:
        found: dict[str, tuple[str, int]] = {}
        for conjunct in self._whole.specification.conjuncts:
            if conjunct.at.line:
                found.setdefault(conjunct.rule, (conjunct.at.file, conjunct.at.line))
        return found

    def places(self, state: Any) -> dict[str, str]:
        """The values of variables by name; each value of a function has its own name."""
        return self.module.cells(state)

    def sorts(self) -> Mapping[str, str]:
        """Empty: TLA+ variables have no sorts."""
        return {}

    @property
    def likeness(self) -> Callable[[State], Hashable] | None:
        """Maps all states that a configuration's SYMMETRY identifies to one; None without it."""
        return self.module.system.representative  # type: ignore[return-value]

    def more_groups(self) -> list[dict[str, Any]]:
        """The group of the rules, if there are several."""
        rules = self._whole.rules
        if len(rules) < 2:
            return []
        group = self._group("Rules", "rules", "req", rules)
        for row in group["rows"]:
            row["on"] = row["id"] in self.module.rules
        return [group | {"switch": True}]

    def more_marks(self, label: Label) -> dict[str, dict[str, Any]]:
        """A mark for each rule that took a named action."""
        return {rule: {"ask": "lead"} for rule, _ in self._acting(label)}

    def guards(self, action: str, state: State) -> Iterator[tuple[str, bool]]:
        """The guards of an action without parameters, each with whether it holds in a state.

        Conjuncts about the next state are not guards.
        """
        for unit in self.module.loaded.module.units:
            if isinstance(unit, Definition) and unit.name == action and not unit.parameters:
                for part in unit.body.parts if isinstance(unit.body, And) else (unit.body,):
                    said = text(part, self.module.loaded.scope)
                    holds = self._holds(said, state)
                    if holds is not None:
                        yield said, holds

    def _holds(self, said: str, state: State) -> bool | None:
        """Whether a predicate holds in a state; None if it is not one, or has no value."""
        try:
            return bool(self.module.atoms[said](state))  # type: ignore[arg-type]
        except (CounterpointError, KeyError):
            return None

    def more_why(self, state: State, label: Label | None) -> list[dict[str, Any]]:
        """Sections with the rules that took actions, and with the guards of actions."""
        rows = [
            {"rule": rule, "voice": "req", "threads": 1, "said": str(action)}
            for rule, action in ([] if label is None else self._acting(label))
        ]
        actions = self._actions if label is None else self.actions_of(label)
        guards = [
            {"holds": holds, "text": f"{name}: {said}"}
            for name in actions
            for said, holds in self.guards(name, state)
        ]
        return [
            {"kind": "woke", "title": "Rules that acted", "note": "", "rows": rows},
            {"kind": "guards", "title": "Guards", "note": "", "rows": guards},
        ]

    def _acting(self, label: Label) -> Iterator[tuple[str, Action]]:
        boxes, actions = self.module.system.boxes, _actions(label)
        if len(set(boxes)) > 1 and len(boxes) == len(actions):
            for rule, action in zip(boxes, actions, strict=True):
                if action is not None:
                    yield rule, action


def _actions(label: Label) -> tuple[Action | None, ...]:
    return label.actions if isinstance(label, Taken) else ()


def _met(module: TlaModule, actions_of: Any) -> Iterator[str]:
    """The names of the actions of steps from the first states, with repetitions."""
    states = list(module.initial()[:LOOKED_AT])
    seen = set(states)
    for state in states:
        for label, there in module.successors(state):
            if label is not REST:
                yield from actions_of(label)
            if there not in seen and len(states) < LOOKED_AT:
                seen.add(there)
                states.append(there)
