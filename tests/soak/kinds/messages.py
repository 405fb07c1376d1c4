"""Messages to the page's server, most of which mean nothing: each is answered, and play goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from counterpoint.page.with_starlette import application
from counterpoint.page.workspace import Workspace
from counterpoint.target import find_target

from ..compare import Tally, short

SHARE = 0.3

PORT = 8642

OURS = ((b"host", b"127.0.0.1:8642"), (b"origin", b"http://127.0.0.1:8642"))

PATIENCE = 120.0
"""Seconds after which a message counts as not answered."""

TARGETS = ("hot_cold", "nim", "peterson", "tictactoe")

NAMES = ("HOT", "COLD", "take(0,0)", "take(2,1)", "X(0,0)", "O(1,1)", "try(0)", "", "constructor")

RULES = ("pour", "alternate", "stays_mild", "center", "corners", "x_moves", "gravity")

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 10**30, -(10**30), 0.5, 1e308, "", "X", "O", "player2", "best",
    "rules", "\0", "\ud800", "</script><!--", "\u202e\u2028", "x" * 5000, [], [[]], {}, ["pour"],
    {"do": "step"}, "p=HOT~COLD&at=1", "off=pour", "p=" + "~".join(["COLD"] * 40),
    "%FF%zz&at=9&at=",
)  # fmt: skip

COMMANDS: tuple[tuple[str, dict[str, Callable[[Random], Any]]], ...] = (
    ("step", {"name": lambda random: random.choice(NAMES)}),
    ("jump", {"at": lambda random: random.randint(-3, 9)}),
    ("undo", {}),
    ("redo", {}),
    ("restart", {}),
    ("select", {"step": lambda random: random.randint(-3, 9)}),
    ("switch", {"rules": lambda random: [random.choice(RULES)], "on": lambda random: True}),
    ("switch", {"rules": lambda random: [random.choice(RULES)], "on": lambda random: False}),
    ("restore", {}),
    ("open", {"property": lambda random: random.choice(("deadlock", "X never wins", "liveness"))}),
    ("close", {}),
    ("by", {"player": lambda random: "O", "by": lambda random: random.choice(("rules", "best"))}),
    ("values", {"on": lambda random: bool(random.randrange(2))}),
    ("fold", {"on": lambda random: bool(random.randrange(2))}),
    ("follow", {"link": lambda random: random.choice(("p=HOT~COLD&at=1", "off=pour", "at=3"))}),
    ("check", {}),
    ("hello", {"tab": lambda random: "x", "link": lambda random: "p=HOT"}),
)

Message = str | bytes


@dataclass(frozen=True)
class Case:
    target: str
    before: tuple[Message, ...]
    messages: tuple[Message, ...]
    paths: tuple[str, ...]


def draw(random: Random) -> Case:
    before = tuple(_message(random) for _ in range(random.randrange(3)))
    messages = tuple(_message(random) for _ in range(random.randint(10, 60)))
    paths = tuple(_path(random) for _ in range(random.randrange(4)))
    return Case(random.choice(TARGETS), before, messages, paths)


def _message(random: Random) -> Message:
    kind = random.randrange(8)
    if kind == 0:
        return _nonsense(random)
    command = _command(random)
    if kind < 4:
        command = _mutated(random, command)
    text = json.dumps(command, ensure_ascii=bool(random.randrange(2)))
    return _scratched(random, text) if kind == 4 else text


def _command(random: Random) -> dict[str, Any]:
    name, more = random.choice(COMMANDS)
    return {"do": name} | {key: make(random) for key, make in more.items()}


def _mutated(random: Random, command: dict[str, Any]) -> dict[str, Any]:
    """A command one of whose values is another, or lacks, or that has one more."""
    key = random.choice([*command, "at", "more"])
    if random.randrange(4) == 0:
        return {name: value for name, value in command.items() if name != key}
    return command | {key: random.choice(VALUES)}


def _scratched(random: Random, text: str) -> str:
    """A text some of whose signs are others, or lack."""
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text) + 1)
        sign = random.choice(
            ['"', "{", "}", "[", ",", ":", "\\", "0", "e", "-", "\0", "\ud800", ""]
        )
        text = text[:at] + sign + text[at + random.randrange(2) :]
    return text


def _nonsense(random: Random) -> Message:
    deep = random.choice((10, 400, 900, 1100, 30_000))
    return random.choice(
        (
            "", "null", "[]", "3", '"do"', "NaN", "-Infinity", "{}", '{"do"}', "\0", "\ufeff{}",
            b"", b"\xff\x00", b'{"do": "undo"}', " " * 70_000,
            '{"do": "jump", "at": NaN}', '{"do": "jump", "at": 1e999}', '{"do": "jump", "at": -0}',
            f'{{"do": "jump", "at": {"9" * 5000}}}', '{"do": "step", "do": "undo"}',
            "[" * deep, "[" * deep + "]" * deep, '{"do": ' * deep,
            '{"a":' * deep + "1" + "}" * deep,
            '{"do": "step", "name": ' + "[" * deep + "]" * deep + "}",
            '{"do": ' + "[" * deep + "]" * deep + "}",
        )
    )  # fmt: skip


def _path(random: Random) -> str:
    parts = (
        "/",
        "..",
        "%2e%2e",
        "page.js",
        "socket",
        "\0",
        "index.html",
        "\udcff",
        "?x=1",
        "a" * 500,
    )
    return "/" + "/".join(random.choice(parts) for _ in range(random.randrange(4)))


# Comparing ------------------------------------------------------------------------------------


@cache
def served(target: str) -> Any:
    """The application of a target; a case opens a tab of its own in it."""
    return application(Workspace(target, lambda: find_target(target), seed=1), PORT)


def compare(case: Case, tally: Tally) -> None:
    asyncio.run(_compare(case, tally))


async def _compare(case: Case, tally: Tally) -> None:
    app = served(case.target)
    for path in case.paths:
        tally.true("files", path, await _asked(app, path) in (200, 403, 404), "another status")
    talk = Talk(app)
    try:
        await _talk(case, talk, tally)
    finally:
        await talk.leave()


async def _talk(case: Case, talk: Talk, tally: Tally) -> None:
    for message in case.before:
        if not _is_hello(message):
            _judge(tally, message, await talk.answers(message))
    opened = await talk.answers('{"do": "hello"}')
    tally.true("opened", "hello", any(each["type"] == "welcome" for each in opened), opened)
    for message in case.messages:
        _judge(tally, message, await talk.answers(message))
    for command in ("restore", "close", "restart"):
        last = await talk.answers(json.dumps({"do": command}))
    walk = next((each for each in reversed(last) if each["type"] == "walk"), None)
    if tally.true("goes on", "restart", walk is not None and walk["at"] == 0, last):
        assert walk is not None
        mine = [event["name"] for event in walk["events"] if event["mine"]]
        if not mine:  # the rules play for all
            tally.true("goes on", "events", walk["events"], last)
            return
        name = mine[0]
        last = await talk.answers(json.dumps({"do": "step", "name": name}))
        went = any(each["type"] == "walk" and each["at"] > 0 for each in last)
        tally.true("goes on", f"step {name}", went, last)


def _judge(tally: Tally, message: Message, answers: list[dict[str, Any]]) -> None:
    """Whether what came back is an answer: of what is no command, an error."""
    notices = [each for each in answers if each["type"] == "notice"]
    told = [each for each in notices if each["kind"] == "misuse"]
    tally.true("answered", short(message, 200), told or _read(message) is not None, answers)
    for each in notices:
        sound = str(each.get("code", "")).startswith("CP") and each.get("text")
        tally.true("codes", short(message, 200), sound, each)


def _read(message: Message) -> dict[str, Any] | None:
    try:
        found = json.loads(message) if isinstance(message, str) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("do"), str) else None


def _is_hello(message: Message) -> bool:
    return (_read(message) or {}).get("do") == "hello"


def show(case: Case) -> str:
    lines = [f"target: {case.target}", *(f"GET {path!r}" for path in case.paths)]
    lines += [f"before: {message!r}" for message in case.before]
    return "\n".join((*lines, *map(repr, case.messages)))


# Talking --------------------------------------------------------------------------------------


async def _asked(app: Any, path: str) -> int:
    """The status of the answer to a request."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(_scope("http", path) | {"method": "GET"}, receive, send)
    return int(sent[0]["status"])


