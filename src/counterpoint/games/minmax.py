"""Min-max search: find a move in a game that is too large to be solved.

Alpha-beta with iterative deepening, a transposition table and the history heuristic (Knuth and
Moore, Artificial Intelligence 6, 1975; Schaeffer, IEEE PAMI 11, 1989). All other players with a
goal are taken to play together against the player. A state in which no player, or a player without
a goal, chooses is a proven win only if all its steps are wins, and a proven loss only if all are
losses. Random playouts rank the moves that the search finds equal: of two undecided moves, the one
after which more replies go wrong comes first. With a budget of nodes, the same question always gets
the same answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field
from typing import Any

from ..arguments import says_what_it_takes
from ..data import dataclass
from ..model.players import called_alike, is_clear
from ..model.system import Label, State
from ..tuning import USUAL as TUNED
from ..tuning import Tuning
from .advice import Value
from .budget import USUAL, Budget, Meter, Spent
from .game import Game, Step, Turn, game_of
from .known import States
from .playouts import Playouts
from .umpire import SURE, WIN, Side, Test, Umpire

FINE = 1000
"""The score of an evaluation of 1, the greatest there is."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move at the root: its score, and the mean outcome of playouts after it, if there were any.

    A score of a million minus d is a win in d steps, this move the first of them; the negated score
    is a loss. Other scores are evaluations. A score that is not `exact` is an upper bound.
    """

    label: Label
    score: int
    playouts: float | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the move, the value of the position, and the expected play.

    If `proven`, `value` holds whatever the others do; otherwise it is what is known so far. `line`
    is the play that the search expects. `depth` is the depth of the last search that was completed.
    If a goal is already met, there is nothing to choose: `move` is None, and `value` says who won.
    """

    player: str
    move: Label | None
    value: Value
    proven: bool
    score: int
    line: tuple[Label, ...]
    nodes: int
    depth: int
    choices: tuple[Choice, ...]


@says_what_it_takes
def minmax(
    target: Any,
    state: State,
    goals: Mapping[str, Test],
    *,
    known: Mapping[str, States] | None = None,
    evaluate: Callable[[Any], float] | None = None,
    budget: Budget = USUAL,
    seed: int = 0,
    tuning: Tuning = TUNED,
) -> Found:
    """The best move found in `state` for the player to move there.

    `goals` maps each player to a test of the states in which it has won; the first to get there
    wins. A play that never gets there is a draw, and so is one that meets several goals at once.
    `known` maps players to winning states computed before. `evaluate` judges a state beyond which
    the search does not look, from -1 (bad for the player) to 1.

    Raises `Misuse` if no player is to move, and `NotAGame` for a player who is not in the game, or
    if the best step shares its label with a step to another state.

    >>> from counterpoint.examples.nim import model
    >>> goals = {f"player{n}": lambda s, n=n: s == (0, 0, 3 - n) for n in (1, 2)}
    >>> found = minmax(model(piles=(1, 2)), (1, 2, 1), goals)
    >>> found.line, found.value, found.proven
    (('take(1,1)', 'take(0,0)', 'take(1,0)'), <Value.WIN: 1>, True)
    """
    game = target if isinstance(target, Game) else game_of(target)
    player = game.mover(state)
    game.require_players(goals, state, tuning)
    search = _Search(Umpire(game, player, goals, known or {}, tuning), evaluate, budget)
    return search.run(state, random.Random(seed))


@dataclass(frozen=True, slots=True)
class _Scored:
    """A step at the root and its score: `exact`, or an upper bound."""

    step: Step
    score: int
    exact: bool


@dataclass(slots=True)
class _Entry:
    """The result for a state of looking `depth` steps ahead: its score, or a bound of it.

    `at_least` marks a lower bound, `at_most` an upper bound; an exact score is both. `whole` means
    that all plays were followed to their ends, so that a greater depth changes nothing.
    """

    depth: int
    score: int
    at_least: bool
    at_most: bool
    whole: bool
    best: Step


