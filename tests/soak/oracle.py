"""What formulas mean on small systems, by definition, with sets of states as the bits of a number.

Nothing is lowered, and nothing is shared with the engines. Fixpoints are iterated from their ends.
Linear formulas are asked by the tableau over truth assignments, fair cycles as in:

Lichtenstein, Pnueli: Checking that finite state concurrent programs satisfy their linear
specification. POPL 1985. Emerson, Lei: Modalities for model checking. POPL 1985.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

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
        return _Tableau(self, of, bound).answer()


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
        row = {}
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


def speaks_of_paths(formula: Formula) -> bool:
    match formula:
        case Temporal():
            return True
        case Not(of):
            return speaks_of_paths(of)
        case Junction(_, left, right):
            return speaks_of_paths(left) or speaks_of_paths(right)
    return False


def joined(junctor: Junctor, a: int, b: int) -> int:
    match junctor:
        case Junctor.AND:
            return a & b
        case Junctor.OR:
            return a | b
        case Junctor.IMPLIES:
            return ~a | b
        case Junctor.IFF:
            return ~(a ^ b)


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


Sets = list[int]
"""For each guess of the claims, a set of states."""

Node = tuple[Any, ...]
"""A part of a path formula: what it is, and the numbers of its parts."""


class _Tableau:
    """States together with guesses of which claims are true of the path from there on."""

    def __init__(self, oracle: Oracle, of: Formula, bound: Mapping[str, int]) -> None:
        self.oracle, self.bound = oracle, bound
        self.nodes: dict[Node, int] = {}
        self.path = self._plain(of)
        self.claims = [node for node in self.nodes if node[0] in ("next", "until")]
        self.guesses = list(product((False, True), repeat=len(self.claims)))
        self.true = [self._truth(guess) for guess in self.guesses]
        everywhere = range(len(self.guesses))
        linked = ((g, h, *self._link(g, h)) for g in everywhere for h in everywhere)
        self.links = [link for link in linked if link[2] and link[3]]

    def answer(self) -> int:
        good = [0] * len(self.guesses)
        for part in self._good():
            good = [a | b for a, b in zip(good, part, strict=True)]
        if not any(good):
            return 0
        good = self._reaching(good, [self.oracle.all] * len(self.guesses))
        found = 0
        for states, true in zip(good, self.true, strict=True):
            found |= states & true[self.path]
        return found

    def _node(self, *node: Any) -> int:
        return self.nodes.setdefault(node, len(self.nodes))

    def _plain(self, of: Formula) -> int:
        """The number of a formula, which comes after those of its parts."""
        if not speaks_of_paths(of):
            return self._node("set", self.oracle.region(of, self.bound))
        match of:
            case Not(inner):
                return self._not(self._plain(inner))
            case Junction(junctor, left, right):
                return self._node(junctor, self._plain(left), self._plain(right))
            case Temporal(tense, parts):
                return self._temporal(tense, *map(self._plain, parts))
        raise AssertionError(of)

    def _not(self, a: int) -> int:
        return self._node("not", a)

    def _temporal(self, tense: Tense, a: int, b: int = 0) -> int:
        everywhere = self._node("set", self.oracle.all)
        match tense:
            case Tense.NEXT:
                return self._node("next", a)
            case Tense.FINALLY:
                return self._node("until", everywhere, a)
            case Tense.GLOBALLY:
                return self._not(self._node("until", everywhere, self._not(a)))
            case Tense.UNTIL:
                return self._node("until", a, b)
            case Tense.WEAK_UNTIL:
                neither = self._not(self._node(Junctor.OR, a, b))
                return self._not(self._node("until", self._not(b), neither))
            case Tense.RELEASE:
                return self._not(self._node("until", self._not(a), self._not(b)))
            case Tense.STRONG_RELEASE:
                return self._node("until", b, self._node(Junctor.AND, a, b))

    def _truth(self, guess: Sequence[bool]) -> list[int]:
        """For each node, the states where it is true by a guess."""
        claimed = dict(zip(self.claims, guess, strict=True))
        true: list[int] = []
        for node in self.nodes:
            match node:
                case "set", states:
                    true.append(states)
                case "not", a:
                    true.append(self.oracle.all & ~true[a])
                case (Junctor() as junctor), a, b:
                    true.append(self.oracle.all & joined(junctor, true[a], true[b]))
                case _:
                    true.append(self.oracle.all if claimed[node] else 0)
        return true

    def _link(self, g: int, h: int) -> tuple[int, int]:
        """The states that a step from guess g to guess h may lead from, and to."""
        source = target = self.oracle.all
        for claim, now, then in zip(self.claims, self.guesses[g], self.guesses[h], strict=True):
            if claim[0] == "next":
                true = self.true[h][claim[1]]
                target &= true if now else ~true
            else:
                true = self.true[g][claim[2]] | (self.true[g][claim[1]] if then else 0)
                source &= true if now else ~true
        return source, target

    def _pre(self, sets: Sets, labels: Collection[str] | None = None) -> Sets:
        found = [0] * len(sets)
        for g, h, source, target in self.links:
            if sets[h] & target:
                found[g] |= source & self.oracle.pre(sets[h] & target, labels)
        return found

    def _reaching(self, goal: Sets, through: Sets) -> Sets:
        found = goal
        while True:
            steps = self._pre(found)
            more = [a | (b & c) for a, b, c in zip(found, steps, through, strict=True)]
            if more == found:
                return found
            found = more

    def _good(self) -> Iterator[Sets]:
        """Where fair paths can stay that put no claim off for ever: for each choice of strong
        constraints that are met by taking; what the others ask for is never enabled there."""
        strong = [fair for fair in self.oracle.fairness if fair.strong]
        weak = [fair for fair in self.oracle.fairness if not fair.strong]
        for chosen in product((False, True), repeat=len(strong)):
            taken = [fair for fair, is_taken in zip(strong, chosen, strict=True) if is_taken]
            inside = self.oracle.all
            for fair, is_taken in zip(strong, chosen, strict=True):
                inside &= self.oracle.all if is_taken else ~self._enabled(fair)
            yield self._staying(inside, weak, taken)

    def _enabled(self, fair: Fair) -> int:
        if self.oracle.enabled is not None:
            return self.oracle.enabled[fair]
        return self.oracle.pre(self.oracle.all, fair.labels)

    def _staying(self, inside: int, weak: Sequence[Fair], taken: Sequence[Fair]) -> Sets:
        stay, nowhere = [inside] * len(self.guesses), [0] * len(self.guesses)
        owed = list(self._owed())
        while True:
            less = self._again(stay, stay, ())
            for goal in owed:
                less = self._again(less, goal, ())
            for fair in weak:
                idle = [self.oracle.all & ~self._enabled(fair)] * len(stay)
                less = self._again(less, idle, fair.labels)
            for fair in taken:
                less = self._again(less, nowhere, fair.labels)
            if less == stay:
                return stay
            stay = less

    def _owed(self) -> Iterator[Sets]:
        """For each until, where it is not put off."""
        for at, claim in enumerate(self.claims):
            if claim[0] == "until":
                yield [
                    true[claim[2]] if guess[at] else self.oracle.all
                    for true, guess in zip(self.true, self.guesses, strict=True)
                ]

    def _again(self, stay: Sets, goal: Sets, labels: Collection[str]) -> Sets:
        """Those of `stay` from which a way within it leads to a goal, or to a step of these labels,
        and on within it."""
        by_label = self._pre(stay, labels) if labels else [0] * len(stay)
        onward = self._pre(stay)
        met = [s & ((g & on) | by) for s, g, on, by in zip(stay, goal, onward, by_label, strict=True)]
        return self._reaching(met, stay)
