"""What a model does, found state by state from the meaning of its terms: the oracle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from counterpoint.logic.core import Kind
from counterpoint.model.action import Action
from counterpoint.model.model import Model
from counterpoint.model.system import REST
from counterpoint.terms.evaluate import Meaning, meaning
from counterpoint.terms.sort import is_member, values
from counterpoint.terms.term import Term

State: TypeAlias = tuple[Any, ...]
States: TypeAlias = frozenset[State]


class Outside(Exception):
    """A step leads to a value that its variable cannot have."""


@dataclass(frozen=True)
class Move:
    label: object
    target: State
    owners: tuple[str, ...]


class Brute:
    """All states that are reached, or all there are, with their steps; a rest has no owner."""

    def __init__(self, model: Model, over: str = "reachable") -> None:
        self.model = model
        self._meanings: dict[int, tuple[Term, Meaning]] = {}
        self.names = [variable.name for variable in model.variables]
        every = product(*(tuple(values(variable.sort)) for variable in model.variables))
        if over == "reachable":
            start = [state for state in every if self.holds(model.parts.start, state)]
        else:
            start = list(every)
        self.initial = frozenset(start)
        self.moves: dict[State, list[Move]] = {}
        waiting = start
        while waiting:
            state = waiting.pop()
            if state not in self.moves:
                self.moves[state] = self._moves(state)
                waiting += [move.target for move in self.moves[state]]
        self.states = frozenset(self.moves)

    def holds(self, term: Term, state: State) -> bool:
        return bool(self._value(term, dict(zip(self.names, state, strict=True))))

    def _value(self, term: Term, env: dict[str, Any]) -> Any:
        if id(term) not in self._meanings:
            self._meanings[id(term)] = term, meaning(term)  # kept, so that its id stays its own
        return self._meanings[id(term)][1](env)

    def where(self, term: Term) -> States:
        return frozenset(state for state in self.states if self.holds(term, state))

    def _moves(self, state: State) -> list[Move]:
        turn = tuple(p for p, term in self.model.parts.turns.items() if self.holds(term, state))
        moves = {
            Move(action.label, self._after(action, env), (action.owner,) if action.owner else turn)
            for action in self.model.actions
            for env in self._choices(action, state)
            if self._value(action.guard, env)
        }
        return list(moves) or [Move(REST, state, ())]

    def _choices(self, action: Action, state: State) -> Iterator[dict[str, Any]]:
        """The values of the state by name, with every choice of an action."""
        for choice in product(*(tuple(values(of.sort)) for of in action.chosen)):
            names = [*self.names, *(of.name for of in action.chosen)]
            yield dict(zip(names, (*state, *choice), strict=True))

    def _after(self, action: Action, env: dict[str, Any]) -> State:
        after = dict(env)
        for variable, term in action.updates:
            after[variable.name] = self._value(term, env)
            if not is_member(variable.sort, after[variable.name]):
                raise Outside
        return tuple(after[name] for name in self.names)

    @property
    def transitions(self) -> int:
        return sum(
            len({(m.label, m.target) for m in moves if m.label is not REST})
            for moves in self.moves.values()
        )

    def contested(self) -> bool:
        """Whether two players have steps in one state."""
        return any(len({o for m in ms for o in m.owners}) > 1 for ms in self.moves.values())

    def step(self, kind: Kind, region: States, team: Collection[str] = ()) -> States:
        if kind in (Kind.ALL, Kind.ALLOW):
            return self.states - self.step(kind.dual, self.states - region, team)
        rule = self._some if kind is Kind.SOME else self._force
        return frozenset(s for s in self.states if rule(self.moves[s], region, team))

    def _some(self, moves: Iterable[Move], region: States, team: Collection[str]) -> bool:
        return any(move.target in region for move in moves)

    def _force(self, moves: Iterable[Move], region: States, team: Collection[str]) -> bool:
        moves = list(moves)
        owned = [move for move in moves if move.owners]
        if any(move.target not in region for move in moves if not move.owners):
            return False
        quantifier: Callable[[Iterable[bool]], bool]
        quantifier = any if owned and owned[0].owners[0] in team else all
        return not owned or quantifier(move.target in region for move in owned)

    def labelled(self, label: str, region: States) -> States:
        """The states with some step into the region whose label is, or begins with, this name."""
        return frozenset(
            state
            for state, moves in self.moves.items()
            if any(_named(move.label, label) and move.target in region for move in moves)
        )

    def until(self, kind: Kind, team: Collection[str], hold: States, goal: States) -> States:
        found = goal
        while (more := goal | (hold & self.step(kind, found, team))) != found:
            found = more
        return found


def _owners(action: Action, turn: tuple[str, ...]) -> tuple[str, ...]:
    return turn if action.owner is None else (action.owner,)


def _named(label: object, wanted: str) -> bool:
    if label is REST:
        return wanted == "rest"
    return wanted in (str(label), str(label).partition("(")[0])
