"""What modules make of the order of a set while they are loaded, and b-threads read."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from counterpoint import Answer, Event, Program, check, never
from counterpoint.bp.local.bytecode.loading import makes_sets, orders_that_come_to
from counterpoint.bp.local.bytecode.mentions import Libraries
from counterpoint.tuning import Tuning

FEW = Tuning(hash_seeds=4)

HEAD = """
import enum
import functools
from counterpoint import Event, Program, never, sync, thread

S = {"a", "b", "c"}

class Box:
    def __init__(self):
        self.held = []

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

AN_ORDER_COMES_TO_IT = [
    'ORDER = list({"a", "b"})',
    'ORDER = list(set("a b".split()))',
    "ORDER = tuple(x for x in S)",
    "ORDER = [x for x in S]",
    "ORDER = {x: 1 for x in S}",
    "ORDER = dict.fromkeys(S)",
    'ORDER = "".join({"a", "b"})',
    "ORDER = [x for _, x in enumerate(S)]",
    "ORDER = S.pop()",
    "T = S\nU = T\nORDER = list(U)\nT = U = None",
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
    "ORDER = Event('ORDER', Box())\nORDER.args[0].held.extend(S)",
    "def ORDER():\n    pass\nORDER.held = list(S)",
    "def ORDER():\n    pass\ndef fill(function):\n    function.held = list(S)\nfill(ORDER)",
    "def ORDER():\n    pass\nsetattr(ORDER, 'held', list(S))",
    "def ORDER(held=[]):\n    held.extend(S)\nORDER()",
    "def ORDER(*, held=[]):\n    held.extend(S)\nORDER()",
    "def made():\n    held = []\n    return lambda: held\nORDER = made()\nORDER().extend(S)",
    "@thread\ndef ORDER():\n    yield sync()\nORDER.held = list(S)",
    "ORDER = None\nglobals()['ORDER'] = list(S)",
    "ORDER = None\nvars()['ORDER'] = list(S)",
    "ORDER = None\nlocals().update(ORDER=list(S))",
    "ORDER = None\nexec('ORDER = list(S)', globals(), {'S': list(S)})",
    "import sys\nORDER = None\nsys.modules[__name__].ORDER = list(S)",
    "ORDER = None\ndef fill():\n    globals().update(ORDER=list(S))\nfill()",
    "ORDER = []\ndef now(f):\n    f()\n@now\ndef fill():\n    ORDER.extend(S)",
    "ORDER = None\nexec('ORDER = list(S)')",
]

NO_ORDER_COMES_TO_IT = [
    "ORDER = sorted({'a', 'b'})",
    "ORDER = 'abc'[: len(S)]",
    "ORDER = [x for x in 'abc' if x in S]",
    "MORE = S | {'d'}\nORDER = sorted(MORE - S)",
    "ORDER = frozenset({'a', 'b'})",
    "ORDER = [x for x in {3, 1, 2}]",
    "ORDER = dict.fromkeys(['a', 'b'])",
    "class K(enum.Enum):\n    A = 'a'\n    B = 'b'\nORDER = [k.value for k in K]",
    "def order():\n    return list(S)\nORDER = 'ab'",
    "@functools.cache\ndef order():\n    return list(S)\nORDER = 'ab'",
    "class K:\n    @property\n    def order(self):\n        return list(S)\nORDER = 'ab'",
    "program = Program(asks(S))",
    """A, B = Event('a'), Event('b')
wanted = {'no a or b': never({A, B})}
program = Program(*map(asks, 'ab'), final={A, B}, owners={'x': {A, B}}, requirements=wanted)""",
    "@thread\ndef looks():\n    for x in S:\n        yield sync(request=Event(x))\nP = looks()",
]

FIRST_SAID = """
def first(said):
    return [event for each in said[: len({})] for event in each.sync.request]
"""

Load = Callable[..., ModuleType]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    """Loads a module of a given source, which stands behind the head."""
    monkeypatch.syspath_prepend(tmp_path)
    names = []

    def loaded(source: str, name: str = "loaded_by_a_test") -> ModuleType:
        (tmp_path / f"{name}.py").write_text(HEAD + source)
        names.append(name)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield loaded
    for name in names:
        sys.modules.pop(name, None)


def lines(module: ModuleType, *names: str) -> list[tuple[str, int]]:
    """Where a module, or one that it imports, may see an order that comes to some variables."""
    read = [tuple(name.split(".")) for name in names or ["ORDER"]]
    places = orders_that_come_to(module, read, Libraries(module.__name__))
    return [(os.path.basename(place.file), place.line) for place in places]


@pytest.mark.parametrize("source", AN_ORDER_COMES_TO_IT)
def test_an_order_that_may_be_seen_while_a_module_is_loaded_is_found(
    load: Load, source: str
) -> None:
    found = lines(load(source))
    assert found
    assert all(line >= FIRST for _, line in found)


