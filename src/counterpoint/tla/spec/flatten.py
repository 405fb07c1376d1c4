r"""Specifications and other temporal formulas as flat conjunctions.

Definitions, nested conjunctions, LET, instances and calls with arguments are opened, and `\A` over
constant sets is unrolled. Nothing is dropped: a formula without a simpler form becomes a TEMPORAL
conjunct.

`[]` distributes over conjunctions and `\A`, since `[](F /\ G)` equals `[]F /\ []G`. `[][]F` equals
`[]F`. `[]WF_v(A)` equals `WF_v(A)`, since fairness depends only on what happens infinitely often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from ..evaluate.context import Closed
from ..evaluate.reader import read_level
from ..levels import Level
from ..scope import Defined, Meaning, Scope, Variable
from ..tree import And, Apply, Expression, Fair, If, Quantified, Square, Tuple
from .binding import Binding, given, identity
from .constants import holds
from .specification import Conjunct, Kind, Specification
from .text import shortened
from .unfold import name_of, unfolded
from .unrolled import unrolled


def flatten(expression: Expression, scope: Scope, name: str | None = None) -> Specification:
    """A formula as a specification: its conjuncts, without duplicates.

    >>> from ..scope import Defined
    >>> from ..tree import Number
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> start = Apply("=", (Apply("x"), Number(0)))
    >>> box = Apply("[]", (Square(Apply("Step"), Apply("x")),))
    >>> scope.names["Step"] = Defined("Step", (), Apply("=", (Apply("x"), Number(1))), scope)
    >>> scope.names["Spec"] = Defined("Spec", (), And((start, box)), scope)
    >>> for conjunct in flatten(Apply("Spec"), scope).conjuncts:
    ...     print(conjunct.rule, conjunct.kind.value, conjunct)
    Spec start x = 0
    Spec steps [][Step]_x
    """
    flattening = _Flattening()
    flattening.whole(Closed(expression, scope), name or "")
    name = name or name_of(expression) or shortened(expression, scope)
    return Specification(name, tuple(_with_own_rules(list(flattening.found.values()))))


def _with_own_rules(conjuncts: Sequence[Conjunct]) -> Iterable[Conjunct]:
    """The conjuncts, where each box of a definition with several boxes is a rule of its own.

    Such a rule is named after the action of the box, or else by its text. A box under a quantifier
    counts as one, regardless of how many boxes it is unrolled to.
    """
    written = {(one.rule, one.expression.at) for one in conjuncts if one.kind is Kind.STEPS}
    boxes = Counter(rule for rule, _ in written)
    for one in conjuncts:
        if one.kind is not Kind.STEPS or boxes[one.rule] < 2:
            yield one
            continue
        box = one.expression
        named = name_of(box.action) if isinstance(box, Square) else None
        yield replace(one, rule=named or str(one))


def split(conjunct: Conjunct) -> tuple[Conjunct, ...]:
    r"""The smallest conjuncts of a START, ALWAYS or STEPS conjunct, to find which is violated.

    >>> from ..scope import Value
    >>> scope = Scope({"p": Value(None), "q": Value(None)})
    >>> both = Conjunct(Kind.ALWAYS, "Inv", And((Apply("p"), Apply("q"))), scope)
    >>> [str(part) for part in split(both)]
    ['[]p', '[]q']
    """
    said, scope = conjunct.expression, conjunct.scope
    if not isinstance(said, Square):
        parts = _split(conjunct.closed)
        return tuple(replace(conjunct, expression=p.expression, scope=p.scope) for p in parts)
    parts = _split(Closed(said.action, scope))
    if len(parts) == 1:
        return (conjunct,)
    return tuple(_boxed(conjunct, part, Closed(said.subscript, scope)) for part in parts)


def _split(closed: Closed) -> list[Closed]:
    parts = [closed]
    if isinstance(closed.expression, And):
        parts = [Closed(part, closed.scope) for part in closed.expression.parts]
    elif (inner := unfolded(closed)) is not None:
        parts = _split(inner)
        return parts if len(parts) > 1 else [closed]
    return parts if len(parts) == 1 else [one for part in parts for one in _split(part)]


def _boxed(conjunct: Conjunct, action: Closed, subscript: Closed) -> Conjunct:
    """The box of an action with a subscript that is read in another scope."""
    names: dict[str, Meaning] = {
        "": Defined("", (), subscript.expression, subscript.scope, at=subscript.expression.at)
    }
    box = Square(action.expression, Apply(""), at=action.expression.at)
    return replace(conjunct, expression=box, scope=Binding(names, action.scope))


def of_init_and_next(
    init: Expression | None,
    next: Expression | None,
    variables: Iterable[Variable],
    scope: Scope,
) -> Specification:
    r"""The specification `init /\ [][next]_vars`, where `vars` are all variables.

    `init` and `next` are rules of their own; either may be None.

    >>> x = Variable("x", 0)
    >>> print(*of_init_and_next(None, Apply("Next"), [x], Scope()).conjuncts)
    [][Next]_x
    """
    conjuncts = []
    if init is not None:
        conjuncts.append(_conjunct(Kind.START, "", Closed(init, scope)))
    if next is not None:
        names = tuple(Apply(variable.name) for variable in variables)
        vars = names[0] if len(names) == 1 else Tuple(names)
        box = Square(next, vars, at=next.at)
        conjuncts.append(_conjunct(Kind.STEPS, "", Closed(box, scope)))
    name = " and ".join(conjunct.rule for conjunct in conjuncts)
    return Specification(name, tuple(conjuncts))


class _Flattening:
    """Collects conjuncts. `rule` is "" as long as no definition has been entered."""

    def __init__(self) -> None:
        self.found: dict[Hashable, Conjunct] = {}

    def whole(self, closed: Closed, rule: str) -> None:
        """Add the conjuncts of a formula that is asserted of the whole run."""
        level = read_level(closed)
        match closed.expression:
            case _ if level <= Level.STATE:
                self.add(Kind.START, rule, closed)
            case Apply("[]", (body,)):
                self.always(Closed(body, closed.scope), rule)
            case Fair():
                self.add(Kind.FAIR, rule, closed)
            case _:
                parts = None if level is Level.ACTION else apart(closed)
                if parts is None:
                    self.add(Kind.TEMPORAL, rule, closed)
                for part in parts or ():
                    self.whole(part, definition_of(closed) or rule)

    def always(self, closed: Closed, rule: str) -> None:
        """Add the conjuncts of `[]F` for a formula F."""
        expression, scope = closed.expression, closed.scope
        level = read_level(closed)
        match expression:
            case _ if level <= Level.STATE:
                self.add(Kind.ALWAYS, rule, closed)
            case Square():
                self.add(Kind.STEPS, rule, closed)
            case Apply("[]", (body,)):
                self.always(Closed(body, scope), rule)
            case Fair():
                self.add(Kind.FAIR, rule, closed)
            case _ if (parts := apart(closed)) is not None:
                for part in parts:
                    self.always(part, rule)
            case _ if level is Level.ACTION:
                self.add(Kind.STEPS, rule, closed)
            case _:
                boxed = Apply("[]", (expression,), at=expression.at)
                self.add(Kind.TEMPORAL, rule, Closed(boxed, scope))

    def add(self, kind: Kind, rule: str, closed: Closed) -> None:
        self.found.setdefault((kind, identity(closed)), _conjunct(kind, rule, closed))


def apart(closed: Closed) -> list[Closed] | None:
    r"""The conjuncts of a formula, one level deep; None if it cannot be split.

    Definitions, LET and labels are opened. An implication or an IF with a constant condition is
    decided. `\A` over constant finite sets is unrolled.
    """
    expression, scope = closed.expression, closed.scope
    match expression:
        case And(parts):
            return [Closed(part, scope) for part in parts]
        case Quantified("A", bounds, body):
            return unrolled(bounds, body, scope)
        case Apply("=>", (condition, then)):
            return _decided(Closed(condition, scope), [Closed(then, scope)], [])
        case If(condition, then, otherwise):
            branches = [Closed(then, scope)], [Closed(otherwise, scope)]
            return _decided(Closed(condition, scope), *branches)
        case _:
            inner = unfolded(closed)
            return None if inner is None else [inner]


def definition_of(closed: Closed) -> str | None:
    """The name of the definition that is called; None for a parameter or for no name at all."""
    name = name_of(closed.expression)
    return None if name is None or given(name, closed.scope) else name


def _decided(condition: Closed, then: list[Closed], otherwise: list[Closed]) -> list[Closed] | None:
    answer = holds(condition)
    return None if answer is None else then if answer else otherwise


def _conjunct(kind: Kind, rule: str, closed: Closed) -> Conjunct:
    return Conjunct(kind, rule or _own_name(closed), closed.expression, closed.scope)


def _own_name(closed: Closed) -> str:
    """The name of a conjunct that is not part of a definition."""
    said = closed.expression
    if isinstance(said, Square | Fair):
        said = said.action
    return name_of(said) or shortened(said, closed.scope, 40)
