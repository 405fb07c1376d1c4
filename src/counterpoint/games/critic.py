"""Judge the strategy of a program: find the moves that give away value.

The program and the game run in lockstep. The game alone determines the worth of a position for the
player: the best outcome that the player can force there. A move that the program may select is a
mistake if the position after it is worth less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, TypeAlias

import numpy as np

from ..arguments import says_what_it_takes
from ..data import dataclass
from ..engines.base.arrays import Ints
from ..engines.base.ending import in_time
from ..engines.base.task import EVERYTHING, Task
from ..engines.graph.attractor import owned_by
from ..engines.graph.explicit import ExplicitGraph
from ..errors import Misuse, NothingToCheck
from ..logic.formula import Formula, Junction, Junctor
from ..logic.parser import parse
from ..logic.text import show
from ..model.explanation import Fate, Request, Stand
from ..model.network import Network
from ..model.system import REST, Label, State
from ..verdict import Trace
from .goal import is_state_formula, objective_of
from .ground import Ground, ground_of
from .region import winning

Same: TypeAlias = Callable[[Label], Label | None]
"""The game's label for a label of the program; None for one that is no step of the game."""

NOTHING = "none of these"
"""The worth of a position in which not even the last outcome can be forced."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that gives away value: the game position, its worth `before` and `after` the move.

    `asked_by` are the b-threads that requested the move with the winning priority. `trace` is a
    shortest run of the program that ends with the move.
    """

    state: State
    move: Label
    before: str
    after: str
    asked_by: tuple[Stand, ...]
    trace: Trace

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that requested the move."""
        return tuple(dict.fromkeys(stand.rule for stand in self.asked_by))

    def __str__(self) -> str:
        who = f" (requested by {', '.join(self.rules)})" if self.asked_by else ""
        way = ", ".join(map(str, self.trace.events[:-1])) or "the start"
        return f"after {way}: {self.move} turns {self.before} into {self.after}{who}"


@dataclass(frozen=True, slots=True)
class Critique:
    """How the program plays in the positions where its player moves.

    A position is `sound` if no move that the program may select there gives away value. `silent`
    counts the positions in which the game lets the player move but no step of the program changes
    the state.
    """

    player: str
    outcomes: tuple[str, ...]
    positions: int
    sound: int
    silent: int
    mistakes: tuple[Mistake, ...]

    def __bool__(self) -> bool:
        return self.sound == self.positions

    def __repr__(self) -> str:
        return f"<{self.player}: {self.sound:,} of {self.positions:,} positions are sound>"

    @property
    def rules(self) -> dict[str, int]:
        """The number of mistakes that each rule requested, the largest number first."""
        counted: dict[str, int] = {}
        for mistake in self.mistakes:
            for rule in mistake.rules:
                counted[rule] = counted.get(rule, 0) + 1
        return dict(sorted(counted.items(), key=lambda item: -item[1]))


@says_what_it_takes
def criticize(
    program: Any,
    game: Any,
    *,
    player: str,
    outcomes: Sequence[str | Formula] | Mapping[str, str | Formula],
    same: Same | None = None,
    task: Task = EVERYTHING,
) -> Critique:
    """How well `program` plays `player` in `game`, judged by `outcomes`, listed from best to worst.

    Outcomes are formulas, or a mapping from names to formulas; a state formula p means `F p`.
    `same` translates the labels of the program. By default labels correspond if their texts are
    equal, and labels that the game does not know are no steps of the game.

    Raises `Misuse` if the program makes a step that the game forbids, and `NothingToCheck` if the
    program never reaches a position in which the player moves.

    >>> from counterpoint.examples.tictactoe import free, one_diagonal
    >>> found = criticize(one_diagonal, free, player="O", outcomes=["G !X_WINS"])
    >>> found
    <O: 1,599 of 1,601 positions are sound>
    >>> found.rules
    {'corners': 4}
    """
    given = outcomes.values() if isinstance(outcomes, Mapping) else outcomes
    formulas = [parse(text) if isinstance(text, str) else text for text in given]
    names = tuple(outcomes) if isinstance(outcomes, Mapping) else tuple(map(show, formulas))
    if not formulas:
        raise Misuse("a critic needs at least one outcome to judge by")

    def judge() -> Critique:
        playing = ground_of(program, [], task=task)
        judged = ground_of(game, formulas, task=task)
        worth = _worths(judged, player, formulas)
        return _Walk(playing, judged, player, worth, names, same).critique()

    found = in_time(task, judge)
    if not found.positions and not found.silent:
        raise NothingToCheck(
            f"the program comes to no position in which {player} moves in the game"
        )
    return found


def _worths(ground: Ground, player: str, formulas: Sequence[Formula]) -> Ints:
    """For each state the index of the best outcome that the player can force; array of int.

    The index is the number of outcomes if none can be forced.
    """
    worth = np.full(ground.graph.states, len(formulas))
    for number in reversed(range(len(formulas))):
        aim = _at_least(formulas[: number + 1])
        region = winning(ground.graph, frozenset({player}), objective_of(aim, ground.where)).region
        worth[region] = number
    return worth


def _at_least(formulas: Sequence[Formula]) -> Formula:
    """The last outcome or a better one if all are state formulas; else the last one alone."""
    if all(map(is_state_formula, formulas)):
        return reduce(lambda left, right: Junction(Junctor.OR, left, right), formulas)
    return formulas[-1]


_Pair: TypeAlias = tuple[int, int]
"""A state of the program and the corresponding state of the game, by number."""


class _Walk:
    def __init__(
        self,
        playing: Ground,
        judged: Ground,
        player: str,
        worth: Ints,
        outcomes: tuple[str, ...],
        same: Same | None,
    ) -> None:
        self.playing = playing
        self.program: ExplicitGraph = playing.graph
        self.game: ExplicitGraph = judged.graph
        self.player = player
        self.worth = worth
        self.outcomes = outcomes
        self.mine = owned_by(self.game, frozenset({player}))
        known = {str(label): n for n, label in enumerate(self.game.labels) if label is not REST}
        self.moves = [self._translated(label, known, same) for label in self.program.labels]
        self.parents: dict[_Pair, tuple[_Pair, Label] | None] = {}
        self.positions = self.sound = self.silent = 0
        self.mistakes: list[Mistake] = []

    @staticmethod
    def _translated(label: Label, known: dict[str, int], same: Same | None) -> int | None:
        """The number of the game's label for a label of the program; None if there is none."""
        if label is REST:
            return None
        wanted = label if same is None else same(label)
        if wanted is None:
            return None
        number = known.get(str(wanted))
        if number is None and same is not None:
            raise Misuse(f"{label} was said to be {wanted}, which is no label of the game")
        return number

    def critique(self) -> Critique:
        begin = [(int(p), int(g)) for p in self.program.initial for g in self.game.initial]
        self.parents.update(dict.fromkeys(begin))
        queue = list(begin)
        for pair in queue:
            steps = list(self._steps(pair))
            self._judge(pair, steps)
            for label, _, there in steps:
                if there not in self.parents:
                    self.parents[there] = pair, label
                    queue.append(there)
        found = self.positions, self.sound, self.silent, tuple(self.mistakes)
        return Critique(self.player, self.outcomes, *found)

    def _steps(self, pair: _Pair) -> Iterator[tuple[Label, bool, _Pair]]:
        """The program's steps: the label, whether the player chooses it, and the next pair."""
        here, beside = pair
        edges = self.program.edges
        for k in range(int(edges.start[here]), int(edges.start[here + 1])):
            event, target = int(edges.event[k]), int(edges.target[k])
            move = self.moves[event]
            if move is None:
                yield self.program.labels[event], False, (target, beside)
                continue
            after = self._after(beside, move)
            if not after:
                raise Misuse(
                    f"{self._way(pair)}: the program does {self.program.labels[event]}, and the "
                    "game does not allow it there"
                )
            for step in after:
                there = int(self.game.edges.target[step])
                yield self.program.labels[event], self._is_his(beside, step), (target, there)

    def _after(self, state: int, move: int) -> list[int]:
        """The game's steps from `state` with a label."""
        edges = self.game.edges
        steps = range(int(edges.start[state]), int(edges.start[state + 1]))
        return [k for k in steps if int(edges.event[k]) == move]

    def _is_his(self, state: int, step: int) -> bool:
        """Whether the player chooses a step from `state`."""
        free = self.game.unowned
        return bool(self.mine[state]) and (free is None or not free[step])

    def _judge(self, pair: _Pair, steps: Iterable[tuple[Label, bool, _Pair]]) -> None:
        """Count a position in which the player moves, and record its mistakes."""
        if not self.mine[pair[1]] or not self._can_move(pair[1]):
            return
        moves = [(label, there) for label, his, there in steps if his]
        if not moves:
            self.silent += all(there == pair for _, _, there in steps)
            return
        self.positions += 1
        wrong = [
            (label, there) for label, there in moves if self.worth[there[1]] > self.worth[pair[1]]
        ]
        self.sound += not wrong
        self.mistakes += [self._mistake(pair, label, there) for label, there in wrong]

    def _can_move(self, state: int) -> bool:
        edges = self.game.edges
        targets = edges.target[int(edges.start[state]) : int(edges.start[state + 1])]
        return bool((targets != state).any())

    def _mistake(self, pair: _Pair, label: Label, there: _Pair) -> Mistake:
        start, steps = self._steps_to(pair)
        trace = Trace(start, (*steps, (label, self.program.plain_state(there[0]))))
        return Mistake(
            self.game.plain_state(pair[1]),
            label,
            self._worth(pair),
            self._worth(there),
            self._asked_by(pair[0], label),
            trace,
        )

    def _worth(self, pair: _Pair) -> str:
        return (*self.outcomes, NOTHING)[int(self.worth[pair[1]])]

    def _steps_to(self, pair: _Pair) -> tuple[State, tuple[tuple[Label, State], ...]]:
        """The first state and the steps of a shortest run of the program to a pair."""
        steps: list[tuple[Label, State]] = []
        while (before := self.parents[pair]) is not None:
            steps.append((before[1], self.program.plain_state(pair[0])))
            pair = before[0]
        return self.program.plain_state(pair[0]), tuple(steps[::-1])

    def _way(self, pair: _Pair) -> str:
        labels = [str(label) for label, _ in self._steps_to(pair)[1]]
        return f"after {', '.join(labels)}" if labels else "at the start"

    def _asked_by(self, state: int, label: Label) -> tuple[Stand, ...]:
        """The b-threads that requested the event with the winning priority."""
        network = self.playing.system
        if not isinstance(network, Network):
            return ()
        explained = network.explain(self.program.plain_state(state))  # type: ignore[arg-type]
        asked = [r for r in explained.requests if r.event == label and r.fate is Fate.SELECTABLE]
        most = max(map(_priority, asked), default=0.0)
        return tuple(request.stand for request in asked if _priority(request) == most)


def _priority(request: Request) -> float:
    return float("-inf") if request.priority is None else request.priority
