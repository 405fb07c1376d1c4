"""Declarations that a model refuses: what is wrong, in which action, on which line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from counterpoint.errors import BadModel, BadTerm, CounterpointError, Misuse, OutOfSort
from counterpoint.examples.nim import model as nim
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.terms.expr import if_
from counterpoint.terms.sort import subsets_of

from .models import counter

m = Model("mine")
x = m.array("x", range(3), range(3), init=0)
t = m.var("t", range(1, 3), init=1)
colour = m.var("colour", "red green", init="red")
seen = m.var("seen", subsets_of("a b"), init=set())
flag = m.atom("flag", t == 1)


@m.action(k=range(3))
def put(k: Any) -> Any:
    return step(when=x[k] == 0, set={x[k]: t})


other = Model("other")
n = other.var("n", range(3), init=0)
namesake = other.var("t", range(1, 3), init=1)


def declared(returned: Callable[..., Any], *, owner: Any = None, **choices: Any) -> Any:
    """An action named `bad` whose function returns what `returned` does."""
    returned.__name__ = "bad"
    return m.action(owner=owner, **choices)(returned)


WRONG: list[tuple[Callable[[], Any], type[CounterpointError], str]] = [
    (lambda: m.var("t", bool), BadModel, "t is declared twice: both times as a variable"),
    (lambda: m.atom("x", t == 1), BadModel, "x is declared twice: first as an array, now as an at"),
    (lambda: m.var("put", bool), BadModel, "put is declared twice: first as an action"),
    (lambda: m.action(k=range(3))(put), BadModel, "put is declared twice"),
    (lambda: m.var("a b", bool), BadModel, "'a b' is no name for a variable"),
    (lambda: m.var("true", bool), BadModel, "'true' is no name"),
    (lambda: m.var("v", int), BadTerm, "is no sort"),
    (lambda: m.array("v", [1, 1], bool), BadTerm, r"1 stands twice in \{1, 1\}"),
    (lambda: m.var("v", range(3), init=3), OutOfSort, r"init of v: 3 is not in 0\.\.2"),
    (lambda: m.var("v", range(3), init=[0, 3]), OutOfSort, r"init of v: 3 is not in 0\.\.2"),
    (lambda: m.var("v", bool, init=0), OutOfSort, "0 is not in bool: give True or False"),
    (lambda: m.var("v", [t, 1]), BadTerm, "<t> cannot be a member: members are values"),
    (lambda: n == (1, []), BadTerm, r"\(1, \[\]\) cannot stand in an expression"),
    (lambda: m.action(k=[(1, [])])(lambda k: None), BadModel, "a choice for k is a value that can"),
    (lambda: m.var("v", range(3), init=[]), BadModel, "init of v allows no value at all"),
    (lambda: m.array("v", range(2), bool, init=[True, False]), BadModel, "could mean a value for"),
    (lambda: m.array("v", range(2), bool, init={0: True}), BadModel, r"init of v: it is given for"),
    (lambda: m.atom("v", t), BadModel, "the atom v is t, which is not a condition"),
    (lambda: m.atom("v", n == 0), BadModel, "the atom v reads n, which is a variable of another"),
    (lambda: m.atom("v", namesake == 1), BadModel, "the atom v reads t, which is a variable of an"),
    (lambda: m.start(t + 1), BadModel, r"the start is t \+ 1, which is not a condition"),
    (lambda: m.turns(me=n == 1), BadModel, "the turn of me reads n"),
    (lambda: m.progress(t == 1), BadModel, "progress takes a number, and t == 1 is in bool"),
    (lambda: m.progress(n), BadModel, "progress reads n"),
    (lambda: m.weak("pit"), BadModel, r"there is no action pit; there are put, put\(0\)"),
    (lambda: m.strong("put(3)"), BadModel, r"there is no action put\(3\); there are put\(2\)"),
]

IN_ACTION: list[tuple[Callable[[], Any], type[CounterpointError], str]] = [
    (
        lambda: declared(lambda k: step(), j=range(2)),
        BadModel,
        r"action bad: the function takes \(k\), and the choices are \(j\)",
    ),
    (
        lambda: declared(lambda k: step(), k=[]),
        BadModel,
        "action bad: there is nothing to choose for k",
    ),
    (
        lambda: declared(lambda k: step(), k=[1, "1"]),
        BadModel,
        r"action bad\(1\): two different choices look like this",
    ),
    (
        lambda: declared(lambda k: step(), k=[[]]),
        BadModel,
        "action bad: a choice for k is a value that can change",
    ),
    (
        lambda: declared(lambda k: None, k=[0]),
        BadModel,
        r"action bad\(0\): its function returned None; return step\(when=",
    ),
    (
        lambda: declared(lambda k: step(), k=[0], owner=lambda j: "me"),
        BadModel,
        r"action bad\(0\): owner= is a function of \(j\), and the choices are \(k\)",
    ),
    (
        lambda: declared(lambda k: step(), k=[0], owner=lambda: 7),
        BadModel,
        r"action bad\(0\): owner= gives 7, which is not a player's name",
    ),
    (
        lambda: declared(lambda: step(set={n: 1})),
        BadModel,
        r"action bad: it sets n, which is a variable of another model; .* x\[0\.\.2\], t, colour",
    ),
    (
        lambda: declared(lambda: step(set={t: n})),
        BadModel,
        "action bad: the new value of t reads n, which is a variable of another model",
    ),
    (
        lambda: declared(lambda: step(when=namesake == 1)),
        BadModel,
        "action bad: its guard reads t, which is a variable of another model",
    ),
    (
        lambda: declared(lambda: step(set={t + 1: 1})),
        BadModel,
        r"action bad: it sets t \+ 1, which is not a variable; the variables are x\[0\.\.2\], t",
    ),
    (
        lambda: declared(lambda: step(set={"t": 1})),
        BadModel,
        "action bad: it sets the text 't': write the variable, without quotes",
    ),
    (
        lambda: declared(lambda: step(set={x[0]: 1, x[0]: 2})),
        BadModel,
        r"action bad: it sets x\[0\] twice",
    ),
    (
        lambda: declared(lambda: step(set={x: [0, 0, 0], x[1]: 2})),
        BadModel,
        r"action bad: it sets x\[1\] twice",
    ),
    (
        lambda: declared(lambda: step(set={x: [0, 0]})),
        BadModel,
        r"action bad: x is an array of 3: set x\[index\], or give as many values",
    ),
    (
        lambda: declared(lambda: step(set=[(t, 1)])),  # type: ignore[arg-type]
        BadModel,
        "action bad: set= takes a dict",
    ),
    (
        lambda: declared(lambda: step(set={t: 3})),
        BadModel,
        r"action bad: it sets t to 3, which is never in 1\.\.2",
    ),
    (
        lambda: declared(lambda: step(set={t: t == 1})),
        BadModel,
        r"action bad: it sets t to t == 1, which is never in 1\.\.2",
    ),
    (
        lambda: declared(lambda: step(set={colour: "pink"})),
        OutOfSort,
        r"action bad: pink is not one of \{red, green\}",
    ),
    (
        lambda: declared(lambda: step(set={colour: if_(flag, "pink", "blue")})),
        BadModel,
        r"action bad: it sets colour to if_\(t == 1, 'pink', 'blue'\), which is never in \{red",
    ),
    (
        lambda: declared(lambda: step(set={seen: {"c"}})),
        OutOfSort,
        r"action bad: \{c\} is not one of the subsets of \{a, b\}",
    ),
    (
        lambda: declared(lambda: step(when=x)),
        BadTerm,
        r"action bad: & takes conditions, and x\[0\] is in 0\.\.2",
    ),
    (
        lambda: declared(lambda k: step(when=x[k] == 0), k=range(4)),
        BadTerm,
        r"action bad\(3\): x has no index 3; its indices are 0\.\.2",
    ),
]


@pytest.mark.parametrize(("wrong", "kind", "why"), WRONG + IN_ACTION)
def test_a_declaration_that_does_not_fit_is_refused(
    wrong: Callable[[], Any], kind: type[CounterpointError], why: str
) -> None:
    with pytest.raises(kind, match=why) as error:
        wrong()
    assert type(error.value) is kind
    assert error.value.place is not None
    assert error.value.place.file == __file__


def test_what_was_refused_leaves_nothing_behind() -> None:
    model = Model()
    with pytest.raises(OutOfSort):
        model.var("n", range(3), init=5)
    number = model.var("n", range(3), init=2)

    def wrong() -> None:
        @model.action(k=range(2))
        def put(k: int) -> Any:
            return step(set={number: 9 * k})

    with pytest.raises(BadModel):
        wrong()

    @model.action
    def put() -> Any:
        return step(set={number: 0})

    assert list(model.initial()) == [(2,)]
    assert model.successors((2,)) == [("put", (0,))]


QUESTIONS: list[Callable[[Model], Any]] = [
    lambda model: model.initial(),
    lambda model: model.successors((0,)),
    lambda model: model.show((0,)),
    lambda model: model.actions,
    lambda model: model.predicate("n = 1"),
    lambda model: model.state(n=1),
    lambda model: model.owner((0,)),
    lambda model: model.explain((0,)),
    lambda model: model.layout,
]

DECLARATIONS: list[Callable[[Model], Any]] = [
    lambda model: model.var("v", bool),
    lambda model: model.array("v", range(2), bool),
    lambda model: model.atom("v", True),
    lambda model: model.turns(me=True),
    lambda model: model.start(True),
    lambda model: model.progress(0),
    lambda model: model.action(lambda: step()),
    lambda model: model.weak("add"),
    lambda model: model.requires(name="G true"),
]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_the_first_question_freezes_a_model(ask: Callable[[Model], Any]) -> None:
    model = counter()
    ask(model)
    with pytest.raises(BadModel, match="counter has been asked already, so nothing can be"):
        model.var("v", bool)


@pytest.mark.parametrize("declare", DECLARATIONS)
def test_a_frozen_model_takes_no_declaration(declare: Callable[[Model], Any]) -> None:
    model = counter()
    model.initial()
    with pytest.raises(BadModel, match="declare everything first"):
        declare(model)


def test_the_writers_own_exception_passes_through() -> None:
    model = Model()
    with pytest.raises(ZeroDivisionError):

        @model.action
        def divide() -> Any:
            return 1 // 0


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (
            lambda: m.var(3, bool),  # type: ignore[arg-type]
            "3 is no name for a variable: give one that Python would take",
        ),
        (
            lambda: m.array(None, range(2), bool),  # type: ignore[arg-type]
            "None is no name for an array: give one that",
        ),
        (
            lambda: m.array("v", 3, bool),  # type: ignore[arg-type]
            "3 are no members: give a range, a tuple, a list or a",
        ),
        (
            lambda: m.array("v", range(2), bool, init=lambda: True),
            "init of v is called with an index: too many positional arguments",
        ),
        (
            lambda: m.array("v", range(2), bool, init=len),
            "init of v: <built-in function len> cannot be called with 0: object of type 'int' has",
        ),
        (lambda: m.var("v", range(3), init=int), "init of v: <class 'int'> is not in 0..2"),
        (lambda: m.atom("v", int), "<class 'int'> cannot stand in an expression"),
        (
            lambda: m.atom(3, flag),  # type: ignore[arg-type]
            "3 is no name for an atom: give one that Python would take",
        ),
        (
            lambda: m.turns(3),  # type: ignore[arg-type]
            "turns takes a mapping of names, or keywords, not 3",
        ),
        (
            lambda: m.turns({3: flag}),  # type: ignore[dict-item]
            "turns takes names that are texts, not 3",
        ),
        (
            lambda: m.requires("G flag"),  # type: ignore[arg-type]
            "requires takes a mapping of names, or keywords, not 'G fl",
        ),
        (
            lambda: m.weak(put),  # type: ignore[arg-type]
            "an action is named by a text, not by <function put at",
        ),
        (
            lambda: m.action(3),  # type: ignore[call-overload]
            "action is put on a function, not on 3",
        ),
        (lambda: m.action(print), "action is put on a function, not on <built-in function print>"),
        (
            lambda: declared(lambda k: step(), k=3),
            "action bad: the choices for k are 3, and several values are needed",
        ),
        (
            lambda: declared(lambda: step(), owner=int),
            "action bad: owner= is <class 'int'>, which does not say what it takes",
        ),
    ],
)
def test_what_no_declaration_takes_is_named(declare: Callable[[], Any], message: str) -> None:
    with pytest.raises(CounterpointError) as raised:
        declare()
    assert raised.value.message.startswith(message)
    assert raised.value.place is not None


def test_more_combinations_of_choices_than_can_be_written_out_are_refused_at_once() -> None:
    for choices in ({"i": range(10**9), "j": range(2)}, {"i": count(), "j": [0]}):
        with pytest.raises(BadModel, match="its choices have more than 1,048,576 combinations"):
            declared(lambda i, j: step(), **choices)


@pytest.mark.parametrize("state", [3, "red", (1, 2), None])
def test_what_is_no_state_has_no_steps(state: Any) -> None:
    with pytest.raises(BadModel, match="is no state: it has values for n"):
        counter().successors(state)


@pytest.mark.parametrize("state", [(), (1,), (1, 2), 5, None, (1, 0, 2, 2)])
def test_what_has_too_few_values_or_too_many_is_no_state(state: Any) -> None:
    game = nim(piles=(1, 2))
    for ask in (game.show, game.values, game.picture, game.successors, game.owner, game.explain):
        with pytest.raises(BadModel, match="is no state: it has values for pile0, pile1, t"):
            ask(state)


def test_values_that_a_variable_cannot_have_are_in_no_state() -> None:
    game = nim(piles=(1, 2))
    for ask in (game.picture, game.successors, game.owners, game.owner, game.explain):
        with pytest.raises(Misuse, match=r"is no state of nim 1-2: model.state\(...\) gives one"):
            ask(("a", "b", "c"))


def test_an_exception_of_an_action_s_function_says_which_action_it_came_from() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        declared(lambda k: step(set={x[0]: 1 // k}), k=[1, 0])
    (note,) = raised.value.__notes__
    assert note.startswith(f"in action bad(0) at {__file__}")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: Model(5), "the name of a model is a text, not 5"),  # type: ignore[arg-type]
        (
            lambda: Model(show=5),  # type: ignore[arg-type]
            "show= takes a function of the values of the variables, not 5",
        ),
        (
            lambda: Model().requires({"no deadlock": "AG safe"}),
            "the requirement 'no deadlock' has the name of another property: give it a name of",
        ),
        (
            lambda: Model().requires(safe=5),  # type: ignore[arg-type]
            "the requirement safe is a formula in a text, not 5",
        ),
        (lambda: step(when="t == 1"), "when= takes a condition over variables, such as n == 1"),
        (lambda: declared(lambda: step(set={"t": 1})), "it sets the text 't': write the variable"),
    ],
)
def test_texts_stand_where_texts_are_meant(wrong: Callable[[], object], why: str) -> None:
    with pytest.raises(BadModel, match=why):
        wrong()


@pytest.mark.parametrize("init", [int, {0: 0, 1: 1}.__getitem__])
def test_init_may_be_a_function_that_says_nothing_of_its_parameters(init: Any) -> None:
    game = Model("built in")
    game.array("v", range(2), range(2), init=init)
    assert next(iter(game.initial())) == (0, 1)
