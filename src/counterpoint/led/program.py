"""A program for Easel as a transition system: its states, its steps, and what it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from ..data import dataclass
from ..errors import BadDefinition, BadLed, NotAGame, NotPlayable
from ..model.notation import Notation
from ..model.system import REST, Label, Trusted
from ..tuning import USUAL, Tuning
from .easel.clicks import Clicks, Move
from .easel.predicates import Predicates
from .easel.rectangles import merged
from .easel.rewriting import images_of, next_of, start_of, waits, with_restart
from .easel.stage import Stage
from .evaluate.compiler import Compiler
from .evaluate.explain import Explained
from .evaluate.machine import DEEP, Machine, Needs, failed
from .module import LedModule, load_module
from .shapes import Shape, shapes_of
from .sketch import sketch
from .tree import Call, Definition, Name, Tuple
from .values.trouble import Trouble
from .values.value import Value, is_number, show

USUAL_OWNERS = ("playerToMove", "currentPlayer", "player", "whoseTurn", "turn")
"""The names of definitions that say which player moves, unless the user names another."""


@dataclass(frozen=True, slots=True)
class ClickRegion:
    """A rectangle of positions, its edges included, and the label of a click in it."""

    label: str
    left: int
    bottom: int
    right: int
    top: int


USUAL_ENDS = ("gameOver", "over")
"""The usual names of a condition that the game is over; the first one that exists is used."""


class LedProgram(Trusted):
    """A program, ready to be run, checked and played. `load_program` reads one from a file.

    A state is any LED value. A step is a click, with one label for all positions that behave alike,
    or `tick`, which happens without a click. A move that changes nothing is not a step. Neither is
    a restart, unless `restart` is true; `said` describes what is left out.

    >>> from .source import Source
    >>> program = LedProgram(LedModule(Source("f.led", '''
    ... /$ initialState := 0
    ...    nextState := currentState + 1 if right & currentState < 2;
    ...                 currentState otherwise
    ...    right iff clicked & mouseX > 500 $/''')))
    >>> program.successors(0), program.successors(2)
    ([('right', 1)], [(rest, 2)])
    """

    notation: ClassVar = Notation.LED

    def __init__(
        self,
        module: LedModule,
        *,
        clicks: Mapping[str, tuple[int, int]] | Iterable[tuple[int, int]] | None = None,
        owner: str | None = None,
        restart: bool = False,
        tuning: Tuning = USUAL,
    ) -> None:
        self.module = module
        self.tuning = tuning
        self.name = Path(module.source.file).stem
        self.restart = restart
        self._given = {"clicks": clicks, "owner": owner, "restart": restart, "tuning": tuning}
        known, restarts = with_restart(module.known)
        after, self._next_definition = next_of(module.known)
        self.compiler = Compiler(known, Machine(tuning))
        self._turn = self._owner_named(owner)
        with DEEP:
            self._start = self.compiler.units[start_of(known), 0].call(())
        stage = Stage(self.compiler, after, restarts)
        points = None if clicks is None else _points(clicks)
        self.clicks = Clicks(stage, self._start, points, waits=waits(known), tuning=tuning)
        self._last: tuple[Value, list[Move]] | None = None
        self._steps: dict[Value, list[tuple[Label, Value]]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its module and the arguments that it was made with."""
        return _again, (self.module, self._given)

    def __repr__(self) -> str:
        return f"<LED program {self.name}>"

    # A system -------------------------------------------------------------------------------------

    def initial(self) -> list[Value]:
        """The initial state, in a list."""
        return [self._start]

    def successors(self, state: Value) -> list[tuple[Label, Value]]:
        """The steps from a state, as pairs of label and next state; `REST` if there are none."""
        steps = self._steps.get(state)
        if steps is None:
            if len(self._steps) > self.tuning.steps_kept:
                self._steps.clear()
            taken = [move for move in self.moves(state) if self._is_step(move)]
            found = dict.fromkeys((move.label, move.there) for move in taken)
            steps = self._steps[state] = list(found) or [(REST, state)]
        return steps

    def _is_step(self, move: Move) -> bool:
        return not move.idle and (self.restart or not move.restarts)

    def moves(self, state: Value) -> list[Move]:
        """All moves in a state, including idle ones, with their mouse positions."""
        with DEEP:
            if self._last is None or self._last[0] is not state:
                self._last = state, self.clicks.moves(state)
            return self._last[1]

    @cached_property
    def atoms(self) -> Predicates:
        """The conditions on states that formulas can use as atoms, by their text in LED."""
        return Predicates(self.compiler, self._start)

    def show(self, state: Value) -> dict[str, str]:
        """The parts of a state as text, by name.

        The parts of a tuple have the names that the program gives them; any other state is one
        part named "state".
        """
        if not isinstance(state, tuple) or len(state) != len(self._part_names):
            return {"state": _written(state)}
        return dict(zip(self._part_names, map(_written, state), strict=True))

    @cached_property
    def said(self) -> str:
        """A remark on what is left out of the system; empty if nothing is."""
        if self.restart or not self.clicks.stage.can_restart:
            return ""
        return "restarts are left out: --set restart=true keeps them"

    @property
    def requirements(self) -> dict[str, str]:
        """The formulas to check by default, by title.

        If the text defines when the game is over, it must not come to rest anywhere else.
        """
        conditions = frozenset(self.atoms)  # without definitions that depend on the mouse
        for name in USUAL_ENDS:
            if name in conditions:
                return {f"it ends only when {name}": f"A G (enabled(rest) -> {name})"}
        return {}

    # Players --------------------------------------------------------------------------------------

    def _owner_named(self, owner: str | None) -> str | None:
        """The name of the definition that says which player moves; None if there is none.

        Raises `BadDefinition` if the user named one that does not exist.
        """
        definitions = self.module.known.definitions
        if owner is not None:
            if (owner, 0) not in definitions:
                raise BadDefinition(
                    f"there is no definition {owner} that could say whose turn it is"
                )
            return owner
        return next((name for name in USUAL_OWNERS if (name, 0) in definitions), None)

    @property
    def owner(self) -> Callable[[Value], str | None]:
        """A function from a state to the player that moves in it.

        Raises `AttributeError` if the program has no players.
        """
        if self._turn is None:
            raise AttributeError("owner")
        return self._owner

    def _owner(self, state: Value) -> str | None:
        assert self._turn is not None
        with DEEP:
            self.compiler.enter(state)
            self.compiler.machine.level = 0
            value = self.compiler.units[self._turn, 0].call(())
        if isinstance(value, str):
            return value[1:]
        if is_number(value):
            return show(value)
        raise NotAGame(
            f"{self._turn} is {show(value)} in a state, and an atom or a string is needed"
        )

    # Evaluating -----------------------------------------------------------------------------------

    def evaluate(self, text: str, state: Value | None = None) -> Value:
        """The value of an expression in a state, by default the initial one."""
        return self.module.evaluate(text, self._start if state is None else state)

    def explain_value(self, text: str, state: Value | None = None, *, depth: int = 4) -> Explained:
        """An explanation of the value of an expression in a state, at most `depth` levels deep."""
        return self.module.explain(text, self._start if state is None else state, depth=depth)

    # Drawing and clicking -------------------------------------------------------------------------

    def images(self, state: Value) -> tuple[Shape, ...]:
        """The shapes that are drawn in a state; raises `NoResult` if a value is not a shape."""
        found = images_of(self.module.known)
        if found is None:
            return ()
        drawn, definition = found
        value = self.module.value(drawn, state)
        try:
            return shapes_of(value)
        except Trouble as trouble:
            raise failed(trouble, definition.at) from None

    def sketch(self, state: Value) -> str:
        """The window as text for a terminal; empty if characters cannot show the shapes."""
        return sketch(self.images(state))

    def regions(self, state: Value) -> list[ClickRegion]:
        """The regions where clicks are steps; several regions may have the same label."""
        return [
            ClickRegion(move.label, box.left, box.bottom, box.right, box.top)
            for move in self.moves(state)
            if move.clicked and self._is_step(move)
            for box in merged(move.boxes)
        ]

    def click(self, state: Value, x: float, y: float) -> str | None:
        """The label of the step that a click at a position makes; None if it is not a step."""
        at = round(x), round(y)
        found = (
            move
            for move in self.moves(state)
            if move.clicked and self._is_step(move) and any(box.holds(*at) for box in move.boxes)
        )
        move = next(found, None)
        return None if move is None else move.label

    def restarts(self, state: Value, x: float, y: float) -> bool:
        """Whether a move at a position is a restart, even if restarts are left out."""
        at = round(x), round(y)
        moves = self.moves(state)
        return any(m.restarts and any(box.holds(*at) for box in m.boxes) for m in moves)

    def tick(self, state: Value, x: float = 0, y: float = 0) -> str | None:
        """The label of the step without a click, for this mouse position; None if there is none."""
        at = round(x), round(y)
        for move in self.moves(state):
            if not move.clicked and not move.idle and any(b.holds(*at) for b in move.boxes):
                return move.label
        return None

    # Texts ----------------------------------------------------------------------------------------

    def parse_state(self, text: str) -> Value | None:
        """The state that an LED expression denotes.

        None if the text is no such expression, for example a label, or depends on the mouse.
        """
        try:
            expression = self.module.expression(text)
        except BadLed:
            return None
        if self.module.compiler.needs_in(expression) & Needs.MOUSE:
            return None
        return self.evaluate(text)

    @cached_property
    def _part_names(self) -> tuple[str, ...]:
        """The names of the parts of a state, taken from the definition of the initial state.

        If that calls a definition which returns the tuple of its parameters, these are the names of
        the parameters. If it is a tuple, the parts are numbered. Empty for anything else.
        """
        definitions = self.module.known.definitions
        for name in ("initialState", "init"):
            definition = definitions.get((name, 0))
            body = None if definition is None else definition.body
            if isinstance(body, Call):
                maker = definitions.get((body.name, len(body.args)))
                if maker is not None and _makes_a_tuple(maker):
                    return tuple(parameter.name for parameter in maker.parameters)
            if isinstance(body, Tuple):
                return tuple(f"part {number}" for number in range(1, len(body.parts) + 1))
        return ()


