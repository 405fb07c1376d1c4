"""A network as a model: a variable for the local state of each automaton, an action for each event.

The states are the same tuples of numbers, and the steps the same. Engines for models can read a
behavioral program so; see docs/explanation/semantics.md for which events can be selected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count

from ..alarm import require_going_on
from ..data import dataclass
from ..errors import Refused
from ..terms.apply import FALSE, all_true, any_true, apply, constant
from ..terms.sort import Interval
from ..terms.term import Op, Term, Variable
from .action import Action, Fairness
from .bits import bits
from .model import Model
from .network import Automaton, Local, Network, is_whole
from .parts import Parts
from .property import Labels
from .system import REST

OfLocals = Callable[[Local], bool]
"""A test of a local state."""


@dataclass(frozen=True)
class NetworkModel:
    """A model of a network; `labels` are the texts of its events, in the order of the alphabet."""

    network: Network
    model: Model
    labels: tuple[str, ...]


def model_of_network(
    network: Network, *, most: int, atoms: Mapping[str, Term] | None = None
) -> NetworkModel:
    """The model of a network, with further atoms.

    All local states of all automata are found first. Raises `Refused` if an automaton has more than
    `most`, if only Python can evaluate which events are selected, or if events are shown alike.

    >>> from ..bp.program import Program
    >>> from ..bp.event import events
    >>> from ..bp.sync import sync
    >>> from ..bp.thread import thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> made = model_of_network(Program(pour(HOT), pour(COLD)).network(), most=100)
    >>> made.model.successors((0, 0))
    [('HOT', (1, 0)), ('COLD', (0, 1))]
    """
    if network.select is not None:
        raise Refused(
            "the strategy of this program is a function in Python, which only the explicit engine "
            "can evaluate"
        )
    find_all(network, most)
    return Making(network).made(atoms or {})


def find_all(network: Network, most: int) -> None:
    """Find all local states; raises `Refused` if an automaton has more than `most`."""
    while not all(map(is_whole, network.automata)):  # a new event may be heard everywhere
        for number, automaton in enumerate(network.automata):
            for local in count():
                require_going_on()
                if len(automaton.locals) > most:
                    raise Refused(network.origin.unbounded(number, f"{most:,} local states"))
                if local == len(automaton.locals):
                    break
                _find(network, automaton, local)


def _find(network: Network, automaton: Automaton, local: int) -> None:
    """Follow the events that a local state hears and that were not followed yet."""
    known = len(network.alphabet)
    for event in bits(automaton.locals[local].hears):
        if event not in automaton.moves[local]:
            automaton.step(local, event)
    if len(network.alphabet) > known:
        network.origin.refresh()


class Conditions:
    """Conditions on the local states of a network whose local states are all known."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.variables = tuple(
            Variable(name, Interval(0, len(automaton.locals) - 1))
            for name, automaton in zip(_names(network), network.automata, strict=True)
        )
        self._known: dict[tuple[int, frozenset[int]], Term] = {}

    def among(self, automaton: int, locals_: Iterable[int]) -> Term:
        """Whether an automaton is in one of these local states."""
        wanted = frozenset(locals_)
        key = automaton, wanted
        if key not in self._known:
            variable = self.variables[automaton]
            every = range(len(self._network.automata[automaton].locals))
            if 2 * len(wanted) > len(every):
                found = apply(Op.NOT, _one_of(variable, [n for n in every if n not in wanted]))
            else:
                found = _one_of(variable, sorted(wanted))
            self._known[key] = found
        return self._known[key]

    def somewhere(self, says: OfLocals) -> Term:
        """Whether some automaton is in a local state of which `says` is true."""
        return any_true(
            self.among(number, found)
            for number, automaton in enumerate(self._network.automata)
            if (found := [n for n, local in enumerate(automaton.locals) if says(local)])
        )


def _one_of(variable: Variable, numbers: Sequence[int]) -> Term:
    return any_true(apply(Op.EQ, variable, constant(number)) for number in numbers)


def _names(network: Network) -> list[str]:
    """A name for each automaton, which no formula can contain."""
    names = Counter(automaton.name for automaton in network.automata)
    return [
        f"b-thread {automaton.name}" + (f" number {at}" if names[automaton.name] > 1 else "")
        for at, automaton in enumerate(network.automata)
    ]


