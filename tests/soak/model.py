"""Random models, written as Python texts that have two readings.

A condition such as `count_of([(x[0]) == (1), f]) <= n` is read over the terms of a `Model`, which
engines compile, and over plain values, where Python itself says what it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from counterpoint import Model
from tests.logic.semantics import Fair, Move

from .formula import some

State = tuple[Any, ...]


class Outside(Exception):
    """A step leads to a value that its variable cannot have."""


class Members(frozenset[Any]):
    """A set of plain values with what sets of a model have."""

    def contains(self, element: Any) -> bool:
        return element in self

    def size(self) -> int:
        return len(self)

    def __or__(self, other: Any) -> Members:
        return Members(frozenset.__or__(self, other))

    def __and__(self, other: Any) -> Members:
        return Members(frozenset.__and__(self, other))

    def __sub__(self, other: Any) -> Members:
        return Members(frozenset.__sub__(self, other))


PLAINLY: Mapping[str, Any] = {
    "not_": lambda condition: not condition,
    "if_": lambda condition, then, otherwise: then if condition else otherwise,
    "all_of": all,
    "any_of": any,
    "count_of": sum,
}


@dataclass(frozen=True)
class Variable:
    """A variable, or an array of so many; `kind` is number, flag, member or set."""

    name: str
    kind: str
    sort: str
    values: tuple[Any, ...]
    first: str | None
    size: int | None = None

    @property
    def cells(self) -> int:
        return 1 if self.size is None else self.size


@dataclass(frozen=True)
class Way:
    """One alternative of an action: conditions, and what it sets by the text of each target."""

    when: tuple[str, ...]
    sets: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Act:
    """An action; with `choices`, once for each `i` below that number."""

    name: str
    choices: int
    ways: tuple[Way, ...]
    owner: str | None

    @property
    def numbers(self) -> Sequence[int | None]:
        return range(self.choices) if self.choices else [None]

    def label(self, i: int | None) -> str:
        return self.name if i is None else f"{self.name}({i})"


@dataclass(frozen=True)
class Written:
    """A model as it is written."""

    variables: tuple[Variable, ...]
    acts: tuple[Act, ...]
    atoms: Mapping[str, str]
    turns: Mapping[str, str] = field(default_factory=dict)
    start: str | None = None
    weak: tuple[str, ...] = ()
    strong: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The text of a module that builds it as `model`."""
        lines = ["model = Model('random')"]
        for v in self.variables:
            first = "" if v.first is None else f", init={v.first}"
            if v.size is None:
                lines.append(f"{v.name} = model.var({v.name!r}, {v.sort}{first})")
            else:
                lines.append(f"{v.name} = model.array({v.name!r}, range({v.size}), {v.sort}{first})")
        lines += [f"model.atom({name!r}, {text})" for name, text in self.atoms.items()]
        if self.turns:
            lines.append(f"model.turns({', '.join(f'{p}={t}' for p, t in self.turns.items())})")
        for act in self.acts:
            lines += self._act(act)
        lines += [f"model.start({self.start})"] if self.start else []
        lines += [f"model.weak({', '.join(map(repr, self.weak))})"] if self.weak else []
        lines += [f"model.strong({', '.join(map(repr, self.strong))})"] if self.strong else []
        return HEAD + "\n".join(lines) + "\n"

    def _act(self, act: Act) -> list[str]:
        said = [f"i=range({act.choices})"] if act.choices else []
        said += [f"owner={act.owner!r}"] if act.owner else []
        lines = [f"@model.action({', '.join(said)})", f"def {act.name}({'i' if act.choices else ''}):"]
        ways = []
        for way in act.ways:
            sets = ", ".join(f"{target}: {value}" for target, value in way.sets)
            ways.append(f"step(when=({''.join(f'{c}, ' for c in way.when)}), set={{{sets}}})")
        return [*lines, f"    return [{', '.join(ways)}]"]

    def model(self) -> Model:
        """The model itself; raises what a declaration of it raises."""
        room: dict[str, Any] = {}
        exec(compile(self.source, "<random model>", "exec"), room)
        return room["model"]  # type: ignore[no-any-return]


