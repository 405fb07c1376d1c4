"""Explaining the value of an expression: a tree of the parts that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...data import dataclass
from ...errors import Place
from ..meaning.mentions import children
from ..tree import (
    Big,
    Binary,
    Call,
    Cases,
    Expression,
    Literal,
    Name,
    Quantified,
    Such,
    Unary,
)
from ..values.operations import members_of
from ..values.value import TRUE, Value, show
from .compiler import Compiler
from .scope import Frame, Scope

MOST_PARTS = 12
"""The most members of a set that are shown for one quantified claim."""


@dataclass(frozen=True, slots=True)
class Explained:
    """An expression, its value, and the parts that led to it.

    `how` says in words what decided, such as which case applied. `place` is the place of the
    expression in the source.
    """

    text: str
    value: Value
    parts: tuple[Explained, ...] = ()
    how: str = ""
    place: Place | None = None

    @property
    def shown(self) -> str:
        """The value in LED notation."""
        return show(self.value)

    def lines(self, indent: int = 0) -> Iterator[str]:
        """The explanation as lines of text, with parts indented.

        >>> print(*Explained("a & b", TRUE, (Explained("a", TRUE), Explained("b", TRUE))).lines(),
        ...       sep="\\n")
        a & b = true
          a = true
          b = true
        """
        how = f"  ({self.how})" if self.how else ""
        yield f"{'  ' * indent}{self.text} = {self.shown}{how}"
        for part in self.parts:
            yield from part.lines(indent + 1)


class Explainer:
    """Explains expressions by evaluating their parts with the compiler."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler

    def explain(self, expression: Expression, depth: int) -> Explained:
        """The explanation of an expression without free variables."""
        scope = Scope.of()
        self.compiler.value(expression, scope)  # allocates the slots that the frame needs
        return self._explained(expression, scope, scope.layout.frame(), depth)

    def _explained(self, of: Expression, scope: Scope, frame: Frame, depth: int) -> Explained:
        value = self._value(of, scope, frame)
        text = of.at.text or show(value)
        if depth <= 0:
            return Explained(text, value, place=_place(of))
        parts, how = self._parts(of, value, scope, frame, depth)
        return Explained(text, value, tuple(parts), how, _place(of))

    def _value(self, of: Expression, scope: Scope, frame: Frame) -> Value:
        read = self.compiler.value(of, scope)
        frame.extend(scope.layout.frame(frame)[len(frame) :])
        return read(frame)

    def _parts(
        self, of: Expression, value: Value, scope: Scope, frame: Frame, depth: int
    ) -> tuple[list[Explained], str]:
        match of:
            case Literal() | Such() | Big():
                return [], ""
            case Name(name) if name in scope.places:
                return [], ""
            case Name(name):
                return self._used(name, (), depth)
            case Call(name, args):
                given = tuple(self._value(arg, scope, frame) for arg in args)
                return self._used(name, given, depth)
            case Binary("&" | "V" | "=>") | Unary("~"):
                return list(self._decisive(of, scope, frame, depth)), ""
            case Quantified():
                return self._claim(of, value, scope, frame, depth)
            case Cases():
                return self._case(of, scope, frame, depth)
            case _:
                return [
                    self._explained(part, scope, frame, depth - 1)
                    for part in children(of)
                    if _is_informative(part)
                ], ""

    def _used(self, name: str, args: tuple[Value, ...], depth: int) -> tuple[list[Explained], str]:
        """The explanation of the body of a definition, for these arguments."""
        unit = self.compiler.units.get((name, len(args)))
        if unit is None:
            return [], ""
        definition = unit.definition
        read, scope = self.compiler.scope_of(definition)
        frame = scope.layout.frame(args)
        read(frame)  # binds what `where` binds
        given = ", ".join(
            f"{parameter.name} = {show(arg)}"
            for parameter, arg in zip(definition.parameters, args, strict=True)
        )
        return [self._explained(definition.body, scope, frame, depth - 1)], given

    def _decisive(
        self, of: Expression, scope: Scope, frame: Frame, depth: int
    ) -> Iterator[Explained]:
        """The parts of `&`, `V`, `=>` or `~`, up to the one that decides."""
        match of:
            case Binary(("&" | "V") as operator):
                for part in _joined(of, operator):
                    explained = self._explained(part, scope, frame, depth - 1)
                    yield explained
                    if (explained.value is TRUE) == (operator == "V"):
                        return
            case Binary(_, left, right):
                first = self._explained(left, scope, frame, depth - 1)
                yield first
                if first.value is TRUE:
                    yield self._explained(right, scope, frame, depth - 1)
            case Unary(_, inner):
                yield self._explained(inner, scope, frame, depth - 1)

    def _case(
        self, of: Cases, scope: Scope, frame: Frame, depth: int
    ) -> tuple[list[Explained], str]:
        """The conditions up to the one that applies, and then its term."""
        parts: list[Explained] = []
        for branch in of.branches:
            if branch.condition is None:
                return [*parts, self._explained(branch.of, scope, frame, depth - 1)], "otherwise"
            explained = self._explained(branch.condition, scope, frame, depth - 1)
            parts.append(explained)
            if explained.value is TRUE:
                term = self._explained(branch.of, scope, frame, depth - 1)
                return [*parts, term], f"case {len(parts)} of {len(of.branches)}"
        return parts, ""

    def _claim(
        self, of: Quantified, value: Value, scope: Scope, frame: Frame, depth: int
    ) -> tuple[list[Explained], str]:
        """A member that decides a quantified claim; if there is none, the first few members."""
        if len(of.patterns) != 1 or not isinstance(of.patterns[0], Name):
            return [], ""
        name = of.patterns[0].name
        inner, place = scope.without([name]).bind(name)
        members = list(members_of(self._value(of.among, scope, frame)))
        explanations = []
        decides = (value is TRUE) == of.some
        for member in members if decides else islice(members, MOST_PARTS):
            frame.extend(scope.layout.frame(frame)[len(frame) :])
            frame[place] = member
            found = self._value(of.body, inner, frame)
            if decides and (found is TRUE) != of.some:
                continue
            one = self._explained(of.body, inner, frame, depth - 1)
            explanations.append(_named(one, name, member))
            if decides:
                break
        some = f"{MOST_PARTS} of {len(members):,} members are shown"
        return explanations, "" if decides or len(members) <= MOST_PARTS else some


def _named(one: Explained, name: str, member: Value) -> Explained:
    bound = f"{name} = {show(member)}"
    how = one.how if bound in one.how else "; ".join(filter(None, (bound, one.how)))
    return Explained(one.text, one.value, one.parts, how, one.place)


def _joined(of: Expression, operator: str) -> Iterator[Expression]:
    if isinstance(of, Binary) and of.operator == operator:
        yield from _joined(of.left, operator)
        yield from _joined(of.right, operator)
    else:
        yield of


def _is_informative(part: Expression) -> bool:
    """Whether an expression is worth a line: literals are not."""
    return not isinstance(part, Literal)


def _place(of: Expression) -> Place | None:
    return of.at.place() if of.at.source.text else None
