"""Random specifications that leave variables out, and what is true of them by trying everything.

Variables have the values 0, 1 and 2 here, and in a module any; so what is found wrong here is
wrong, and a run that a check shows is looked at with the values that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random
from typing import Any

NAMES = ("a", "b", "c")
VALUES = (0, 1, 2)
State = Mapping[str, Any]
STATES: list[State] = [dict(zip(NAMES, each, strict=True)) for each in product(VALUES, repeat=3)]


@dataclass(frozen=True)
class Said:
    """A text in TLA+, and what it means: its value in a state, or in a step."""

    text: str
    of: Callable[[State, State], Any]


@dataclass(frozen=True)
class Box:
    """`[A]_v`: a step is of the action, or leaves the subscript as it is."""

    action: Said
    subscript: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"[][{self.action.text}]_<<{', '.join(self.subscript)}>>"

    def allows(self, s: State, t: State) -> bool:
        return all(s[name] == t[name] for name in self.subscript) or bool(self.action.of(s, t))


@dataclass(frozen=True)
class Spec:
    """A conjunction of initial predicates, boxes and weak fairness of some actions."""

    starts: tuple[Said, ...]
    boxes: tuple[Box, ...]
    fair: tuple[Box, ...] = ()

    @property
    def text(self) -> str:
        said = [f"({start.text})" for start in self.starts] + [box.text for box in self.boxes]
        said += [f"WF_<<{', '.join(b.subscript)}>>({b.action.text})" for b in self.fair]
        return r" /\ ".join(said)

    def begins(self, s: State) -> bool:
        return all(start.of(s, s) for start in self.starts)

    def steps(self, s: State, t: State) -> bool:
        return all(box.allows(s, t) for box in self.boxes)


@dataclass(frozen=True)
class Claim:
    """What is claimed: of the first state, all states, all steps, or of what comes for ever."""

    kind: str
    said: Said | Box | Spec

    @property
    def text(self) -> str:
        text = self.said.text
        return {"start": f"({text})", "states": f"[]({text})", "often": f"[]<>({text})",
                "last": f"<>[]({text})"}.get(self.kind, text)  # fmt: skip


# At random ----------------------------------------------------------------------------------------


class Maker:
    """Makes them, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def case(self) -> tuple[Spec, list[Claim]]:
        """A specification, and claims about it."""
        count = self.random.choice([1, 1, 2])
        starts = tuple(self.start() for _ in range(self.random.choice([0, 1, 1, 2])))
        boxes = tuple(self.box() for _ in range(count))
        fair = (self.box(),) if self.random.random() < 0.3 else ()
        return Spec(starts, boxes, fair), [self.claim() for _ in range(4)]

    def some(self) -> tuple[str, ...]:
        found = [name for name in NAMES if self.random.random() < 0.6]
        return tuple(found or [self.random.choice(NAMES)])

    def term(self, *, primed: bool = False) -> Said:
        match self.random.randrange(4):
            case 0:
                n = self.random.choice(VALUES)
                return Said(f"{n}", lambda s, t: n)
            case 1:
                inner = self.variable(primed=primed)
                return Said(f"(({inner.text} + 1) % 3)", lambda s, t: (inner.of(s, t) + 1) % 3)
            case _:
                return self.variable(primed=primed)

    def variable(self, *, primed: bool = False) -> Said:
        name = self.random.choice(NAMES)
        if primed and self.random.random() < 0.6:
            return Said(f"{name}'", lambda s, t: t[name])
        return Said(name, lambda s, t: s[name])

    def test(self, *, primed: bool = False) -> Said:
        one, other = self.variable(primed=primed), self.term(primed=primed)
        match self.random.randrange(4):
            case 0:
                return Said(
                    f"{one.text} # {other.text}", lambda s, t: one.of(s, t) != other.of(s, t)
                )
            case 1:
                some = self.random.choice([(0,), (0, 1), (1, 2), (2,)])
                listed = "{" + ", ".join(map(str, some)) + "}"
                return Said(f"{one.text} \\in {listed}", lambda s, t: one.of(s, t) in some)
            case _:
                return Said(
                    f"{one.text} = {other.text}", lambda s, t: one.of(s, t) == other.of(s, t)
                )

    def predicate(self, *, primed: bool = False) -> Said:
        one = self.test(primed=primed)
        match self.random.randrange(4):
            case 0:
                return either(one, self.test(primed=primed))
            case 1:
                return both(one, self.test(primed=primed))
            case _:
                return one

    def start(self) -> Said:
        names = self.some()
        said = [equal(name, self.random.choice(VALUES)) for name in names]
        return both(*said) if self.random.random() < 0.8 else self.predicate()

    def move(self) -> Said:
        """What some variables become."""
        return both(*(self.becomes(name) for name in self.some()))

    def becomes(self, name: str) -> Said:
        match self.random.randrange(5):
            case 0:
                return Said(f"UNCHANGED {name}", lambda s, t: t[name] == s[name])
            case 1:
                return Said(f"{name}' \\in {{0, 1}}", lambda s, t: t[name] in (0, 1))
            case _:
                value = self.term(primed=self.random.random() < 0.2)
                return Said(f"{name}' = {value.text}", lambda s, t: t[name] == value.of(s, t))

    def action(self, depth: int = 2) -> Said:
        match self.random.randrange(5) if depth else 0:
            case 1:
                return either(*(self.action(depth - 1) for _ in range(2)))
            case 2:
                return both(self.test(), self.action(depth - 1))
            case 3:
                test, yes, no = self.test(), self.action(depth - 1), self.action(depth - 1)
                return Said(
                    f"(IF {test.text} THEN {yes.text} ELSE {no.text})",
                    lambda s, t: yes.of(s, t) if test.of(s, t) else no.of(s, t),
                )
            case 4:
                return both(self.action(depth - 1), self.action(depth - 1))
            case _:
                return self.move()

    def box(self) -> Box:
        return Box(self.action(), self.some())

    def claim(self) -> Claim:
        kind = self.random.choice(
            ["start", "states", "states", "steps", "steps", "often", "last", "spec"]
        )
        if kind == "steps":
            said = self.predicate(primed=True)
            return Claim(kind, Box(said, self.some()))
        if kind == "spec":
            return Claim(kind, Spec((self.start(),), (self.box(),)))
        return Claim(kind, self.predicate())


