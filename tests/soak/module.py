"""Random TLA+ modules as trees, with a naive evaluator of their own over a tiny domain.

A tree is a tuple: what it is, and its parts. `text` writes it; `value` says what it means where
variables have values now and next, by the definitions of TLA+: operators are expanded by name, what
is primed is meant of the next state, ENABLED asks whether some next state will do, and in an
instance variables stand for expressions while ENABLED still means all next values of the
instantiated module's own variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Any

from .formula import some

DOMAIN = (0, 1, 2)
NAMES = ("x", "y", "z")

Tree = tuple[Any, ...]
State = tuple[int, ...]
STATES: tuple[State, ...] = tuple(product(DOMAIN, repeat=len(NAMES)))


@dataclass(frozen=True)
class Operator:
    """A definition; `takes` are its parameters: numbers `a`, `b`, or actions `P`."""

    name: str
    takes: tuple[str, ...]
    body: Tree
    variables: tuple[str, ...] = NAMES


@dataclass(frozen=True)
class Env:
    """Where a tree is evaluated: values now and next by name, arguments, and what is defined."""

    now: Mapping[str, Callable[[], Any]]
    next: Mapping[str, Callable[[], Any]] | None
    defined: Mapping[str, Operator]
    args: Mapping[str, tuple[Tree, Any]] = field(default_factory=dict)
    instance: Mapping[str, Tree] = field(default_factory=dict)
    variables: tuple[str, ...] = NAMES


def env_of(now: State, next_: State | None, defined: Mapping[str, Operator], **more: Any) -> Env:
    after = None if next_ is None else _values(NAMES, next_)
    return Env(_values(NAMES, now), after, defined, **more)


def _values(names: Sequence[str], state: Sequence[int]) -> dict[str, Callable[[], Any]]:
    return {name: lambda value=value: value for name, value in zip(names, state, strict=True)}


class Unprimed(Exception):
    """What is primed is asked where there is no next state."""


def value(tree: Tree, env: Env) -> Any:
    """What a tree means."""
    match tree:
        case "number", n:
            return n
        case "variable", name:
            return env.now[name]()
        case "bound", name:
            found, its = env.args[name]
            return value(found, replace(env, args=its))
        case "prime", of:
            if env.next is None:
                raise Unprimed
            return value(of, replace(env, now=env.next, next=None))
        case "call", name, args:
            operator = env.defined[name]
            given = {p: (arg, env.args) for p, arg in zip(operator.takes, args, strict=True)}
            return value(operator.body, replace(env, args=given))
        case "instance", name, args:
            return _instanced(env, name, args)
        case "let", name, of, body:
            return value(body, replace(env, args={**env.args, name: (of, env.args)}))
        case ("all" | "some") as kind, name, members, body:
            every = [value(member, env) for member in members]
            inside = (
                value(body, replace(env, args={**env.args, name: (("number", n), {})})) for n in every
            )
            return all(inside) if kind == "all" else any(inside)
        case "enabled", of:
            states = product(DOMAIN, repeat=len(env.variables))
            return any(value(of, replace(env, next=_values(env.variables, s))) for s in states)
        case "in", of, members:
            return value(of, env) in [value(member, env) for member in members]
        case "unchanged", names:
            return all(value(("=", n, ("prime", n)), env) for n in names)
        case "box", of, names:
            return value(("unchanged", names), env) or value(of, env)
        case "angle", of, names:
            return not value(("unchanged", names), env) and value(of, env)
        case "if", test, yes, no:
            return value(yes if value(test, env) else no, env)
        case "not", of:
            return not value(of, env)
        case "and", *parts:
            return all(value(part, env) for part in parts)
        case "or", *parts:
            return any(value(part, env) for part in parts)
        case sign, a, b:
            return SIGNS[sign](value(a, env), value(b, env))
    raise AssertionError(tree)


SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda a, b: a == b,
    "#": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "=>": lambda a, b: not a or b,
    "<=>": lambda a, b: a == b,
    "+": lambda a, b: (a + b) % 3,
}


def _instanced(env: Env, name: str, args: Sequence[Tree]) -> Any:
    """An operator of the inner module, whose variables are expressions over those here."""
    operator = env.defined[f"Inner!{name}"]
    outer = replace(env, variables=NAMES)

    def reads(of: Tree, primed: bool) -> Callable[[], Any]:
        if primed and env.next is None:
            return lambda: (_ for _ in ()).throw(Unprimed())
        inside = replace(outer, now=env.next, next=None) if primed else outer
        return lambda: value(of, inside)

    now = {inner: reads(of, False) for inner, of in env.instance.items()}
    then = {inner: reads(of, True) for inner, of in env.instance.items()}
    given = {p: (("number", value(a, env)), {}) for p, a in zip(operator.takes, args, strict=True)}
    its = replace(env, now=now, next=then, args=given, variables=operator.variables)
    return value(operator.body, its)


def text(tree: Tree) -> str:
    """A tree as TLA+."""
    match tree:
        case "number", n:
            return str(n)
        case ("variable" | "bound"), name:
            return str(name)
        case "prime", ("variable", name):
            return f"{name}'"
        case "prime", of:
            return f"({text(of)})'"
        case "call", name, args:
            return f"{name}({', '.join(map(text, args))})" if args else str(name)
        case "instance", name, args:
            return f"I!{name}({', '.join(map(text, args))})" if args else f"I!{name}"
        case "let", name, of, body:
            return f"(LET {name} == {text(of)} IN {text(body)})"
        case ("all" | "some") as kind, name, members, body:
            sign = r"\A" if kind == "all" else r"\E"
            return rf"({sign} {name} \in {set_text(members)} : {text(body)})"
        case "enabled", of:
            return f"(ENABLED ({text(of)}))"
        case "in", of, members:
            return rf"({text(of)} \in {set_text(members)})"
        case "unchanged", names:
            return f"(UNCHANGED <<{', '.join(map(text, names))}>>)"
        case "box", of, names:
            return f"[{text(of)}]_<<{', '.join(map(text, names))}>>"
        case "angle", of, names:
            return f"<<{text(of)}>>_<<{', '.join(map(text, names))}>>"
        case "if", test, yes, no:
            return f"(IF {text(test)} THEN {text(yes)} ELSE {text(no)})"
        case "not", of:
            return f"(~{text(of)})"
        case ("and" | "or") as kind, *parts:
            sign = r" /\ " if kind == "and" else r" \/ "
            return f"({sign.join(map(text, parts))})" if parts else ("TRUE" if kind == "and" else "FALSE")
        case "+", a, b:
            return f"(({text(a)} + {text(b)}) % 3)"
        case sign, a, b:
            return f"({text(a)} {sign} {text(b)})"
    raise AssertionError(tree)


def set_text(members: Sequence[Tree]) -> str:
    return f"{{{', '.join(map(text, members))}}}"


class Writer:
    """Makes trees; `level` is 0 for numbers that never change, 1 for states and 2 for steps."""

    def __init__(self, random: Random, defined: Sequence[Operator] = (), names: Sequence[str] = NAMES) -> None:
        self.random, self.defined, self.names = random, list(defined), names
        self.bound: list[str] = []
        self.actions: list[str] = []
        self.fresh = 0

    def name(self) -> str:
        self.fresh += 1
        return f"k{self.fresh}"

    def variable(self) -> Tree:
        return "variable", self.random.choice(self.names)

    def some_variables(self) -> tuple[Tree, ...]:
        count = self.random.randint(1, len(self.names))
        return tuple(("variable", name) for name in sorted(self.random.sample(self.names, count)))

    def number(self, level: int, depth: int = 2) -> Tree:
        choice = self.random.randrange(10 if depth else 6)
        match choice:
            case 0 | 1:
                return "number", self.random.choice(DOMAIN)
            case 2 | 3 if level:
                return self.variable()
            case 4 if self.bound:
                return "bound", self.random.choice(self.bound)
            case 5 if level == 2:
                return "prime", self.variable()
            case 6:
                return "+", self.number(level, depth - 1), self.number(level, depth - 1)
            case 7:
                parts = self.truth(level, depth - 1), self.number(level, 0), self.number(level, 0)
                return "if", *parts
            case 8 if level == 2:
                return "prime", self.number(1, depth - 1)
            case 9:
                return self.let(level, depth, self.number)
        return self.variable() if level else ("number", self.random.choice(DOMAIN))

    def let(self, level: int, depth: int, make: Callable[[int, int], Tree]) -> Tree:
        name, of = self.name(), self.number(level, depth - 1)
        self.bound.append(name)
        body = make(level, depth - 1)
        self.bound.remove(name)
        return "let", name, of, body

    def truth(self, level: int, depth: int = 2) -> Tree:
        if depth <= 0:
            sign = self.random.choice(["=", "=", "#", "<"])
            return sign, self.number(level, 0), self.number(level, 0)
        inner = depth - 1
        match self.random.randrange(14):
            case 0 | 1:
                return "and", self.truth(level, inner), self.truth(level, inner)
            case 2 | 3:
                return "or", self.truth(level, inner), self.truth(level, inner)
            case 4:
                return "not", self.truth(level, inner)
            case 5:
                return "=>", self.truth(level, inner), self.truth(level, inner)
            case 6:
                return "<=>", self.truth(level, inner), self.truth(level, inner)
            case 7:
                return "in", self.number(level, inner), self.members(level)
            case 8:
                return self.quantified(level, inner)
            case 9 if level:
                return "enabled", self.action(inner)
            case 10 if self.callable(level):
                return self.call(level)
            case 11 if level == 2:
                return self.random.choice(["box", "angle"]), self.truth(2, inner), self.some_variables()
            case 12 if level == 2:
                return "prime", self.truth(1, inner)
            case 13:
                return self.let(level, depth, self.truth)
        return self.truth(level, 0)

    def members(self, level: int) -> tuple[Tree, ...]:
        return tuple(self.number(level, 0) for _ in range(self.random.randint(1, 3)))

    def quantified(self, level: int, depth: int) -> Tree:
        name, members = self.name(), self.members(min(level, 1))
        self.bound.append(name)
        body = self.truth(level, depth)
        self.bound.remove(name)
        return self.random.choice(["all", "some"]), name, members, body

    def callable(self, level: int) -> list[Operator]:
        return [one for one in self.defined if of_level(one.body) <= level]

    def call(self, level: int) -> Tree:
        operator = self.random.choice(self.callable(level))
        args = []
        for taken in operator.takes:
            if taken == "P":
                args.append(self.action(1) if level else self.truth(0, 1))
            else:
                args.append(self.number(min(level, 1), 1))
        if operator.name.startswith("Inner!"):
            return "instance", operator.name.removeprefix("Inner!"), tuple(args)
        return "call", operator.name, tuple(args)

    def assignment(self, name: str, depth: int = 1) -> Tree:
        target: Tree = ("prime", ("variable", name))
        match self.random.randrange(8):
            case 0:
                return "in", target, self.members(1)
            case 1:
                return "unchanged", (("variable", name),)
            case 2:
                test = self.truth(1, depth)
                return "if", test, self.assignment(name, 0), ("=", target, ("variable", name))
            case 3:
                bound, members = self.name(), self.members(1)
                self.bound.append(bound)
                body = "=", target, self.number(1, depth)
                self.bound.remove(bound)
                return "some", bound, members, body
        return "=", target, self.number(1, depth)

    def action(self, depth: int = 1, whole: bool = False) -> Tree:
        """Guards and next values; a `whole` one gives most often one to each variable."""
        parts = [self.truth(1, depth)] if self.random.randrange(2) else []
        for name in self.random.sample(self.names, len(self.names)):
            if self.random.randrange(60 if whole else 2):
                parts.append(self.assignment(name, depth))
        if self.random.randrange(6) == 5:
            parts.append(self.truth(2, depth))
        return ("and", *parts) if parts else self.truth(2, depth)

    def next(self) -> Tree:
        """A disjunction of actions; one may be never enabled, and say little of next values."""
        parts = [self.action(1, whole=True) for _ in range(self.random.randint(1, 3))]
        if self.random.randrange(5) == 4:
            never = "<", ("number", 2), self.number(1, 0)
            parts.append(("and", never, self.assignment(self.random.choice(self.names))))
        return ("or", *parts)


def of_level(tree: Any) -> int:
    """0, 1 or 2: whether a tree speaks of nothing that changes, of states or of steps.

    What is called may speak of steps, by its body or its arguments.
    """
    match tree:
        case ("prime" | "unchanged" | "box" | "angle" | "call" | "instance"), *_:
            return 2
        case ("enabled" | "variable"), *_:
            return 1
        case tuple():
            return max(map(of_level, tree), default=0)
    return 0


@dataclass(frozen=True)
class Module:
    """A module: definitions, an initial predicate, boxes with their subscripts, fairness."""

    defined: tuple[Operator, ...]
    instance: Mapping[str, Tree]
    init: Tree
    boxes: tuple[tuple[Tree, tuple[Tree, ...]], ...]
    fair: tuple[tuple[bool, Tree, tuple[Tree, ...]], ...]
    claims: tuple[tuple[str, tuple[Tree, ...]], ...]

    @property
    def text(self) -> str:
        lines = ["---- MODULE M ----", "EXTENDS Naturals", "VARIABLES x, y, z"]
        if self.instance:
            lines += ["---- MODULE Inner ----", "EXTENDS Naturals", "VARIABLES v, w"]
            lines += [_definition(one) for one in self.defined if one.name.startswith("Inner!")]
            given = ", ".join(f"{inner} <- {text(of)}" for inner, of in self.instance.items())
            lines += ["====", f"I == INSTANCE Inner WITH {given}"]
        lines += [_definition(one) for one in self.defined if not one.name.startswith("Inner!")]
        lines += [f"Init == {text(self.init)}"]
        boxes = []
        for number, (of, names) in enumerate(self.boxes):
            lines.append(f"Next{number} == {text(of)}")
            boxes.append(f"[][Next{number}]_<<{', '.join(map(text, names))}>>")
        for number, (strong, of, names) in enumerate(self.fair):
            lines.append(f"Fair{number} == {text(of)}")
            kind = "SF" if strong else "WF"
            boxes.append(f"{kind}_<<{', '.join(map(text, names))}>>(Fair{number})")
        lines.append("Spec == " + " /\\ ".join(["Init", *boxes]))
        lines += [f"THEOREM Spec => {claim_text(claim)}" for claim in self.claims]
        return "\n".join([*lines, "===="]) + "\n"

    def holds(self, tree: Tree, now: State, then: State | None = None) -> bool:
        defined = {one.name: one for one in self.defined}
        return bool(value(tree, env_of(now, then, defined, instance=self.instance)))


def _definition(one: Operator) -> str:
    name = one.name.removeprefix("Inner!")
    takes = f"({', '.join(one.takes)})" if one.takes else ""
    return f"{name}{takes} == {text(one.body)}"


def claim_text(claim: tuple[str, tuple[Tree, ...]]) -> str:
    form, parts = claim
    return form.format(*map(text, parts))


CLAIMS = ("[]{0}", "[]{0}", "<>{0}", "[]<>{0}", "<>[]{0}", "({0} ~> {1})", "(<>{0} => []{1})")


def draw(random: Random) -> Module:
    defined: list[Operator] = []
    instance: dict[str, Tree] = {}
    if random.randrange(3) == 2:
        inner = Writer(random, names=("v", "w"))
        for name in ("Can", "Do")[: random.randint(1, 2)]:
            body = inner.truth(1, 2) if name == "Can" else inner.action(1)
            defined.append(Operator(f"Inner!{name}", (), body, ("v", "w")))
        instance = {name: Writer(random).number(1, 1) for name in ("v", "w")}
    for name in ("F", "G", "H")[: random.randint(0, 3)]:
        defined.append(_operator(random, name, defined))
    writer = Writer(random, defined)
    names = NAMES if random.randrange(6) else random.choice([("x", "y"), ("x", "z"), ("y",)])
    steps = Writer(random, defined, names)  # the others are left free
    start = [_start(random, name) for name in names if random.randrange(40)]
    boxes = [(steps.next(), tuple(("variable", n) for n in names))]
    if random.randrange(4) == 3:
        boxes.append((steps.truth(2, 2), steps.some_variables()))
    fair = tuple(
        (bool(random.randrange(2)), random.choice([boxes[0][0], steps.action(1)]),
         steps.some_variables())
        for _ in range(random.choice([0, 0, 1, 2]))
    )  # fmt: skip
    claims = some(random, 12, lambda: _claim(random, writer))
    return Module(tuple(defined), instance, ("and", *start), tuple(boxes), fair, claims)


def _operator(random: Random, name: str, before: Sequence[Operator]) -> Operator:
    takes = random.choice([(), ("a",), ("P",), ("a", "b"), ("a", "P")])
    writer = Writer(random, before)
    writer.bound = [taken for taken in takes if taken != "P"]
    body = writer.truth(random.randint(1, 2), 2)
    if "P" in takes:
        of: Tree = ("bound", "P")
        body = random.choice([of, ("enabled", of), ("and", of, body), ("or", body, ("enabled", of)), ("enabled", ("and", of, body))])
    return Operator(name, takes, body)


def _start(random: Random, name: str) -> Tree:
    if random.randrange(3) == 2:
        members = tuple(("number", n) for n in DOMAIN if random.randrange(2)) or (("number", 0),)
        return "in", ("variable", name), members
    return "=", ("variable", name), ("number", random.choice(DOMAIN))


def _claim(random: Random, writer: Writer) -> tuple[str, tuple[Tree, ...]]:
    if random.randrange(4) == 3:
        return "[]{0}", (("box", writer.truth(2, 2), writer.some_variables()),)
    form = random.choice(CLAIMS)
    return form, tuple(writer.truth(1, 2) for _ in range(1 + form.count("{1}")))
