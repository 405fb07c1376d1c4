"""Logs of TLA+ modules: the names of actions, with arguments, and some variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from ..errors import BadLog, NoValue, UnknownName
from ..model.naming import compact
from ..model.scope import closest
from ..model.system import Label
from ..tla.coverage import endings
from ..tla.disambiguate import UNNAMED, named
from ..tla.module import TlaModule
from ..tla.places import step_to
from ..tla.steps import Action, Taken
from ..tla.system import ModuleSystem, State
from ..tla.values import arguments_of, from_json, items, normal, show, to_json
from .answer import Why
from .call import Call
from .entry import Entry
from .guards import Guards
from .oracle import LabelTest, Oracle, StateTest, no_part

Test: TypeAlias = Callable[[Any], bool]


class ModuleOracle(Oracle):
    """The behaviors of the specification of a module.

    Any state may stay as it is. Constraints of a configuration bound a search, not behaviors, so
    they do not count, and neither does fairness.
    """

    def __init__(self, module: TlaModule) -> None:
        self._module = module
        self._system: ModuleSystem = module.system
        self._names = module.variables
        self._guards = Guards(module)

    def initial(self) -> Iterable[State]:
        return dict.fromkeys(self._system.initial())

    def steps(self, state: State) -> list[tuple[Label, State]]:
        return list(named(self._system.successors(state)))

    def may_stay(self, _state: State, /) -> bool:
        return True

    def values(self, state: State) -> Mapping[str, Any]:
        return {name: to_json(of) for name, of in zip(self._names, state, strict=True)}

    def part_test(self, name: str, given: Any, /) -> StateTest:
        text = compact(name)
        variable = next((of for of in self._names if _begins(text, of)), None)
        if variable is None:
            raise no_part(name, self._names)
        place, path = self._names.index(variable), text[len(variable) :]
        is_meant = _denoting(name, given)
        return lambda state: any(is_meant(part) for part in _at(state[place], path))

    def data_test(self, entry: Entry) -> LabelTest:
        args = None if entry.args is None else [_denoting("args", of) for of in entry.args]
        fields = {name: _denoting(name, given) for name, given in entry.named}

        def test(label: Label) -> bool:
            return any(
                action.name == entry.name and _has(action, args, fields)
                for action in _actions(label)
            )

        return test

    def labels(self) -> Sequence[Label] | None:
        return None

    def hidden_test(self, names: Sequence[str]) -> LabelTest:
        for name in names:
            if not self._is_known(name):
                raise UnknownName(self._no_action(name))
        return super().hidden_test(names)

    def hint(self, entry: Entry) -> str:
        if entry.name is None or self._is_known(entry.name):
            return ""
        return self._no_action(entry.name)

    def _no_action(self, name: str) -> str:
        return f"no action is called {name}; there are {closest(name, self._action_names, 12)}"

    def _is_known(self, name: str) -> bool:
        heads = [compact(part).partition("(")[0] for part in name.split(", ")]
        return any(head in self._action_names for head in heads) or UNNAMED in heads

    @cached_property
    def _action_names(self) -> tuple[str, ...]:
        """The names of the actions that a step may take."""
        return tuple(sorted({name for _, name in endings(self._system.step)}))

    def calls(self, label: Label) -> Sequence[Call]:
        return [
            Call(action.name, tuple(map(_as_json, action.arguments)), {}, tuple(action.parameters))
            for action in _actions(label)
        ]

    def why_not(self, state: State, entry: Entry) -> tuple[Why, ...]:
        if entry.is_nameless:
            return ()
        test = self.label_test(entry)
        if any(test(label) for label, _ in self.steps(state)):
            return ()
        return tuple(self._guards.false(entry, state)) or (
            Why(f"no step here is called {entry.step}"),
        )

    def rules(self) -> Sequence[str]:
        return self._action_names

    def rules_of(self, state: State, label: Label, /) -> Iterator[str]:
        for action in _actions(label):
            yield action.name


def _as_json(argument: Any) -> Any:
    return None if argument is None else to_json(argument)


def _begins(text: str, variable: str) -> bool:
    """Whether a text is the name of a variable, or of a place in it."""
    return text == variable or (text.startswith(variable) and text[len(variable)] in "[.")


def _denoting(name: str, given: Any) -> Test:
    """Whether a value is what a log has: JSON, or a text that is shown like the value.

    Raises `BadLog` for what denotes no value.
    """
    if isinstance(given, str):
        text = compact(given)
        return lambda value: value == given or compact(show(value)) == text
    wanted = _value(name, given)
    return lambda value: bool(value == wanted)


def _value(name: str, given: Any) -> Any:
    """The value that JSON denotes; raises `BadLog` for what denotes none."""
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    try:
        return normal(from_json(given))
    except (AttributeError, NoValue, TypeError, ValueError):  # such as for a key that is no text
        raise BadLog(
            f"{name} is {given!r}, which is no value as check --json writes them"
        ) from None


def _at(value: Any, path: str) -> Iterator[Any]:
    """The value at a path such as `[1].name`, if it is there."""
    if not path:
        yield value
        return
    if type(value) is tuple and value:
        record = arguments_of(value).is_record
        for key, part in items(value):
            for step in dict.fromkeys((step_to(key, record), step_to(key, False))):
                if path.startswith(compact(step)):
                    yield from _at(part, path[len(compact(step)) :])


def _actions(label: Label) -> Iterator[Action]:
    if isinstance(label, Taken):
        yield from (action for action in label.actions if action is not None)


def _has(action: Action, args: list[Test] | None, fields: Mapping[str, Test]) -> bool:
    """Whether an action has the arguments that are meant; one without a value may be any."""
    found = action.arguments
    if args is not None and len(args) != len(found):
        return False
    pairs = list(zip(found, args or (), strict=False))
    by_name = dict(zip(action.parameters, found, strict=True))
    if not fields.keys() <= by_name.keys():
        return False
    pairs += [(by_name[name], given) for name, given in fields.items()]
    return all(value is None or is_meant(normal(value)) for value, is_meant in pairs)
