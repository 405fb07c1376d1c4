"""Random models, small enough for Python to enumerate."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from counterpoint.errors import BadTerm
from counterpoint.model.action import Action
from counterpoint.model.model import Model
from counterpoint.model.parts import Parts
from counterpoint.model.step import step
from counterpoint.terms.apply import apply
from counterpoint.terms.expr import all_of, any_of
from counterpoint.terms.sort import Bool, Enumeration, Interval, SetOf, Sort, size, value
from counterpoint.terms.term import Literal, Op, Term, Variable

MEMBERS = ("a", "b", "c", 7, True)

SORTS = st.one_of(
    st.just(Bool()),
    st.builds(
        lambda low, extent: Interval(low, low + extent), st.integers(-3, 3), st.integers(0, 4)
    ),
    st.lists(st.sampled_from(MEMBERS), min_size=1, max_size=4, unique=True).map(
        lambda members: Enumeration(tuple(members))
    ),
    st.just(SetOf(("a", "b", 3))),
)

CONDITIONS = (Op.AND, Op.OR, Op.NOT, Op.EQ, Op.LT, Op.LE, Op.SUBSET, Op.CONTAINS)

WIDE = Interval(-5, 2**40)


def applied(op: Op, *args: Term) -> Term | None:
    try:
        return apply(op, *args)
    except BadTerm:
        return None


@st.composite
def terms(draw: Any, variables: tuple[Variable, ...], like: Sort, depth: int = 3) -> Term:
    """A term of the same kind as a sort: a condition, a number, a member, or a set."""
    leaves: list[Term] = [v for v in variables if type(v.sort) is type(like) and fits(v.sort, like)]
    leaves.append(Literal(value(like, draw(st.integers(0, size(like) - 1))), like))
    leaf: Term = draw(st.sampled_from(leaves))
    if depth == 0:
        return leaf
    made: Term | None = draw(compound(variables, like, depth - 1))
    return leaf if made is None else made


def fits(sort: Sort, like: Sort) -> bool:
    return sort == like if isinstance(like, SetOf) else True


@st.composite
def compound(draw: Any, variables: tuple[Variable, ...], like: Sort, depth: int) -> Term | None:
    def some(sort: Sort) -> Term:
        found: Term = draw(terms(variables, sort, depth))
        return found

    number = Interval(draw(st.integers(-2, 2)), 3)
    if draw(st.integers(0, 3)) == 0:
        return applied(Op.ITE, some(Bool()), some(like), some(like))
    match like:
        case Bool():
            made: Term | None = draw(condition(variables, depth))
            return made
        case Interval():
            op = draw(st.sampled_from([Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.SIZE]))
            if op is Op.SIZE:
                return applied(op, some(SetOf(("a", "b", 3))))
            return applied(op, some(number), some(number))
        case SetOf():
            op = draw(st.sampled_from([Op.UNION, Op.INTERSECTION, Op.DIFFERENCE]))
            return applied(op, some(like), some(like))
    return None


@st.composite
def condition(draw: Any, variables: tuple[Variable, ...], depth: int) -> Term | None:
    def some(sort: Sort) -> Term:
        found: Term = draw(terms(variables, sort, depth))
        return found

    number, sets = Interval(-1, 2), SetOf(("a", "b", 3))
    match draw(st.sampled_from(CONDITIONS)):
        case Op.AND | Op.OR as op:
            parts = [some(Bool()) for _ in range(draw(st.integers(0, 3)))]
            return applied(op, *parts)
        case Op.NOT:
            return applied(Op.NOT, some(Bool()))
        case Op.EQ:
            sort = draw(st.sampled_from([v.sort for v in variables] + [number]))
            return applied(Op.EQ, some(sort), some(sort))
        case Op.SUBSET:
            return applied(Op.SUBSET, some(sets), some(sets))
        case Op.CONTAINS:
            element = draw(st.sampled_from([Enumeration(("a", "b", "z")), number]))
            return applied(Op.CONTAINS, some(sets), some(element))
        case op:
            return applied(op, some(number), some(number))
    return None


@st.composite
def models(draw: Any, *, wide: bool = False) -> Model:
    """A model with some hundred states that can be encoded, not counting wide variables."""
    sorts = draw(st.lists(SORTS, min_size=1, max_size=4))
    variables = tuple(Variable(f"v{at}", sort) for at, sort in enumerate(sorts))
    if wide:
        variables = (Variable("w0", WIDE), *variables, Variable("w1", WIDE))
    narrow = tuple(v for v in variables if v.sort is not WIDE)
    actions = []
    for at in range(draw(st.integers(1, 5))):
        updated = draw(st.lists(st.sampled_from(variables), unique=True, max_size=3))
        updates = tuple((v, draw(target(narrow, v))) for v in updated)
        label = draw(st.sampled_from(["a", "b", f"c({at})"]))
        owner = draw(st.sampled_from([None, None, "p", "q"]))
        guard = draw(terms(narrow, Bool()))
        actions.append(Action(label, label, (), guard, updates, owner))
    fixed = [v for v in variables if v.sort is WIDE or draw(st.booleans())]
    start = [apply(Op.EQ, v, Literal(value(v.sort, 0), v.sort)) for v in fixed]
    turns = {"p": draw(terms(narrow, Bool(), 1))} if draw(st.booleans()) else {}
    atoms = {"atom": draw(terms(narrow, Bool()))}
    return Model.of(
        "random",
        Parts(variables, apply(Op.AND, *start), tuple(actions), atoms=atoms, turns=turns),
    )


def board(rows: int, columns: int, k: int, *, stay: bool = False) -> Model:
    """The game of k in line; with `stay` a game that is over goes on by a step of its own."""
    game = Model("board")
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    x = game.array("x", squares, range(3), init=0)
    t = game.var("t", range(1, 3), init=1)
    lines = [
        [(row + i * down, column + i * right) for i in range(k)]
        for row, column in squares
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    whole = [line for line in lines if set(line) <= set(squares)]
    one, two = (
        game.atom(f"won{p}", any_of(all_of(x[s] == p for s in line) for line in whole))
        for p in (1, 2)
    )
    game.turns(one=t == 1, two=t == 2)

    @game.action(square=squares)
    def put(square: tuple[int, int]) -> object:
        return step(when=(~one, ~two, x[square] == 0), set={x[square]: t, t: 3 - t})

    @game.action
    def rest() -> object:
        over = any_of([one, two, all_of(x[s] != 0 for s in squares)])
        return step(when=over) if stay else []

    return game


@st.composite
def target(draw: Any, variables: tuple[Variable, ...], of: Variable) -> Term:
    """A new value for a variable, most often one that it can have."""
    term: Term = draw(terms(variables, of.sort, 2))
    if isinstance(of.sort, Interval) and draw(st.integers(0, 4)):
        low, count = of.sort.low, min(size(of.sort), 3)
        return apply(
            Op.ADD,
            apply(Op.MOD, term, Literal(count, Interval(count, count))),
            Literal(low, Interval(low, low)),
        )
    return term
