"""Games as seen by a play: who is to move in a state, and which steps there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from ..alarm import require_going_on
from ..data import dataclass
from ..engines.graph.explicit import NOBODY, ExplicitGraph
from ..errors import Misuse, NotAGame, Refused
from ..model.capabilities import cells_of, each_step_of
from ..model.contested import ContestedState, contested, shown_in, where_in
from ..model.model import Model
from ..model.network import Network
from ..model.players import PlayerOf, player_of, players_of
from ..model.scope import closest
from ..model.system import REST, Label, State
from ..tuning import USUAL, Tuning
from ..verdict import system_of

Step: TypeAlias = tuple[Label, State]


MOST_STEPS = 1 << 16
"""Steps of a state up to which each is judged."""


def _itself(state: State) -> State:
    return state


@dataclass(frozen=True, slots=True)
class Turn:
    """The steps of a state, with the player who chooses there.

    `moves` are the steps of `player`, `others` the steps that no player chooses. If no player
    chooses, `player` is None and all steps are in `others`.
    """

    player: str | None
    moves: tuple[Step, ...]
    others: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.moves + self.others


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A system together with the owner of each step; `players` is None if they are not listed.

    `plain` maps a state to the system's own state, in games with states that also record past
    events.
    """

    system: Any
    chooser: PlayerOf
    players: tuple[str, ...] | None = None
    plain: Callable[[Any], State] = _itself

    def initial(self) -> Iterable[State]:
        """The states in which a play may start."""
        return self.system.initial()  # type: ignore[no-any-return]

    def turn(self, state: State) -> Turn:
        """Who chooses in `state`; raises `NotAGame` if two players can.

        A rest in a state in which a player can move is one of the player's moves. Raises `Refused`
        for a state with too many steps to look at each.
        """
        steps = tuple(self._steps(state))
        chooser = self.chooser(state)
        owners = {label: chooser(label) for label, _ in steps if label is not REST}
        players = dict.fromkeys(owner for owner in owners.values() if owner is not None)
        if len(players) > 1:
            raise self._contested(state, owners)
        player = next(iter(players), None)
        if player is None:
            return Turn(None, (), steps)
        mine, others = list[Step](), list[Step]()
        for step in steps:
            (mine if owners.get(step[0], player) == player else others).append(step)
        return Turn(player, tuple(mine), tuple(others))

    def _contested(self, state: State, owners: Mapping[Label, str | None]) -> ContestedState:
        first: dict[str, Label] = {}
        for label, owner in owners.items():
            if owner is not None:
                first.setdefault(owner, label)
        who = ", ".join(f"{player} by {label}" for player, label in islice(first.items(), 2))
        return contested(where_in(self.system, state, self.shown), who)

    def _steps(self, state: State) -> Iterator[Step]:
        for number, step in enumerate(each_step_of(self.system)(state)):
            require_going_on()
            if number == MOST_STEPS:
                raise Refused(
                    f"the state {self.shown(state)} has more than {MOST_STEPS:,} steps, too many "
                    "to judge each"
                )
            yield step

    def mover(self, state: State, way: str = "") -> str:
        """The player to move; raises `Misuse` if no player is.

        `way` says in the error message how the state was reached.
        """
        player = self.turn(state).player
        if player is None:
            raise Misuse(f"nobody is to move {way or 'in the state ' + self.shown(state)}")
        return player

    def shown(self, state: State) -> str:
        """A state for an error message; for a program its `repr`, because its text is long."""
        if isinstance(self.system, Network):
            return repr(self.plain(state))
        return shown_in(self.system, state)

    def require_players(self, wanted: Iterable[str], state: State, tuning: Tuning = USUAL) -> None:
        """Raise `NotAGame` unless all `wanted` players are known.

        If the system does not list its players, they are looked for from `state` and the initial
        states on.
        """
        listed = self.players
        known = (
            listed if listed is not None else self._met(set(wanted), state, tuning.players_looked)
        )
        for player in wanted:
            if player not in known:
                there = f"there are {closest(player, known)}" if known else "there are no players"
                hint = "; a system can name all of its own, as `players`" if listed is None else ""
                raise NotAGame(f"there is no player {player!r}; {there}{hint}")

    def _met(self, wanted: set[str], state: State, most: int) -> tuple[str, ...]:
        """The players met from `state` and the initial states on, until all wanted ones are met.

        At most `most` states are visited.
        """
        met: dict[str, None] = {}
        todo = list(dict.fromkeys((state, *islice(self.initial(), most))))
        seen = set(todo)
        for here in todo:
            chooser = self.chooser(here)
            for label, there in self.system.successors(here):
                if (player := chooser(label)) is not None:
                    met[player] = None
                if there not in seen and len(seen) < most:
                    seen.add(there)
                    todo.append(there)
            if wanted <= met.keys():
                break
        return tuple(met)


def game_of(target: Any) -> Game:
    """The game of a program, a model, a graph, or a system with `owner(state)`.

    Raises `NotAGame` if the target does not say which player chooses a step.
    """
    if isinstance(target, ExplicitGraph):
        plain = _GraphSystem(target)
        return Game(plain, plain.chooser, target.players, plain.plain)
    system: Any = system_of(target)
    chooser = player_of(system, _refuse)
    if chooser is not None:
        return Game(system, chooser, players_of(system))
    raise NotAGame(
        f"{type(target).__name__} does not say whose choice a step is: give a Program owners=, a "
        "Model turns, or a system the method owner(state)"
    )


def _refuse(state: State, players: Sequence[str]) -> None:
    one, other = players[:2]
    raise NotAGame(f"in the state {state!r} it is the turn of {one} and of {other}")


class _GraphSystem:
    """A graph as a system of its states."""

    def __init__(self, graph: ExplicitGraph) -> None:
        self.graph = graph

    def initial(self) -> list[State]:
        return [self.graph.state(int(number)) for number in self.graph.initial]

    def successors(self, state: State) -> list[Step]:
        graph = self.graph
        return [
            (graph.labels[int(graph.edges.event[k])], graph.state(int(graph.edges.target[k])))
            for k in self._steps(state)
        ]

    def show(self, state: State) -> str:
        return str(self.plain(state))

    def plain(self, state: State) -> State:
        number = self.graph.number(state)
        return state if number is None else self.graph.plain_state(number)

    def chooser(self, state: State) -> Callable[[Label], str | None]:
        """The owner of each label in `state`, as a function; None if no player chooses."""
        graph, steps = self.graph, self._steps(state)
        number = graph.number(state)
        if graph.owner is None or number is None or graph.owner[number] == NOBODY:
            return lambda label: None
        owner = graph.players[int(graph.owner[number])]
        if graph.unowned is None:
            return lambda label: owner
        free = graph.unowned
        owned = {graph.labels[int(graph.edges.event[k])] for k in steps if not free[k]}
        return lambda label: owner if label in owned else None

    def _steps(self, state: State) -> range:
        number = self.graph.number(state)
        if number is None:
            raise NotAGame(f"{state!r} is not a state of this game")
        edges = self.graph.edges
        return range(int(edges.start[number]), int(edges.start[number + 1]))


def cells(target: Any) -> Callable[[Any], Mapping[str, str] | str]:
    """How to show the states of a target, with each array element under a separate name."""
    system: Any = system_of(target)
    if not isinstance(system, Model):
        return cells_of(system)
    names = tuple(variable.name for variable in system.variables)
    return partial(_by_name, names)


def _by_name(names: Sequence[str], state: Any) -> Mapping[str, str]:
    return dict(zip(names, map(str, state), strict=True))
