"""Draws models: expressions over variables of every sort, actions, turns, boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from .formula import some
from .model import Act, Variable, Way, Written


class Writer:
    """Writes expressions over some variables; every name that may be called is of `PLAINLY`."""

    def __init__(self, random: Random, variables: Sequence[Variable], choices: int = 0) -> None:
        self.random, self.variables, self.choices = random, variables, choices

    def one(self, *texts: str) -> str:
        return self.random.choice(texts)

    def leaf(self, kind: str) -> list[str]:
        """The variables of a kind, as they are read."""
        found = []
        for v in self.variables:
            if v.kind == kind and v.size is None:
                found.append(v.name)
            elif v.kind == kind and v.size is not None:
                found += [f"{v.name}[{n}]" for n in range(v.size)]
                found += [f"{v.name}[i]"] if 0 < self.choices <= v.size else []
        return found

    def indexed(self, kind: str) -> list[str]:
        """Elements whose index is found in the state."""
        return [
            f"{v.name}[{self.number(0)} % {v.size}]"
            for v in self.variables
            if v.kind == kind and v.size
        ]

    def condition(self, depth: int = 2) -> str:
        if depth == 0:
            leaves = [
                f"({a} == {self.literal(a)})" for a in self.leaf("number") + self.leaf("member")
            ]
            return self.one(*self.leaf("flag"), *leaves, "(0 == 0)")
        inner = depth - 1
        match self.random.randrange(12):
            case 0:
                return f"({self.condition(inner)} & {self.condition(inner)})"
            case 1:
                return f"({self.condition(inner)} | {self.condition(inner)})"
            case 2:
                return f"not_({self.condition(inner)})"
            case 3:
                c, a, b = (self.condition(inner) for _ in range(3))
                return f"if_({c}, {a}, {b})"
            case 4:
                sign = self.one("<", "<=", ">", ">=")
                return f"({self.number(inner)} {sign} {self.number(inner)})"
            case 5:
                name = self.one("all_of", "any_of")
                return f"{name}([{self.conditions(inner)}])"
            case 6:
                sign = self.one("<=", "<", ">")
                return f"(count_of([{self.conditions(0)}]) {sign} count_of([{self.conditions(0)}]))"
            case 7 if self.leaf("set"):
                return f"({self.set(inner)}).contains({self.one(*MEMBERS)})"
            case 8 if self.leaf("set"):
                return f"({self.set(inner)} {self.one('<=', '==', '<')} {self.set(inner)})"
            case 9 if self.leaf("member"):
                a, b = self.one(*self.leaf("member")), self.one(*self.leaf("member"))
                return f"({a} {self.one('==', '!=')} {b})"
            case 10:
                a, b = self.condition(inner), self.one(*self.leaf("flag"), self.condition(inner))
                return f"if_({a}, {b}, not_({b}))"
        return self.condition(0)

    def conditions(self, depth: int) -> str:
        return ", ".join(self.condition(depth) for _ in range(self.random.randint(0, 3)))

    def literal(self, text: str) -> str:
        name = text.partition("[")[0]
        (variable,) = [v for v in self.variables if v.name == name]
        return repr(self.random.choice(variable.values))

    def number(self, depth: int = 2) -> str:
        if depth == 0:
            return self.one(*self.leaf("number"), "0", "1", "2", *(["i"] if self.choices else []))
        inner = depth - 1
        match self.random.randrange(10):
            case 0:
                return f"({self.number(inner)} {self.one('+', '-', '*')} {self.number(inner)})"
            case 1:
                return f"({self.number(inner)} {self.one('//', '%')} {self.one('2', '3', '(-2)')})"
            case 2:
                return f"if_({self.condition(inner)}, {self.number(inner)}, {self.number(inner)})"
            case 3:
                return f"count_of([{self.conditions(inner)}])"
            case 4 if self.leaf("set"):
                return f"({self.set(inner)}).size()"
            case 5 if self.indexed("number"):
                return self.one(*self.indexed("number"))
        return self.number(0)

    def set(self, depth: int = 1) -> str:
        leaves = self.leaf("set")
        if depth == 0 or self.random.randrange(3) == 0:
            return self.one(*leaves)
        return f"({self.set(depth - 1)} {self.one('|', '&', '-')} {self.set(depth - 1)})"

    def value(self, v: Variable) -> str:
        """A value for a variable, most often one that it can have."""
        match v.kind:
            case "flag":
                return self.condition()
            case "number":
                text = self.number()
                if self.random.randrange(12) == 0:
                    return text  # it may lead out of the sort
                low, count = v.values[0], len(v.values)
                return f"({text} % {count} + {low})" if low else f"({text} % {count})"
            case "member":
                leaves = [repr(value) for value in v.values]
                same = [
                    w.name for w in self.variables if w.kind == "member" and w.values == v.values
                ]
                leaves += [name for name in same if name in self.leaf("member")]
                if self.random.randrange(2):
                    return f"if_({self.condition(1)}, {self.one(*leaves)}, {self.one(*leaves)})"
                return self.one(*leaves)
        return self.set()


MEMBERS = ("'a'", "'b'")
SETS = tuple(frozenset(c) for c in ((), ("a",), ("b",), ("a", "b")))


def draw(random: Random) -> Written:
    """A model of 2 to 4 variables, of a board now and then."""
    return _board(random) if random.randrange(6) == 5 else _free(random)


def _variables(random: Random) -> tuple[Variable, ...]:
    found, room = [], 96
    for name in ("n", "f", "c", "x", "s", "m")[: random.randint(1, 6)]:
        v = _variable(random, name)
        if random.randrange(4) and len(v.values) ** v.cells <= room:
            found.append(v)
            room //= len(v.values) ** v.cells
    return tuple(found) or (Variable("n", "number", "range(2)", (0, 1), "0"),)


def _variable(random: Random, name: str) -> Variable:
    size = None
    values: tuple[Any, ...]
    match name:
        case "f":
            kind, sort, values = "flag", "bool", (False, True)
        case "c":
            kind, sort, values = "member", "['red', 'green', 'blue']", ("red", "green", "blue")
        case "s":
            kind, sort, values = "set", "subsets_of(['a', 'b'])", SETS
        case _:
            low, count = random.choice([0, 0, 1, -1]), random.randint(1, 3)
            kind, sort, values = (
                "number",
                f"range({low}, {low + count})",
                tuple(range(low, low + count)),
            )
            size = random.randint(2, 3) if name == "x" else None
    fixed = kind != "set" and random.randrange(3)
    return Variable(name, kind, sort, values, repr(random.choice(values)) if fixed else None, size)


def _free(random: Random) -> Written:
    variables = _variables(random)
    writer = Writer(random, variables)
    names = ("a", "b", "go", "put")
    game = random.randrange(2)
    choices = _choices(random)
    acts = tuple(
        _act(random, variables, choices, name, game) for name in names[: random.randint(1, 4)]
    )
    turns = {}
    if game:
        mine = writer.condition(2)
        turns = {"P": mine, "Q": f"not_({mine})" if random.randrange(3) else writer.condition(1)}
    labels = [name for act in acts for name in (act.name, act.label(act.numbers[0]))]
    fair = random.randrange(4) == 0
    return Written(
        variables,
        acts,
        {"p": writer.condition(), "q": writer.condition()},
        turns,
        writer.condition() if random.randrange(4) == 0 else None,
        some(random, 1, lambda: random.choice(labels)) if fair else (),
        some(random, 1, lambda: random.choice(labels)) if fair else (),
        choices,
    )


def _choices(random: Random) -> tuple[Variable, ...]:
    """What steps choose, in every third model: like variables, but with names of their own."""
    if random.randrange(3):
        return ()
    found = (_variable(random, name) for name in random.sample("nfcs", random.randint(1, 2)))
    return tuple(replace(v, name=f"new_{v.name}", first=None) for v in found)


def _act(
    random: Random,
    variables: Sequence[Variable],
    chosen: Sequence[Variable],
    name: str,
    game: int,
) -> Act:
    choices = random.randint(2, 3) if random.randrange(3) == 0 else 0
    writer = Writer(random, (*variables, *chosen), choices)
    ways = tuple(
        _way(random, writer, variables, choices)
        for _ in range(2 if random.randrange(4) == 3 else 1)
    )
    owner = random.choice(["P", "Q"]) if not game and random.randrange(4) == 3 else None
    return Act(name, choices, ways, owner)


def _way(random: Random, writer: Writer, variables: Sequence[Variable], choices: int) -> Way:
    when = tuple(writer.condition() for _ in range(random.randrange(3)))
    sets = {}
    for _ in range(random.randrange(4)):
        v = random.choice(variables)
        target = v.name
        if v.size is not None:
            indices = [*map(str, range(v.size)), *(["i"] if 0 < choices <= v.size else [])]
            indices.append(f"{writer.number(0)} % {v.size}")
            target = f"{v.name}[{random.choice(indices)}]"
        sets[target] = writer.value(v)
    return Way(when, tuple(sets.items()))


def _board(random: Random) -> Written:
    """Marks on squares, in turn: by a variable, or by how many there are of each."""
    size = random.randint(2, 6)
    x = Variable("x", "number", "range(3)", (0, 1, 2), "0", size)
    lines = [[random.randrange(size) for _ in range(2)] for _ in range(random.randint(1, 3))]
    won = [
        f"any_of([{', '.join(f'all_of([x[{a}] == {who}, x[{b}] == {who}])' for a, b in lines)}])"
        for who in (1, 2)
    ]
    counts = [f"count_of([{', '.join(f'x[{n}] == {who}' for n in range(size))}])" for who in (1, 2)]
    stops = tuple(f"not_({each})" for each in won) if random.randrange(2) else ()
    variables: tuple[Variable, ...]
    sets: tuple[tuple[str, str], ...]
    if random.randrange(2):
        first, variables = f"({counts[0]} <= {counts[1]})", (x,)
        sets = (("x[i]", f"if_({first}, 1, 2)"),)
        second = f"({counts[0]} > {counts[1]})"
    else:
        variables = (x, Variable("t", "number", "range(1, 3)", (1, 2), "1"))
        first, second = "(t == 1)", "(t == 2)"
        sets = (("x[i]", "t"), ("t", "3 - t"))
    acts = [Act("put", size, (Way(("x[i] == 0", *stops), sets),), None)]
    if random.randrange(3) == 0:
        clear = tuple((f"x[{n}]", "0") for n in range(size)) if random.randrange(2) else ()
        acts.append(Act("over", 0, (Way((random.choice(won),), clear),), None))
    return Written(variables, tuple(acts), {"p": won[0], "q": won[1]}, {"P": first, "Q": second})