def both(*parts: Said) -> Said:
    """A conjunction."""
    text = "(" + r" /\ ".join(part.text for part in parts) + ")"
    return Said(text, lambda s, t: _found(parts, s, t, False))


def equal(name: str, n: int) -> Said:
    return Said(f"{name} = {n}", lambda s, t: s[name] == n)


def either(*parts: Said) -> Said:
    """A disjunction."""
    text = "(" + r" \/ ".join(part.text for part in parts) + ")"
    return Said(text, lambda s, t: _found(parts, s, t, True))


def _found(parts: Sequence[Said], s: State, t: State, wanted: bool) -> bool:
    """The value that decides if a part has it, whatever parts without a value may be."""
    lacking: TypeError | None = None
    for part in parts:
        try:
            if bool(part.of(s, t)) is wanted:
                return wanted
        except TypeError as error:
            lacking = error
    if lacking is not None:
        raise lacking
    return not wanted


# What is true -------------------------------------------------------------------------------------


def module(spec: Spec, claims: Sequence[Claim]) -> str:
    """The module that states the claims as theorems."""
    lines = [f"THEOREM Spec => {claim.text}" for claim in claims]
    body = "\n".join(["EXTENDS Integers", "VARIABLES a, b, c", f"Spec == {spec.text}", *lines])
    return f"---- MODULE M ----\n{body}\n===="


