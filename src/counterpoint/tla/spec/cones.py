r"""Cone of influence reduction: deciding a claim on a part of the variables.

A component may leave variables free, or let them grow without bound: `EnforceTurns` says how
`current` changes and also counts the turns. A claim may mention `current` only. So the
specification is weakened to the variables of a *cone*: those that the claim mentions, and those
that these depend on. Conjuncts that mention other variables are dropped, and the other variables
are pinned to one value, since nothing mentions them any more.

This is sound: each behavior of the specification, projected to the variables of the cone, is a
behavior of the weaker one, since each conjunct is replaced by one that follows from it. A claim
`[][B]_w` needs care. w may have variables outside of the cone, so that B is also claimed of steps
that leave all variables of the cone unchanged. A step that changes w takes the action A of every
box `[A]_v` where v contains all variables of w: otherwise v would be unchanged, and so would w. So
the claim about a step in the cone is that B is true if all these A are, each weakened to the cone:

    (A_1 /\ A_2) => B

If all variables of w are in the cone, it is `(A_1 /\ A_2) => [B]_w`.

A claim that holds for the weaker specification holds for the original. A claim that fails for the
weaker one fails for the original only if nothing was dropped (`exact`); otherwise the step where it
fails may not exist in the original.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...data import dataclass
from ..evaluate.context import Closed
from ..evaluate.names import Names
from ..evaluate.reader import reading
from ..evaluate.reading import Reading
from ..scope import Defined, Meaning, Value, Variable
from ..tree import (
    And,
    Apply,
    Case,
    Enabled,
    Expression,
    If,
    Let,
    Or,
    Quantified,
    Square,
    Tuple,
    Unchanged,
)
from .assembly import Assembly
from .determined import variables_in
from .freedom import free_variables, mentioned, pinned
from .specification import Conjunct, Kind, Specification
from .unfold import unfolded
from .weaken import weakened


@dataclass(frozen=True, slots=True)
class Cone:
    """A specification weakened to some variables, and the claim to check on it."""

    variables: tuple[Variable, ...]
    specification: Specification
    claim: Conjunct
    dropped: tuple[Conjunct, ...]
    """The conjuncts of the original specification that were weakened or left out."""
    at_rest: Conjunct | None = None
    """An ALWAYS claim about steps that change the subscript of the claim but not the cone.

    None if the cone contains all variables of the subscript.
    """

    @property
    def claims(self) -> tuple[Conjunct, ...]:
        """The claims to check on the weaker specification."""
        return (self.claim,) if self.at_rest is None else (self.claim, self.at_rest)

    @property
    def exact(self) -> bool:
        """Whether a claim that fails in the cone also fails for the original specification."""
        return not self.dropped and self.at_rest is None


def cones(
    specification: Specification, claim: Conjunct, variables: Sequence[Variable]
) -> Iterator[Cone]:
    r"""The cones in which a START, ALWAYS or STEPS claim can be decided, smallest first.

    Each cone determines the values of all of its variables, so that its states can be enumerated.
    It may still have infinitely many states, and dropping a guard may leave an expression without a
    value. Then a larger cone may decide the claim.

    >>> from .asked import specification_of
    >>> from .flatten import flatten
    >>> from ..modules import load
    >>> from ..syntax import read_expression
    >>> text = "---- MODULE M ----\n EXTENDS Naturals \n VARIABLES x, y \n===="
    >>> loaded = load("M.tla", text=text)
    >>> spec = specification_of(loaded, r"x = 0 /\ [][x' = 1 - x /\ y' > y]_<<x, y>>")
    >>> claim, = flatten(read_expression("[][x' # x]_x"), loaded.scope).conjuncts
    >>> cone = next(cones(spec, claim, loaded.variables))
    >>> [variable.name for variable in cone.variables], str(cone.claim)
    (['x'], "[](x' = 1 - x => [x' # x]_x)")
    """
    if claim.kind not in {Kind.START, Kind.ALWAYS, Kind.STEPS}:
        return
    for chosen in _growing(specification, claim, variables):
        if (cone := cone_of(specification, claim, variables, chosen)) is not None:
            yield cone


def cone_of(
    specification: Specification,
    claim: Conjunct,
    variables: Sequence[Variable],
    chosen: frozenset[Variable],
) -> Cone | None:
    """The cone of the `chosen` variables; None if it would leave one of them free."""
    kinds = {Kind.START, Kind.ALWAYS} | ({Kind.STEPS} if claim.kind is not Kind.START else set())
    wanted = specification.of(*kinds)
    pairs = [(one, _weaker(one, chosen)) for one in wanted]
    kept = tuple(weak for _, weak in pairs if weak is not None)
    smaller = Specification(specification.name, kept)
    free = free_variables(smaller, chosen)
    if any(one.at_start or (one.in_steps and claim.kind is not Kind.START) for one in free):
        return None
    dropped = [one for one, weak in pairs if weak is not one]
    dropped += specification.of(Kind.TEMPORAL)
    others = [variable for variable in variables if variable not in chosen]
    asked = _asked(claim, wanted, chosen)
    return Cone(
        tuple(variable for variable in variables if variable in chosen),
        pinned(smaller, others),
        asked,
        tuple(dropped),
        None if _changes(claim) <= chosen else _at_rest(asked, chosen),
    )


def _weaker(conjunct: Conjunct, chosen: frozenset[Variable]) -> Conjunct | None:
    """A conjunct weakened to these variables; the same object if it mentions no others.

    None if nothing is left of it.
    """
    if reading(conjunct.expression, conjunct.scope).variables <= chosen:
        return conjunct
    weak = weakened(conjunct.closed, chosen)
    if weak is None:
        return None
    return Conjunct(conjunct.kind, conjunct.rule, weak.expression, weak.scope)


def _changes(claim: Conjunct) -> frozenset[Variable]:
    """The variables in the subscript of a claim `[][B]_w`; none for other claims."""
    said = claim.expression
    return reading(said.subscript, claim.scope).now if isinstance(said, Square) else frozenset()


def _at_rest(asked: Conjunct, chosen: frozenset[Variable]) -> Conjunct:
    r"""The claim about steps that leave the whole cone unchanged, as an ALWAYS claim about states.

    It is `ENABLED (UNCHANGED cone /\ asked)`.
    """
    assembly = Assembly()
    goal = assembly.put(asked.rule, asked.closed)
    variables = {f"{v.name}|": v for v in sorted(chosen, key=lambda v: v.number)}
    assembly.scope.names.update(variables)
    rest = Unchanged(Tuple(tuple(map(Apply, variables))))
    closed = assembly.closed(Enabled(And((rest, goal)), at=asked.at))
    return Conjunct(Kind.ALWAYS, asked.rule, closed.expression, closed.scope)


def _asked(claim: Conjunct, boxes: Iterable[Conjunct], chosen: frozenset[Variable]) -> Conjunct:
    """The claim to check in the cone; only claims `[][B]_w` differ from the original."""
    if not isinstance(claim.expression, Square):
        return claim
    subscript = _changes(claim)
    assembly = Assembly()
    taken = list(_taken(boxes, subscript, chosen, assembly))
    asked = claim.expression if subscript <= chosen else claim.expression.action
    goal: Expression = assembly.put(claim.rule, Closed(asked, claim.scope))
    if taken:
        goal = Apply("=>", (taken[0] if len(taken) == 1 else And(tuple(taken)), goal))
    closed = assembly.closed(goal)
    return Conjunct(Kind.STEPS, claim.rule, closed.expression, closed.scope)


def _taken(
    boxes: Iterable[Conjunct],
    subscript: frozenset[Variable],
    chosen: frozenset[Variable],
    assembly: Assembly,
) -> Iterator[Apply]:
    """The actions, weakened to the cone, that every step takes that changes the subscript."""
    for box in boxes:
        if not isinstance(box.expression, Square):
            continue
        if subscript <= variables_in(Closed(box.expression.subscript, box.scope)):
            action = weakened(Closed(box.expression.action, box.scope), chosen)
            if action is not None:
                yield assembly.put(box.rule, action)


def _growing(
    specification: Specification, claim: Conjunct, variables: Sequence[Variable]
) -> Iterator[frozenset[Variable]]:
    """Growing sets of variables to try.

    These are the variables of the claim; with those that they depend on in steps; with those that
    they depend on at the start too; all variables that are mentioned.
    """
    said: Expression = claim.expression
    chosen = reading(said.action if isinstance(said, Square) else said, claim.scope).variables
    leaves = [leaf for one in specification.conjuncts for leaf in _leaves(one.closed)]
    seen = mentioned(specification.conjuncts)
    starting = [leaf for leaf in leaves if not leaf.then]
    moving = [leaf for leaf in leaves if leaf.then]
    yield chosen
    for sources in (moving, starting + moving):
        while (more := _influence(chosen, sources)) != chosen:
            chosen = more
            yield chosen
    if (last := chosen | (seen & frozenset(variables))) != chosen:
        yield last


def _influence(chosen: frozenset[Variable], leaves: Iterable[Reading]) -> frozenset[Variable]:
    """`chosen`, and the variables in all leaves that determine the value of one of them."""
    touching = (leaf.variables for leaf in leaves if not chosen.isdisjoint(leaf.then or leaf.now))
    return chosen.union(*touching)


def _leaves(closed: Closed) -> Iterator[Reading]:
    """What each innermost part of an expression mentions, at any depth.

    A bound name mentions what its set mentions.
    """
    expression, scope = closed.expression, closed.scope
    match expression:
        case And(parts) | Or(parts):
            inner = [Closed(part, scope) for part in parts]
        case If(condition, then, otherwise):
            inner = [Closed(part, scope) for part in (condition, then, otherwise)]
        case Case(arms, other):
            parts = (*(part for arm in arms for part in arm), *([other] if other else []))
            inner = [Closed(part, scope) for part in parts]
        case Quantified(_, bounds, body):
            names: dict[str, Meaning] = {
                name: Value(None) if bound.set is None else Defined(name, (), bound.set, scope)
                for bound in bounds
                for name in bound.names
            }
            inner = [Closed(body, scope.within(names))]
        case Let(_, body):
            inner = [Closed(body, Names().let(expression, scope))]
        case Square(action, _):
            inner = [Closed(action, scope)]
        case Apply("=>", (left, right)):
            inner = [Closed(left, scope), Closed(right, scope)]
        case _:
            behind = unfolded(closed)
            inner = [] if behind is None else [behind]
    if not inner:
        yield reading(expression, scope)
    for part in inner:
        yield from _leaves(part)
