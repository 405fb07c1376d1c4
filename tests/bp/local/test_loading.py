"""What modules compute from the order of a set while they are loaded, and programs read."""

import importlib
import subprocess
import sys

import pytest

from counterpoint import Answer, Event, Program, check, never
from counterpoint.bp.local.loading import Loading
from counterpoint.tuning import Tuning

HEAD = """
import enum
import functools
from counterpoint import Event, Program, never, sync, thread

S = {"a", "b", "c"}

@thread
def asks(names):
    for name in names:
        yield sync(request=Event(name))

@thread
def asks_in_order():
    for name in ORDER:
        yield sync(request=Event(name))

"""

FIRST = HEAD.count("\n") + 1

AN_ORDER_COMES_TO_A_VARIABLE = [
    'ORDER = list({"a", "b"})',
    'ORDER = list(set("a b".split()))',
    "ORDER = tuple(x for x in S)",
    "ORDER = [x for x in S]",
    "ORDER = {x: 1 for x in S}",
    "ORDER = dict.fromkeys(S)",
    'ORDER = "".join({"a", "b"})',
    "ORDER = [x for _, x in enumerate(S)]",
    "ORDER = S.pop()",
    "ORDER = next(iter(S))",
    "ORDER = max(S, key=len)",
    'ORDER = sorted(["a", "b"], key=hash)',
    "ORDER = []\nfor x in S:\n    ORDER.append(x)",
    "ORDER = []\ndef fill():\n    for x in S:\n        ORDER.append(x)\nfill()",
    "def fill():\n    global ORDER\n    ORDER = list(S)\nORDER = None\nfill()",
    "def order():\n    return [x for x in S]\nORDER = order()",
    "def names():\n    return {x * 2 for x in S}\nORDER = list(names())",
    "def order(names):\n    return list(names)\nORDER = order(S)",
    "first = lambda: next(iter(S))\nORDER = [first()]",
    "ORDER = list(map(lambda x: [x, *S], 'ab'))",
    "class K:\n    order = list(S)\nORDER = K.order",
    "class K:\n    names = {'a', 'b'}\nORDER = list(K.names)",
    "class K:\n    def order(self):\n        return list(S)\nORDER = K().order()",
    "class K:\n    def __init__(self):\n        self.order = list(S)\nORDER = K()",
    "def with_order(function):\n    return list(S)\n@with_order\ndef ORDER():\n    pass",
    "BY_NAME = {'x': {'a', 'b'}}\nORDER = list(BY_NAME['x'])",
    "BY_NAME = {'x': {'a', 'b'}}\nORDER = [list(x) for x in BY_NAME.values()]",
    "FIRST = list(S)\nORDER = [x for x in FIRST]",
    "if S:\n    ORDER = list(S)",
    "ORDER = [(x, y) for x, y in zip(S, 'abc')]",
    "ORDER, OTHER = list(S), 1",
    "for x in list(S):\n    break\nORDER = x",
    "for x in list(S):\n    if x:\n        ORDER = [1]\n        break",
    "if next(iter(S)) == 'a':\n    ORDER = 1\nelse:\n    ORDER = 2",
    "try:\n    ORDER = 1\nfinally:\n    ORDER = list(S)",
    "ORDER = 0\nwhile not ORDER:\n    ORDER = S.pop()",
    "with open(__file__):\n    ORDER = list(S)",
]

AN_ORDER_COMES_TO_A_PROGRAM = [
    "ORDER = list(S)\nprogram = Program(asks(ORDER))",
    "program = Program(asks(list(S)))",
    "program = Program(*map(asks, S))",
    """ORDER = list(S)
def made():
    names = []
    for name in ORDER:
        names.append(name)
    def order():
        return names
    return Program(asks(order()))
program = made()""",
    """ORDER = list(S)
def made(name):
    return Program(asks([name]))
def main():
    first = ORDER[0]
    if first:
        return made(first)
program = main()""",
    "program = Program(*(asks([x]) for x in list(S)))",
    "ORDER = list(S)\ndef made():\n    return Program(asks(ORDER))\nprogram = made()",
    """ORDER = list(S)
def inner(names):
    return Program(asks(names))
def made():
    return inner(ORDER)
program = made()""",
    "ORDER = list(S)\nprogram = Program(asks(S), final=Event(ORDER[0]))",
]

