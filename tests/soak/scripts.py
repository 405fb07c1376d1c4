"""Python sources of programs and models that are right, and what is done to them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from random import Random

_BUNDLED = (
    "alternating_bit", "connect_four", "elevator", "hot_cold", "junction", "mnk", "nim",
    "peterson", "philosophers", "tictactoe", "ttt_model",
)  # fmt: skip

OWN = (
    """from counterpoint import Event, Program, event_set, events, named, sync, thread
from counterpoint import never, no_deadlock, no_hot_cycle
CALL, MOVED, STOP = events("Call Moved Stop")
@thread
def lift(top, *, slow=False):
    here, calls = 0, set()
    while True:
        target = min(calls, default=None)
        wanted = [MOVED(here + 1 if target > here else here - 1)] if calls else []
        heard = yield sync(request=wanted, wait_for=named(CALL), interrupt=STOP, hot=bool(calls))
        if heard.name == "Moved":
            here = heard.args[0]
        else:
            calls.add(heard.args[0])
        calls.discard(here)
@thread
def caller(floors, times=2):
    for count in range(times):
        floor = (yield sync(request=[CALL(f) for f in floors], priority=count)).args[0]
        yield sync(wait_for=MOVED(floor) | STOP, block=CALL)
@thread
def watch():
    seen = []
    while len(seen) < 3:
        seen.append((yield sync(wait_for=lambda event: event.name == "Moved")).args[0])
    assert sorted(seen) != [0, 0, 0], "it stands"
    yield sync(request=STOP, block=event_set(lambda e: e is not STOP))
program = Program(lift(2), caller([0, 1, 2]), watch(), external=[STOP], weak=[named(MOVED)],
                  owners={"people": named(CALL)},
                  requirements={"going": no_deadlock(), "served": no_hot_cycle(),
                                "low": "G !Moved(2)", "all": never(MOVED(9))})
""",
    """from dataclasses import dataclass
from counterpoint import Event, Priority, Program, sync, thread
@dataclass(frozen=True)
class Box:
    size: int
    name: str = "box"
def wait(event, times):
    for _ in range(times):
        heard = yield sync(wait_for=event)
    return heard
@thread
def child(number):
    yield sync(request=Event("Born", number, box=Box(number)))
@thread
def parent():
    made = {}
    for number in range(3):
        made[number] = yield sync(request=Event("Make", number), start=child(number))
        born = yield from wait(Event("Born", number, box=Box(number)), 1)
        made[number] = born.box.size
    assert sum(made.values()) == 3
@thread
def never_first():
    yield sync(wait_for=Event("Make", 1), block=Event("Born", 1, box=Box(1)))
program = Program(parent(), never_first(), strategy=Priority(), final=Event("Born"))
""",
    """from counterpoint import Model, all_of, any_of, if_, step
m = Model("jars")
small = m.var("small", range(4), init=0)
big = m.var("big", range(6), init=0)
full = m.var("full", bool, init=False)
cells = m.array("cells", (0, 1), ("empty", "half", "whole"), init="empty")
m.atom("four", big == 4)
@m.action
def fill():
    return step(set={small: 3})
@m.action
def pour():
    left = 5 - big
    moved = if_(small < left, small, left)
    return step(when=small > 0, set={small: small - moved, big: big + moved})
@m.action(i=(0, 1))
def put(i):
    '''Something comes into a cell.'''
    return step(when=cells[i] == "empty", set={cells[i]: "half", full: any_of([full, big > 3])})
