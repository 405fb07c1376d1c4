"""Random modules: both searches find the same states, steps and failures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tunings import TUNINGS

from .cutting import Model, agree

HEAD = r"""
VARIABLES {names}
vars == <<{names}>>
Small == 0..2
Twice(n) == (n + n) % 3
At(h, i) == h[i]
Sum(h) == (h[1] + h[2]) % 3
Least(S) == CHOOSE n \in S : \A m \in S : n <= m
Fold(Op(_, _), h) == Op(h[1], h[2])
RECURSIVE Down(_)
Down(n) == IF n <= 0 THEN 0 ELSE Down(n - 1)
Pairs == [i \in 1..2 |-> (i + {number}) % 3]
"""

STARTS = {
    "x": ["0", "2"],
    "f": ["<<0, 1>>", r"[i \in 1..2 |-> 0]"],
    "r": ["[a |-> 0, b |-> TRUE]"],
    "s": ["{}", "{0, 2}"],
    "q": ["<<>>", "<<1>>"],
    "g": ["<<<<0, 0>>, <<1, 0>>>>"],
}


class Writer:
    """Writes expressions over some variables; `primed` ones may be read in the next state too."""

    def __init__(
        self,
        random: Random,
        names: Sequence[str],
        primed: Sequence[str] = (),
        bound: Sequence[str] = (),
    ) -> None:
        self.random = random
        self.names = names
        self.primed = primed
        self.bound = list(bound)

    def one(self, *texts: str) -> str:
        return self.random.choice(texts)

    def fresh(self) -> str:
        """A name that nothing else has."""
        return f"k{self.random.getrandbits(40)}"

    def variable(self, name: str) -> list[str]:
        if name not in self.names:
            return []
        return [name, *([name + "'"] if name in self.primed else [])]

    def number(self, depth: int = 2) -> str:
        atoms = ["0", "1", "2", *self.bound, *self.variable("x"), "Pairs[2]"]
        atoms += [f"{f}[{i}]" for f in self.variable("f") for i in (1, 2)]
        atoms += [f"{r}.a" for r in self.variable("r")]
        atoms += [f"{g}[{i}][{j}]" for g in self.variable("g") for i, j in ((1, 1), (1, 2), (2, 1))]
        atoms += [f"Len({q})" for q in self.variable("q")]
        if depth == 0:
            return self.one(*atoms)
        kind = self.random.randint(0, 11)
        inner = depth - 1
        match kind:
            case 0:
                return f"(({self.number(inner)} + {self.number(inner)}) % 3)"
            case 1:
                yes, no = self.number(inner), self.number(inner)
                return f"(IF {self.truth(inner)} THEN {yes} ELSE {no})"
            case 2:
                return f"Twice({self.number(inner)})"
            case 3:
                return f"{self.function(inner)}[1 + ({self.number(inner)} % 2)]"
            case 4:
                return f"Sum({self.function(inner)})"
            case 5:
                return f"Cardinality({self.set(inner)})"
            case 6:
                name = self.fresh()
                return f"(LET {name} == {self.number(inner)} IN ({name} + {name} + 1) % 3)"
            case 7:
                a, b = self.fresh(), self.fresh()
                rule = f"LAMBDA {a}, {b} : ({a} + 2 * {b}) % 3"
                return f"Fold({rule}, {self.function(inner)})"
            case 8:
                return f"Down({self.number(inner)})"
            case 9 if self.random.random() < 0.2:
                return f"{self.function(inner)}[1 + {self.number(0)}]"  # may have no value
            case 10 if self.random.random() < 0.5:
                return f"Least({self.set(inner)})"  # likewise
        return self.one(*atoms)

    def truth(self, depth: int = 2) -> str:
        atoms = [f"{self.number(0)} = {self.number(0)}", f"{self.number(0)} < 2"]
        atoms += [f"{r}.b" for r in self.variable("r")]
        atoms += [f"{q} = <<>>" for q in self.variable("q")]
        if depth == 0:
            return self.one(*atoms)
        inner = depth - 1
        match self.random.randint(0, 12):
            case 0:
                return f"({self.truth(inner)} /\\ {self.truth(inner)})"
            case 1:
                return f"({self.truth(inner)} \\/ {self.truth(inner)})"
            case 2:
                return f"(~{self.truth(inner)})"
            case 3:
                return f"({self.truth(inner)} => {self.truth(inner)})"
            case 4:
                return f"({self.truth(inner)} <=> {self.truth(inner)})"
            case 5:
                return f"({self.number(inner)} \\in {self.set(inner)})"
            case 6:
                return f"({self.function(inner)} {self.one('=', '#')} {self.function(inner)})"
            case 7:
                return f"({self.function(inner)} \\in [1..2 -> {self.set(inner)}])"
            case 8:
                kind, values = self.one("\\A", "\\E"), self.one("0..1", self.set(inner))
                name = self.fresh()
                return f"({kind} {name} \\in {values} : {self._inside(name, self.truth, inner)})"
            case 9:
                return f"({self.set(inner)} \\subseteq {self.set(inner)})"
            case 10 if "r" in self.names:
                return f"({self.record(inner)} {self.one('=', '#')} {self.record(inner)})"
            case 11 if "g" in self.names:
                return f"({self.nested(inner)} = {self.nested(inner)})"
            case 12 if self.primed:
                return f"UNCHANGED {self.one(*self.primed)}"
        return self.one(*atoms)

    def _inside(self, name: str, write: Callable[[int], str], depth: int) -> str:
        self.bound.append(name)
        text = write(depth)
        self.bound.pop()
        return text

    def set(self, depth: int = 2) -> str:
        atoms = ["{0, 1}", "{1}", *self.variable("s")]
        if depth == 0:
            return self.one(*atoms)
        inner = depth - 1
        match self.random.randint(0, 6):
            case 0:
                return f"({self.set(inner)} \\cup {{{self.number(inner)}}})"
            case 1:
                return f"({self.set(inner)} \\ {{{self.number(inner)}}})"
            case 2:
                name = self.fresh()
                return f"{{{name} \\in Small : {self._inside(name, self.truth, inner)}}}"
            case 3:
                name = self.fresh()
                return f"{{({self.function(inner)})[{name}] : {name} \\in 1..2}}"
            case 4:
                return f"{{{self.number(inner)}, {self.number(inner)}}}"
        return self.one(*atoms)

    def function(self, depth: int = 2) -> str:
        atoms = ["<<1, 2>>", "Pairs", *self.variable("f")]
        atoms += [f"{g}[{i}]" for g in self.variable("g") for i in (1, 2)]
        if depth == 0:
            return self.one(*atoms)
        inner = depth - 1
        match self.random.randint(0, 7):
            case 0:
                value = self.one(self.number(inner), f"(@ + {self.number(0)}) % 3")
                return f"[{self.function(inner)} EXCEPT ![{self.index(inner)}] = {value}]"
            case 1:
                first, second = self.number(inner), self.one("(@ + 1) % 3", self.number(0))
                base = self.function(inner)
                return f"[{base} EXCEPT ![{self.index(0)}] = {first}, ![2] = {second}]"
            case 2:
                name = self.fresh()
                return f"[{name} \\in 1..2 |-> {self._inside(name, self.number, inner)}]"
            case 3:
                yes, no = self.function(inner), self.function(inner)
                return f"(IF {self.truth(inner)} THEN {yes} ELSE {no})"
            case 4:
                return f"<<{self.number(inner)}, {self.number(inner)}>>"
            case 5:
                name = self.fresh()
                change = f"[{name} EXCEPT ![1] = {self.number(inner)}]"
                return f"(LET {name} == {self.function(inner)} IN {change})"
        return self.one(*atoms)

    def index(self, depth: int) -> str:
        return self.one("1", "2", f"1 + ({self.number(depth)} % 2)")

    def nested(self, depth: int = 2) -> str:
        if depth == 0:
            return self.one("<<<<0, 1>>, <<1, 1>>>>", *self.variable("g"))
        inner = depth - 1
        base = self.nested(inner)
        match self.random.randint(0, 5):
            case 0:
                value = self.one(self.number(inner), f"(@ + {self.number(0)}) % 3")
                return f"[{base} EXCEPT ![{self.index(inner)}][{self.index(0)}] = {value}]"
            case 1:
                return f"[{base} EXCEPT ![{self.index(inner)}] = {self.function(inner)}]"
            case 2:
                change = f"[@ EXCEPT ![{self.index(0)}] = {self.number(inner)}]"
                return f"[{base} EXCEPT ![{self.index(inner)}] = {change}]"
            case 3:
                name = self.fresh()
                return f"[{name} \\in 1..2 |-> {self._inside(name, self.function, inner)}]"
            case 4:
                return f"<<{self.function(inner)}, {self.function(inner)}>>"
        return base

    def record(self, depth: int = 2) -> str:
        inner = max(0, depth - 1)
        base = self.one("[a |-> 1, b |-> FALSE]", *self.variable("r"))
        match self.random.randint(0, 3):
            case 0:
                return f"[{base} EXCEPT !.a = {self.number(inner)}, !.b = ~@]"
            case 1:
                return f"[a |-> {self.number(inner)}, b |-> {self.truth(inner)}]"
            case 2:
                return f"[{base} EXCEPT !.a = (@ + 1) % 3]"
        return base

    def sequence(self, depth: int = 2) -> str:
        inner = max(0, depth - 1)
        base = self.one("<<>>", *self.variable("q"))
        longer = f"Append({base}, {self.number(inner)})"
        grown = f"(IF Len({base}) < 2 THEN {longer} ELSE <<>>)"
        shorter = f"(IF {base} = <<>> THEN <<2>> ELSE Tail({base}))"
        return self.one(base, grown, shorter)

    def value(self, name: str) -> str:
        kinds = {
            "x": self.number, "f": self.function, "r": self.record,
            "s": self.set, "q": self.sequence, "g": self.nested,
        }  # fmt: skip
        return kinds[name]()


def assignment(writer: Writer, name: str) -> str:
    match writer.random.randint(0, 8):
        case 0:
            return f"UNCHANGED {name}"
        case 1 if name == "x":
            return f"x' \\in {writer.set()}"
        case 2 if name == "f":
            return "f' \\in [1..2 -> {0, 1}]"
        case 3:
            yes, no = f"{name}' = {writer.value(name)}", f"UNCHANGED {name}"
            return f"IF {writer.truth()} THEN {yes} ELSE {no}"
        case 4 | 5:
            values, bound = writer.set(), writer.fresh()
            writer.bound.append(bound)
            chosen = f"\\E {bound} \\in {values} : {name}' = {writer.value(name)}"
            writer.bound.pop()
            return chosen
    return f"{name}' = {writer.value(name)}"


def action(random: Random, names: Sequence[str], bound: Sequence[str] = ()) -> str:
    """Guards, a next value for each variable, and tests of next values between them."""
    done: list[str] = []
    plain = Writer(random, names, bound=bound)
    parts = [plain.truth()] if random.random() < 0.3 else []
    for name in random.sample(names, len(names)):
        parts.append(assignment(Writer(random, names, tuple(done), bound), name))
        done.append(name)
        if random.random() < 0.1:
            parts.append(Writer(random, names, tuple(done), bound).truth())
    return " /\\ ".join(f"({part})" for part in parts)


def module(random: Random) -> Model:
    """A module over some of the variables."""
    names = random.choice([("x", "f"), ("x", "r", "s"), ("f", "q"), ("g", "x"), ("f", "s")])
    head = HEAD.replace("{names}", ", ".join(names)).replace("{number}", str(len(names)))
    start = " /\\ ".join(f"{name} = {random.choice(STARTS[name])}" for name in names)
    body = [head, f"Init == {start}"]
    body.append(f"A == {action(random, names)}")
    body.append(f"B(n) == {action(random, names, ('n',))}")
    if random.random() < 0.5:
        body.append(f"C == \\/ {action(random, names)}\n     \\/ {action(random, names)}")
    else:
        test = Writer(random, names).truth()
        body.append(f"C == IF {test} THEN {action(random, names)} ELSE {action(random, names)}")
    values = random.choice(["{0, 2}", Writer(random, names).set()])
    follow = random.choice(
        [r"A \/ C", r"A \/ C", "[A]_vars", r"C \/ (A /\ x # 0)" if "x" in names else "A"]
    )
    body.append(f"Next == {follow} \\/ \\E k \\in {values} : B(k)")
    plain, both = Writer(random, names), Writer(random, names, names)
    return Model(
        "\n".join(body),
        states=[plain.truth(3), plain.truth(3)],
        steps=[both.truth(3), f"[A]_<<{names[0]}>>"],
        constraints=[plain.truth()] if random.random() < 0.5 else [],
        allowed=[both.truth()] if random.random() < 0.25 else [],
    )


SEEDS = st.integers(0, 1 << 32)


@pytest.mark.slow
@pytest.mark.parametrize(("tuned", "examples"), [("usual", 20), ("tiny", 8), ("mixed", 8)])
def test_both_searches_of_a_module_find_the_same(tuned: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(SEEDS)
    def compare(seed: int) -> None:
        model = replace(module(Random(seed)), tuning=TUNINGS[tuned])
        agree(model, most=300, opens=seed % 2 == 0)

    compare()


@pytest.mark.slow
@settings(max_examples=12)
@given(SEEDS)
def test_a_system_that_was_cut_as_the_first_state_suggests_is_cut_anew(seed: int) -> None:
    model = module(Random(seed))
    agree(model, seen=model.initial[:1], most=300)
