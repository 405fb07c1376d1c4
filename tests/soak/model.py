"""Random models, written as Python texts that have two readings.

A condition such as `count_of([(x[0]) == (1), f]) <= n` is read over the terms of a `Model`, which
engines compile, and over plain values, where Python itself says what it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from counterpoint import Model
from counterpoint.model.system import REST, Label
from tests.logic.semantics import Fair, Move

from .oracle import is_named

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
    choices: tuple[Variable, ...] = ()

    @property
    def source(self) -> str:
        """The text of a module that builds it as `model`."""
        lines = ["model = Model('random')"]
        for v in self.variables:
            first = "" if v.first is None else f", init={v.first}"
            if v.size is None:
                lines.append(f"{v.name} = model.var({v.name!r}, {v.sort}{first})")
            else:
                lines.append(
                    f"{v.name} = model.array({v.name!r}, range({v.size}), {v.sort}{first})"
                )
        lines += [f"{v.name} = model.choice({v.name!r}, {v.sort})" for v in self.choices]
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
        lines = [
            f"@model.action({', '.join(said)})",
            f"def {act.name}({'i' if act.choices else ''}):",
        ]
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
            (
                act.label(i),
                self._after(way, state, {**env, **chosen, "i": i}),
                (act.owner,) if act.owner else turn,
            )
            for act in self.written.acts
            for i in act.numbers
            for way in act.ways
            for chosen in self._choices()
            if all(self.value(text, {**env, **chosen, "i": i}) for text in way.when)
        ]
        return list(dict.fromkeys(found)) or [("rest", state, ())]

    def _choices(self) -> Iterator[dict[str, Any]]:
        """Every way to choose values, by name."""
        of = self.written.choices
        for values in product(*(v.values for v in of)):
            pairs = zip(of, values, strict=True)
            yield {v.name: Members(x) if v.kind == "set" else x for v, x in pairs}

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

    def successors(self, state: State) -> list[tuple[Label, State]]:
        named = (
            (REST if label == "rest" else label, there) for label, there, _ in self.moves(state)
        )
        return list(dict.fromkeys(named))

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
        row: dict[Move, None] = {}
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
        labels = {each for each in plain.labels for name in names if is_named(each, name)}
        found += [Fair(strong, frozenset(labels))] if labels else []
    return tuple(found)