NO_ORDER_COMES_TO_ANYTHING = [
    "ORDER = sorted({'a', 'b'})",
    "OTHER = list(S)\nORDER = sorted(OTHER)",
    "ORDER = 'abc'[: len(S)]",
    "ORDER = [x for x in 'abc' if x in S]",
    "MORE = S | {'d'}\nORDER = sorted(MORE - S)",
    "ORDER = frozenset({'a', 'b'})",
    "ORDER = [x for x in {3, 1, 2}]",
    "ORDER = dict.fromkeys(['a', 'b'])",
    "class K(enum.Enum):\n    A = 'a'\n    B = 'b'\nORDER = [k.value for k in K]",
    "OTHER = list(S)\nfor x in OTHER:\n    print(x, end='')\nORDER = 'ab'",
    "TABLE = {'a': lambda: list(S)}\nORDER = [*TABLE]",
    "CASES = [lambda: list(S), lambda: S.pop()]\nORDER = 'ab'",
    "def order():\n    return list(S)\nORDER = 'ab'",
    "@functools.cache\ndef order():\n    return list(S)\nORDER = 'ab'",
    "def order():\n    return list(S)\nORDER = {'order': order}",
    "class K:\n    @property\n    def order(self):\n        return list(S)\nORDER = 'ab'",
    "BY_NAME = {'x': {'a', 'b'}}\nORDER = sorted(BY_NAME['x'])",
    "if __name__ == '__main__':\n    ORDER = list(S)\nORDER = 'ab'",
]

