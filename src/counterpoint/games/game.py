"""Games as a play meets them: in a state, who is to move, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from ..data import dataclass
from ..engines.graph.arena import NOBODY, Arena
from ..errors import Misuse, NotAGame
from ..model.capabilities import cells_of
from ..model.model import Model
from ..model.network import Network
from ..model.scope import closest
from ..model.system import REST, Label, State
from ..model.whose import Whose, players_of, whose_of
from ..tuning import USUAL, Tuning
from ..verdict import system_of

Step: TypeAlias = tuple[Label, State]


def _itself(state: State) -> State:
    return state


@dataclass(frozen=True, slots=True)
class Turn:
    """What can happen in a state: the player who chooses, his steps, and those that are nobody's.

    Where nobody chooses, `player` is None and all steps are nobody's.
    """

    player: str | None
    moves: tuple[Step, ...]
    others: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.moves + self.others


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A system in which it is known whose each step is; `players` is None if they are not told.

    `plain` gives a state as users know it, where states tell of events as well.
    """

    system: Any
    whose: Whose
    players: tuple[str, ...] | None = None
    plain: Callable[[Any], State] = _itself

    def initial(self) -> Iterable[State]:
        """The states in which a play may start."""
        return self.system.initial()  # type: ignore[no-any-return]

    def turn(self, state: State) -> Turn:
        """Who chooses in `state`; raises `NotAGame` where two players could.

        To wait beside his own moves is the player's choice.
        """
        steps = tuple(self.system.successors(state))
        whose = self.whose(state)
        owners = {label: whose(label) for label, _ in steps if label is not REST}
        players = dict.fromkeys(owner for owner in owners.values() if owner is not None)
        if len(players) > 1:
            raise NotAGame(_contest(state, owners))
        player = next(iter(players), None)
        if player is None:
            return Turn(None, (), steps)
        mine = tuple(step for step in steps if owners.get(step[0], player) == player)
        return Turn(player, mine, tuple(step for step in steps if step not in mine))

    def mover(self, state: State, way: str = "") -> str:
        """The player who is to move; raises `Misuse` where nobody is.

        `way` says for an error how the state was come to.
        """
        player = self.turn(state).player
        if player is None:
            raise Misuse(f"nobody is to move {way or 'in the state ' + self._told(state)}")
        return player

    def _told(self, state: State) -> str:
        """A state for an error; a program would show the places of all its b-threads."""
        if isinstance(self.system, Network):
            return repr(state)
        shown = self.system.show(state)
        if isinstance(shown, str):
            return shown
        return ", ".join(f"{name} = {value}" for name, value in shown.items())

    def require_players(self, wanted: Iterable[str], state: State, tuning: Tuning = USUAL) -> None:
        """Raise `NotAGame` unless all of these play, as far as can be told from `state` on."""
        told = self.players
        known = told if told is not None else self._met(set(wanted), state, tuning.players_looked)
        for player in wanted:
            if player not in known:
                there = f"there are {closest(player, known)}" if known else "there are no players"
                hint = "; a system can name all of its own, as `players`" if told is None else ""
                raise NotAGame(f"there is no player {player!r}; {there}{hint}")

    def _met(self, wanted: set[str], state: State, most: int) -> tuple[str, ...]:
        """The players who come up from a state on, or from the start, until all wanted ones did."""
        met: dict[str, None] = {}
        todo = list(dict.fromkeys((state, *islice(self.initial(), most))))
        seen = set(todo)
        for here in todo:
            whose = self.whose(here)
            for label, there in self.system.successors(here):
                if (player := whose(label)) is not None:
                    met[player] = None
                if there not in seen and len(seen) < most:
                    seen.add(there)
                    todo.append(there)
            if wanted <= met.keys():
                break
        return tuple(met)


def game_of(target: Any) -> Game:
    """The game that a program, a model, an arena, or a system with `owner(state)` is.

    Raises `NotAGame` when it does not say whose choice a step is.
    """
    if isinstance(target, Arena):
        plain = _ArenaSystem(target)
        return Game(plain, plain.whose, target.players, plain.plain)
    system: Any = system_of(target)
    whose = whose_of(system, _refuse)
    if whose is not None:
        return Game(system, whose, players_of(system))
    raise NotAGame(
        f"{type(target).__name__} does not say whose choice a step is: give a Program owners=, a "
        "Model turns, or a system the method owner(state)"
    )


def _contest(state: State, owners: Mapping[Label, str | None]) -> str:
    first: dict[str, Label] = {}
    for label, owner in owners.items():
        if owner is not None:
            first.setdefault(owner, label)
    (one, label), (other, its) = list(first.items())[:2]
    return (
        f"two players can choose in the state {state!r}: {one} by {label}, {other} by {its}; "
        "in a game the choice is one player's"
    )


def _refuse(state: State, players: Sequence[str]) -> None:
    one, other = players[:2]
    raise NotAGame(f"in the state {state!r} it is the turn of {one} and of {other}")


class _ArenaSystem:
    """An arena as a system of its states."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    def initial(self) -> list[State]:
        return [self.arena.state(int(number)) for number in self.arena.initial]

    def successors(self, state: State) -> list[Step]:
        arena = self.arena
        return [
            (arena.labels[int(arena.edges.event[k])], arena.state(int(arena.edges.target[k])))
            for k in self._steps(state)
        ]

    def show(self, state: State) -> str:
        return str(self.plain(state))

    def plain(self, state: State) -> State:
        number = self.arena.number(state)
        return state if number is None else self.arena.plain_state(number)

    def whose(self, state: State) -> Callable[[Label], str | None]:
        """Whose choice the steps of a label are in `state`."""
        arena, steps = self.arena, self._steps(state)
        number = arena.number(state)
        if arena.owner is None or number is None or arena.owner[number] == NOBODY:
            return lambda label: None
        owner = arena.players[int(arena.owner[number])]
        if arena.unowned is None:
            return lambda label: owner
        free = arena.unowned
        owned = {arena.labels[int(arena.edges.event[k])] for k in steps if not free[k]}
        return lambda label: owner if label in owned else None

    def _steps(self, state: State) -> range:
        number = self.arena.number(state)
        if number is None:
            raise NotAGame(f"{state!r} is not a state of this game")
        edges = self.arena.edges
        return range(int(edges.start[number]), int(edges.start[number + 1]))


def cells(target: Any) -> Callable[[Any], Mapping[str, str] | str]:
    """How to show the states of a target with each element of an array by its own name."""
    system: Any = system_of(target)
    if not isinstance(system, Model):
        return cells_of(system)
    names = tuple(variable.name for variable in system.variables)
    return lambda state: dict(zip(names, map(str, state), strict=True))