HEAD = """\
from counterpoint import Model, all_of, any_of, count_of, if_, step, subsets_of

def not_(condition):
    return not condition if isinstance(condition, bool) else ~condition

"""


class Plain:
    """The same model read plainly: states and steps one by one; a `System` of plain Python."""

    def __init__(self, written: Written, over: str = "reachable") -> None:
        self.written = written
        self.over = over
        self._codes: dict[str, Any] = {}
        self.players = tuple(
            dict.fromkeys((*written.turns, *(a.owner for a in written.acts if a.owner)))
        )
        self.labels = tuple(act.label(i) for act in written.acts for i in act.numbers)

    def value(self, text: str, env: Mapping[str, Any]) -> Any:
        if text not in self._codes:
            self._codes[text] = compile(text, "<plainly>", "eval")
        return eval(self._codes[text], {"__builtins__": {}}, {**PLAINLY, **env})

    def env(self, state: State) -> dict[str, Any]:
        env, at = {}, 0
        for v in self.written.variables:
            values = [Members(x) if v.kind == "set" else x for x in state[at : at + v.cells]]
            env[v.name] = values[0] if v.size is None else tuple(values)
            at += v.cells
        return env

    def every(self) -> Iterator[State]:
        return product(*(v.values for v in self.written.variables for _ in range(v.cells)))

    def initial(self) -> tuple[State, ...]:
        if self.over == "all":
            return tuple(self.every())
        fixed = [
            v.values if v.first is None else (self.value(v.first, {}),)
            for v in self.written.variables
            for _ in range(v.cells)
        ]
        start = self.written.start
        return tuple(s for s in product(*fixed) if not start or self.value(start, self.env(s)))

    def moves(self, state: State) -> list[tuple[str, State, tuple[str, ...]]]:
        """Each step with its label, where it leads and whose choice it is."""
        env = self.env(state)
        turn = tuple(p for p, text in self.written.turns.items() if self.value(text, env))
        found = [
            (act.label(i), self._after(way, state, {**env, "i": i}), (act.owner,) if act.owner else turn)
            for act in self.written.acts
            for i in act.numbers
            for way in act.ways
            if all(self.value(text, {**env, "i": i}) for text in way.when)
        ]
        return found or [("rest", state, ())]

    def _after(self, way: Way, state: State, env: Mapping[str, Any]) -> State:
        after = list(state)
        for target, text in way.sets:
            name, _, index = target.removesuffix("]").partition("[")
            at = 0
            for v in self.written.variables:
                if v.name == name:
                    break
                at += v.cells
            at += self.value(index, env) if index else 0
            value = self.value(text, env)
            after[at] = frozenset(value) if isinstance(value, frozenset) else value
            if after[at] not in v.values:
                raise Outside
        return tuple(after)

    def successors(self, state: State) -> list[tuple[str, State]]:
        return list(dict.fromkeys((label, there) for label, there, _ in self.moves(state)))

    def owner(self, state: State) -> str | None:
        owners = {who for _, _, whose in self.moves(state) for who in whose}
        return next(iter(owners)) if len(owners) == 1 else None

    @property
    def atoms(self) -> dict[str, Any]:
        return {
            name: lambda state, text=text: bool(self.value(text, self.env(state)))
            for name, text in self.written.atoms.items()
        }

    def show(self, state: State) -> str:
        return str(state)


@dataclass(frozen=True)
class Table:
    """All states that are reached, in the order in which they are found, and their moves."""

    states: tuple[State, ...]
    rows: tuple[tuple[Move, ...], ...]
    initial: int
    transitions: int
    contested: bool
    fairness: tuple[Fair, ...]