def _scope(kind: str, path: str) -> dict[str, Any]:
    raw = path.encode(errors="surrogateescape")
    return {
        "type": kind, "path": path, "raw_path": raw, "query_string": b"", "headers": [*OURS],
        "scheme": "http", "root_path": "", "subprotocols": [], "state": {},
    }  # fmt: skip


class Talk:
    """A connection to an application; what comes back for a message ends with the next notice."""

    def __init__(self, app: Any) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        scope = _scope("websocket", "/socket")
        self._task = asyncio.create_task(app(scope, self._in.get, self._out.put))
        self._mark = 0

    async def answers(self, message: Message) -> list[dict[str, Any]]:
        """All messages that come back until a command is refused that is sent after this one."""
        self._mark += 1
        mark = f"mark {self._mark}."
        key = "text" if isinstance(message, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", key: message})
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps({"do": mark})})
        found: list[dict[str, Any]] = []
        while True:
            answer = await asyncio.wait_for(self._next(), PATIENCE)
            if answer["type"] == "notice" and mark in answer["text"]:
                return found
            found.append(answer)

    async def _next(self) -> dict[str, Any]:
        sent = await self._out.get()
        while sent["type"] != "websocket.send":
            assert sent["type"] == "websocket.accept", sent
            sent = await self._out.get()
        text: str = sent["text"]
        text.encode()
        answer: dict[str, Any] = json.loads(text, parse_constant=_refuse)
        return answer

    async def leave(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self._task, PATIENCE)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} was sent, which no browser reads")
