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
from typing import Any

DOMAIN = (0, 1, 2)
NAMES = ("x", "y", "z")

Tree = tuple[Any, ...]
Claim = tuple[str, tuple[Tree, ...]]
"""What is said of runs: a text with places for trees, and the trees."""

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
    return {name: _always(value) for name, value in zip(names, state, strict=True)}


def _always(value: int) -> Callable[[], int]:
    return lambda: value


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
                value(body, replace(env, args={**env.args, name: (("number", n), {})}))
                for n in every
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
        inside = outer
        if primed and env.next is not None:
            inside = replace(outer, now=env.next, next=None)
        return lambda: value(of, inside)

    now = {inner: reads(of, False) for inner, of in env.instance.items()}
    then = {inner: reads(of, True) for inner, of in env.instance.items()}
    given: dict[str, tuple[Tree, Any]]
    given = {p: (("number", value(a, env)), {}) for p, a in zip(operator.takes, args, strict=True)}
    its = replace(env, now=now, next=then, args=given, variables=operator.variables)
    return value(operator.body, its)


def text(tree: Tree) -> str:
    """A tree as TLA+."""
    match tree:
        case "number", n:
            return str(n)
        case (("variable" | "bound"), name):
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
            return (
                f"({sign.join(map(text, parts))})"
                if parts
                else ("TRUE" if kind == "and" else "FALSE")
            )
        case "+", a, b:
            return f"(({text(a)} + {text(b)}) % 3)"
        case sign, a, b:
            return f"({text(a)} {sign} {text(b)})"
    raise AssertionError(tree)


def set_text(members: Sequence[Tree]) -> str:
    return f"{{{', '.join(map(text, members))}}}"


def of_level(tree: Any) -> int:
    """0, 1 or 2: whether a tree speaks of nothing that changes, of states or of steps.

    What is called may speak of steps, by its body or its arguments.
    """
    match tree:
        case (("prime" | "unchanged" | "box" | "angle" | "call" | "instance"), *_):
            return 2
        case (("enabled" | "variable"), *_):
            return 1
        case tuple():
            return max(map(of_level, tree), default=0)
    return 0


@dataclass(frozen=True)
class Module:
    """A module: definitions, an initial predicate, boxes with their subscripts, fairness.

    `assumed` is what the specification says of its runs beside that: claims that it is given.
    """

    defined: tuple[Operator, ...]
    instance: Mapping[str, Tree]
    init: Tree
    boxes: tuple[tuple[Tree, tuple[Tree, ...]], ...]
    fair: tuple[tuple[bool, Tree, tuple[Tree, ...]], ...]
    assumed: tuple[Claim, ...]
    claims: tuple[Claim, ...]

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
        boxes += map(claim_text, self.assumed)
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


def claim_text(claim: Claim) -> str:
    form, parts = claim
    return form.format(*map(text, parts))
