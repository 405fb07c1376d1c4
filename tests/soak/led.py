"""Random LED expressions and programs, each with a plain reading in Python.

An expression is drawn as a text and a function of the values of its variables, so its reading
shares nothing with the evaluator. Conditions that bind are read as tests of every assignment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, NamedTuple

UNIVERSE = range(5)
"""All that a binder can bind."""

NAMES = ("x", "y", "z")
Env = dict[str, Any]


class Said(NamedTuple):
    """A text and what it means where variables have values."""

    text: str
    of: Callable[[Env], Any]


COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "/=": lambda a, b: a != b,
    "=": lambda a, b: a == b,
}


def members(random: Random, most: int = 4, largest: int = 4) -> set[int]:
    return {random.randint(0, largest) for _ in range(random.randint(0, most))}


def shown(some: set[Any]) -> str:
    return f"{{{', '.join(map(str, sorted(some)))}}}"


def number(random: Random, names: tuple[str, ...] = NAMES, depth: int = 1) -> Said:
    """A number: a variable, or computed from such."""
    kind = random.randrange(12 if depth else 4)
    if kind < 2 or (not names and kind < 4):
        value = random.randint(0, 4)
        return Said(str(value), lambda env: value)
    if kind < 4:
        name = random.choice(names)
        return Said(name, lambda env: env[name])
    if kind > 9:
        return _sum(random, names, depth, kind == 10)
    (one, left), (other, right) = number(random, names, depth - 1), number(random, names, depth - 1)
    match kind:
        case 4 | 5:
            return Said(f"({one} + {other})", lambda env: left(env) + right(env))
        case 6:
            return Said(f"({one} * {other})", lambda env: left(env) * right(env))
        case 7:
            return Said(f"({one} - {other})", lambda env: left(env) - right(env))
        case 8:
            base = random.randint(1, 4)
            return Said(f"({one} mod {base})", lambda env: left(env) % base)
    some, of = a_set(random, names, depth - 1)
    return Said(f"|{some}|", lambda env: len(of(env)))


def _sum(random: Random, names: tuple[str, ...], depth: int, listed: bool) -> Said:
    name, over = fresh(names, depth), members(random)
    some = Said(shown(over), lambda env: over) if listed else a_set(random, names, depth - 1)
    value = number(random, (*names, name), depth - 1)
    return Said(
        f"(Sum[{name} in {some.text}] {value.text})",
        lambda env: sum(value.of({**env, name: w}) for w in some.of(env)),
    )


def fresh(names: tuple[str, ...], depth: int) -> str:
    """A variable that nothing around binds: one that is bound already would be compared with."""
    return f"w{len(names)}{'abcdef'[depth]}"


def a_set(random: Random, names: tuple[str, ...] = NAMES, depth: int = 1) -> Said:
    """A set of numbers."""
    kind = random.randrange(7 if depth else 2)
    if kind == 0:
        some = members(random)
        return Said(shown(some), lambda env: frozenset(some))
    if kind == 1:
        low, high = number(random, names, 0), number(random, names, 0)
        return Said(
            f"{{{low.text}..{high.text}}}",
            lambda env: frozenset(range(low.of(env), high.of(env) + 1)),
        )
    if kind == 2:
        return _comprehension(random, names, depth)
    (one, left), (other, right) = a_set(random, names, depth - 1), a_set(random, names, depth - 1)
    match kind:
        case 3 | 4:
            return Said(f"({one} U {other})", lambda env: left(env) | right(env))
        case 5:
            return Said(f"({one} \\ {other})", lambda env: left(env) - right(env))
    return Said(f"({one} sec {other})", lambda env: left(env) & right(env))


def _comprehension(random: Random, names: tuple[str, ...], depth: int) -> Said:
    over, name = a_set(random, names, 0), fresh(names, depth)
    inside = (*names, name)
    value, test = number(random, inside, depth - 1), claim(random, inside, depth - 1)
    return Said(
        f"{{{value.text} | {name} in {over.text} & {test.text}}}",
        lambda env: frozenset(
            value.of({**env, name: w}) for w in over.of(env) if test.of({**env, name: w})
        ),
    )


def claim(random: Random, names: tuple[str, ...] = NAMES, depth: int = 2) -> Said:
    """A condition that is only tested; it never consists of an equation alone."""
    kind = random.randrange(9 if depth > 0 else 3)
    if kind < 2:
        (one, left), (other, right) = number(random, names), number(random, names)
        sign = random.choice(["<", "<=", ">", ">=", "/="])
        return Said(f"{one} {sign} {other}", lambda env: COMPARED[sign](left(env), right(env)))
    if kind == 2:
        (one, left), (other, right) = number(random, names), a_set(random, names, depth and 1)
        return Said(f"~({one} in {other})", lambda env: left(env) not in right(env))
    if kind == 3:
        text, holds = claim(random, names, depth - 1)
        return Said(f"~({text})", lambda env: not holds(env))
    if kind in (4, 5):
        return _quantified(random, names, depth, "some" if kind == 4 else "all")
    (one, left), (other, right) = claim(random, names, depth - 1), claim(random, names, depth - 1)
    if kind == 6:
        return Said(f"({one} & {other})", lambda env: left(env) and right(env))
    if kind == 7:
        return Said(f"({one} => {other})", lambda env: not left(env) or right(env))
    return Said(f"({one} V {other})", lambda env: left(env) or right(env))


def _quantified(random: Random, names: tuple[str, ...], depth: int, kind: str) -> Said:
    name = random.choice(("x", fresh(names, depth)))
    inside = names if name in names else (*names, name)
    over, (text, holds) = members(random, 3), claim(random, inside, depth - 1)
    fold = any if kind == "some" else all
    return Said(
        f"({kind} {name} in {shown(over)}. ({text}))",
        lambda env: fold(holds({**env, name: value}) for value in over),
    )


def binder(random: Random, name: str) -> Said:
    """A condition that may bind a variable, by members within the universe."""
    some = members(random)
    match random.randrange(7):
        case 0 | 1:
            return Said(f"{name} in {shown(some)}", lambda env: env[name] in some)
        case 2:
            high, of = number(random, NAMES, 0)
            return Said(f"{name} in {{0..{high}}}", lambda env: 0 <= env[name] <= of(env))
        case 3:
            text, of = number(random, NAMES, 0)
            return Said(f"{name} = {text}", lambda env: env[name] == of(env))
        case 4:
            value = random.randint(0, 4)
            return Said(
                f"({name} in {shown(some)} V {name} = {value})",
                lambda env: env[name] in some or env[name] == value,
            )
        case 5:
            test, holds = claim(random, (name,), 1)
            return Said(
                f"(some w in {shown(some)}. ({name} = w & {test}))",
                lambda env: env[name] in some and holds(env),
            )
    pairs = {(random.randint(0, 3), random.randint(0, 3)) for _ in range(random.randint(0, 4))}
    other = random.choice(NAMES)
    listed = ", ".join(f"({a},{b})" for a, b in sorted(pairs))
    return Said(f"({name},{other}) in {{{listed}}}", lambda env: (env[name], env[other]) in pairs)


def condition(random: Random) -> Said:
    """A conjunction that could bind all variables, its parts in any order."""
    parts = [binder(random, name) for name in NAMES]
    parts += [claim(random) for _ in range(random.randint(0, 2))]
    random.shuffle(parts)
    text = " & ".join(part.text for part in parts)
    return Said(text, lambda env: all(part.of(env) for part in parts))


def solutions(holds: Callable[[Env], Any]) -> set[tuple[int, ...]]:
    """The assignments over the universe that satisfy a condition."""
    every = product(UNIVERSE, repeat=len(NAMES))
    return {values for values in every if holds(dict(zip(NAMES, values, strict=True)))}


@dataclass(frozen=True)
class Machine:
    """A program whose state is a number: what comes next, by the state and the mouse."""

    text: str
    next: Callable[[int, bool, int, int], int]
    start: int


def machine(random: Random) -> Machine:
    """A program of a few cases, each with a condition on the state, the click and the mouse."""
    start, cases = random.randint(0, 3), []
    for _ in range(random.randint(1, 4)):
        value, when = number(random, ("s",), 1), _moment(random)
        cases.append((f"({value.text}) mod 4", value.of, when))
    text = "; ".join(f"{value} if {when.text}" for value, _, when in cases)

    def after(state: int, clicked: bool, x: int, y: int) -> int:
        env = {"s": state, "clicked": clicked, "mouseX": x, "mouseY": y}
        for _, of, when in cases:
            if when.of(env):
                return int(of(env) % 4)
        return state

    said = f"initialState := {start} s := currentState nextState := {text}; s otherwise"
    return Machine(said, after, start)


def _moment(random: Random) -> Said:
    parts = []
    if random.randrange(4):
        parts.append(Said("clicked", lambda env: env["clicked"]))
    for _ in range(random.randint(0, 2)):
        name = random.choice(["mouseX", "mouseY", "mouseX", "s"])
        sign = random.choice(list(COMPARED)[:4])
        edge = random.randint(0, 3) if name == "s" else 100 * random.randint(1, 7)
        parts.append(_compared(name, sign, edge))
    text = " & ".join(part.text for part in parts) or "s < 9"
    return Said(text, lambda env: all(part.of(env) for part in parts))


def _compared(name: str, sign: str, edge: int) -> Said:
    return Said(f"{name} {sign} {edge}", lambda env: COMPARED[sign](env[name], edge))


PLACES = sorted({at + by for at in range(0, 801, 100) for by in (-1, 0, 1) if 0 <= at + by <= 800})
"""Positions on both sides of every edge that a condition can name."""


def targets(of: Machine, state: int) -> set[int]:
    """The other states that come after one, with or without a click, wherever the mouse is."""
    every = product((False, True), PLACES, PLACES)
    return {of.next(state, clicked, x, y) for clicked, x, y in every} - {state}
