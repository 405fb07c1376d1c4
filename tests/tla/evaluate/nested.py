"""Random expressions over tiny values, with all that makes it hard to say what they speak of.

ENABLED, priming, parameters, operators as parameters, LET and instances whose variables stand for
expressions, several for the same one, are nested in one another.
"""

from __future__ import annotations

import random

OPERATORS = r"""
Flip(a) == 1 - a
Next(a) == a'
Can(d) == ENABLED d
Pass(d) == d
Both(d, e) == d /\ e
Apply(F(_), a) == F(a)
Twice(F(_), a) == F(F(a))
Late(e) == LET k == e IN k'
Let(e) == LET K(a) == IF a = 0 THEN e ELSE 1 - e IN K(1)
Try(F(_), a) == ENABLED (F(a) = a)
Again(p) == ENABLED ((p)')
Same(a) == UNCHANGED a
RECURSIVE Rec(_, _)
Rec(n, a) == IF n = 0 THEN a ELSE Rec(n - 1, 1 - a)
"""

INNER_OPERATORS = r"""
Mix(d) == ENABLED (d /\ u' = 0 /\ v' = 1)
Sets(a) == ENABLED (u' = a /\ v' = u)
Sure == ENABLED (u' = 0 /\ v' = 1)
Step(a) == u' = a /\ v' = 1 - a
Gone == ENABLED (u = 1 /\ u' = 0)
"""

DEEP_OPERATORS = r"""
Turn == ENABLED (w' = 1 - w)
Off == ENABLED (w = 1 /\ w' = 0)
Ask(d) == ENABLED (w' = 0 /\ d)
Move(a) == w' = a
"""

DEEP_SUBSTITUTES = ("w <- u", "w <- 1 - v", "w <- IF u = v THEN 1 ELSE 0", "w <- 0", "w <- Let(v)")

SUBSTITUTES = (
    "u <- x, v <- x", "u <- x, v <- y", "u <- 1 - x, v <- y", "u <- y, v <- Flip(y)",
    "u <- 0, v <- x", "u <- IF x = y THEN 1 ELSE 0, v <- y", "u <- Rec(1, x), v <- Let(y)",
)  # fmt: skip


