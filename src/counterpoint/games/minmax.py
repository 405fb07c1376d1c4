"""Min-max search: a move in a game that is too large to be solved.

Alpha-beta with iterative deepening, a table of transpositions and the history heuristic (Knuth and
Moore, Artificial Intelligence 6, 1975; Schaeffer, IEEE PAMI 11, 1989). All that are not the player,
and what is nobody's choice, are taken to play against him. Moves that the search finds equal are
told apart by random playouts, so that of two undecided moves the one comes first after which more
replies go wrong. With a budget of nodes the same question has the same answer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import Misuse, NotAGame
from ..model.system import Label, State
from .advice import States, Value
from .game import Game, Step, Turn, game_of

WIN = 1_000_000
"""The score of a win here; one that takes d steps is worth d less."""

SURE = WIN // 2
"""No score that is not a proven win or loss is as great as this."""

FINE = 1000
"""How much the greatest evaluation counts as a score."""

LONGEST_PLAYOUT = 400

Test = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move at the root: its score, and the mean outcome of playouts after it, if there were any.

    A score of a million less d is a win in d steps, minus that a loss; others are evaluations.
    """

    label: Label
    score: int
    playouts: float | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What the search says: the move, what the position is worth, and how it would go on.

    `value` is proven, whatever the others do, if `proven`; else it is what is known so far. `line`
    is the play that the search expects. `depth` is that of the last search that was finished.
    """

    player: str
    move: Label
    value: Value
    proven: bool
    score: int
    line: tuple[Label, ...]
    nodes: int
    depth: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may spend: states looked at, seconds, and steps ahead.

    A share of `nodes` as great as `playouts` goes to playouts.
    """

    nodes: int = 20_000
    seconds: float | None = None
    depth: int = 64
    playouts: float = 0.5


USUAL = Budget()


def minmax(
    target: Any,
    state: State,
    goals: Mapping[str, Test],
    *,
    known: Mapping[str, States] | None = None,
    evaluate: Callable[[Any], float] | None = None,
    budget: Budget = USUAL,
    seed: int = 0,
) -> Found:
    """The best move that can be found in `state` for the player whose turn it is there.

    `goals` says for each player in which states he has won; what never gets there is a draw.
    `known` are winning states that somebody has worked out. `evaluate` judges a state that the
    search does not look beyond, from -1 (bad for the player) to 1. Raises `Misuse` where nobody is
    to move.

    >>> from counterpoint.examples.nim import model
    >>> goals = {f"player{n}": lambda s, n=n: s == (0, 0, 3 - n) for n in (1, 2)}
    >>> found = minmax(model(piles=(1, 2)), (1, 2, 1), goals)
    >>> found.line, found.value, found.proven
    (('take(1,1)', 'take(0,0)', 'take(1,0)'), <Value.WIN: 1>, True)
    """
    game = target if isinstance(target, Game) else game_of(target)
    player = game.turn(state).player
    if player is None:
        raise Misuse(f"nobody is to move in the state {state!r}")
    search = _Search(game, player, goals, known or {}, evaluate, budget)
    return search.run(state, random.Random(seed))


class _Spent(Exception):
    """The budget is spent."""


@dataclass(slots=True)
class _Entry:
    """What was found of a state by looking `depth` steps ahead: its score, or a bound of it.

    `whole`: all plays were looked at up to their ends, so that a greater depth changes nothing.
    """

    depth: int
    score: int
    at_least: bool
    at_most: bool
    whole: bool
    best: Label


