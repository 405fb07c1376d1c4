"""State formulas as signals: atoms of a model, what is enabled, and what single steps lead to.

A condition on the next state is expanded over the actions, and over the values that they choose,
as long as these are few.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from ...errors import Refused, UnknownAtom
from ...logic.core import All, Core, Kind, Prop, Some, Step, Truth
from ...logic.fragments import AT_REST
from ...model.action import Action
from ...model.model import Model
from ...model.naming import means
from ...model.system import REST
from ...terms.sort import Bool
from ...terms.term import Literal
from ...tuning import Tuning
from .choosing import Choosing
from .circuit import FALSE, TRUE, Signal
from .modelled import ModelCircuit, Move
from .owners import Owners
from .possible import is_possible

REST_ACTION = Action(REST, str(REST), (), Literal(True, Bool()), (), rests=True)
"""The rest of a state in which no action is enabled."""


def is_plain(goal: Core) -> bool:
    """Whether a formula asks of a state alone.

    >>> is_plain(All((Prop("p"), Truth(True)))), is_plain(Step(Kind.SOME, Prop("p")))
    (True, False)
    """
    match goal:
        case Truth() | Prop():
            return True
        case All(parts) | Some(parts):
            return all(map(is_plain, parts))
        case _:
            return False


def is_of_states(goal: Core) -> bool:
    """Whether a formula asks of a state, and of a fixed number of steps from it, only."""
    match goal:
        case Truth() | Prop():
            return True
        case All(parts) | Some(parts):
            return all(map(is_of_states, parts))
        case Step(of=of):
            return is_of_states(of)
        case _:
            return False


class StateFormulas:
    """Turns state formulas about a model into signals of its circuit."""

    def __init__(self, model: Model, of: ModelCircuit, tuning: Tuning) -> None:
        self.of = of
        self._model = model
        self._tuning = tuning
        self._circuit = of.circuit
        self._known: dict[Core, Signal] = {}
        self._enabled: dict[int, Signal] = {}
        self._owners = Owners(of)
        self._choosing = Choosing(of.circuit, tuning)

    def signal(self, goal: Core) -> Signal:
        """Whether a state satisfies a formula; raises `UnknownAtom`, `Refused` and `NotAGame`."""
        if goal not in self._known:
            self._known[goal] = self._signal(goal)
        return self._known[goal]

    def _signal(self, goal: Core) -> Signal:
        match goal:
            case Truth(value):
                return TRUE if value else FALSE
            case Prop(text, positive):
                return self._atom(text) ^ (not positive)
            case All(parts):
                return self._circuit.all(map(self.signal, parts))
            case Some(parts):
                return self._circuit.any(map(self.signal, parts))
            case Step():
                return self._step(goal)
            case _:
                raise AssertionError(f"{goal} is no formula of states")

    def _atom(self, text: str) -> Signal:
        if text == AT_REST:
            return self.some_enabled(self._labelled(None)) ^ 1
        try:
            return self.of.condition(self._model.predicate(text))
        except UnknownAtom:
            if not text.startswith("enabled(") or not text.endswith(")"):
                raise
        name = text[8:-1]
        rests = self._rests if name == str(REST) else FALSE
        return self._circuit.either(rests, self.some_enabled(self._labelled(name)))

    def _labelled(self, name: str | None) -> list[int]:
        """The numbers of the actions that a name means; without a name, of all but rests."""
        return [
            number
            for number, action in enumerate(self.of.parts.actions)
            if not action.rests
            and (action.label is not REST if name is None else _is_named(name, action.label))
        ]

    # What is enabled.

    def some_enabled(self, numbers: Iterable[int]) -> Signal:
        """Whether one of these actions is enabled."""
        return self._circuit.any(map(self.enabled, numbers))

    def enabled(self, number: int) -> Signal:
        """Whether an action is enabled: some values that it chooses satisfy its guard."""
        if number not in self._enabled:
            self._enabled[number] = self._choosing.enabled(self.of.moves[number])
        return self._enabled[number]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The actions; in the guard of a rest it is written that nothing else is enabled."""
        both = self._circuit.both
        return tuple(
            replace(move, guard=both(move.guard, self._rests)) if move.action.rests else move
            for move in self.of.moves
        )

    @cached_property
    def moves_and_rest(self) -> tuple[Move, ...]:
        """The same, and last the rest of a state in which none of them is enabled."""
        resting = (n for n, action in enumerate(self.of.parts.actions) if action.rests)
        nothing = self._circuit.both(self._rests, self.some_enabled(resting) ^ 1)
        return (*self.moves, Move(REST_ACTION, nothing, {}, TRUE, ()))

    @cached_property
    def moves_without_rest(self) -> tuple[Move, ...]:
        """The moves of runs that never come to rest."""
        return tuple(move for move in self.of.moves if not move.action.rests)

    @cached_property
    def is_total(self) -> bool:
        """Whether no state rests, of all that can be written down; raises `Refused`."""
        resting = self._circuit.both(self._rests, self._valid)
        return not is_possible(self._circuit, resting, self._tuning)

    @property
    def _rests(self) -> Signal:
        """Whether a state has no step but its rest."""
        return FALSE if self.of.parts.total else self.some_enabled(self.moving) ^ 1

    @property
    def moving(self) -> list[int]:
        """The numbers of the actions that are more than a rest."""
        return [n for n, action in enumerate(self.of.parts.actions) if not action.rests]

    # Steps.

    def _step(self, goal: Step) -> Signal:
        steps = [*self._steps(self.signal(goal.of), goal.label)]
        circuit = self._circuit
        if goal.kind in (Kind.SOME, Kind.ALL):
            some = goal.kind is Kind.SOME
            parts = (circuit.both(taken, good ^ (not some)) for _, taken, good in steps)
            return circuit.any(parts) ^ (not some)
        self._require_game()
        force = goal.kind is Kind.FORCE
        good = [(n, taken, good if force else good ^ 1) for n, taken, good in steps]
        return self._owners.forced(goal.team, good) ^ (not force)

    def _require_game(self) -> None:
        """Raise `Refused` for what a team can enforce under fairness, or if two players may choose.

        States are not looked at one by one: it counts if two may choose in any state.
        """
        if self.of.parts.fairness:
            raise Refused(
                "what a team can enforce is not decided under fairness: write the fairness into "
                "the goal, or take it out of the model"
            )
        enabled = {number: self.enabled(number) for number in self.moving}
        contested = self._circuit.both(self._owners.contested(enabled), self._valid)
        if is_possible(self._circuit, contested, self._tuning):
            raise Refused(
                "the bounded engine decides what teams can enforce only if in no state, reached "
                "or not, two players may choose: ask another engine"
            )

    @property
    def _valid(self) -> Signal:
        return self._circuit.all(self.of.valid)

    def _steps(
        self, good: Signal, label: str | None
    ) -> Iterable[tuple[int | None, Signal, Signal]]:
        """The steps: number of the action, whether it is taken, and whether it leads into `good`.

        A rest, with the number None, leads back to the state.
        """
        for number, move in enumerate(self.of.moves):
            if label is not None and not _is_named(label, move.action.label):
                continue
            there = self._after(good, move)
            for guard, leads in self._choosing.each(move, [self.moves[number].guard, there]):
                yield number, guard, leads
        if label in (None, str(REST)):
            yield None, self.moves_and_rest[-1].guard, good

    def _after(self, good: Signal, move: Move) -> Signal:
        """Whether `good` is true after a move."""
        circuit, of = self._circuit, self.of
        updates = {
            signal >> 1: bit
            for place, bits in move.updates.items()
            for signal, bit in zip(of.bits[place], bits, strict=True)
        }
        if len(circuit) > self._tuning.bounded_gates:
            raise Refused("the formula is too large for the bounded engine to expand its steps")
        given = {node: updates.get(node, 2 * node) for node in circuit.inputs_of([good])}
        return circuit.copied([good], circuit, given)[0]


def _is_named(name: str, label: object) -> bool:
    return label is REST if name == str(REST) else means(name, label)
