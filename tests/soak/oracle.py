"""What formulas mean on small systems, by definition, with sets of states as the bits of a number.

Nothing is lowered, and nothing is shared with the engines. Fixpoints are iterated from their ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from counterpoint.logic.formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    Variable,
)
from tests.logic.semantics import Fair, Move

from .tableau import Tableau, joined, speaks_of_paths


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def mask_of(states: Iterable[int]) -> int:
    """The set of these states."""
    mask = 0
    for state in states:
        mask |= 1 << state
    return mask


def is_named(label: str, wanted: str) -> bool:
    """Whether a label is meant: by all of it, or by its name."""
    return wanted in (label, label.partition("(")[0])


@dataclass(frozen=True)
class Oracle:
    """A system by its steps, at least one out of each state; `prop` gives the states of an atom.

    Where what fairness asks for is `enabled` by more than the steps that there are, that is given.
    """

    rows: Sequence[Sequence[Move]]
    prop: Callable[[str], int]
    fairness: Sequence[Fair] = ()
    enabled: Mapping[Fair, int] | None = None

    @property
    def all(self) -> int:
        return (1 << len(self.rows)) - 1

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(move.label for row in self.rows for move in row))

    @cached_property
    def targets(self) -> dict[str, list[int]]:
        """For each label, where each state's steps that are called so lead."""
        return {
            label: [mask_of(m.target for m in row if m.label == label) for row in self.rows]
            for label in self.labels
        }

    def pre(self, goal: int, labels: Collection[str] | None = None) -> int:
        """The states with a step into a set, by one of these labels."""
        chosen = self.labels if labels is None else labels
        return mask_of(
            state
            for state in range(len(self.rows))
            if any(self.targets[label][state] & goal for label in chosen if label in self.targets)
        )

    def forces(self, team: Collection[str], goal: int) -> int:
        """The states where the team makes the next state lie in a set: by one of its own steps,
        and by every step that is not its own."""

        def wins(row: Sequence[Move]) -> bool:
            own = [goal >> move.target & 1 for move in row if move.owner in team]
            others = [goal >> move.target & 1 for move in row if move.owner not in team]
            return all(others) and (not own or any(own))

        return mask_of(state for state, row in enumerate(self.rows) if wins(row))

    @cached_property
    def contested(self) -> bool:
        """Whether two players have steps in one state."""
        return any(len({m.owner for m in row} - {None}) > 1 for row in self.rows)

    def region(self, formula: Formula, bound: Mapping[str, int] | None = None) -> int:
        """The states where a formula is true; a path formula is meant of all paths."""
        bound = bound or {}
        match formula:
            case Const(value):
                return self.all if value else 0
            case Atom(text):
                return self.prop(text)
            case Variable(name):
                return bound[name]
            case Modal(some, label, of):
                return self._step(some, label, self.region(of, bound))
            case Fix(least, name, of):
                end = self.least if least else self.greatest
                return end(lambda x: self.region(of, {**bound, name: x}))
            case Path(True, of):
                return self._some_path(of, bound)
            case Path(False, of):
                return self.all & ~self._some_path(Not(of), bound)
            case Team(players, True, of):
                return self._enforced(players, of, bound)
            case Team(players, False, of):
                return self.all & ~self._enforced(players, Not(of), bound)
            case _ if speaks_of_paths(formula):
                return self.all & ~self._some_path(Not(formula), bound)
            case Not(of):
                return self.all & ~self.region(of, bound)
            case Junction(junctor, left, right):
                a, b = self.region(left, bound), self.region(right, bound)
                return self.all & joined(junctor, a, b)
        raise AssertionError(formula)

    def left_by(self, rows: Sequence[Sequence[Move]], goal: Formula) -> int:
        """The states from which all paths satisfy a goal where a strategy leaves these steps only.

        The goal is one operator, and what it says of states is meant of the whole system.
        """
        assert isinstance(goal, Temporal)
        parts = {f"#{n}": self.region(part) for n, part in enumerate(goal.parts)}
        asked = Temporal(goal.tense, tuple(map(Atom, parts)))
        return Oracle(rows, parts.__getitem__).region(Path(False, asked))

    def least(self, body: Callable[[int], int]) -> int:
        found = 0
        while (more := body(found)) != found:
            found = more
        return found

    def greatest(self, body: Callable[[int], int]) -> int:
        found = self.all
        while (less := body(found)) != found:
            found = less
        return found

    def _step(self, some: bool, label: str | None, goal: int) -> int:
        named = None if label is None else [each for each in self.labels if is_named(each, label)]
        if some:
            return self.pre(goal, named)
        return self.all & ~self.pre(self.all & ~goal, named)

    def _enforced(self, team: Collection[str], of: Formula, bound: Mapping[str, int]) -> int:
        """Where the team has a strategy for a path formula of one or two operators."""
        match pushed(of):
            case Temporal(Tense.GLOBALLY, (Temporal(Tense.FINALLY, (goal,)),)):
                often = self.region(goal, bound)
                return self.greatest(
                    lambda y: self.least(
                        lambda x: (often & self.forces(team, y)) | self.forces(team, x)
                    )
                )
            case Temporal(Tense.FINALLY, (Temporal(Tense.GLOBALLY, (goal,)),)):
                stay = self.region(goal, bound)
                return self.least(
                    lambda x: self.greatest(
                        lambda y: (stay & self.forces(team, y)) | self.forces(team, x)
                    )
                )
            case Temporal(tense, parts):
                a, b = self.region(parts[0], bound), self.region(parts[-1], bound)
                return self._one_operator(team, tense, a, b)
            case other:
                raise AssertionError(other)

    def _one_operator(self, team: Collection[str], tense: Tense, a: int, b: int) -> int:
        def next_(x: int) -> int:
            return self.forces(team, x)

        match tense:
            case Tense.NEXT:
                return next_(b)
            case Tense.FINALLY:
                return self.least(lambda x: b | next_(x))
            case Tense.GLOBALLY:
                return self.greatest(lambda x: b & next_(x))
            case Tense.UNTIL:
                return self.least(lambda x: b | (a & next_(x)))
            case Tense.WEAK_UNTIL:
                return self.greatest(lambda x: b | (a & next_(x)))
            case Tense.RELEASE:
                return self.greatest(lambda x: b & (a | next_(x)))
            case Tense.STRONG_RELEASE:
                return self.least(lambda x: b & (a | next_(x)))
        raise AssertionError(tense)

    def _some_path(self, of: Formula, bound: Mapping[str, int]) -> int:
        return Tableau(self, of, bound).answer()