def table(plain: Plain, most: int = 2000) -> Table | None:
    """A model written out; None if it is larger. Raises `Outside`."""
    start = dict.fromkeys(plain.initial())
    order = {state: n for n, state in enumerate(start)}
    states, rows, transitions, contested = list(order), [], 0, False
    for state in states:
        if len(states) > most:
            return None
        moves = plain.moves(state)
        transitions += len({(label, there) for label, there, _ in moves if label != "rest"})
        contested = contested or len({who for _, _, whose in moves for who in whose}) > 1
        row = {}
        for label, there, whose in moves:
            if there not in order:
                order[there] = len(states)
                states.append(there)
            row[Move(label, order[there], whose[0] if whose else None)] = None
        rows.append(tuple(row))
    initial = (1 << len(start)) - 1
    return Table(tuple(states), tuple(rows), initial, transitions, contested, _fairness(plain))


def _fairness(plain: Plain) -> tuple[Fair, ...]:
    found = []
    for strong, names in ((False, plain.written.weak), (True, plain.written.strong)):
        labels = {l for l in plain.labels for n in names if n in (l, l.partition("(")[0])}
        found += [Fair(strong, frozenset(labels))] if labels else []
    return tuple(found)


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
            leaves = [f"({a} == {self.literal(a)})" for a in self.leaf("number") + self.leaf("member")]
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
                same = [w.name for w in self.variables if w.kind == "member" and w.values == v.values]
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
    match name:
        case "f":
            kind, sort, values = "flag", "bool", (False, True)
        case "c":
            kind, sort, values = "member", "['red', 'green', 'blue']", ("red", "green", "blue")
        case "s":
            kind, sort, values = "set", "subsets_of(['a', 'b'])", SETS
        case _:
            low, count = random.choice([0, 0, 1, -1]), random.randint(1, 3)
            kind, sort, values = "number", f"range({low}, {low + count})", tuple(range(low, low + count))
            size = random.randint(2, 3) if name == "x" else None
    fixed = kind != "set" and random.randrange(3)
    return Variable(name, kind, sort, values, repr(random.choice(values)) if fixed else None, size)


def _free(random: Random) -> Written:
    variables = _variables(random)
    writer = Writer(random, variables)
    names = ("a", "b", "go", "put")
    game = random.randrange(2)
    acts = tuple(_act(random, variables, name, game) for name in names[: random.randint(1, 4)])
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
    )


def _act(random: Random, variables: Sequence[Variable], name: str, game: int) -> Act:
    choices = random.randint(2, 3) if random.randrange(3) == 0 else 0
    writer = Writer(random, variables, choices)
    ways = tuple(_way(random, writer, choices) for _ in range(2 if random.randrange(4) == 3 else 1))
    owner = random.choice(["P", "Q"]) if not game and random.randrange(4) == 3 else None
    return Act(name, choices, ways, owner)


def _way(random: Random, writer: Writer, choices: int) -> Way:
    when = tuple(writer.condition() for _ in range(random.randrange(3)))
    sets = {}
    for _ in range(random.randrange(4)):
        v = random.choice(writer.variables)
        target = v.name
        if v.size is not None:
            indices = [*map(str, range(v.size)), *(["i"] if 0 < choices <= v.size else [])]
            indices.append(f"{writer.number(0)} % {v.size}")
            target = f"{v.name}[{random.choice(indices)}]"
        sets[target] = writer.value(v)
    return Way(when, tuple(sets.items()))


def _board(random: Random) -> Written:
    """Marks on squares, in turn: by a variable, or by how many there are of each."""
    size = random.randint(2, 4)
    x = Variable("x", "number", "range(3)", (0, 1, 2), "0", size)
    lines = [[random.randrange(size) for _ in range(2)] for _ in range(random.randint(1, 3))]
    won = [
        f"any_of([{', '.join(f'all_of([x[{a}] == {who}, x[{b}] == {who}])' for a, b in lines)}])"
        for who in (1, 2)
    ]
    counts = [f"count_of([{', '.join(f'x[{n}] == {who}' for n in range(size))}])" for who in (1, 2)]
    stops = tuple(f"not_({each})" for each in won) if random.randrange(2) else ()
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


