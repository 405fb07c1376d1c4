"""Small systems to compare, and the relations between them by their definitions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from counterpoint.model.system import REST

MAP: dict[str, Any] = {
    "condition": [
        {"name": "p", "first": "p", "second": "p"},
        {"name": "q", "first": "q", "second": "q"},
    ],
    "label": [{"name": "$1", "first": ["see(*)"], "second": ["see(*)"]}],
}
"""The labels `see(a)` and `see(b)` are called a and b; all others are hidden."""

HIDING: dict[str, Any] = {"condition": MAP["condition"]}
"""The same conditions, and no label."""


@dataclass(frozen=True)
class Toy:
    """States are numbers; `looks` says which of p and q are true."""

    starts: tuple[int, ...]
    steps: tuple[tuple[tuple[str, int], ...], ...]
    looks: tuple[frozenset[str], ...]

    @property
    def atoms(self) -> dict[str, Callable[[int], bool]]:
        return {"p": lambda s: "p" in self.looks[s], "q": lambda s: "q" in self.looks[s]}

    def initial(self) -> list[int]:
        return list(self.starts)

    def successors(self, state: int) -> list[tuple[str, int]]:
        return list(self.steps[state])

    def show(self, state: int) -> str:
        return str(state)


def a_toy(rng: random.Random, *, names: str = "p") -> Toy:
    states = rng.randint(1, 5)
    labels = rng.choice([("see(a)",), ("see(a)", "see(b)"), ("see(a)", "hide"), ("hide",),
                         ("see(a)", "see(b)", "hide")])  # fmt: skip
    steps = tuple(
        tuple(
            dict.fromkeys(
                (rng.choice(labels), rng.randrange(states)) for _ in range(rng.randint(0, 3))
            )
        )
        for _ in range(states)
    )
    looks = tuple(
        frozenset(n for n in names if rng.random() < rng.choice((0.2, 0.5))) for _ in range(states)
    )
    starts = tuple(dict.fromkeys(rng.randrange(states) for _ in range(rng.choice((1, 1, 2)))))
    return Toy(starts, steps, looks)


def changed(toy: Toy, rng: random.Random) -> Toy:
    """The toy with a step more or less, or a state split in two: often nearly the same."""
    steps = [list(of) for of in toy.steps]
    looks = list(toy.looks)
    for _ in range(rng.randint(0, 2)):
        state = rng.randrange(len(steps))
        if rng.random() < 0.4 and steps[state]:
            del steps[state][rng.randrange(len(steps[state]))]
        elif rng.random() < 0.5:
            twin = len(steps)
            steps.append(list(steps[state]))
            looks.append(looks[state])
            for of in steps:
                for k, (label, there) in enumerate(of):
                    if there == state and rng.random() < 0.5:
                        of[k] = (label, twin)
        else:
            steps[state].append((rng.choice(("see(a)", "hide")), rng.randrange(len(steps))))
    return Toy(toy.starts, tuple(tuple(dict.fromkeys(of)) for of in steps), tuple(looks))


Letter = str | None


class Meaning:
    """Both toys, with steps by letter, as the definitions take them."""

    def __init__(self, first: Toy, second: Toy, *, hides: bool) -> None:
        self.toys = (first, second)
        self.hides = hides

    def look(self, side: int, state: int) -> frozenset[str]:
        return self.toys[side].looks[state]

    def letter(self, label: object) -> Letter:
        if label is REST or self.hides or label == "hide":
            return None
        return str(label)[4]

    def steps(self, side: int, state: int) -> list[tuple[Letter, int]]:
        found = [(self.letter(x), t) for x, t in self.toys[side].steps[state]]
        return list(dict.fromkeys(found)) or [(None, state)]

    def is_silent(self, side: int, state: int, letter: Letter, there: int) -> bool:
        return letter is None and self.look(side, state) == self.look(side, there)

    def silently(self, side: int, state: int) -> set[int]:
        found = {state}
        while True:
            more = {
                t
                for s in found
                for letter, t in self.steps(side, s)
                if self.is_silent(side, s, letter, t)
            } - found
            if not more:
                return found
            found |= more

    def weakly(self, side: int, state: int, letter: Letter, *, silent: bool) -> set[int]:
        before = self.silently(side, state)
        if silent:
            return before
        after = {
            t
            for s in before
            for by, t in self.steps(side, s)
            if by == letter and not self.is_silent(side, s, by, t)
        }
        return {u for t in after for u in self.silently(side, t)}

    def matches(self, side: int, state: int, letter: Letter, silent: bool, weak: bool) -> set[int]:
        if weak:
            return self.weakly(side, state, letter, silent=silent)
        return {t for by, t in self.steps(side, state) if by == letter}


def related(first: Toy, second: Toy, *, weak: bool, mutual: bool, hides: bool) -> bool:
    """Simulation or bisimulation as a greatest fixpoint over all pairs."""
    of = Meaning(first, second, hides=hides)
    pairs = {
        (s, t)
        for s, t in product(range(len(first.steps)), range(len(second.steps)))
        if of.look(0, s) == of.look(1, t)
    }

    def good(pair: tuple[int, int]) -> bool:
        for side in (0, 1) if mutual else (0,):
            mine, other = pair[side], pair[1 - side]
            for letter, there in of.steps(side, mine):
                silent = of.is_silent(side, mine, letter, there)
                answers = of.matches(1 - side, other, letter, silent, weak)
                if not any(((there, a) if side == 0 else (a, there)) in pairs for a in answers):
                    return False
        return True

    while bad := {pair for pair in pairs if not good(pair)}:
        pairs -= bad
    forth = all(any((s, t) in pairs for t in second.starts) for s in first.starts)
    back = all(any((s, t) in pairs for s in first.starts) for t in second.starts)
    return forth and (back or not mutual)


def difference(first: Toy, second: Toy, *, weak: bool, hides: bool) -> int | None:
    """The steps of a shortest run that only the first has; weakly, only visible ones count.

    None if it has none. Every set of followers is followed, none is left out.
    """
    of = Meaning(first, second, hides=hides)

    @cache
    def around(t: int) -> frozenset[int]:
        return frozenset(of.silently(1, t)) if weak else frozenset([t])

    def alike(s: int, others: Iterable[int]) -> frozenset[int]:
        return frozenset(t for t in others if of.look(1, t) == of.look(0, s))

    level = {(s, alike(s, {u for t in second.starts for u in around(t)})) for s in first.starts}
    seen = set(level)
    length = 0
    while level:
        if any(not others for _, others in level):
            return length
        level = {
            (there, alike(there, (u for t in others for u in
             of.matches(1, t, letter, of.is_silent(0, s, letter, there), weak))))
            for s, others in level
            for letter, there in of.steps(0, s)
        } - seen  # fmt: skip
        seen |= level
        length += 1
    return None