class Everything:
    """All states of a specification over these values, and the steps between them."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.first = [n for n, s in enumerate(STATES) if spec.begins(s)]
        self.next = [[m for m, t in enumerate(STATES) if spec.steps(s, t)] for s in STATES]
        self.reached = self.from_(self.first, set(range(len(STATES))))

    def from_(self, some: Sequence[int], within: set[int]) -> set[int]:
        found, waiting = set(some), [*some]
        while waiting:
            more = [m for m in self.next[waiting.pop()] if m in within and m not in found]
            found.update(more)
            waiting += more
        return found

    def breaks(self, claim: Claim) -> bool:
        """Whether some run over these values shows a claim to be false."""
        said, reached = claim.said, self.reached
        if isinstance(said, Spec):
            return (
                any(not said.begins(STATES[n]) for n in self.first)
                or any(self.breaks(Claim("steps", box)) for box in said.boxes)
            )  # fmt: skip
        if isinstance(said, Box):
            return any(not said.allows(STATES[n], STATES[m]) for n in reached for m in self.next[n])
        false = {n for n in reached if not said.of(STATES[n], STATES[n])}
        match claim.kind:
            case "start":
                return any(n in false for n in self.first)
            case "states":
                return bool(false)
            case "often":
                return any(self.is_fair(part) for part in self.circles(false))
            case _:
                return any(self.is_fair(part) for part in self.circles(reached) if part & false)

    def circles(self, within: set[int]) -> list[set[int]]:
        """The sets of states, as large as they can be, in which each leads to each."""
        found: list[set[int]] = []
        for n in within:
            if not any(n in part for part in found):
                there = self.from_([n], within)
                found.append({m for m in there if n in self.from_([m], within)})
        return found

    def is_fair(self, part: set[int]) -> bool:
        """Whether a run that goes on through all of them is fair."""
        return all(
            any(not possible(fair, STATES[n]) for n in part)
            or any(
                taken(fair, STATES[n], STATES[m]) for n in part for m in self.next[n] if m in part
            )
            for fair in self.spec.fair
        )


def taken(fair: Box, s: State, t: State) -> bool:
    """Whether a step is of an action and changes its subscript."""
    return bool(fair.action.of(s, t)) and any(s[name] != t[name] for name in fair.subscript)


def possible(fair: Box, s: State) -> bool:
    """Whether such a step is enabled; with one more value, as there are others than these."""
    states = (dict(zip(NAMES, each, strict=True)) for each in product((*VALUES, 7), repeat=3))
    return any(_taken(fair, s, t) for t in states)


def _taken(fair: Box, s: State, t: State) -> bool:
    try:
        return taken(fair, s, t)
    except TypeError:
        return False


def shows(spec: Spec, claim: Claim, states: Sequence[State], loop: int | None) -> bool:
    """Whether a run is one of a specification, and a claim is false of it."""
    steps = list(pairwise(states))
    if loop is not None:
        steps.append((states[-1], states[loop]))
    if not spec.begins(states[0]) or not all(spec.steps(s, t) for s, t in steps):
        return False
    if loop is not None:
        rounds = steps[loop:]
        for fair in spec.fair:
            if all(possible(fair, s) for s, _ in rounds) and not any(
                taken(fair, *each) for each in rounds
            ):
                return False
    said = claim.said
    if isinstance(said, Spec):
        parts = [Claim("start", each) for each in said.starts]
        parts += [Claim("steps", each) for each in said.boxes]
        return any(_shown(spec, part, states, loop) for part in parts)
    if isinstance(said, Box):
        return not all(said.allows(s, t) for s, t in steps)
    match claim.kind:
        case "start":
            return not said.of(states[0], states[0])
        case "states":
            return not all(said.of(s, s) for s in states)
        case "often":
            return loop is not None and not any(said.of(s, s) for s in states[loop:])
        case _:
            return loop is not None and not all(said.of(s, s) for s in states[loop:])


def _shown(spec: Spec, claim: Claim, states: Sequence[State], loop: int | None) -> bool:
    """The same, where values that are no numbers may not be added to."""
    try:
        return shows(spec, claim, states, loop)
    except TypeError:
        return False
