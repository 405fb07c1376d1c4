r"""Claims decided on a part of the variables.

A component leaves variables free, or lets them grow for ever: `EnforceTurns` says how `current`
changes and counts the turns, and nothing bounds them. What is claimed of it may speak of `current`
only. So the specification is weakened to the variables of a *cone*: those that the claim speaks of,
and those that these depend on. What mentions other variables is dropped, and the others are pinned
to one value, since nobody speaks of them any more.

It is sound: each behavior of the specification, seen on the variables of the cone, is one of the
weaker one. For the states and the steps this is plain, as each conjunct was replaced by one that
follows from it. A claim `[][B]_w` needs a word, since w may have variables outside of the cone, and
so B is claimed of steps that leave all of the cone as it is. A step that changes w takes every box
`[A]_v` whose v has all the variables of w, for otherwise v would stay, and w with it. So of a step
in the cone is claimed that B is true if all these A are, as far as they speak of the cone:

    (A_1 /\ A_2) => B          and in the cone of w itself          (A_1 /\ A_2) => [B]_w

What holds of the weaker specification holds of the specification. What fails there fails here only
if nothing was dropped (`exact`), else it may be for a step that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...data import dataclass
from ..evaluate.context import Closed
from ..evaluate.names import Names
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
from .mentions import mentions
from .specification import Conjunct, Kind, Specification
from .unfold import unfolded
from .weaken import weakened


@dataclass(frozen=True, slots=True)
class Cone:
    """A weaker specification, and the claim as it is to be asked of it."""

    variables: tuple[Variable, ...]
    specification: Specification
    claim: Conjunct
    dropped: tuple[Conjunct, ...]
    """The conjuncts that were weakened or left out."""
    at_rest: Conjunct | None = None
    """What is claimed of each state, where the cone may stay as it is and a subscript change."""

    @property
    def claims(self) -> tuple[Conjunct, ...]:
        """What is to be asked of it."""
        return (self.claim,) if self.at_rest is None else (self.claim, self.at_rest)

    @property
    def exact(self) -> bool:
        """Whether what fails in the cone fails indeed."""
        return not self.dropped and self.at_rest is None


def cones(
    specification: Specification, claim: Conjunct, variables: Sequence[Variable]
) -> Iterator[Cone]:
    r"""The cones in which a START, ALWAYS or STEPS claim can be decided, the smallest first.

    Each says the value of all of its variables, so that its states can be enumerated. Their number
    may still be infinite, and dropping a guard may leave an expression that has no value: then a
    larger cone, or none, decides.

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
    """The specification weakened to these variables; None if they are not said the values of."""
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
    """A conjunct as far as it speaks of these variables; the same one if it speaks of no others."""
    if mentions(conjunct.expression, conjunct.scope).variables <= chosen:
        return conjunct
    weak = weakened(conjunct.closed, chosen)
    if weak is None:
        return None
    return Conjunct(conjunct.kind, conjunct.rule, weak.expression, weak.scope)


def _changes(claim: Conjunct) -> frozenset[Variable]:
    """The variables of the subscript of a claim of steps: it is about steps that change them."""
    said = claim.expression
    return mentions(said.subscript, claim.scope).now if isinstance(said, Square) else frozenset()


def _at_rest(asked: Conjunct, chosen: frozenset[Variable]) -> Conjunct:
    """What a claim of steps says of those that leave the whole cone as it is, as one of states."""
    assembly = Assembly()
    goal = assembly.put(asked.rule, asked.closed)
    variables = {f"{v.name}|": v for v in sorted(chosen, key=lambda v: v.number)}
    assembly.scope.names.update(variables)
    rest = Unchanged(Tuple(tuple(map(Apply, variables))))
    closed = assembly.closed(Enabled(And((rest, goal)), at=asked.at))
    return Conjunct(Kind.ALWAYS, asked.rule, closed.expression, closed.scope)


def _asked(claim: Conjunct, boxes: Iterable[Conjunct], chosen: frozenset[Variable]) -> Conjunct:
    """A claim of steps as it is asked of the steps of the cone; others are asked as they are."""
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
    """The actions that a step takes if it changes the subscript of a claim."""
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
    """Sets of variables to try: those of the claim, those they depend on, in the end all."""
    said: Expression = claim.expression
    chosen = mentions(said.action if isinstance(said, Square) else said, claim.scope).variables
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
    """The variables, and those that are mentioned where one of them gets its value."""
    touching = (leaf.variables for leaf in leaves if not chosen.isdisjoint(leaf.then or leaf.now))
    return chosen.union(*touching)


def _leaves(closed: Closed) -> Iterator[Reading]:
    """What the smallest conjuncts mention, in whatever depth they stand.

    A bound name mentions what its set does.
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
        yield mentions(expression, scope)
    for part in inner:
        yield from _leaves(part)