@dataclass(eq=False)
class _Search:
    umpire: Umpire
    evaluate: Callable[[Any], float] | None
    budget: Budget
    meter: Meter = field(init=False)
    cut: bool = False  # whether some plays were not followed to their ends
    table: dict[Hashable, _Entry] = field(default_factory=dict)
    history: dict[Label, int] = field(default_factory=dict)
    path: set[Hashable] = field(default_factory=set)
    depth: int = 0  # the depth of the last completed search; `scored` has its result
    whole: bool = False
    scored: list[_Scored] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.meter = Meter(self.budget)

    def run(self, root: State, chance: random.Random) -> Found:
        if (outcome := self.umpire.outcome(root)) is not None:
            return Found(self.umpire.player, None, outcome, True, outcome * WIN, (), 0, 0, ())
        moves = self.umpire.turn(root).moves
        self.scored = [_Scored(step, 0, False) for step in dict.fromkeys(moves)]
        self._deepen(root, 1 - self.budget.playouts)
        if len(self._best_steps()) == 1:
            self._deepen(root, 1.0)
        equal, means = self._best_steps(), dict[Step, float]()
        if len(equal) > 1 and self._score_now < SURE:
            self.meter.allow(1.0)
            means = Playouts(self.umpire, self.meter, chance).means(equal)
        place = {step: k for k, step in enumerate(means)}
        step = min(equal, key=lambda step: (not is_clear(step[0], moves), place.get(step, 0)))
        if not is_clear(step[0], moves):
            raise called_alike(self.umpire.game.shown(root), step[0])
        ranked = sorted(self.scored, key=lambda one: (-one.score, place.get(one.step, 0)))
        choices = (Choice(s.step[0], s.score, means.get(s.step), s.exact) for s in ranked)
        return self._found(step, tuple(choices))

    def _found(self, step: Step, choices: tuple[Choice, ...]) -> Found:
        best = self._score_now
        value = Value((best > SURE) - (best < -SURE))
        return Found(
            self.umpire.player,
            step[0],
            value,
            self.whole or value is not Value.UNDECIDED,
            best,
            (step[0], *self._line(step[1])),
            self.meter.nodes,
            self.depth,
            choices,
        )

    @property
    def _score_now(self) -> int:
        return max(one.score for one in self.scored)

    def _best_steps(self) -> list[Step]:
        return [one.step for one in self.scored if one.score == self._score_now]

    def _deepen(self, root: State, share: float) -> None:
        """Look deeper and deeper, within a share of the budget, until nothing more can change."""
        while self.depth < self.budget.depth and not self.whole and abs(self._score_now) <= SURE:
            shallow = self.depth < 2
            slack = self.umpire.tuning.shallow_slack
            self.meter.allow(1.0 if shallow else share, slack if shallow else 1)
            self.cut = False
            try:
                scored = self._root(root, [one.step for one in self.scored], self.depth + 1)
            except Spent:
                return
            self.depth, self.whole = self.depth + 1, not self.cut
            self.scored = sorted(scored, key=lambda one: -one.score)

    def _root(self, root: State, moves: Sequence[Step], depth: int) -> list[_Scored]:
        """Each move with its score; a score below the best may be an upper bound."""
        self.path = {root}
        best = -WIN
        scored = []
        for step in moves:
            score = self._score(step[1], depth - 1, 1, best - 1, WIN)
            scored.append(_Scored(step, score, score >= best))
            best = max(best, score)
        return scored

    def _score(self, state: State, depth: int, ply: int, alpha: int, beta: int) -> int:
        """The score of `state`, exact between alpha and beta."""
        self.meter.spend()
        if (decided := self.umpire.decided(state, ply)) is not None:
            return decided
        if state in self.path:
            self.cut = True  # a repetition is a draw, but only on this path
            return 0
        known = self.table.get(state)
        if known is not None and (score := _usable(known, depth, ply, alpha, beta)) is not None:
            self.cut = self.cut or not (known.whole or abs(score) > SURE)
            return score
        turn = self.umpire.turn(state)
        if all(there == state for _, there in turn.steps):
            return 0
        if depth <= 0:
            self.cut = True
            return self._guess(state)
        return self._looked_up(state, turn, depth, ply, alpha, beta)

    def _looked_up(
        self, state: State, turn: Turn, depth: int, ply: int, alpha: int, beta: int
    ) -> int:
        """The score of a state by looking ahead; it is stored in the transposition table."""
        outside, self.cut = self.cut, False
        self.path.add(state)
        try:
            if self.umpire.side(turn) is Side.NEITHER:
                best, step = self._whatever_comes(state, turn, depth, ply)
            else:
                best, step = self._best(state, turn, depth, ply, alpha, beta)
        finally:
            self.path.discard(state)
        kept = best + ply if best > SURE else best - ply if best < -SURE else best
        if len(self.table) >= self.umpire.tuning.entries_kept:
            self.table.clear()
        self.table[state] = _Entry(depth, kept, best > alpha, best < beta, not self.cut, step)
        self.cut = outside or self.cut
        return best

    def _best(
        self, state: State, turn: Turn, depth: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, Step]:
        """The score and the best step, for the side that chooses."""
        ours = turn.player == self.umpire.player
        found: tuple[int, Step] | None = None
        for step in self._ordered(state, turn.steps):
            label, there = step
            score = self._score(there, depth - 1, ply + 1, alpha, beta)
            if found is None or ((score > found[0]) if ours else (score < found[0])):
                found = score, step
            alpha, beta = (max(alpha, score), beta) if ours else (alpha, min(beta, score))
            if alpha >= beta:
                self.history[label] = self.history.get(label, 0) + depth * depth
                break
        assert found is not None, "a system is total"
        return found

    def _whatever_comes(self, state: State, turn: Turn, depth: int, ply: int) -> tuple[int, Step]:
        """The exact score where neither side chooses: a win or a loss only if every step is one.

        Otherwise the worst step counts, but not as proven.
        """
        scored = [
            (self._score(step[1], depth - 1, ply + 1, -WIN, WIN), step)
            for step in self._ordered(state, turn.steps)
        ]
        worst = min(scored, key=lambda pair: pair[0])
        latest = max(scored, key=lambda pair: pair[0])
        return latest if latest[0] < -SURE else (max(worst[0], -FINE), worst[1])

    def _ordered(self, state: State, steps: Sequence[Step]) -> list[Step]:
        known = self.table.get(state)
        first = None if known is None else known.best
        return sorted(steps, key=lambda s: (s != first, -self.history.get(s[0], 0)))

    def _guess(self, state: State) -> int:
        if self.evaluate is None:
            return 0
        return round(FINE * max(-1.0, min(1.0, self.evaluate(state))))

    def _line(self, state: State) -> list[Label]:
        """The play that the search expects from `state` on."""
        line: list[Label] = []
        while len(line) < self.depth and (entry := self.table.get(state)) is not None:
            if self.umpire.decided(state, 0) is not None:
                break
            label, state = entry.best
            line.append(label)
        return [*line, *(label for label, _ in self.umpire.forced(state))]


def _usable(entry: _Entry, depth: int, ply: int, alpha: int, beta: int) -> int | None:
    """The score that an entry gives here; None if it was not found by looking far enough."""
    score = entry.score
    if abs(score) > SURE:
        score = score - ply if score > 0 else score + ply
    elif entry.depth < depth and not entry.whole:
        return None
    exact = entry.at_least and entry.at_most
    above = entry.at_least and score >= beta
    below = entry.at_most and score <= alpha
    return score if exact or above or below else None
