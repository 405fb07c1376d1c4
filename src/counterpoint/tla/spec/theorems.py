"""The claims of theorems: about runs of a specification, about constants, or about anything."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum

from ...data import dataclass
from ..evaluate.context import Closed
from ..evaluate.reader import read_level, reading
from ..levels import Level
from ..modules import Loaded
from ..scope import Scope
from ..tree import And, Apply, Or, Quantified, Span, Theorem
from .binding import identity
from .constants import holds
from .determined import determined
from .flatten import flatten
from .specification import Conjunct, Kind, Specification
from .text import text
from .unfold import unfolded
from .unrolled import unrolled


class Form(Enum):
    """How a claim can be decided."""

    RUNS = "runs"
    """By checking the runs of a specification, separately for each part."""

    CONSTANT = "constant"
    """By evaluating it: it mentions no variables."""

    OBLIGATION = "obligation"
    """Only by a proof, for example since it is about all states; `reason` says why."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A theorem, or one direction of an equivalence.

    `parts` are the conjuncts of the goal: a START part is about the first state, an ALWAYS part
    about every state, a STEPS part about every step, a FAIR or TEMPORAL part about runs. If one
    specification is claimed to imply another, they are the conjuncts of the other one.
    """

    number: int
    name: str
    text: str
    form: Form
    goal: Closed | None
    """The right side of the implication, or the whole statement if it is not an implication."""
    at: Span
    module: str = ""
    specification: Specification | None = None
    parts: tuple[Conjunct, ...] = ()
    reason: str = ""
    is_implication: bool = False
    """Whether `specification` is the left side of the theorem itself."""

    @property
    def title(self) -> str:
        """The name, or "theorem" and the number if it has none."""
        return self.name or f"theorem {self.number}"

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of the parts."""
        return frozenset(part.kind for part in self.parts)

    def boxed(self) -> Claim | None:
        """The claim about all states, if this one is about the first state only.

        Writing `Spec => P` for `Spec => []P` is a common mistake. None if the claim is about all
        states already or about something else too, or if the specification has no steps.
        """
        has_steps = self.specification is not None and self.specification.of(Kind.STEPS)
        if not has_steps or not self.kinds <= {Kind.START, Kind.ALWAYS}:
            return None
        parts = tuple(
            replace(part, kind=Kind.ALWAYS) if read_level(part.closed) is Level.STATE else part
            for part in self.parts
        )
        return None if parts == self.parts else replace(self, parts=parts)


def theorems(loaded: Loaded) -> tuple[Claim, ...]:
    r"""The claims of the theorems of a module and then of those it extends, numbered from 1.

    >>> from ..modules import load
    >>> body = r"VARIABLE x  Spec == x = 0 /\ [][x' = 1]_x  THEOREM Safe == Spec => [](x # 2)"
    >>> claim, = theorems(load("M.tla", text=f"---- MODULE M ----\n{body}\n===="))
    >>> claim.title, claim.specification.rules, [str(part) for part in claim.parts]
    ('Safe', ('Spec',), ['[](x # 2)'])
    """
    own = [one for one in loaded.theorems if one.module == loaded.name]
    others = [one for one in loaded.theorems if one.module != loaded.name]
    found: list[Claim] = []
    for number, stated in enumerate([*own, *others], start=1):
        assert isinstance(stated.unit, Theorem)
        claims = claims_of(stated.unit, stated.scope, number)
        found += [replace(claim, module=stated.module) for claim in claims]
    return tuple(found)


def claims_of(theorem: Theorem, scope: Scope, number: int = 1) -> tuple[Claim, ...]:
    r"""The claims of a theorem: two for an equivalence, one for each value for `\A` over a set.

    Nothing is dropped: a claim that cannot be decided on runs is an OBLIGATION, with a reason.

    >>> from ..scope import Variable
    >>> from ..tree import Number, Square
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> box = Apply("[]", (Square(Apply("x"), Apply("x")),))
    >>> spec, goal = And((Apply("x"), box)), Apply("[]", (Apply("x"),))
    >>> claim, = claims_of(Theorem("Safe", Apply("=>", (spec, goal))), scope)
    >>> claim.form, claim.specification.rules, [str(part) for part in claim.parts]
    (<Form.RUNS: 'runs'>, ('x',), ['[]x'])
    """
    if theorem.statement is None:
        return ()
    whole = Closed(theorem.statement, scope)
    written = text(theorem.statement, scope)
    claim = Claim(number, theorem.name or "", written, Form.OBLIGATION, whole, theorem.at)
    if theorem.assumptions:
        return (replace(claim, reason="ASSUME and PROVE speak of all values, not of runs"),)
    return tuple(_merged(_claims(claim, whole)))