@pytest.mark.parametrize("source", NO_ORDER_COMES_TO_IT)
def test_sets_whose_order_nothing_sees_are_of_no_account(load: Load, source: str) -> None:
    assert not lines(load(source))


@pytest.mark.parametrize("way", ["{}.FIRST = list(S)", "vars({})['FIRST'] = list(S)"])
def test_what_is_set_in_another_module_is_found_too(load: Load, way: str) -> None:
    load("FIRST = None", "set_by_a_test")
    ours = load(f"import set_by_a_test as other\n{way.format('other')}")
    assert lines(ours, "other.FIRST")


def test_what_comes_from_another_module_is_found_too(load: Load) -> None:
    load("FIRST = list(S)\ndef names():\n    return {'a', 'b'}", "first_of_a_test")
    load("from first_of_a_test import FIRST as ORDER", "taken_by_a_test")
    load("import first_of_a_test\nORDER = first_of_a_test.FIRST", "asked_by_a_test")
    load("from first_of_a_test import names\nORDER = list(names())", "called_by_a_test")
    load("import called_by_a_test as inner\nfrom first_of_a_test import names as ORDER, FIRST")
    for name in ("taken", "asked"):
        module = sys.modules[f"{name}_by_a_test"]
        assert lines(module) == [("first_of_a_test.py", FIRST)]
    module = sys.modules["loaded_by_a_test"]
    assert not lines(module, "S")
    assert lines(module, "inner.ORDER") == [("first_of_a_test.py", FIRST + 2)]


def test_a_module_that_is_loaded_again_is_read_again(load: Load, tmp_path: Path) -> None:
    module = load("ORDER = sorted(S)")
    assert not lines(module)
    (tmp_path / f"{module.__name__}.py").write_text(HEAD + "ORDER = list(S)  # as it is now")
    assert lines(importlib.reload(module))


@pytest.mark.hash_seeds
def test_b_threads_that_read_an_order_are_unknown_with_line_and_remedy(load: Load) -> None:
    module = load("ORDER = list(S)")
    (verdict,) = check(Program(module.asks_in_order()), never(Event("z")))
    assert verdict.answer is Answer.UNKNOWN
    assert f"loaded_by_a_test.py:{FIRST}" in verdict.reason
    assert "another PYTHONHASHSEED asks_in_order does something else" in verdict.reason
    assert "sorted(...)" in verdict.reason


def test_an_order_that_makes_no_difference_to_b_threads_is_of_no_account(load: Load) -> None:
    module = load("OTHER = list(S)\nORDER = sorted(OTHER)")
    assert check(Program(module.asks_in_order()), never(Event("z")), tuning=FEW)


def test_b_threads_that_read_nothing_of_their_module_start_no_process(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = load("OTHER = list(S)")
    monkeypatch.setattr(subprocess, "Popen", None)
    assert check(Program(module.asks("abc")), never(Event("z")))


def test_what_a_strategy_reads_of_an_order_is_unknown(load: Load) -> None:
    module = load("ORDER = list(S)\n" + FIRST_SAID.format("ORDER"))
    program = Program(*map(module.asks, "abc"), strategy=module.first)
    (verdict,) = check(program, never(Event("a")))
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason.startswith("strategy first uses what comes of a set, or a hash, while")


def test_what_a_strategy_sees_of_a_set_is_unknown(load: Load) -> None:
    module = load(FIRST_SAID.format("list(S)"))
    program = Program(*map(module.asks, "abc"), strategy=module.first)
    (verdict,) = check(program, never(Event("a")))
    assert verdict.answer is Answer.UNKNOWN
    assert "what it decides may depend on that" in verdict.reason


def test_a_strategy_that_sorts_events_by_their_texts_sees_no_order(load: Load) -> None:
    sorting = """
class Alike:
    def __repr__(self):
        return "alike"

ONE, OTHER = Alike(), Alike()

@thread
def asks_for_both():
    yield sync(request=[Event("n", of=ONE), Event("n", of=OTHER)])

def first(said):
    names = {event for each in said for event in each.sync.request}
    return sorted(names, key=str)[:1]
"""
    module = load(sorting)
    program = Program(*map(module.asks, "abc"), strategy=module.first)
    assert check(program, never(Event("z")))
    alike = Program(module.asks("ab"), module.asks_for_both(), strategy=module.first)
    (verdict,) = check(alike, never(Event("z")))
    assert verdict.answer is Answer.UNKNOWN


@pytest.mark.parametrize("operator", ["|", "&", "-", "^", "|=", "&=", "-=", "^="])
@pytest.mark.parametrize("view", ["keys", "items"])
def test_views_of_dictionaries_make_sets_where_they_are_combined(operator: Any, view: Any) -> None:
    code = compile(f"known = a.{view}()\nknown {operator} {{}}.{view}()", "", "exec")
    assert makes_sets(code)


def test_other_operators_beside_a_view_make_no_set() -> None:
    assert not makes_sets(compile("found = [a + 1 for a, b in c.items()] + d * 2", "", "exec"))