def _written(value: Value) -> str:
    """A value in LED notation, or, in brackets, why it cannot be written."""
    try:
        return show(value)
    except Trouble as trouble:
        return f"({trouble})"


def _makes_a_tuple(maker: Definition) -> bool:
    """Whether the body of a definition is the tuple of its parameters."""
    names = tuple(parameter.name for parameter in maker.parameters)
    parts = maker.body.parts if isinstance(maker.body, Tuple) else ()
    return names == tuple(part.name for part in parts if isinstance(part, Name)) and bool(names)


def _again(module: LedModule, given: dict[str, Any]) -> LedProgram:
    return LedProgram(module, **given)


def _points(given: object) -> dict[str, tuple[int, int]]:
    """Click positions by label; raises `NotPlayable` if `given` has none or is malformed."""
    pairs = given.items() if isinstance(given, Mapping) else ((None, at) for at in _listed(given))
    found: dict[str, tuple[int, int]] = {}
    for name, at in pairs:
        match at:
            case (int() as x, int() as y):
                found[str(name) if name is not None else f"click({x},{y})"] = (x, y)
            case _:
                raise NotPlayable(f"clicks are positions such as (150,650), not {at!r}")
    if not found:
        raise NotPlayable("clicks= gives no position at all")
    return found


def _listed(given: object) -> Sequence[object]:
    if isinstance(given, Iterable) and not isinstance(given, str):
        return list(given)
    raise NotPlayable(f"clicks are positions such as [(150,650)], not {given!r}")


def load_program(
    path: Path, settings: Mapping[str, object] | None = None, *, owner: str | None = None
) -> LedProgram:
    """Load the program in a file.

    The settings `restart` and `clicks` are arguments of `LedProgram`; all others replace
    definitions. Raises `BadLed`, `BadDefinition`, or `NotPlayable` if the text is not a program.
    """
    given = dict(settings or {})
    restart, clicks = given.pop("restart", False), given.pop("clicks", None)
    if str(restart).lower() not in ("true", "false"):
        raise NotPlayable(f"--set restart takes true or false, not {restart!r}")
    module = load_module(path, given)
    is_kept = str(restart).lower() == "true"
    return LedProgram(module, clicks=clicks, owner=owner, restart=is_kept)  # type: ignore[arg-type]
