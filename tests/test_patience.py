"""No test waits for a duration, and none is too impatient for a slow machine."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(path for path in TESTS.rglob("*.py") if TESTS / "errors" not in path.parents)

AT_A_MOMENT = {"soak/killed.py", "stress/interrupts.py"}
"""What strikes at a random moment; the suite runs neither."""

WAITS = {"wait", "join", "wait_for", "communicate", "settimeout", "set_default_timeout"}
"""Methods whose last argument may be how long they wait."""


def _name(call: ast.Call) -> str:
    """The last name of what is called."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _is_number(node: ast.expr) -> bool:
    """Whether it is a number other than 0, which only lets others have their turn."""
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value != 0


def _once(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls outside of loops that look again and again whether something has come."""
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.While))
    again = {inner for loop in loops for inner in ast.walk(loop)}
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node not in again)


def sleeps(tree: ast.AST) -> Iterator[int]:
    """The lines that sleep for a time, whatever comes."""
    for call in _once(tree):
        if _name(call) == "wait_for_timeout" or (
            _name(call) == "sleep" and not all(map(_is_zero, call.args))
        ):
            yield call.lineno


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def limits(tree: ast.AST) -> Iterator[int]:
    """The lines that wait no longer than a number that stands there."""
    for call in _once(tree):
        named = [word.value for word in call.keywords if (word.arg or "").endswith("timeout")]
        method = isinstance(call.func, ast.Attribute) and _name(call) in WAITS
        placed = call.args[-1:] if method else []
        if any(map(_is_number, (*named, *placed))):
            yield call.lineno


@pytest.mark.parametrize(
    ("text", "slept", "limited"),
    [
        ("time.sleep(0.1)", 1, 0),
        ("time.sleep(seconds)", 1, 0),
        ("page.wait_for_timeout(500)", 1, 0),
        ("await asyncio.sleep(0)", 0, 0),
        ("while not done():\n    time.sleep(0.001)", 0, 0),
        ("event.wait(20)", 0, 1),
        ("process.communicate(timeout=60)", 0, 1),
        ("connect(address, open_timeout=5.0)", 0, 1),
        ("await asyncio.wait_for(answer, 3)", 0, 1),
        ("event.wait(PATIENCE)", 0, 0),
        ("', '.join(words), thread.join(), found.get('a')", 0, 0),
    ],
)
def test_what_waits_too_long_or_too_short_is_found(text: str, slept: int, limited: int) -> None:
    tree = ast.parse(text)
    assert (len([*sleeps(tree)]), len([*limits(tree)])) == (slept, limited)


def test_tests_wait_for_conditions_and_as_long_as_it_takes() -> None:
    """Wait for what must come, with `PATIENCE` of `tests/patience.py` as the limit of time."""
    wrong = []
    for path in FILES:
        name = path.relative_to(TESTS).as_posix()
        if name not in AT_A_MOMENT:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            wrong += [f"{name}:{line}: it sleeps a fixed time" for line in sleeps(tree)]
            wrong += [f"{name}:{line}: it waits for a fixed time" for line in limits(tree)]
    assert wrong == []