class Writer:
    """Writes expressions of one module: its variables, and its instances with their operators."""

    def __init__(self, rng: random.Random, variables: str, instances: tuple[str, ...]) -> None:
        self.rng = rng
        self.variables = variables
        self.instances = instances
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"k{self.count}"

    def _one(self, names: list[str]) -> str:
        return self.rng.choice(names)

    def number(self, size: int, bound: tuple[str, ...], *, primes: bool = False) -> str:
        """0 or 1: a value of a state or, with `primes`, of a step."""
        rng = self.rng
        if size <= 0:
            return self._one([*self.variables, *bound, "0", "1"])
        kinds = ["leaf", "minus", "if", "flip", "let", "twice", "apply", "rec", "lambda", "letop"]
        kind = rng.choice([*kinds, *(["prime", "next", "late"] * 2 if primes else [])])

        def inner(*more: str) -> str:
            return self.number(size - 1, (*bound, *more), primes=primes)

        def state() -> str:  # what may be primed where its name stands
            return self.number(size - 1, bound)

        name = self.fresh()
        match kind:
            case "leaf":
                return self._one([*self.variables, *bound])
            case "minus":
                return f"(1 - {inner()})"
            case "if":
                condition = self.truth(size - 2, bound, primes=primes)
                return f"(IF {condition} THEN {inner()} ELSE {inner()})"
            case "flip":
                return f"{rng.choice(['Flip', 'Let', 'Pass'])}({inner()})"
            case "let":
                return f"(LET {name} == {state()} IN {inner(name)})"
            case "letop":
                return f"(LET {name}(a{name}) == {inner('a' + name)} IN {name}({state()}))"
            case "twice":
                return f"Twice(Flip, {inner()})"
            case "apply":
                return f"Apply({rng.choice(['Flip', 'Let', 'Pass'])}, {inner()})"
            case "lambda":
                return f"Apply(LAMBDA {name} : {inner(name)}, {state()})"
            case "rec":
                return f"Rec(1, {state()})"
            case "prime":
                return f"({state()})'"
            case "next":
                return rng.choice(["Next({})", "Apply(Next, {})"]).format(state())
            case _:
                return f"Late({state()})"

    def truth(self, size: int, bound: tuple[str, ...], *, primes: bool = False) -> str:
        """A predicate on states or, with `primes`, an action."""
        rng = self.rng
        if size <= 0:
            left, right = (self.number(0, bound) for _ in "ab")
            return f"{left} = {right}"
        kinds = ["equal", "and", "not", "enabled", "exists", "if", "try", "instance"]
        kind = rng.choice([*kinds, *(["prime", "same", "assign", "assign"] if primes else [])])

        def inner(*more: str) -> str:
            return self.truth(size - 1, (*bound, *more), primes=primes)

        name = self.fresh()
        match kind:
            case "equal":
                left, right = (self.number(size - 1, bound, primes=primes) for _ in "ab")
                return f"{left} {rng.choice('=#')} {right}"
            case "and":
                sign = rng.choice(["/\\", "\\/", "=>"])
                return f"(({inner()}) {sign} ({inner()}))"
            case "not":
                return f"~({inner()})"
            case "exists":
                return rf"(\{rng.choice('EA')} {name} \in {{0, 1}} : {inner(name)})"
            case "if":
                return f"(IF {inner()} THEN {inner()} ELSE {inner()})"
            case "enabled":
                form = rng.choice(["ENABLED ({})", "Can({})", "(Can(Pass({})))", "Again({})"])
                plain = form.startswith("Again")
                return form.format(self.truth(size - 1, bound, primes=not plain))
            case "try":
                return f"Try({rng.choice(['Flip', 'Next'])}, {self.number(size - 1, bound)})"
            case "instance":
                return self._instance(size, bound)
            case "prime":
                return f"({self.truth(size - 1, bound)})'"
            case "same":
                return f"Same({self.number(size - 1, bound)})"
            case _ if primes:
                chosen = rng.choice([f"= {self.number(size - 1, bound)}", "\\in {0, 1}"])
                return f"{rng.choice(self.variables)}' {chosen}"
            case _:
                return self.truth(size - 1, bound)

    def _instance(self, size: int, bound: tuple[str, ...]) -> str:
        """Something of an instance; of one that is called K, of the module Deep."""
        rng = self.rng
        of = rng.choice(self.instances)
        if of.endswith("K"):
            kind = rng.choice(["Turn", "Off", "Ask({a})", "Move"])
            if kind == "Move":
                return f"ENABLED {of}!Move({self.number(size - 1, bound)})"
            return f"{of}!{kind.format(a=self.truth(size - 1, bound, primes=True))}"
        kind = rng.choice(["Mix", "Sets", "Sure", "Gone", "Can", "ENABLED", "Open", "Given"])
        state, action = self.number(size - 1, bound), self.truth(size - 1, bound, primes=True)
        match kind:
            case "Mix" | "Can":
                return f"{of}!{kind}({action})"
            case "Sets" | "Open":
                return f"{of}!{kind}({state})"
            case "ENABLED":
                return f"ENABLED {of}!Step({state})"
            case "Given":
                return f"{of}!Given({action})"
            case _:
                return f"{of}!{kind}"


def module(name: str, variables: str, *parts: str) -> str:
    declared = f"VARIABLES {', '.join(variables)}"
    return "\n".join([f"---- MODULE {name} ----", "EXTENDS Integers", declared, *parts, "===="])


def top(rng: random.Random) -> Writer:
    """What writes for a module Top that is put before the `others`."""
    return Writer(rng, "xy", ("I", "J", "I", "J", "I!K", "J!K"))


def instances(rng: random.Random) -> list[str]:
    """The instances that Top has."""
    return [f"{name} == INSTANCE Inner WITH {rng.choice(SUBSTITUTES)}" for name in "IJ"]


def others(rng: random.Random, size: int) -> list[str]:
    """The modules that Top instantiates, one of which instantiates the other."""
    inner = Writer(rng, "uv", ("K",))
    given = [
        f"K == INSTANCE Deep WITH {rng.choice(DEEP_SUBSTITUTES)}",
        f"Open(p) == {inner.truth(size, ('p',))}",
        f"Given(d) == ENABLED ({inner.truth(size - 1, (), primes=True)} /\\ d)",
    ]
    return [
        module("Inner", "uv", OPERATORS, INNER_OPERATORS, *given),
        module("Deep", "w", DEEP_OPERATORS),
    ]


def modules(seed: int, count: int, size: int = 4) -> str:
    """A file with a module Top, whose State0 ... and Action0 ... are random expressions."""
    rng = random.Random(seed)
    writer = top(rng)
    written = [
        text
        for number in range(count)
        for text in (
            f"State{number} == {writer.truth(size, ())}",
            f"Action{number} == {writer.truth(size, (), primes=True)}",
        )
    ]
    return "\n".join(
        [module("Top", "xy", OPERATORS, *instances(rng), *written), *others(rng, size)]
    )