@dataclass(eq=False)
class _Search:
    game: Game
    player: str
    goals: Mapping[str, Test]
    known: Mapping[str, States]
    evaluate: Callable[[Any], float] | None
    budget: Budget
    nodes: int = 0
    cut: bool = False  # whether the search did not look at all there is
    table: dict[Hashable, _Entry] = field(default_factory=dict)
    turns: dict[Hashable, Turn] = field(default_factory=dict)
    history: dict[Label, int] = field(default_factory=dict)
    path: set[Hashable] = field(default_factory=set)
    ends: float = float("inf")
    limit: int = 0

    def run(self, root: State, chance: random.Random) -> Found:
        if self.budget.seconds is not None:
            self.ends = time.monotonic() + self.budget.seconds
        scored, depth, complete = self._deepen(root)
        best = max(score for _, score in scored)
        equal = [step for step, score in scored if score == best]
        means = self._played(equal, chance) if len(equal) > 1 and best < SURE else {}
        place = {label: k for k, label in enumerate(means)}
        equal.sort(key=lambda step: place.get(step[0], 0))
        choices = sorted(
            (Choice(step[0], score, means.get(step[0])) for step, score in scored),
            key=lambda choice: (-choice.score, place.get(choice.label, 0)),
        )
        label = equal[0][0]
        value = Value((best > SURE) - (best < -SURE))
        line = (label, *self._line(equal[0][1], depth))
        proven = complete or value is not Value.UNDECIDED
        return Found(
            self.player, label, value, proven, best, line, self.nodes, depth, tuple(choices)
        )

    def _deepen(self, root: State) -> tuple[list[tuple[Step, int]], int, bool]:
        """The moves with their scores, the depth they were found at, and whether that was all."""
        moves = self._turn(root).moves
        scored: list[tuple[Step, int]] = [(step, 0) for step in moves]
        done, complete = 0, False
        for depth in range(1, self.budget.depth + 1):
            self.limit = self._allowance() if depth > 2 else self.budget.nodes * 100
            self.cut = False
            try:
                scored = self._root(root, [step for step, _ in scored], depth)
            except _Spent:
                break
            done, complete = depth, not self.cut
            scored.sort(key=lambda pair: -pair[1])
            if complete or abs(scored[0][1]) > SURE:
                break
        return scored, done, complete

    def _allowance(self) -> int:
        return max(1, int(self.budget.nodes * (1 - self.budget.playouts)))

    def _root(self, root: State, moves: Sequence[Step], depth: int) -> list[tuple[Step, int]]:
        """Each move with its score; one below the best need not be exact, one that is equal is."""
        self.path = {root}
        best = -WIN
        scored = []
        for step in moves:
            score = self._score(step[1], depth - 1, 1, best - 1, WIN)
            best = max(best, score)
            scored.append((step, score))
        return scored

    def _score(self, state: State, depth: int, ply: int, alpha: int, beta: int) -> int:
        """The score of `state`, exact between alpha and beta."""
        self._spend()
        if (decided := self._decided(state, ply)) is not None:
            return decided
        if state in self.path:
            self.cut = True  # a play that goes round is a draw, but only on this path
            return 0
        known = self.table.get(state)
        if known is not None and (score := _usable(known, depth, ply, alpha, beta)) is not None:
            self.cut = self.cut or not (known.whole or abs(score) > SURE)
            return score
        turn = self._turn(state)
        if all(there == state for _, there in turn.steps):
            return 0
        if depth <= 0:
            self.cut = True
            return self._guess(state)
        return self._looked_up(state, turn, depth, ply, alpha, beta)

    def _turn(self, state: State) -> Turn:
        if (known := self.turns.get(state)) is not None:
            return known
        turn = self.turns[state] = self.game.turn(state)
        if turn.player is not None and turn.others:
            raise NotAGame(
                f"in the state {state!r} {turn.others[0][0]} is nobody's choice, and {turn.player} "
                "can choose too: min-max search takes turns. Ask for winning states instead"
            )
        return turn

    def _looked_up(
        self, state: State, turn: Turn, depth: int, ply: int, alpha: int, beta: int
    ) -> int:
        """The score of a state by looking ahead, which the table remembers."""
        outside, self.cut = self.cut, False
        self.path.add(state)
        try:
            best, label = self._best(state, turn, depth, ply, alpha, beta)
        finally:
            self.path.discard(state)
        kept = best + ply if best > SURE else best - ply if best < -SURE else best
        entry = _Entry(depth, kept, best > alpha, best < beta, not self.cut, label)
        self.table[state] = entry
        self.cut = outside or self.cut
        return best

    def _best(
        self, state: State, turn: Turn, depth: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, Label]:
        """The score and the label of the best step, for the side that chooses."""
        ours = turn.player == self.player
        found: tuple[int, Label] | None = None
        for label, there in self._ordered(state, turn.steps):
            score = self._score(there, depth - 1, ply + 1, alpha, beta)
            if found is None or ((score > found[0]) if ours else (score < found[0])):
                found = score, label
            alpha, beta = (max(alpha, score), beta) if ours else (alpha, min(beta, score))
            if alpha >= beta:
                self.history[label] = self.history.get(label, 0) + depth * depth
                break
        assert found is not None, "a system is total"
        return found

    def _ordered(self, state: State, steps: Sequence[Step]) -> list[Step]:
        known = self.table.get(state)
        first = None if known is None else known.best
        return sorted(steps, key=lambda s: (s[0] != first, -self.history.get(s[0], 0)))

    def _spend(self) -> None:
        self.nodes += 1
        if self.nodes > self.limit or (self.nodes % 256 == 0 and time.monotonic() > self.ends):
            raise _Spent

    def _decided(self, state: State, ply: int) -> int | None:
        """The score of a state that is won, by its goals or as somebody has worked out."""
        for player, won in self.goals.items():
            if won(state):
                return WIN - ply if player == self.player else ply - WIN
        for player, states in self.known.items():
            if state in states:
                steps = ply + (getattr(states, "distance", _unknown)(state) or 0)
                return WIN - steps if player == self.player else steps - WIN
        return None

    def _guess(self, state: State) -> int:
        if self.evaluate is None:
            return 0
        return round(FINE * max(-1.0, min(1.0, self.evaluate(state))))

    def _played(self, moves: Sequence[Step], chance: random.Random) -> dict[Label, float]:
        """The mean outcome of random plays after each move, the best moves first.

        Sequential halving (Karnin, Koren and Somekh, ICML 2013): what is left of the budget is
        spent in equal parts, after each of which the better half of the moves stay.
        """
        sums = dict.fromkeys((label for label, _ in moves), 0.0)
        plays = dict.fromkeys(sums, 0)
        order: list[Label] = []
        parts = max(1, (len(moves) - 1).bit_length())
        part = (self.budget.nodes - self.nodes) // parts
        while len(moves) > 1:
            until = self.nodes + part
            while True:
                for label, there in moves:
                    sums[label] += self._playout(there, chance)
                    plays[label] += 1
                if self.nodes >= until or time.monotonic() > self.ends:
                    break
            ranked = sorted(moves, key=lambda step: -sums[step[0]] / plays[step[0]])
            moves = ranked[: (len(moves) + 1) // 2]
            order = [label for label, _ in ranked[len(moves) :]] + order
        return {label: sums[label] / plays[label] for label in [moves[0][0], *order]}

    def _playout(self, state: State, chance: random.Random) -> float:
        for ply in range(LONGEST_PLAYOUT):
            self.nodes += 1
            if (decided := self._decided(state, ply)) is not None:
                return 1.0 if decided > 0 else -1.0
            steps = self._turn(state).steps
            _, there = steps[int(chance.random() * len(steps))]
            if there == state and len(steps) == 1:
                return 0.0
            state = there
        return 0.0

    def _line(self, state: State, length: int) -> list[Label]:
        """The moves that the table says are best, from `state` on."""
        line: list[Label] = []
        while len(line) < length and (entry := self.table.get(state)) is not None:
            steps = dict(self._turn(state).steps)
            if entry.best not in steps or self._decided(state, 0) is not None:
                break
            line.append(entry.best)
            state = steps[entry.best]
        return line


def _usable(entry: _Entry, depth: int, ply: int, alpha: int, beta: int) -> int | None:
    """The score that an entry gives here, if it was found by looking far enough."""
    score = entry.score
    if abs(score) > SURE:
        score = score - ply if score > 0 else score + ply
    elif entry.depth < depth and not entry.whole:
        return None
    exact = entry.at_least and entry.at_most
    above = entry.at_least and score >= beta
    below = entry.at_most and score <= alpha
    return score if exact or above or below else None


def _unknown(state: State) -> int | None:
    return None
