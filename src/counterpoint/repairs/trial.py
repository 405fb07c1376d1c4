"""A proposal is tried on an arena: what it forbids, and the first flaw that it has."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Protocol, TypeAlias

from ..alarm import require_going_on
from ..data import dataclass
from .arena import Arena, Offer
from .region import LosingRegion, reaching

Node: TypeAlias = tuple[int, int]
"""A state of the arena, and the state of the proposal beside it."""

Effect: TypeAlias = "tuple[Hashable, ...]"
"""The runs that a proposal leaves: equal for those that leave the same."""

Steps: TypeAlias = "tuple[tuple[Node, Offer, int], ...]"
"""A run from an initial state: where each step begins, the offer taken, and the state reached."""


class Proposal(Protocol):
    """An addition, as what it leaves of a state's offers; its own states are small numbers."""

    def chosen(self, arena: Arena, state: int, local: int) -> tuple[Offer, ...]:
        """The offers that can be selected in a state."""

    def asks(self, local: int) -> bool:
        """Whether the addition requests anything in a state of its own."""

    def after(self, local: int, event: int) -> int:
        """The state of the addition after an event."""


class Kind(Enum):
    """What is wrong with a proposal."""

    BROKEN = "a property is broken"
    STUCK = "nothing is left to do"
    DEAD = "nothing can be done, as before"
    STARVED = "a step of the environment is missing"
    LOST = "an event never happens any more"
    ENDED = "an event does not happen again and again any more"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A flaw, the node that has it, and the run to it.

    If a step of the node breaks a property, that is the last step of the run. Where `events` are
    lost, they stay so while the node is reached and all steps in `held`, each with its state, are
    forbidden.
    """

    kind: Kind
    node: Node
    steps: Steps = ()
    events: frozenset[int] = frozenset()
    held: tuple[tuple[int, Offer], ...] = ()


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A step that would be possible and is not, with the run that leads to its state."""

    state: int
    offer: Offer
    way: Steps


@dataclass(frozen=True, slots=True)
class Fit:
    """A trial without a flaw: the nodes and events that are left, and the forbidden steps.

    `ended` are events that could always happen again. `effect` is all that can happen: it is the
    same for proposals that leave the same runs.
    """

    nodes: int
    forbidden: tuple[Forbidden, ...]
    happening: frozenset[int]
    ended: frozenset[int]
    effect: Effect


def tried(
    arena: Arena, region: LosingRegion, proposal: Proposal, most: int = 1
) -> list[Flaw] | Fit:
    """The first flaws of a proposal, up to `most`; what it forbids if it has none."""
    return _Trial(arena, region, proposal).result(most)


def permits(arena: Arena, proposal: Proposal, steps: Steps) -> bool:
    """Whether a run from an initial state is possible beside a proposal."""
    local = 0
    for (state, _), offer, _ in steps:
        if offer.key not in {each.key for each in proposal.chosen(arena, state, local)}:
            return False
        local = proposal.after(local, offer.event)
    return True


