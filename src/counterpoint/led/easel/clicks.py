"""The steps of a program, with and without a click."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...data import dataclass
from ...errors import NoResult
from ...tuning import USUAL, Tuning
from ..values.spread import Box
from ..values.value import Value
from .ground import Ground, Outcome
from .naming import TICK, Effects, Zone, positioned, zones_of
from .stage import Place, Stage


@dataclass(frozen=True, slots=True)
class Move:
    """What a program does with the mouse in one of some boxes, `clicked` or not.

    A move is `idle` if it is not a step of its own: it changes nothing, or the same happens without
    the click. It `restarts` if it is a restart of the program.
    """

    label: str
    there: Value
    boxes: tuple[Box, ...]
    clicked: bool
    restarts: bool = False
    idle: bool = False


class Clicks:
    """Finds the steps of a program from any state.

    If `points` is given, only these positions are clicked, and its keys are their labels. If
    `waits` is false, nothing happens without a click.
    """

    def __init__(
        self,
        stage: Stage,
        start: Value,
        points: Mapping[str, tuple[int, int]] | None = None,
        *,
        waits: bool = True,
        tuning: Tuning = USUAL,
    ) -> None:
        self._learned = tuning.clicks_learned
        self.stage = stage
        self.start = start
        self.points = points
        boxes = [Box(x, y, x, y) for x, y in (points or {}).values()]
        self.clicked = Ground(stage, True, start, boxes, tuning)
        self.moved = Ground(stage, False, start, boxes, tuning) if waits else None
        self._zones: tuple[list[Zone], list[Zone]] | None = None

    # Which clicks there are -----------------------------------------------------------------------

    @property
    def zones(self) -> tuple[list[Zone], list[Zone]]:
        """The zones of a mouse that only moves, and of clicks, learned from the first states."""
        if self._zones is None:
            states = self._learn()
            moved, clicked = self._named(self.moved, states), self._named(self.clicked, states)
            self._zones = moved, _distinctly_labelled(clicked, {zone.label for zone in moved})
        return self._zones

    def _learn(self) -> list[Value]:
        """Learn from the first states in breadth-first order, and return them.

        Afterwards, the grounds distinguish the mouse positions that these states distinguish. A
        state in which the next state has no value is left out; the error is raised when its own
        steps are requested.
        """
        states, seen, learned = [self.start], {self.start}, []
        for number in range(self._learned):
            if number == len(states):
                break
            try:
                found = [one for ground in self._grounds for one in ground.learn(states[number])]
            except NoResult:
                continue
            learned.append(states[number])
            for value in dict.fromkeys(one.value for one in found):
                if value not in seen:
                    seen.add(value)
                    states.append(value)
        return learned

    @property
    def _grounds(self) -> list[Ground]:
        return [ground for ground in (self.moved, self.clicked) if ground is not None]

    def _named(self, ground: Ground | None, states: list[Value]) -> list[Zone]:
        """The zones of a ground, with their labels."""
        if ground is None:
            return []
        if self.points is not None:
            return self._pointed(ground)
        groups = ground.groups()
        if len(groups) == 1 and not ground.clicked:
            return [Zone(TICK, (groups[0],))]
        units = {unit.number: unit for unit in self.stage.compiler.units.values()}
        effects = [(group, self._effects(ground, group, states)) for group in groups]
        return zones_of(ground, units, "click" if ground.clicked else "mouse", effects)

    def _pointed(self, ground: Ground) -> list[Zone]:
        """The zones for given positions: one for each, or one for all if they do not matter."""
        assert self.points is not None
        if not ground.clicked and not ground.keys:
            return [Zone(TICK, (ground.places,))]
        names = [name if ground.clicked else f"mouse:{name}" for name in self.points]
        return [Zone(name, ([place],)) for name, place in zip(names, ground.places, strict=True)]

    def _effects(self, ground: Ground, group: list[Place], states: list[Value]) -> Effects:
        """The effect of a group in each of some states, None where it has none of its own.

        Empty if the places of the group behave differently in some state.
        """
        effects: list[object] = []
        for state in states:
            usual = self._usual(state) if ground.clicked else {state}
            outcomes = ground.outcomes(state, group)
            if len(outcomes) > 1:
                return ()
            new = [(o.value, o.restarts) for o in outcomes if o.value not in usual]
            effects.append(new[0] if new else None)
        return tuple(effects)

    def _usual(self, state: Value) -> set[Value]:
        """The states that can follow without a click, including the state itself."""
        if self.moved is None:
            return {state}
        groups = self.moved.groups()
        return {state, *(o.value for group in groups for o in self.moved.outcomes(state, group))}

    # Steps ----------------------------------------------------------------------------------------

    def moves(self, state: Value) -> list[Move]:
        """All moves in a state, in a fixed order, including idle ones."""
        moved, clicked = self.zones
        found = list(self._of(self.moved, moved, state, {state}))
        usual = {state, *(move.there for move in found)}
        return found + list(self._of(self.clicked, clicked, state, usual))

    def _of(
        self, ground: Ground | None, zones: list[Zone], state: Value, usual: set[Value]
    ) -> Iterator[Move]:
        if ground is None:
            return
        word = "click" if ground.clicked else "mouse"
        for zone in zones:
            joined = _joined(o for group in zone.groups for o in ground.outcomes(state, group))
            clear = zone.label is not None and len([o for o in joined if o.value not in usual]) < 2
            for one in joined:
                label = zone.label if clear and zone.label else positioned(word, one.boxes)
                idle = one.value in usual
                yield Move(label, one.value, one.boxes, ground.clicked, one.restarts, idle)


def _distinctly_labelled(zones: list[Zone], taken: set[str | None]) -> list[Zone]:
    """The zones of clicks, with labels that differ from those of a mouse that only moves."""
    return [
        Zone(
            f"click_{zone.label}" if zone.label in taken and zone.label else zone.label, zone.groups
        )
        for zone in zones
    ]


def _joined(outcomes: Iterator[Outcome]) -> list[Outcome]:
    """The outcomes; those with the same value are merged into one."""
    found: dict[tuple[Value, bool], list[Box]] = {}
    for one in outcomes:
        found.setdefault((one.value, one.restarts), []).extend(one.boxes)
    return [Outcome(*key, tuple(boxes)) for key, boxes in found.items()]
