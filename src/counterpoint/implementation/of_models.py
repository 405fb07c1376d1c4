"""Logs of models: labels of actions, and values of variables after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..model.action import Action, Readiness
from ..model.capabilities import each_step_of
from ..model.model import Model
from ..model.naming import compact
from ..model.reasons import Reasons
from ..model.system import REST, Label, State
from ..model.valuation import as_json
from ..terms.array import Array
from ..terms.sort import text_of_value
from ..terms.text import text_of
from .answer import Why
from .call import Call
from .entry import Entry
from .oracle import LabelTest, Oracle, StateTest, no_part
from .values import is_same


class ModelOracle(Oracle):
    """The runs of a model; neither fairness nor assumptions count."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._each = each_step_of(model)
        self._reasons = Reasons(model.parts.reasons)
        names = (compact(variable.name) for variable in model.variables)
        self._places = {name: place for place, name in enumerate(names)}
        self._actions: dict[Label, Action] = {action.label: action for action in model.actions}

    def initial(self) -> Iterable[State]:
        return self._model.initial()

    def steps(self, state: Any) -> Iterator[tuple[Label, State]]:
        return (step for step in self._each(state) if step[0] is not REST)

    def may_stay(self, state: Any, /) -> bool:
        return any(label is REST for label, _ in self._each(state))

    def values(self, state: Any) -> Mapping[str, Any]:
        return as_json(self._model.parts, state)

    def part_test(self, name: str, given: Any, /) -> StateTest:
        model, spell, text = self._model, self._model.parts.spells, compact(name)
        if text in self._places and text not in model.parts.arrays:
            place = self._places[text]
            return lambda state: is_same(state[place], given, spell)
        if text not in model.parts.cells:
            elements = [at for of, at in self._places.items() if of.startswith(f"{text}[")]
            if not elements:
                raise no_part(name, [*model.parts.cells, *self._places])
            return lambda state: is_same([state[at] for at in elements], given, spell)
        if text in model.parts.words:
            return lambda state: _is_word(model, state, text, given)
        array = model.parts.arrays[text]
        return lambda state: _is_array(model, array, state, given)

    def data_test(self, entry: Entry) -> LabelTest:
        def test(label: Label) -> bool:
            action = self._actions.get(label)
            if action is None or action.name != entry.name:
                return False
            spell, choices = self._model.parts.spells, dict(action.choices)
            if entry.args is not None:
                pairs = zip(choices.values(), entry.args, strict=False)
                if len(choices) != len(entry.args):
                    return False
                return all(is_same(value, given, spell) for value, given in pairs)
            return all(
                name in choices and is_same(choices[name], given, spell)
                for name, given in entry.named
            )

        return test

    def labels(self) -> Sequence[Label]:
        return (*self._actions, *self._model.parts.impossible)

    def calls(self, label: Label) -> Sequence[Call]:
        action = self._actions.get(label)
        if action is None:
            return ()
        choices = dict(action.choices)
        return (Call(action.name, tuple(choices.values()), {}, tuple(choices)),)

    def why_not(self, state: Any, entry: Entry) -> tuple[Why, ...]:
        if entry.is_nameless:
            return ()
        test = self.label_test(entry)
        meant = [one for one in self._model.explain(state) if test(one.action.label)]
        if not meant:
            return (Why(f"no action is called {entry.step}"),)
        if any(one.enabled for one in meant):
            return ()
        return tuple(dict.fromkeys(map(self._why, meant)))

    def _why(self, one: Readiness) -> Why:
        """Why an action is not enabled: in the words of its author, or by what is false."""
        action = one.action
        words = self._reasons.first(action.guard, {*one.unmet, *one.unsatisfiable})
        false = [text_of(part) for part in (*one.unmet, *one.unsatisfiable)]
        says = words or f"{' and '.join(false) or 'its condition'} is false"
        return Why(f"{action.label}: {says}", action.name, action.place)

    def rules(self) -> Sequence[str]:
        return tuple(dict.fromkeys(action.name for action in self._model.actions))

    def rules_of(self, state: Any, label: Label, /) -> Iterable[str]:
        action = self._actions.get(label)
        return () if action is None else (action.name,)


def _is_word(model: Model, state: Any, name: str, given: Any) -> bool:
    number = model.values(state)[name]
    if isinstance(given, str):
        return compact(given) in (compact(model.show(state)[name]), str(number))
    return is_same(number, given)


def _is_array(model: Model, array: Array, state: Any, given: Any) -> bool:
    values = model.values(state)[array.name]
    if isinstance(given, str):
        return compact(given) == compact(model.show(state)[array.name])
    if isinstance(given, Mapping) and set(given) == {"#map"}:
        return _is_function(model, array, values, given["#map"])
    if isinstance(given, Mapping):
        by_index = dict(zip(map(text_of_value, array.indices), values, strict=True))
        named = {compact(str(index)): value for index, value in given.items()}
        given = (
            [named.get(compact(index)) for index in by_index] if len(named) == len(by_index) else []
        )
    if not isinstance(given, list | tuple) or len(given) != len(values):
        return False
    return all(is_same(*pair, model.parts.spells) for pair in zip(values, given, strict=True))


def _is_function(model: Model, array: Array, values: Sequence[Any], pairs: Any) -> bool:
    """Whether an array has the value for each index that pairs from a log say."""
    if not isinstance(pairs, list) or len(pairs) != len(values):
        return False
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        return False
    spell, left = model.parts.spells, list(zip(array.indices, values, strict=True))
    for index, given in pairs:
        found = [pair for pair in left if is_same(pair[0], index, spell)]
        if len(found) != 1 or not is_same(found[0][1], given, spell):
            return False
        left.remove(found[0])
    return True
