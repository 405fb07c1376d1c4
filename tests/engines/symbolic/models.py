"""Random small models over variables of every sort."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from hypothesis import strategies as st

from counterpoint.model.action import Action, Fairness
from counterpoint.model.model import Model
from counterpoint.model.parts import Parts
from counterpoint.terms.apply import all_true, apply, conjuncts, constant
from counterpoint.terms.sort import Bool, Enumeration, Interval, SetOf, values
from counterpoint.terms.term import Apply, Literal, Op, Term, Variable

Draw: TypeAlias = st.DrawFn

COLOURS = Enumeration(("red", "green", "blue"))
SETS = SetOf(("x", "y"))

FLAGS = (Variable("f", Bool()),)
NUMBERS = (Variable("n", Interval(0, 2)), Variable("m", Interval(-1, 2)))
COLOURED = (Variable("c", COLOURS),)
MEMBERS = (Variable("s", SETS),)
VARIABLES = (NUMBERS[0], FLAGS[0], COLOURED[0], MEMBERS[0], NUMBERS[1])

CHOSEN = (
    Variable("n'", Interval(0, 2)),
    Variable("g", Bool()),
    Variable("c'", COLOURS),
    Variable("s'", SETS),
    Variable("m'", Interval(-1, 2)),
    Variable("k", Interval(0, 4)),
)
"""Variables that actions choose."""

LABELS = ("go", "put(1)", "put(2)")
PLAYERS = ("P", "Q")


@st.composite
def conditions(draw: Draw, depth: int = 3) -> Term:
    """A term of sort Bool."""
    form = draw(st.integers(0, 3 if depth == 0 else 9))
    if form <= 1:
        return draw(st.sampled_from(FLAGS))
    if form == 2:
        return apply(Op.EQ, draw(st.sampled_from(NUMBERS)), constant(draw(st.integers(-1, 2))))
    if form == 3:
        return apply(Op.EQ, COLOURED[0], draw(colours(0)))
    parts = draw(st.lists(conditions(depth - 1), min_size=1, max_size=3))
    match form:
        case 4:
            return apply(Op.AND, *parts)
        case 5:
            return apply(Op.OR, *parts)
        case 6:
            return apply(Op.NOT, parts[0])
        case 7:
            return apply(Op.ITE, parts[0], parts[-1], draw(conditions(depth - 1)))
        case 8:
            return _comparison(draw, depth)
    return draw(set_conditions(depth))


def _comparison(draw: Draw, depth: int) -> Term:
    kinds = {Op.LT: numbers, Op.LE: numbers, Op.EQ: draw(st.sampled_from([numbers, conditions]))}
    op = draw(st.sampled_from(list(kinds)))
    return apply(op, draw(kinds[op](depth - 1)), draw(kinds[op](depth - 1)))


@st.composite
def set_conditions(draw: Draw, depth: int) -> Term:
    op = draw(st.sampled_from([Op.CONTAINS, Op.SUBSET, Op.EQ]))
    if op is Op.CONTAINS:
        element = Literal(draw(st.sampled_from(SETS.members)), Enumeration(SETS.members))
        return apply(op, draw(sets(depth - 1)), element)
    return apply(op, draw(sets(depth - 1)), draw(sets(depth - 1)))


@st.composite
def numbers(draw: Draw, depth: int = 3) -> Term:
    """A term whose values are integers."""
    form = draw(st.integers(0, 1 if depth <= 0 else 5))
    if form == 0:
        return constant(draw(st.integers(-1, 3)))
    if form == 1:
        return draw(st.sampled_from(NUMBERS))
    if form == 2:
        return apply(Op.SIZE, draw(sets(depth - 1)))
    left, right = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    if form == 3:
        return apply(Op.ITE, draw(conditions(depth - 1)), left, right)
    op = draw(st.sampled_from([Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD]))
    if op in (Op.DIV, Op.MOD):
        right = constant(draw(st.sampled_from([-2, 2, 3])))
    return apply(op, left, right)


@st.composite
def colours(draw: Draw, depth: int = 2) -> Term:
    """A term whose values are colours."""
    form = draw(st.integers(0, 1 if depth <= 0 else 2))
    if form == 0:
        return Literal(draw(st.sampled_from(COLOURS.members)), COLOURS)
    if form == 1:
        return COLOURED[0]
    then, otherwise = draw(colours(depth - 1)), draw(colours(depth - 1))
    return apply(Op.ITE, draw(conditions(depth - 1)), then, otherwise)


@st.composite
def sets(draw: Draw, depth: int = 2) -> Term:
    """A term whose values are sets."""
    form = draw(st.integers(0, 1 if depth <= 0 else 3))
    if form == 0:
        return Literal(draw(st.sampled_from(list(values(SETS)))), SETS)
    if form == 1:
        return MEMBERS[0]
    left, right = draw(sets(depth - 1)), draw(sets(depth - 1))
    if form == 2:
        return apply(Op.ITE, draw(conditions(depth - 1)), left, right)
    return apply(draw(st.sampled_from([Op.UNION, Op.INTERSECTION, Op.DIFFERENCE])), left, right)


def of_its_sort(variable: Variable) -> st.SearchStrategy[Term]:
    """Terms that may be assigned to a variable; a number may be too large for it."""
    kinds = {Bool: conditions(2), Interval: numbers(2), Enumeration: colours(), SetOf: sets()}
    return kinds[type(variable.sort)]


@st.composite
def actions(draw: Draw, bold: bool) -> Action:
    """An action; only a bold one may lead out of a sort."""
    changed = draw(st.lists(st.sampled_from(VARIABLES), min_size=0, max_size=3, unique=True))
    updates = tuple((v, _kept_inside(v, draw(of_its_sort(v)), bold)) for v in changed)
    owner = draw(st.sampled_from([None, None, *PLAYERS]))
    label = draw(st.sampled_from(LABELS))
    plain = Action(label, label.partition("(")[0], (), draw(conditions()), updates, owner)
    return draw(choosing(plain, bold)) if draw(st.booleans()) else plain


@st.composite
def choosing(draw: Draw, action: Action, bold: bool) -> Action:
    """The action, with values that it chooses in place of some that it reads."""
    chosen = tuple(draw(st.lists(st.sampled_from(CHOSEN), min_size=1, max_size=4, unique=True)))
    updates = []
    for variable, term in action.updates:
        same = [of for of in chosen if of.sort == variable.sort]
        taken = draw(st.sampled_from([term, *same]))
        new = draw(with_choices(taken, chosen))
        updates.append((variable, _kept_inside(variable, new, bold)))
    parts = [draw(with_choices(part, chosen)) for part in conjuncts(action.guard)]
    for of in draw(st.lists(st.sampled_from(chosen), max_size=2)):
        parts.append(apply(Op.EQ, of, draw(of_its_sort(of))))
    parts += draw(st.lists(conditions(2).flatmap(lambda t: with_choices(t, chosen)), max_size=2))
    return replace(action, guard=all_true(parts), updates=tuple(updates), chosen=chosen)


@st.composite
def with_choices(draw: Draw, term: Term, chosen: tuple[Variable, ...]) -> Term:
    """The term with chosen variables in place of some others of their sorts."""
    if isinstance(term, Apply):
        return apply(term.op, *(draw(with_choices(arg, chosen)) for arg in term.args))
    same = [of for of in chosen if of.sort == term.sort]
    if isinstance(term, Variable) and same and draw(st.booleans()):
        return draw(st.sampled_from(same))
    return term


def _kept_inside(variable: Variable, term: Term, bold: bool) -> Term:
    if bold or not isinstance(variable.sort, Interval):
        return term
    low, high = constant(variable.sort.low), constant(variable.sort.high)
    inside = apply(Op.AND, apply(Op.LE, low, term), apply(Op.LE, term, high))
    return apply(Op.ITE, inside, term, variable)


@st.composite
def models(draw: Draw, *, bold: bool = False, game: bool = False) -> Model:
    """A model of 288 states; a game has turns in which only one player has steps."""
    listed = draw(st.lists(actions(bold), min_size=1, max_size=4))
    turns: dict[str, Term] = {}
    if game:
        listed = [_unowned(action) for action in listed]
        turn = draw(conditions(1))
        turns = {"P": turn, "Q": apply(Op.NOT, turn)}
        if draw(st.booleans()):
            turns["Q"] = apply(Op.AND, turns["Q"], draw(conditions(0)))
    start = apply(Op.AND, apply(Op.EQ, NUMBERS[0], constant(0)), draw(conditions(1)))
    fairness = draw(st.lists(st.builds(Fairness, st.booleans(), _some_labels()), max_size=2))
    progress = draw(st.none() | numbers(1))
    parts = Parts(VARIABLES, start, tuple(listed), {}, turns, tuple(fairness), progress)
    return Model.of("random", parts)


def _unowned(action: Action) -> Action:
    return replace(action, owner=None)


def _some_labels() -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(LABELS), min_size=1, max_size=2, unique=True).map(tuple)
