"""What restricted Python refuses: each case with its line and its message."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest

from counterpoint.native import NativeError, build, twin, u8

from .kernels import source

KINDS = "u64, Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64] or Ptr[T] with types={'T': ...}, a record"
NUMBERS = "numbers from 0 to 2**64 - 1"
STATEMENTS = "assignments, if, while, for i in range(), break, continue, return, pass, calls"
EXPRESSIONS = "numbers, names, p[i], r.x, calls, + - * // % & | ^ ~ << >>, comparisons, and/or/not"
CALLEES = "restricted functions, and at, cas, ctz, load, popcount, prefetch"
ASSIGNED = "an assignment on every way to this line"
POINTERS = "Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64]"
RANGES = "for i in range(stop) or range(start, stop)"

# (number, body of f(p: Ptr[u8], x: u64), the line blamed, what was found, what is accepted)
BODIES = [
    (1, "return p", "return p", "p is Ptr[u8], used as a number", "u64"),
    (2, "return p + 1", "return p + 1", "p is Ptr[u8], used as a number", "u64"),
    (3, "if p:\n    x = 1\nreturn x", "if p:", "p is Ptr[u8], used as a number", "u64"),
    (4, "return x[0]", "return x[0]", "x is u64, used as a pointer", POINTERS),
    (5, "x[0] = 1\nreturn x", "x[0] = 1", "x is u64, used as a pointer", POINTERS),
    (6, "p[0] = p\nreturn x", "p[0] = p", "Ptr[u8] stored in p[0]", "u64"),
    (7, "x = p\nreturn 1", "x = p", "x is u64 and here also Ptr[u8]", "one kind for one variable"),
    (8, "y = 1\ny = at(p, 1)\nreturn 0", "y = at(p, 1)", "y is u64 and here also Ptr[u8]",
     "one kind for one variable"),
    (9, "return p if x else x", "return p if x else x", "Ptr[u8] or else u64",
     "two values of one kind"),
    (10, "return zzz", "return zzz", "zzz is an unknown name", "variables and int constants"),
    (11, "return WORD", "return WORD", "WORD is a str", "variables and int constants"),
    (12, "return build", "return build", "build is a function", "variables and int constants"),
    (13, "return y\ny = 1", "return y", "variable y is possibly used before it has a value",
     ASSIGNED),
    (14, "if x:\n    y = 1\nreturn y", "return y",
     "variable y is possibly used before it has a value", ASSIGNED),
    (15, "while x:\n    y = 1\n    x -= 1\nreturn y", "return y",
     "variable y is possibly used before it has a value", ASSIGNED),
    (16, "for i in range(x):\n    pass\nreturn i", "return i",
     "variable i is possibly used before it has a value", ASSIGNED),
    (17, "while True:\n    if x:\n        break\n    y = 1\nreturn y", "return y",
     "variable y is possibly used before it has a value", ASSIGNED),
    (18, "y += 1\nreturn y", "y += 1", "variable y is possibly used before it has a value",
     ASSIGNED),
    (19, "return x << 64", "return x << 64", "a shift by 64", "shifts by 0 to 63"),
    (20, "return x >> SIXTY_FIVE", "return x >> SIXTY_FIVE", "a shift by 65", "shifts by 0 to 63"),
    (21, "return -1", "return -1", "negative -1", f"{NUMBERS}; 0 - x wraps around"),
    (22, "return BELOW", "return BELOW", "BELOW is -3", NUMBERS),
    (23, f"return {2**64}", f"return {2**64}", f"{2**64} is {2**64}", NUMBERS),
    (24, "return 1.5", "return 1.5", "constant 1.5", NUMBERS),
    (25, "return None", "return None", "constant None", NUMBERS),
    (26, "return x // 0", "return x // 0", "a division by zero",
     "divisors that can be other than 0"),
    (27, "x %= 0\nreturn x", "x %= 0", "a division by zero", "divisors that can be other than 0"),
    (28, "return x / 2", "return x / 2", "operator Div", "+ - * // % & | ^ << >> (no / ** @)"),
    (29, "return x ** 2", "return x ** 2", "operator Pow", "+ - * // % & | ^ << >> (no / ** @)"),
    (30, "return +x", "return +x", "unary +", "~ and not"),
    (31, "return x is 1", "return x is 1", "comparison Is", "== != < <= > >="),
    (32, "return x in p", "return x in p", "p is Ptr[u8], used as a number", "u64"),
    (33, "return [x]", "return [x]", "List [x]", EXPRESSIONS),
    (34, "return (y := x)", "return (y := x)", "NamedExpr (y := x)", EXPRESSIONS),
    (35, "return p[0:1]", "return p[0:1]", "Slice 0:1", EXPRESSIONS),
    (36, "return x.y", "return x.y", "x is u64, used as a record",
     "a parameter annotated with a kind of record"),
    (37, "return", "return", "Return return", STATEMENTS),
    (38, "x\nreturn x", "x", "Expr x", STATEMENTS),
    (39, "assert x\nreturn x", "assert x", "Assert assert x", STATEMENTS),
    (40, "try:\n    x = 1\nfinally:\n    x = 2\nreturn x", "try:", "Try try:", STATEMENTS),
    (41, "def g():\n    pass\nreturn x", "def g():", "FunctionDef def g():", STATEMENTS),
    (42, "x, y = 1, 2\nreturn x", "x, y = 1, 2", "Tuple (1, 2)", EXPRESSIONS),
    (43, "x.y = 1\nreturn x", "x.y = 1", "x is u64, used as a record",
     "a parameter annotated with a kind of record"),
    (44, "y: u64\nreturn x", "y: u64", "a declaration without a value", "name: type = value"),
    (45, "y: Ptr[u8] = 1\nreturn x", "y: Ptr[u8] = 1", "u64 as value", "Ptr[u8]"),
    (46, "for i in range(0, 9, 2):\n    pass\nreturn x", "for i in range(0, 9, 2):",
     "for i in range(0, 9, 2)", RANGES),
    (47, "for i in p:\n    pass\nreturn x", "for i in p:", "for i in p", RANGES),
    (48, "while x:\n    x -= 1\nelse:\n    x = 5\nreturn x", "x = 5", "else after a loop",
     "a flag variable"),
    (49, "x = 1", "x = 1", "the end is reached without an answer", "return u64"),
    (50, "if x:\n    return 1", "if x:", "the end is reached without an answer", "return u64"),
    (51, "return zzz(x)", "return zzz(x)", "zzz() is called, which is unknown", CALLEES),
    (52, "return x(1)", "return x(1)", "x() is called, which is a variable", CALLEES),
    (53, "return WORD(1)", "return WORD(1)", "WORD() is called, which is a str", CALLEES),
    (54, "return len(p)", "return len(p)", "len() is called, which is unknown", CALLEES),
    (55, "return p.moved(1)", "return p.moved(1)", "call p.moved(1)",
     "f(x, y) of a function's own name"),
    (56, "return popcount(x=x)", "return popcount(x=x)", "call popcount(x=x)",
     "f(x, y) of a function's own name"),
    (57, "return popcount()", "return popcount()", "0 arguments", "1 for popcount"),
    (58, "return cas(p, 0, 1)", "return cas(p, 0, 1)", "3 arguments", "4 for cas"),
    (59, "return popcount(p)", "return popcount(p)", "p is Ptr[u8], used as a number", "u64"),
    (60, "return prefetch(x, 1)", "return prefetch(x, 1)", "x is u64, used as a pointer", POINTERS),
    (61, "return g(x)", "return g(x)", "1 arguments", "2 for g(q: Ptr[u64], n: u64)"),
    (62, "return g(x, x)", "return g(x, x)", "x is u64, used as a pointer", POINTERS),
    (63, "return g(p, x)", "return g(p, x)", "p is Ptr[u8]",
     "Ptr[u64] for g(q: Ptr[u64], n: u64)"),
    (64, "return build(x)", "return build(x)", "build() is called, which is not restricted Python",
     "functions annotated -> u64, called in live code"),
    (65, "global y\ny = 1\nreturn x", "global y", "Global global y", STATEMENTS),
    (66, "p @= x\nreturn x", "p @= x", "p is Ptr[u8], used as a number", "u64"),
    (67, "del x\nreturn 1", "del x", "Delete del x", STATEMENTS),
]  # fmt: skip

# (number, the whole text, the line blamed, what was found, what is accepted)
HEADS = [
    (101, "def f(x) -> u64:\n    return x", "def f(x) -> u64:",
     "parameter x has no annotation", KINDS),
    (102, "def f(x: int) -> u64:\n    return x", "def f(x: int) -> u64:", "annotation int", KINDS),
    (103, "def f(x: u8) -> u64:\n    return x", "def f(x: u8) -> u64:", "annotation u8", KINDS),
    (104, "def f(x: Ptr[Cell]) -> u64:\n    return 0", "def f(x: Ptr[Cell]) -> u64:",
     "annotation Ptr[Cell]", KINDS),
    (105, "def f(x: Ptr) -> u64:\n    return 0", "def f(x: Ptr) -> u64:", "annotation Ptr", KINDS),
    (106, "def f(x: u64):\n    return x", "def f(x: u64):", "the function does not return u64",
     "-> u64"),
    (107, "def f(x: u64) -> Ptr[u8]:\n    return x", "def f(x: u64) -> Ptr[u8]:",
     "the function does not return u64", "-> u64"),
    (108, "def f(x: u64 = 1) -> u64:\n    return x", "def f(x: u64 = 1) -> u64:",
     "a parameter that is not plain", "name: annotation"),
    (109, "def f(*x: u64) -> u64:\n    return 1", "def f(*x: u64) -> u64:",
     "a parameter that is not plain", "name: annotation"),
    (110, "def f(x: 'u64 +') -> u64:\n    return 1", "def f(x: 'u64 +') -> u64:",
     "annotation 'u64 +'", KINDS),
    (111, "def f(x: u64) -> u64:\n    return f(x)", "def f(x: u64) -> u64:",
     "this function calls itself", "loops; a deep recursion would crash"),
    (112, "f = lambda x: x\nf.__name__ = 'f'", "f = lambda x: x",
     "this is not the function's own text",
     "a function written with def, in a file or by define()"),
]  # fmt: skip
CALLEE = "def g(q: Ptr[u64], n: u64) -> u64:\n    return q[n]\n\n"


def around(body: str) -> str:
    """The text of a module whose function f has the given body."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"{CALLEE}def f(p: Ptr[u8], x: u64) -> u64:\n{lines}\n"