class _Trial:
    def __init__(self, arena: Arena, region: LosingRegion, proposal: Proposal) -> None:
        self.arena = arena
        self.region = region
        self.proposal = proposal
        self.came: dict[Node, tuple[Node, Offer] | None] = {}
        self.steps: dict[Node, list[tuple[int, Node]]] = {}
        self.forbidden: list[tuple[Node, Offer]] = []

    def result(self, most: int) -> list[Flaw] | Fit:
        todo: list[Node] = [(state, 0) for state in self.arena.initial()]
        self.came = dict.fromkeys(todo)
        flaws: list[Flaw] = []
        for node in todo:  # the list grows meanwhile
            if (flaw := self._visit(node, todo)) is not None:
                flaws.append(flaw)
                if len(flaws) == most:
                    break
        return flaws or self._lacking() or self._fit()

    def _visit(self, node: Node, todo: list[Node]) -> Flaw | None:
        state, local = node
        if len(todo) % 256 == 0:
            require_going_on()
        if self.arena.breaks(state):
            return self._flaw(Kind.BROKEN, node)
        chosen = self.proposal.chosen(self.arena, state, local)
        usual = self.arena.usual(state)
        if not chosen and not self.arena.may_rest(state, asked=self.proposal.asks(local)):
            return self._flaw(Kind.DEAD if self.arena.is_dead(state) else Kind.STUCK, node)
        if chosen != usual:
            left = {offer.key for offer in chosen}
            missing = [offer for offer in usual if offer.key not in left]
            if any(offer.free for offer in missing):
                return self._flaw(Kind.STARVED, node)
            self.forbidden += [(node, offer) for offer in missing]
        return self._take(node, chosen, todo)

    def _take(self, node: Node, chosen: tuple[Offer, ...], todo: list[Node]) -> Flaw | None:
        steps = self.steps[node] = []
        losing, local = self.region.losing, node[1]
        for offer in chosen:
            after = self.proposal.after(local, offer.event)
            for target in offer.targets:
                there = (target, after)
                if offer.bad or target in losing:
                    return self._flaw(Kind.BROKEN, node, (node, offer, target))
                steps.append((offer.event, there))
                if there not in self.came:
                    self.came[there] = (node, offer)
                    todo.append(there)
        return None

    def _lacking(self) -> list[Flaw]:
        """A flaw if events are lost that some addition keeps."""
        happens = {event for steps in self.steps.values() for event, _ in steps}
        start = next(iter(self.came))
        if lost := self.region.demanded - happens:
            held = self._held(self.steps.keys())
            return [Flaw(Kind.LOST, start, events=frozenset(lost), held=held)]
        for event in sorted(self.region.demanded_again):
            if (without := self._without(event)) != set():
                return [self._ended(event, without)]
        return []

    def _without(self, event: int) -> set[Node]:
        """The nodes after which an event does not come again."""
        return self.steps.keys() - reaching(self.steps, event)

    def _ended(self, event: int, without: set[Node]) -> Flaw:
        """The flaw that an event does not come again after some of these nodes."""
        few = [node for node in self.steps if node in without][:: max(1, len(without) // 8)]
        beyond = {node: self._beyond(node) for node in few}
        node = min(few, key=lambda each: len(beyond[each]))
        held = self._held(beyond[node])
        return Flaw(Kind.ENDED, node, self._way(node), frozenset({event}), held)

    def _beyond(self, node: Node) -> set[Node]:
        """The nodes that can be reached from one, with itself."""
        found, todo = {node}, [node]
        while todo:
            for _, there in self.steps[todo.pop()]:
                if there not in found:
                    found.add(there)
                    todo.append(there)
        return found

    def _held(self, nodes: AbstractSet[Node]) -> tuple[tuple[int, Offer], ...]:
        """The steps from some nodes that are forbidden."""
        return tuple(dict.fromkeys((n[0], offer) for n, offer in self.forbidden if n in nodes))

    def _fit(self) -> Fit:
        found: dict[tuple[int, Offer], Node] = {}
        for node, offer in self.forbidden:
            found.setdefault((node[0], offer), node)
        forbidden = tuple(
            Forbidden(state, offer, self._way(node)) for (state, offer), node in found.items()
        )
        effect = effect_of(self.steps, self.arena.initial())
        ended = {event for event in self.region.recurring if self._without(event)}
        happening = frozenset(self._happening())
        return Fit(len(self.steps), forbidden, happening, frozenset(ended), effect)

    def _happening(self) -> Iterator[int]:
        for state, local in self.steps:
            yield from self.arena.happening(state, self.proposal.chosen(self.arena, state, local))

    def _flaw(self, kind: Kind, node: Node, last: tuple[Node, Offer, int] | None = None) -> Flaw:
        return Flaw(kind, node, (*self._way(node), *([last] if last else [])))

    def _way(self, node: Node) -> Steps:
        """The steps to a node from the initial node that it was found from."""
        steps: list[tuple[Node, Offer, int]] = []
        while (came := self.came[node]) is not None:
            before, offer = came
            steps.append((before, offer, node[0]))
            node = before
        return tuple(reversed(steps))


def effect_of(steps: Mapping[Node, Sequence[tuple[int, Node]]], initial: Iterable[int]) -> Effect:
    """The runs through some nodes, in a form that is the same however the nodes are numbered.

    Nodes of one state are alike if the same steps lead from them to nodes that are alike. What is
    alike has one number, in the order in which it is reached.

    >>> waits = {(0, 0): [(0, (0, 1))], (0, 1): [(0, (0, 0))]}
    >>> effect_of(waits, [0]) == effect_of({(0, 0): [(0, (0, 0))]}, [0])
    True
    """
    alike = _alike(steps)
    numbers: dict[int, int] = {}
    todo = [(state, 0) for state in initial]
    first: list[Node] = []
    for node in todo:  # the list grows meanwhile
        if alike[node] not in numbers:
            numbers[alike[node]] = len(numbers)
            first.append(node)
            todo += [target for _, target in sorted(steps[node], key=_event_and_state)]
    return tuple(
        (state, frozenset((event, numbers[alike[there]]) for event, there in steps[state, local]))
        for state, local in first
    )


def _event_and_state(step: tuple[int, Node]) -> tuple[int, int]:
    event, (state, _) = step
    return event, state


def _alike(steps: Mapping[Node, Sequence[tuple[int, Node]]]) -> dict[Node, int]:
    """The same number for nodes that are alike."""
    alike = {node: node[0] for node in steps}
    count = len({*alike.values()})
    while True:
        numbers: dict[Hashable, int] = {}
        now = {
            node: numbers.setdefault(
                (alike[node], frozenset((event, alike[there]) for event, there in of)), len(numbers)
            )
            for node, of in steps.items()
        }
        if len(numbers) == count:
            return now
        alike, count = now, len(numbers)
