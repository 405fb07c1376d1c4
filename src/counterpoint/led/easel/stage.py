"""Evaluating a program in a state, with the mouse anywhere in a box of positions."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...data import dataclass
from ...errors import NoResult
from ..evaluate.compiler import Compiler
from ..evaluate.machine import Needs, Observed, Question
from ..evaluate.scope import Scope
from ..tree import Expression
from ..values.several import settled
from ..values.spread import Box, Spread, asked_again, coordinate
from ..values.value import FALSE, NIL, TRUE, Value, shortly


class Place:
    """A box of mouse positions with what is known about it.

    `answers` has the answers to questions. `memory` has the cached values of definitions that
    depend on the mouse alone.
    """

    __slots__ = ("answers", "box", "memory", "mouse", "observed")

    def __init__(self, box: Box, answers: dict[Hashable, Any] | None = None) -> None:
        self.box = box
        self.answers = dict(answers or {})
        self.memory: list[dict[Any, Any]] = []
        self.observed: dict[Question, Observed] = {}
        self.mouse: tuple[Spread, Spread] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The next state, and the questions about the mouse that were asked, with their answers.

    The result is the same for all places that give the same answers. If it is `opaque`, some of the
    questions cannot be asked of other places.
    """

    value: Value
    restarts: bool
    asked: dict[Hashable, Any]
    opaque: bool


def _step_text(state: Value, place: Place, clicked: bool) -> str:
    x, y = place.box.centre
    return f"the state {shortly(state)}, {'a click' if clicked else 'the mouse'} at ({x},{y})"


class Stage:
    """Evaluates the next state of a program.

    `after` is the expression for the next state, `restart` the condition that the step is a
    restart, or None if no step is.
    """

    def __init__(self, compiler: Compiler, after: Expression, restart: Expression | None) -> None:
        self.compiler = compiler
        self.machine = compiler.machine
        self._scope = Scope.of(mixed=True)
        self._after = compiler.value(after, self._scope)
        self._restart = None if restart is None else compiler.test(restart, self._scope)
        units = compiler.units.values()
        self._of_mouse = [unit for unit in units if unit.needs == Needs.MOUSE]
        self._of_both = [unit for unit in units if unit.needs == Needs.BOTH]
        self._by_number = {unit.number: unit for unit in units}

    @property
    def can_restart(self) -> bool:
        """Whether some steps may be restarts."""
        return self._restart is not None

    def next(self, state: Value, place: Place, clicked: bool, start: Value) -> Found:
        """The next state after `state`; raises `Split` if it may differ within the place."""
        self.compiler.enter(state)
        self._look(place, clicked)
        notes = self.machine.notes
        notes.asked, notes.opaque = {}, False
        self.machine.watching = True
        try:
            frame = self._scope.layout.frame()
            value = settled(self._after(frame))
            restarts = self._restart is not None and value == start and self._restart(frame)
            return Found(value, restarts, notes.asked, notes.opaque)
        except NoResult as error:
            error.calls = (*error.calls, _step_text(state, place, clicked))
            raise
        finally:
            self.machine.watching = False

    def answer(self, place: Place, key: Any, clicked: bool) -> Any:
        """The answer of a place to a question that was asked of another place.

        Raises `Split` if the answer differs within the place.
        """
        kind, what = key
        if isinstance(kind, str):
            return asked_again(place.box, kind, what)
        self._look(place, clicked)
        notes = self.machine.notes
        notes.asked = {}
        self.machine.watching = True
        try:
            value = self._by_number[kind].ask(what, place.box)
        finally:
            self.machine.watching = False
        return value if (kind, what) in notes.asked else object()

    def _look(self, place: Place, clicked: bool) -> None:
        """Put the mouse of the machine into a place, and use what is cached for that place."""
        machine = self.machine
        machine.level = 0
        machine.clicked = TRUE if clicked else FALSE
        if place.mouse is None:
            box, notes = place.box, machine.notes
            place.mouse = coordinate(box, notes, "x"), coordinate(box, notes, "y")
        machine.x, machine.y = place.mouse
        machine.click = place.mouse if clicked else NIL
        machine.observed = place.observed
        if not place.memory:
            place.memory = [{} for _ in self._of_mouse]
        for unit, memo in zip(self._of_mouse, place.memory, strict=True):
            unit.memo = memo
        for unit in self._of_both:
            unit.memo = {}