CASES = [(number, around(body), *rest) for number, body, *rest in BODIES] + HEADS


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(
    ("text", "line", "found", "accepted"),
    [pytest.param(*case[1:], id=f"{case[0]:03}") for case in CASES],
)
@pytest.mark.parametrize("make", [build, twin])
def test_a_refusal_names_the_line_what_was_found_and_what_is_accepted(
    make: Callable[..., object], text: str, line: str, found: str, accepted: str
) -> None:
    with pytest.raises(NativeError) as error:
        make(source(text, WORD="w", BELOW=-3, SIXTY_FIVE=65))
    assert error.value.message == f"f: {found}; accepted: {accepted}"
    assert error.value.place is not None
    assert error.value.place.text == line
    assert error.value.code == "CP300"


def test_a_refusal_in_a_file_names_the_file_and_the_line() -> None:
    def f() -> u8:
        return 0  # type: ignore[return-value]

    with pytest.raises(NativeError) as error:
        build(f)
    assert error.value.place is not None
    assert error.value.place.file == __file__
    assert error.value.place.line == f.__code__.co_firstlineno
    assert str(error.value) == (
        "[CP300] f: annotation u8; accepted: " + KINDS + f"\n  at {error.value.place}"
        "\n    def f() -> u8:"
    )


def test_a_refusal_in_a_callee_names_the_callee() -> None:
    text = "def g(x: u64) -> u64:\n    return y\n\ndef f(x: u64) -> u64:\n    return g(x)"
    with pytest.raises(NativeError, match="g: y is an unknown name"):
        build(source(text))


