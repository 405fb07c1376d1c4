"""The states and steps of a model, computed by evaluating its terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any, Generic, TypeAlias, TypeVar

from ..errors import OutOfSort
from ..identity import Identity, identity
from ..terms.apply import TRUE, apply
from ..terms.evaluate import Meaning, meaning, meanings
from ..terms.solve import solutions
from ..terms.sort import is_member, text_of_sort, text_of_value
from ..terms.term import Op, Term, Variable
from .action import Action, Readiness
from .chosen import Choosing, Leading, plain_parts
from .parts import Parts
from .system import REST, Label
from .valuation import fits, no_state, show

Made = TypeVar("Made")

Values: TypeAlias = tuple[Any, ...]
"""A state of a model: the value of each variable."""


class Steps:
    """The states and steps of a model."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._names = tuple(variable.name for variable in parts.variables)
        self._place = {name: at for at, name in enumerate(self._names)}
        self._choosing = _Each(lambda action: Choosing(action) if action.chosen else None, parts)
        self._leading = _Each(Leading, parts)
        self._is_plain = not any(action.chosen or action.rests for action in parts.actions)
        self._columns = [partial(is_member, variable.sort) for variable in parts.variables]
        self._begins = meaning(parts.start)
        self._turns = {player: meaning(term) for player, term in parts.turns.items()}

    @cached_property
    def _guards(self) -> Guards:
        return Guards(self._parts.actions)

    @cached_property
    def _updates(self) -> list[_Updates]:
        return [_updates(action, self._place) for action in self._parts.actions]

    def initial(self) -> Iterator[Values]:
        """The states that satisfy the start condition; those that are declared first come first."""
        start, first, variables = self._parts.start, self._parts.first, self._parts.variables
        if first == TRUE:
            return solutions(start, variables)
        others = apply(Op.NOT, first)
        parts = (solutions(apply(Op.AND, start, part), variables) for part in (first, others))
        return chain.from_iterable(parts)

    def begins(self, state: Values) -> bool:
        """Whether a state is initial."""
        return fits(state, self._columns) and bool(self._begins(self.named(state)))

    def successors(self, state: Values) -> list[tuple[Label, Values]]:
        """The steps out of a state in the order of the actions, each once; `REST` if none."""
        if not self._is_plain:
            return list(self.each_step(state))
        values = self.named(state)
        steps: dict[tuple[Label, Values], None] = {}
        for number in self._guards.enabled(values):
            action = self._parts.actions[number]
            steps[action.label, self._after(action, self._updates[number], state, values)] = None
        return list(steps) or [(REST, state)]

    def each_step(self, state: Values) -> Iterator[tuple[Label, Values]]:
        """The same steps one by one, as there may be very many."""
        values = self.named(state)
        steps: dict[tuple[Label, Values], None] = {}
        for number in self._enabled(values):
            action, updates = self._parts.actions[number], self._updates[number]
            choosing = self._choosing[number]
            for chosen in (values,) if choosing is None else choosing.choices(values):
                step = action.label, self._after(action, updates, state, chosen)
                if step not in steps:
                    steps[step] = None
                    yield step
        if not steps:
            yield REST, state

    def some_steps(self, state: Values, most: int) -> tuple[list[tuple[Label, Values]], bool]:
        """The steps that `most` choices of each action lead to, and whether these are all."""
        if self._is_plain:
            return self.successors(state), True
        values = self.named(state)
        steps: dict[tuple[Label, Values], None] = {}
        is_all = True
        for number in self._enabled(values):
            action, choosing = self._parts.actions[number], self._choosing[number]
            tried, complete = ([values], True) if choosing is None else choosing.some(values, most)
            is_all = is_all and complete
            for chosen in tried:
                after = self._after(action, self._updates[number], state, chosen)
                steps[action.label, after] = None
        return list(steps) or [(REST, state)], is_all

    def takes_step(self, state: Values, label: Label, there: Values) -> bool:
        """Whether a step with this label leads from a state to another, or is its rest."""
        values, after = self.named(state), self.named(there)
        if self._is_plain and label is not REST:  # what other actions do does not matter
            called = [n for n, action in enumerate(self._parts.actions) if action.label == label]
            enabled = self._guards.enabled(values, called)
            return any(self._leading[number].leads(values, after) for number in enabled)
        enabled = self._enabled(values)
        if not enabled:
            return label is REST and there == state
        return any(
            self._parts.actions[number].label == label
            and self._leading[number].leads(values, after)
            for number in enabled
        )

    def _enabled(self, values: Mapping[str, Any]) -> list[int]:
        """The numbers of the enabled actions; rests only if there are no others."""
        enabled = self._guards.enabled(values)
        if self._is_plain:
            return enabled
        enabled = [
            number
            for number in enabled
            if (choosing := self._choosing[number]) is None or choosing.is_possible(values)
        ]
        moving = [number for number in enabled if not self._parts.actions[number].rests]
        return moving or enabled

    def owners(self, state: Values) -> tuple[str, ...]:
        """The players who have a step in a state; in a state without steps, those of `turns`."""
        values = self.named(state)
        turn = [player for player, holds in self._turns.items() if holds(values)]
        enabled = [self._parts.actions[number] for number in self._enabled(values)]
        found: dict[str, None] = {}
        for action in enabled:
            found.update(dict.fromkeys([action.owner] if action.owner is not None else turn))
        return tuple(found if enabled else turn)

    def readiness(self, state: Values) -> tuple[Readiness, ...]:
        """Whether each action is enabled, and which parts of its guard are false."""
        values = self.named(state)
        enabled = set(self._enabled(values))
        return tuple(
            Readiness(action, True) if number in enabled else self._unready(number, action, values)
            for number, action in enumerate(self._parts.actions)
        )

    def _unready(self, number: int, action: Action, values: Mapping[str, Any]) -> Readiness:
        """Why an action is not enabled."""
        unmet = tuple(self._guards.unmet(number, action, values))
        choosing = self._choosing[number]
        return Readiness(
            action, False, unmet, () if choosing is None else choosing.unsatisfiable(values)
        )

    def _after(
        self, action: Action, updates: _Updates, state: Values, values: Mapping[str, Any]
    ) -> Values:
        """The state after an action; raises `OutOfSort` for a value outside the variable's sort."""
        after = list(state)
        places, together = updates
        for (at, variable), new in zip(places, together(values), strict=True):
            after[at] = new
            if not is_member(variable.sort, after[at]):
                raise self.out_of_sort(action, variable, after[at], state)
        return tuple(after)

    def out_of_sort(
        self, action: Action, variable: Variable, value: object, state: Values
    ) -> OutOfSort:
        """The error that an action would give a variable a value outside its sort."""
        shown = show(self._parts, state).items()
        return OutOfSort(
            f"action {action.label}: {variable.name} would be {text_of_value(value)}, which is not "
            f"in {text_of_sort(variable.sort)}; in the state "
            f"{', '.join(f'{name} = {text}' for name, text in shown)}",
            action.place,
        )

    def named(self, state: Values) -> dict[str, Any]:
        """The values of a state by the names of the variables."""
        try:
            return dict(zip(self._names, state, strict=True))
        except (TypeError, ValueError):
            raise no_state(self._names, state) from None