def _claims(claim: Claim, goal: Closed) -> Iterator[Claim]:
    """The claims of a formula that is not yet split into a left side and a goal."""
    level = read_level(goal)
    expression, scope = goal.expression, goal.scope
    if level is Level.CONSTANT:
        yield replace(claim, form=Form.CONSTANT, goal=goal)
        return
    match expression:
        case And(parts):
            for part in parts:
                yield from _claims(claim, Closed(part, scope))
        case Apply("=>", (left, right)):
            yield from _implication(claim, Closed(left, scope), Closed(right, scope))
        case Apply("<=>", (left, right)) if level is Level.TEMPORAL:
            both = Closed(left, scope), Closed(right, scope)
            yield from _implication(_turned(claim, "=>"), *both)
            yield from _implication(_turned(claim, "<="), *reversed(both))
        case Quantified("A", bounds, body) if (each := unrolled(bounds, body, scope)) is not None:
            if not each:
                yield replace(claim, form=Form.CONSTANT, reason=OF_NOTHING)
            for one in each:
                yield from _claims(claim, one)
        case _ if (inner := unfolded(goal)) is not None:
            yield from _claims(claim, inner)
        case _:
            yield replace(claim, reason=_WITHOUT[level])


OF_NOTHING = "it is claimed of each element of a set that has none"
OF_NO_SPECIFICATION = r"the left side is \E over a set that has no elements, so it has no runs"

_WITHOUT: Mapping[Level, str] = {
    Level.STATE: "no specification stands before it: it speaks of all states",
    Level.ACTION: "no specification stands before it: it speaks of all steps",
    Level.TEMPORAL: "no specification stands before it: it speaks of all runs",
}


def _turned(claim: Claim, direction: str) -> Claim:
    return replace(claim, name=f"{claim.title} ({direction})")


def _implication(claim: Claim, left: Closed, right: Closed) -> Iterator[Claim]:
    if read_level(left) is Level.CONSTANT:
        yield from _conditional(claim, left, right)
        return
    specification = flatten(left.expression, left.scope)
    if specification.of(Kind.STEPS) or _says_all(specification, right):
        parts = flatten(right.expression, right.scope).conjuncts
        yield replace(
            claim, form=Form.RUNS, goal=right, specification=specification, parts=parts,
            is_implication=True,
        )  # fmt: skip
    elif Level.TEMPORAL is read_level(left) and (each := _some_of(specification)) is not None:
        if not each:
            yield replace(claim, form=Form.CONSTANT, reason=OF_NO_SPECIFICATION)
        for one in each:
            yield from _implication(claim, one, right)
    else:
        yield replace(claim, reason=_lacking(specification, left, right))


def _some_of(specification: Specification) -> list[Closed] | None:
    r"""The alternatives of a specification that is a `\/`, or an `\E` over constant sets.

    None if it is neither.
    """
    match specification.conjuncts:
        case [Conjunct(expression=Quantified("E", bounds, body), scope=scope)]:
            return unrolled(bounds, body, scope)
        case [Conjunct(expression=Or(parts), scope=scope)]:
            return [Closed(part, scope) for part in parts]
    return None


def _conditional(claim: Claim, condition: Closed, then: Closed) -> Iterator[Claim]:
    """The claims of an implication with a constant left side."""
    known = holds(condition)
    if known:
        yield from _claims(claim, then)
    elif known is None:
        yield replace(claim, reason="its condition on constants has no value")
    else:
        yield replace(claim, form=Form.CONSTANT, reason="its condition on constants is false")


def _says_all(specification: Specification, right: Closed) -> bool:
    """Whether both sides are about states only and the left side determines their values.

    The values that matter are those of the variables that the right side mentions.
    """
    if any(conjunct.kind is not Kind.START for conjunct in specification.conjuncts):
        return False
    if read_level(right) > Level.STATE:
        return False
    wanted = reading(right.expression, right.scope).variables
    for conjunct in specification.conjuncts:
        said = determined(conjunct.closed, primed=False)
        if said is None:
            return True
        wanted -= said
    return not wanted


def _lacking(specification: Specification, left: Closed, right: Closed) -> str:
    level = max(read_level(left), read_level(right))
    if level is Level.STATE:
        return "it speaks of all states, and its left side does not say their values"
    if level is Level.ACTION:
        return "it speaks of all steps between any two states"
    quantified = [one.expression for one in specification.conjuncts]
    kinds = {one.kind for one in quantified if isinstance(one, Quantified)}
    if kinds & {"EE", "AA"}:
        return "its left side hides variables, so its steps cannot be followed"
    if kinds:
        return r"its box [][A]_v is under \E or \A: state the theorem for each value by itself"
    return "its left side has no box [][A]_v: it is no specification whose steps can be followed"


def _merged(claims: Iterable[Claim]) -> list[Claim]:
    """The claims of one theorem; those about the same specification are merged into one."""
    found: dict[Hashable, Claim] = {}
    for number, claim in enumerate(claims):
        key = number if claim.specification is None else (claim.name, _key(claim.specification))
        if (known := found.get(key)) is not None:
            claim = replace(known, parts=tuple(dict.fromkeys(known.parts + claim.parts)))
        found[key] = claim
    return list(found.values())


def _key(specification: Specification) -> Hashable:
    return tuple((one.kind, identity(one.closed)) for one in specification.conjuncts)