@pytest.mark.parametrize("thing", [len, 5, functools.partial(print), int])
def test_what_is_no_function_is_refused(thing: object) -> None:
    with pytest.raises(NativeError, match="is not a function; accepted: a function written with"):
        build(thing)


def test_a_function_without_source_is_refused() -> None:
    space: dict[str, Any] = {}
    exec(compile("def f(x): return x", "<nowhere>", "exec"), space)
    with pytest.raises(NativeError, match="<nowhere> gives no source text"):
        build(space["f"])


def test_a_decorator_is_refused() -> None:
    text = "def same(g):\n    return g\n\n@same\ndef f(x: u64) -> u64:\n    return x"
    with pytest.raises(NativeError, match="f: a decorator; accepted: plain functions") as error:
        build(source(text))
    assert error.value.place is not None
    assert error.value.place.text == "@same"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"types": {"Cell": int}}, "type Cell is <class 'int'>; accepted: u8, u16, u32, u64"),
        ({"constants": {"K": -1}}, "constant K is -1; accepted: 0 to 2**64 - 1"),
        ({"constants": {"K": 2**64}}, f"constant K is {2**64}; accepted: 0 to 2**64 - 1"),
        ({"constants": {"K": "1"}}, "constant K is '1'; accepted: 0 to 2**64 - 1"),
        ({"calls": {"g": 5}}, "callee g is 5; accepted: a Python function"),
    ],
)
def test_a_wrong_binding_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(NativeError) as error:
        build(source("def f() -> u64:\n    return 0"), **given)
    assert error.value.message == message


def test_a_library_of_nothing_is_refused() -> None:
    with pytest.raises(NativeError, match="no function is given; accepted: at least one"):
        build()


def test_two_functions_of_one_name_are_refused() -> None:
    text = "def f() -> u64:\n    return {}"
    with pytest.raises(NativeError, match="f is given 2 times; accepted: once"):
        build(source(text.format(1)), source(text.format(2)))