m.weak("fill", "pour")
m.requires({"never four": "G !four", "some": "EF (four & full)"})
model = m
""",
)

_ODD = (
    "0", "-1", "1.5", "2**70", "None", "True", "''", "'x'", "()", "[]", "{}", "float('nan')",
    "...", "lambda *_: None", "object()", "int", "b'x'", "1j", "range(3)", "{1, 2}", "[[]]",
)  # fmt: skip
_NAMES = ("self", "sync", "thread", "Event", "Program", "print", "len", "set", "list", "type", "_")
_KEYWORDS = (
    "request", "wait_for", "block", "interrupt", "priority", "hot", "on_interrupt", "start",
    "strategy", "final", "external", "owners", "weak", "strong", "name", "init", "when", "unknown",
)  # fmt: skip
_LINES = (
    "yield", "return", "pass", "continue", "break", "raise ValueError", "del x", "assert 0",
    "yield sync()", "yield None", "yield from [1]", "x = yield", "global x", "@thread",
)  # fmt: skip

_TOKEN = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|\w+|[ \t]+|\n|[^\w\s]")
_FORBIDDEN = {
    "open", "exec", "eval", "compile", "input", "breakpoint", "__import__", "globals", "getattr",
    "setattr", "exit", "quit", "vars", "help",
}  # fmt: skip


@cache
def sources() -> tuple[str, ...]:
    """The sources of the bundled examples, and a few that use more of what there is."""
    folder = resources.files("counterpoint.examples")
    bundled = (folder.joinpath(f"{name}.py").read_text(encoding="utf-8") for name in _BUNDLED)
    return (*OWN, *bundled)


def damaged_source(random: Random, source: str) -> str:
    """The source after some mutations, which is still Python and does no harm."""
    for _ in range(30):
        text = source
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            text = random.choice(_MUTATIONS)(random, text)
        if text != source and _is_harmless(text, source):
            return text
    return source


def _is_harmless(text: str, source: str) -> bool:
    """Whether it imports nothing that its source does not, and names nothing that does harm."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    special = any(name.startswith("__") for name in (names | attributes) - {"__name__"})
    return not special and not names & _FORBIDDEN and _imports(tree) <= _imports(ast.parse(source))


def _imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module} {alias.name}" for alias in node.names}
    return found


def _replaced(random: Random, text: str, is_one: Callable[[str], object], by: object) -> str:
    """The text with one of its tokens replaced by one of others, or by one of its own."""
    parts = _TOKEN.findall(text)
    places = [at for at, part in enumerate(parts) if is_one(part)]
    if not places:
        return text
    own = [parts[at] for at in places]
    among = own if random.randrange(2) else list(by) if isinstance(by, tuple) else own
    parts[random.choice(places)] = random.choice(among)
    return "".join(parts)


def _name(random: Random, text: str) -> str:
    return _replaced(random, text, str.isidentifier, _NAMES)


def _value(random: Random, text: str) -> str:
    return _replaced(random, text, lambda part: part.isdigit() or part[0] in "'\"", _ODD)


def _odd(random: Random, text: str) -> str:
    """A name stands for an odd value."""
    parts = _TOKEN.findall(text)
    names = [at for at, part in enumerate(parts) if part.isidentifier()]
    if names:
        parts[random.choice(names)] = f"({random.choice(_ODD)})"
    return "".join(parts)


def _keyword(random: Random, text: str) -> str:
    found = list(re.finditer(r"\b(\w+)=(?!=)", text))
    if not found:
        return text
    one = random.choice(found)
    start, end = one.span(1)
    return text[:start] + random.choice(_KEYWORDS) + text[end:]


def _argument(random: Random, text: str) -> str:
    """An argument more in a call."""
    found = [match.end() for match in re.finditer(r"\w\(", text)]
    at = random.choice(found)
    given = f"{random.choice(_KEYWORDS)}=" if random.randrange(2) else ""
    return f"{text[:at]}{given}{random.choice(_ODD)}, {text[at:]}"


def _token(random: Random, text: str) -> str:
    parts = _TOKEN.findall(text)
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    match random.randrange(3):
        case 0:
            del parts[at]
        case 1:
            parts[at] = parts[other]
        case _:
            parts[at], parts[other] = parts[other], parts[at]
    return "".join(parts)


def _line(random: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0 | 1:
            del lines[at]
        case 2:
            lines.insert(at, lines[other])
        case 3:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines.insert(at, f"{margin}{random.choice(_LINES)}\n")
    return "".join(lines)


_MUTATIONS: tuple[Callable[[Random, str], str], ...] = (
    _name, _name, _value, _value, _odd, _odd, _keyword, _argument, _token, _line, _line,
)  # fmt: skip
