"""Which states have a fair path that satisfies a linear formula, by the tableau of its claims.

Lichtenstein, Pnueli: Checking that finite state concurrent programs satisfy their linear
specification. POPL 1985. Emerson, Lei: Modalities for model checking. POPL 1985.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from counterpoint.logic.formula import Formula, Junction, Junctor, Not, Temporal, Tense
from tests.logic.semantics import Fair

if TYPE_CHECKING:
    from .oracle import Oracle


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


Sets = list[int]
"""For each guess of the claims, a set of states."""

Node = tuple[Any, ...]
"""A part of a path formula: what it is, and the numbers of its parts."""


class Tableau:
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
                case ((Junctor() as junctor), a, b):
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
        met = [
            s & ((g & on) | by) for s, g, on, by in zip(stay, goal, onward, by_label, strict=True)
        ]
        return self._reaching(met, stay)