class Making:
    """Conditions on which events of a network can be selected, and the model made of them."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._at = Conditions(network)
        self._labels = tuple(map(str, network.alphabet))

    def made(self, atoms: Mapping[str, Term]) -> NetworkModel:
        network, known = self._network, set(self._labels)
        if len(known) < len(self._labels) or str(REST) in known:
            raise Refused("different events of this program are shown as the same text")
        actions = tuple(self._actions())
        possible = {action.label for action in actions}
        every = dict.fromkeys((*self._labels, *map(str, network.origin.labels())))
        parts = Parts(
            variables=self._at.variables,
            start=all_true(apply(Op.EQ, v, constant(0)) for v in self._at.variables),
            actions=actions,
            atoms=atoms,
            fairness=tuple(self._fairness()),
            impossible=tuple(label for label in every if label not in possible),
            owners=tuple(network.owners),
        )
        return NetworkModel(network, Model.of("program", parts), self._labels)

    def _fairness(self) -> Iterator[Fairness]:
        for strong, conditions in ((False, self._network.weak), (True, self._network.strong)):
            for condition in conditions:
                labels = tuple(self._labels[event] for event in self._among(condition))
                if labels:
                    yield Fairness(strong, labels)

    def _among(self, labels: Labels) -> list[int]:
        return [event for event, label in enumerate(self._network.alphabet) if label in labels]

    def _actions(self) -> Iterator[Action]:
        owner = {
            event: player
            for player, labels in self._network.owners.items()
            for event in self._among(labels)
        }
        for event, label in enumerate(self._labels):
            require_going_on()
            guard = self.enabled(event)
            if guard != FALSE:
                updates = tuple(self._updates(event))
                yield Action(label, label, (), guard, updates, owner=owner.get(event))
        yield Action(REST, str(REST), (), self._rests, ())

    def _updates(self, event: int) -> Iterator[tuple[Variable, Term]]:
        """What an event does to the automata that move on it."""
        for number, automaton in enumerate(self._network.automata):
            targets: dict[int, list[int]] = {}
            for local, state in enumerate(automaton.locals):
                if state.hears >> event & 1 and automaton.moves[local][event] != local:
                    targets.setdefault(automaton.moves[local][event], []).append(local)
            if targets:
                variable = self._at.variables[number]
                term: Term = variable
                for target, sources in targets.items():
                    here = self._at.among(number, sources)
                    term = apply(Op.ITE, here, constant(target), term)
                yield variable, term

    # Which events can be selected.

    def enabled(self, event: int) -> Term:
        """Whether an event can be selected: a requested one, or one from outside."""
        found = self._internal(event)
        if event in (self._network.external or ()):
            free = apply(Op.NOT, self._blocked(event))
            speaks = self._at.somewhere(lambda local: bool(local.voices))
            found = apply(Op.OR, found, all_true((self.quiet, free, speaks)))
        if event in self._network.of_time:
            found = apply(Op.OR, found, apply(Op.AND, self.quiet, self._timely(event)))
        return apply(Op.AND, found, self.alive)

    def _timely(self, event: int) -> Term:
        """Whether a timeout is due and not blocked; for the tick, whether none is, and one runs."""
        comes = self._at.somewhere(lambda local: bool(local.comes >> event & 1))
        if event != self._network.tick:
            return apply(Op.AND, comes, apply(Op.NOT, self._blocked(event)))
        due = any_true(map(self._timely, self._network.timed))
        return apply(Op.AND, comes, apply(Op.NOT, due))

    @property
    def _rests(self) -> Term:
        """Whether a state may rest: no request can be selected, or an assertion failed."""
        return apply(Op.OR, self.quiet, apply(Op.NOT, self.alive))

    @property
    def quiet(self) -> Term:
        """Whether every request is blocked."""
        return apply(Op.NOT, self._asks)

    @cached_property
    def alive(self) -> Term:
        """Whether no assertion failed, and no b-thread raised an exception."""

        def ends(local: Local) -> bool:
            return local.failure is not None or local.crash is not None

        return apply(Op.NOT, self._at.somewhere(ends))

    @cached_property
    def _ranks(self) -> list[float]:
        """The ranks of statements that request something, the greatest first."""
        every = (v for a in self._network.automata for local in a.locals for v in local.voices)
        return sorted({voice.rank for voice in every if voice.request}, reverse=True)

    @cached_property
    def _offers(self) -> list[dict[int, Term]]:
        """For each rank, the events that a statement of it may offer, and when one does."""
        return [self._offered(rank) for rank in self._ranks]

    @cached_property
    def _asks(self) -> Term:
        """Whether some request is not blocked."""
        return any_true(self._some)

    @cached_property
    def _some(self) -> list[Term]:
        """For each rank, whether some request of it is not blocked."""
        return [any_true(offers.values()) for offers in self._offers]

    def _internal(self, event: int) -> Term:
        """Whether a request for an event has the greatest rank of those that are not blocked."""
        parts = []
        for at, offers in enumerate(self._offers):
            if event in offers:
                greater = any_true(self._some[:at])
                parts.append(apply(Op.AND, offers[event], apply(Op.NOT, greater)))
        return any_true(parts)

    def _offered(self, rank: float) -> dict[int, Term]:
        if self._network.first_only:
            return self._first_offered(rank)
        events = {
            event: None
            for automaton in self._network.automata
            for local in automaton.locals
            for voice in local.voices
            if voice.rank == rank
            for event in voice.request
        }

        def requested(event: int) -> Term:
            return self._at.somewhere(
                lambda local: any(v.rank == rank and event in v.request for v in local.voices)
            )

        return {
            event: apply(Op.AND, requested(event), apply(Op.NOT, self._blocked(event)))
            for event in events
        }

    def _first_offered(self, rank: float) -> dict[int, Term]:
        """Where a statement offers only the first of its requests that is not blocked."""
        found: dict[int, list[Term]] = {}
        for number, automaton in enumerate(self._network.automata):
            for at, local in enumerate(automaton.locals):
                for voice in local.voices:
                    blocked = [self._blocked(event) for event in voice.request]
                    for place, event in enumerate(voice.request if voice.rank == rank else ()):
                        here = self._at.among(number, (at,))
                        free = apply(Op.NOT, blocked[place])
                        first = all_true((here, free, *blocked[:place]))
                        found.setdefault(event, []).append(first)
        return {event: any_true(terms) for event, terms in found.items()}

    def _blocked(self, event: int) -> Term:
        if event not in self._blocks:
            self._blocks[event] = self._at.somewhere(
                lambda local: any(voice.block >> event & 1 for voice in local.voices)
            )
        return self._blocks[event]

    @cached_property
    def _blocks(self) -> dict[int, Term]:
        return {}