class _Each(Generic[Made]):
    """What is made of each action, by its number, when it is first asked for.

    Planning a search of choices takes longer than many a check needs altogether.
    """

    def __init__(self, make: Callable[[Action], Made], parts: Parts) -> None:
        self._make, self._actions = make, parts.actions
        self._made: dict[int, Made] = {}

    def __getitem__(self, number: int) -> Made:
        if number not in self._made:
            self._made[number] = self._make(self._actions[number])
        return self._made[number]


class Guards:
    """The guards of actions; a condition that several share is evaluated once per state.

    Conditions that read chosen variables are left out.
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        self._conditions: list[Meaning] = []
        known: dict[Identity, int] = {}
        self._wanted = [
            tuple(self._number(condition, known) for condition in plain_parts(action))
            for action in actions
        ]

    def _number(self, condition: Term, known: dict[Identity, int]) -> int:
        if identity(condition) not in known:
            known[identity(condition)] = len(self._conditions)
            self._conditions.append(meaning(condition))
        return known[identity(condition)]

    def unmet(self, number: int, action: Action, values: Mapping[str, Any]) -> Iterator[Term]:
        """Those of the conditions of an action, which has this number, that are false."""
        for condition, part in zip(self._wanted[number], plain_parts(action), strict=True):
            if not self._conditions[condition](values):
                yield part

    def enabled(self, values: Mapping[str, Any], among: Sequence[int] | None = None) -> list[int]:
        """The numbers of the actions, perhaps among some, of which these conditions are true."""
        truth: list[bool | None] = [None] * len(self._conditions)

        def holds(condition: int) -> bool:
            known = truth[condition]
            if known is None:
                known = truth[condition] = bool(self._conditions[condition](values))
            return known

        numbers = range(len(self._wanted)) if among is None else among
        return [number for number in numbers if all(map(holds, self._wanted[number]))]


_Updates: TypeAlias = tuple[
    list[tuple[int, Variable]], Callable[[Mapping[str, Any]], Sequence[Any]]
]
"""The variables that an action changes, with their places, and what gives their values."""


def _updates(action: Action, place: dict[str, int]) -> _Updates:
    places = [(place[variable.name], variable) for variable, _ in action.updates]
    return places, meanings([term for _, term in action.updates])