def remembering(oracle: Oracle, initial: int, texts: Collection[str]) -> tuple[Oracle, int]:
    """The system and its initial states, with each state told apart by what led to it.

    `texts` are atoms about the past: a label or a name of labels is true after such a step and only
    then, `once(...)` from the first such step on.
    """

    def after(facts: frozenset[str], label: str) -> frozenset[str]:
        ever = {text for text in texts if text in facts and text.startswith("once(")}
        named = {t for t in texts if is_named(label, t.removeprefix("once(").removesuffix(")"))}
        return frozenset(ever | (named if label != "rest" else set()))

    order = {(state, frozenset[str]()): n for n, state in enumerate(bits(initial))}
    pairs, rows, first = list(order), [], (1 << len(order)) - 1
    for state, facts in pairs:
        row: dict[Move, None] = {}
        for move in oracle.rows[state]:
            pair = move.target, after(facts, move.label)
            if pair not in order:
                order[pair] = len(pairs)
                pairs.append(pair)
            row[Move(move.label, order[pair], move.owner)] = None
        rows.append(tuple(row))

    def prop(text: str) -> int:
        if text in texts:
            return mask_of(n for n, (_, facts) in enumerate(pairs) if text in facts)
        plain = oracle.prop(text)
        return mask_of(n for n, (state, _) in enumerate(pairs) if plain >> state & 1)

    return Oracle(rows, prop, oracle.fairness), first


_DUAL = {
    Tense.NEXT: Tense.NEXT,
    Tense.FINALLY: Tense.GLOBALLY,
    Tense.GLOBALLY: Tense.FINALLY,
    Tense.UNTIL: Tense.RELEASE,
    Tense.RELEASE: Tense.UNTIL,
}


def pushed(of: Formula) -> Formula:
    """A path formula with its negations inside of its operators."""
    match of:
        case Not(Not(inner)):
            return pushed(inner)
        case Not(Temporal(Tense.WEAK_UNTIL, (a, b))):
            return Temporal(Tense.UNTIL, (Not(b), Junction(Junctor.AND, Not(a), Not(b))))
        case Not(Temporal(Tense.STRONG_RELEASE, (a, b))):
            return Temporal(Tense.WEAK_UNTIL, (Not(a), Not(b)))
        case Not(Temporal(tense, parts)):
            return Temporal(_DUAL[tense], tuple(pushed(Not(part)) for part in parts))
        case Temporal(tense, parts):
            return Temporal(tense, tuple(pushed(part) for part in parts))
    return of
