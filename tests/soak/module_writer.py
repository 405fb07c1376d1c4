"""Draws TLA+ modules: definitions with parameters, an instance, actions, fairness and claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .formula import some
from .module import DOMAIN, NAMES, Claim, Module, Operator, Tree, of_level


class Writer:
    """Makes trees; `level` is 0 for numbers that never change, 1 for states and 2 for steps."""

    def __init__(
        self, random: Random, defined: Sequence[Operator] = (), names: Sequence[str] = NAMES
    ) -> None:
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
                return (
                    self.random.choice(["box", "angle"]),
                    self.truth(2, inner),
                    self.some_variables(),
                )
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


CLAIMS = (
    "[]{0}", "[]{0}", "<>{0}", "[]<>{0}", "<>[]{0}", "({0} ~> {1})", "(<>{0} => []{1})",
    "{0}", "({0} /\\ []{1})", "({0} /\\ <>{1})", "([]{0} /\\ <>{1})", "([]<>{0} /\\ []{1})",
)  # fmt: skip
ASSUMED = ("[]{0}", "<>{0}", "[]<>{0}", "<>[]{0}", "({0} ~> {1})")


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
    assumed = tuple(_said(random, writer, ASSUMED) for _ in range(random.choice([0, 0, 0, 1, 2])))
    most = 4 if assumed else 12  # weaker assumptions are tried for each claim
    claims = some(random, most, lambda: _claim(random, writer))
    return Module(tuple(defined), instance, ("and", *start), tuple(boxes), fair, assumed, claims)


def _operator(random: Random, name: str, before: Sequence[Operator]) -> Operator:
    takes = random.choice([(), ("a",), ("P",), ("a", "b"), ("a", "P")])
    writer = Writer(random, before)
    writer.bound = [taken for taken in takes if taken != "P"]
    body = writer.truth(random.randint(1, 2), 2)
    if "P" in takes:
        of: Tree = ("bound", "P")
        body = random.choice(
            [
                of,
                ("enabled", of),
                ("and", of, body),
                ("or", body, ("enabled", of)),
                ("enabled", ("and", of, body)),
            ]
        )
    return Operator(name, takes, body)


def _start(random: Random, name: str) -> Tree:
    if random.randrange(3) == 2:
        members = tuple(("number", n) for n in DOMAIN if random.randrange(2)) or (("number", 0),)
        return "in", ("variable", name), members
    return "=", ("variable", name), ("number", random.choice(DOMAIN))


def _claim(random: Random, writer: Writer) -> Claim:
    if random.randrange(4) == 3:
        return "[]{0}", (("box", writer.truth(2, 2), writer.some_variables()),)
    return _said(random, writer, CLAIMS)


def _said(random: Random, writer: Writer, forms: Sequence[str]) -> Claim:
    form = random.choice(forms)
    return form, tuple(writer.truth(1, 2) for _ in range(1 + form.count("{1}")))
