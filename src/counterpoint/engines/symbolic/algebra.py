"""The algebra of regions: the operations of logics and games on a model, by decision diagrams.

Each step belongs to the *choosing* side or to the *other* side. The choosing side forces the next
state into a region if no step of the other side leads out of it and, where the choosing side has
steps, one of these leads into it. With all steps on the choosing side this is SOME, with all on the
other side ALL, and with a team's steps FORCE. ALLOW, what the others cannot prevent, is the dual. A
state without steps rests: its next state is itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...data import dataclass
from ...errors import LimitReached, UnknownAtom
from ...logic.automata.automaton import Automaton
from ...logic.core import Core, Kind
from ...logic.fragments import AT_REST, mentions_teams
from ...model.naming import squeezed
from ...model.system import REST
from .diagram import Diagram
from .explore import Space
from .fair import fair_paths
from .machine import preimage
from .moves import Batch, Step, batches
from .owned import Ownership
from .region import DiagramRegion

REST_NAME = str(REST)


@dataclass(frozen=True, slots=True)
class Sides:
    """The steps of the choosing side, the states in which it has some, and the other steps."""

    choosing: Sequence[Batch]
    chooses: Diagram
    other: Sequence[Batch]

    def force(self, here: Diagram, good: Diagram, bad: Diagram) -> Diagram:
        """The states of `here` from which the choosing side forces the next state into `good`.

        No state of `here` may rest, and all next states must be in `good` or in `bad`.
        """
        forced = here - preimage(self.other, bad, here)
        if chosen := forced & self.chooses:
            forced = (forced - chosen) | preimage(self.choosing, good, chosen)
        return forced

    def allow(self, here: Diagram, good: Diagram, bad: Diagram) -> Diagram:
        """The states of `here` from which the choosing side cannot force a next state in `bad`."""
        return here - self.force(here, bad, good)


class SymbolicAlgebra:
    """The operations of the evaluator on a space of decision diagrams.

    If states are missing, operations that follow steps raise `LimitReached`. Every operation raises
    `Exhausted` if the diagrams need too much memory.

    >>> from counterpoint.engines.symbolic.explore import explore
    >>> from counterpoint.model.model import Model
    >>> from counterpoint.model.step import step
    >>> model = Model("counter")
    >>> n = model.var("n", range(4), init=0)
    >>> @model.action(by=[1, 2])
    ... def add(by):
    ...     return step(when=n + by <= 3, set={n: n + by})
    >>> algebra = SymbolicAlgebra(explore(model))
    >>> sorted(algebra.step(Kind.SOME, algebra.prop("n = 3"), None, frozenset()))
    [(1,), (2,), (3,)]
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.machine = space.machine
        self._sides: dict[tuple[Kind, frozenset[str]], Sides] = {}
        self._known: dict[Diagram, Diagram] = {}  # distances from one goal take the same steps

    @cached_property
    def owned(self) -> Ownership:
        """The owners of steps."""
        return Ownership(self.space)

    def _require_whole(self) -> None:
        """Raise `LimitReached` if states are missing, as steps may lead to them."""
        if self.space.stopped:
            raise LimitReached(f"not all states are known: {self.space.stopped}")

    @property
    def everything(self) -> DiagramRegion:
        return self._region(self.space.everything)

    @property
    def nothing(self) -> DiagramRegion:
        return self._region(self.machine.on.false)

    @property
    def initial(self) -> DiagramRegion:
        """The initial states."""
        return self._region(self.machine.start)

    def _region(self, diagram: Diagram) -> DiagramRegion:
        return DiagramRegion(self.space, diagram)

    def refusal(self, goal: Core) -> str | None:
        """Why the engine cannot decide `goal`: only fairness and games together are refused."""
        if self.machine.parts.fairness and mentions_teams(goal):
            return (
                "what a team can enforce is not decided under fairness: write the fairness into "
                "the goal, or take it out of the model"
            )
        return None

    def prop(self, text: str) -> DiagramRegion:
        if text == AT_REST:  # an action that rests can happen only where no other can
            return self.step(Kind.SOME, self.everything, str(REST), frozenset())
        try:
            term = self.machine.model.predicate(text)
        except UnknownAtom:
            if text.startswith("enabled(") and text.endswith(")"):
                return self.step(Kind.SOME, self.everything, text[8:-1], frozenset())
            raise
        return self._region(self.machine.translator.truth(term) & self.space.everything)

    # Steps

    def step(
        self, kind: Kind, region: DiagramRegion, label: str | None, team: frozenset[str]
    ) -> DiagramRegion:
        self._require_whole()
        good = region.diagram
        if label is not None:
            return self._region(self._labelled(kind, good, label))
        if kind is Kind.SOME:
            return self._region(self._before(good))
        bad = self.space.everything - good
        moving = self.space.everything - self._rests
        return self._region(self._next(kind, team, moving, good, bad) | self._rests & good)

    def _before(self, good: Diagram) -> Diagram:
        """The states from which some step, or a rest, leads into `good`."""
        if (known := self._known.get(good)) is not None:
            return known
        found = preimage(self.machine.batches, good, self.space.everything)
        found = found | self._rests & good if self._rests else found
        if self.machine.on.are_few:
            self._known[good] = found
        else:
            self._known.clear()
        return found

    def _labelled(self, kind: Kind, good: Diagram, label: str) -> Diagram:
        """The states of which some step, or every step, with the label leads into `good`."""
        everything = self.space.everything
        if kind is Kind.ALL:
            return everything - self._labelled(Kind.SOME, everything - good, label)
        found = preimage(self._named(label), good, everything)
        return found | self._rests & good if label == REST_NAME else found

    def _named(self, label: str) -> list[Batch]:
        named = (step for step in self.machine.steps if _is_named(step, squeezed(label)))
        return batches((step.far, step.moves) for step in named)

    @cached_property
    def _rests(self) -> Diagram:
        return self.space.everything - self.space.enabled

    def _next(
        self, kind: Kind, team: frozenset[str], here: Diagram, good: Diagram, bad: Diagram
    ) -> Diagram:
        sides = self._sides_of(kind, team)
        ask = sides.allow if kind is Kind.ALLOW else sides.force
        return ask(here, good, bad)

    def _sides_of(self, kind: Kind, team: frozenset[str]) -> Sides:
        if (kind, team) not in self._sides:
            self._sides[kind, team] = self._make_sides(kind, team)
        return self._sides[kind, team]

    def _make_sides(self, kind: Kind, team: frozenset[str]) -> Sides:
        every = self.machine.batches
        match kind:
            case Kind.SOME:
                return Sides(every, self.space.enabled, [])
            case Kind.ALL:
                return Sides([], self.machine.on.false, every)
            case Kind.FORCE | Kind.ALLOW:
                self.owned.require_game(team)
                others = [None, *(p for p in self.owned.players if p not in team)]
                mine, choice = self.owned.steps_of(*team), self.owned.choice_of(*team)
                return Sides(mine, choice, self.owned.steps_of(*others))

    # Attractors

    def until(
        self, kind: Kind, team: frozenset[str], hold: DiagramRegion, goal: DiagramRegion
    ) -> DiagramRegion:
        self._require_whole()
        held = hold.diagram - goal.diagram - self._rests
        if self.space.layers:
            return self._region(self._until_by_layers(kind, team, held, goal.diagram))
        inside, everything = goal.diagram, self.space.everything
        return self._region(self._attracted(kind, team, held, inside, everything))

    def _attracted(
        self, kind: Kind, team: frozenset[str], held: Diagram, inside: Diagram, among: Diagram
    ) -> Diagram:
        """The attractor of `inside` through states of `held`; next states are in `among`."""
        if kind is Kind.SOME:
            return self.drawn(held, inside)
        while fresh := self._next(kind, team, held, inside, among - inside):
            inside, held = inside | fresh, held - fresh
        return inside

    def drawn(self, held: Diagram, inside: Diagram) -> Diagram:
        """The states that reach `inside` through states of `held`, by chaining backwards."""
        frontier = inside
        while frontier:
            grown = frontier
            for batch in self._chain:
                grown = grown | batch.preimage(grown, held)
            frontier = grown - inside
            inside = inside | frontier
        return inside

    @cached_property
    def _chain(self) -> list[Batch]:
        return [Batch(step.far, step.moves) for step in reversed(self.machine.steps)]

    def _until_by_layers(
        self, kind: Kind, team: frozenset[str], held: Diagram, goal: Diagram
    ) -> Diagram:
        """The attractor, layer by layer from the last one, as no step leads to an earlier layer."""
        layers, on = self.space.layers, self.machine.on
        drawn: list[Diagram] = [on.false] * len(layers)
        for number in reversed(range(len(layers))):
            layer = layers[number]
            good = on.union(drawn[later] for later in layer.after)
            among = on.union(layers[later].states for later in layer.after)
            inside, here = goal & layer.states, held & layer.states
            if layer.inner:
                good, among = good | inside, among | layer.states
                found = self._attracted(kind, team, here, good, among)
                drawn[number] = found & layer.states
            else:
                drawn[number] = inside | self._next(kind, team, here, good, among - good)
        return on.union(drawn)

    # Paths

    def paths(self, automaton: Automaton, letters: Sequence[DiagramRegion]) -> DiagramRegion:
        self._require_whole()
        reads = [letter.diagram for letter in letters]
        return self._region(fair_paths(self.space, automaton, reads))


def _is_named(step: Step, wanted: str) -> bool:
    """Whether the text is the label of the action, or its name."""
    if wanted == REST_NAME or step.action.label is REST:
        return wanted == REST_NAME and step.action.label is REST
    shown = squeezed(step.action.label)
    return wanted in (shown, shown.partition("(")[0])