NO_ORDER_COMES_TO_A_PROGRAM = [
    """A, B = Event('a'), Event('b')
wanted = {'no a or b': never({A, B})}
program = Program(*map(asks, 'ab'), final={A, B}, owners={'x': {A, B}}, requirements=wanted)""",
    "program = Program(asks(S))",
    "OTHER = list(S)\nprogram = Program(asks('ab'))",
    """OTHER = list(S)
def made():
    names = sorted(S)
    program = Program(asks(names))
    print(*OTHER, end='')
    return program
def main():
    program = made()
    others = [*OTHER]
    return program
program = main()""",
    "for x in range(2):\n    program = Program(asks('ab'))\n    x = list(S)",
    "for x in range(2):\n    y = list(S)\nfor x in range(2):\n    z = y\n    program = Program()",
    "def judge(said):\n    return list(S)\nprogram = Program(asks('ab'), strategy=judge)",
]


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Loads modules of given sources; the last one is given back."""
    monkeypatch.syspath_prepend(tmp_path)
    names = []

    def load(source, name="loaded_by_a_test"):
        (tmp_path / f"{name}.py").write_text(HEAD + source)
        names.append(name)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield load
    for name in names:
        sys.modules.pop(name, None)


def doubts(module, *names, makers=()):
    """The lines of code that cast a doubt on variables of a module, or on who made a program."""
    wanted = {module.__name__: set(names)}
    found = Loading().doubts({module.__name__: module}, wanted, makers)
    return [each.place.line for _, each in found]


@pytest.mark.parametrize("source", AN_ORDER_COMES_TO_A_VARIABLE)
def test_an_order_that_comes_to_a_variable_is_found(load, source):
    module = load(source)
    assert doubts(module, "ORDER")
    assert not doubts(module, "S", "asks")


@pytest.mark.parametrize("source", NO_ORDER_COMES_TO_ANYTHING)
def test_sets_whose_order_comes_to_no_variable_that_is_read_are_of_no_account(load, source):
    assert not doubts(load(source), "ORDER", "asks", "S")


@pytest.mark.parametrize("source", AN_ORDER_COMES_TO_A_PROGRAM)
def test_an_order_that_comes_to_a_program_is_found(load, source):
    module = load(source)
    assert doubts(module, makers=module.program.makers)


@pytest.mark.parametrize("source", NO_ORDER_COMES_TO_A_PROGRAM)
def test_sets_whose_order_comes_to_no_program_are_of_no_account(load, source):
    module = load(source)
    assert not doubts(module, makers=module.program.makers)


def test_an_order_comes_from_one_module_to_another(load):
    load("FIRST = list(S)\ndef names():\n    return {'a', 'b'}", "first_of_a_test")
    taken = load("from first_of_a_test import FIRST as ORDER", "taken_by_a_test")
    asked = load("import first_of_a_test\nORDER = first_of_a_test.FIRST", "asked_by_a_test")
    called = load("from first_of_a_test import names\nORDER = list(names())", "called_by_a_test")
    other = load("from first_of_a_test import S as names\nORDER = sorted(names)")
    assert doubts(taken, "ORDER")
    assert doubts(asked, "ORDER")
    assert doubts(called, "ORDER")
    assert not doubts(other, "ORDER")


def test_a_module_that_is_loaded_again_is_read_again(load, tmp_path):
    module = load("ORDER = sorted(S)")
    assert not doubts(module, "ORDER")
    (tmp_path / f"{module.__name__}.py").write_text(HEAD + "ORDER = list(S)  # as it is now")
    assert doubts(importlib.reload(module), "ORDER")


def test_b_threads_that_read_an_order_are_unknown_with_line_and_remedy(load):
    module = load("ORDER = list(S)")
    (verdict,) = check(Program(module.asks_in_order()), never(Event("z")))
    assert verdict.answer is Answer.UNKNOWN
    assert f"loaded_by_a_test.py:{FIRST}" in verdict.reason
    assert "another PYTHONHASHSEED asks_in_order does something else" in verdict.reason
    assert "sorted(...)" in verdict.reason


@pytest.mark.parametrize("made", ["program = {}", "def program():\n    return {}"])
def test_a_program_that_is_made_of_an_order_is_unknown(load, made):
    module = load("ORDER = list(S)\n" + made.format("Program(asks(ORDER), asks('xyz'))"))
    program = module.program if isinstance(module.program, Program) else module.program()
    (verdict,) = check(program, never(Event("q")))
    assert verdict.answer is Answer.UNKNOWN
    assert f"loaded_by_a_test.py:{FIRST}" in verdict.reason


def test_a_requirement_that_is_made_of_an_order_is_unknown(load):
    made = "Program(asks('abc'), requirements={'not first': never(Event(ORDER[0]))})"
    module = load(f"ORDER = list(S)\nprogram = {made}")
    (verdict,) = check(module.program, never(Event("q")))
    assert "the program is another" in verdict.reason


def test_the_order_of_b_threads_matters_only_to_a_strategy_that_sees_it(load):
    few = Tuning(hash_seeds=4)
    same = load("ORDER = list(S)\nprogram = Program(*map(asks, ORDER))", "same_of_a_test")
    assert check(same.program, never(Event("q")), tuning=few)
    first = "strategy=lambda said: [e for each in said[:1] for e in each.sync.request]"
    other = load(f"program = Program(*map(asks, list(S)), {first})", "other_of_a_test")
    (verdict,) = check(other.program, never(Event("q")))
    assert "the program is another" in verdict.reason


def test_a_set_of_which_nothing_comes_to_the_program_starts_no_process(load, monkeypatch):
    module = load("OTHER = list(S)\nORDER = sorted(S)\nprogram = Program(asks_in_order())")
    monkeypatch.setattr(subprocess, "Popen", None)
    assert check(module.program, never(Event("q")))
