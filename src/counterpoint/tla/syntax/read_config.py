"""Parsing configurations, statement by statement as TLC does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ...data import dataclass
from ...errors import BadConfig, visible
from ...spelling import close_matches
from ..tree import Apply, Expression, Number, SetOf, Span, String, Truth
from .config import Assigned, Config, Named, Replaced
from .lines import Lines

ONE = {
    "SPECIFICATION": "specification",
    "INIT": "init",
    "NEXT": "next",
    "SYMMETRY": "symmetry",
    "VIEW": "view",
    "ALIAS": "alias",
}
"""Statements with one name, which occur at most once, and the fields of `Config`."""

MANY = {
    "INVARIANT": "invariants",
    "INVARIANTS": "invariants",
    "PROPERTY": "properties",
    "PROPERTIES": "properties",
    "CONSTRAINT": "constraints",
    "CONSTRAINTS": "constraints",
    "ACTION_CONSTRAINT": "action_constraints",
    "ACTION_CONSTRAINTS": "action_constraints",
    "POSTCONDITION": "postconditions",
    "POSTCONDITIONS": "postconditions",
    "_PERIODIC": "unused",
    "_RL_REWARD": "unused",
}
"""Statements with any number of names, which accumulate, and the fields of `Config`."""

KEYWORDS = (*ONE, *MANY, "CONSTANT", "CONSTANTS", "CHECK_DEADLOCK")

DEEPEST = 100
"""The most sets inside each other."""

_TOKEN = re.compile(
    r"""(?P<blank>\s+|\\\*[^\n]*)|(?P<comment>\(\*)|(?P<string>"(?:[^"\\\n]|\\.)*")"""
    r"""|(?P<number>-?\d+(?!\w))|(?P<name>\w+(?:!\w+)*)|(?P<symbol><-|\S)"""
)
_BORDER = re.compile(r"\(\*|\*\)")


@dataclass(frozen=True, slots=True)
class Token:
    """A token: the kind is "name", "number", "string", "symbol" or, after the last one, "end"."""

    kind: str
    text: str
    at: Span


def read_config(text: str, file: str = "<configuration>") -> Config:
    """Parse a configuration; raises `BadConfig` with the place of an error.

    >>> config = read_config("SPECIFICATION Spec CONSTANT N = 3 INVARIANTS TypeOK Safe")
    >>> str(config.specification), [str(name) for name in config.invariants]
    ('Spec', ['TypeOK', 'Safe'])
    """
    return _Reader(text, file).config()


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._tokens = list(_tokens(text, Lines(text, file)))
        self._next = self._depth = 0
        self._found: dict[str, Any] = {}

    def config(self) -> Config:
        while self._peek().kind != "end":
            self._statement(self._take())
        return Config(self._file, **self._found)

    def _peek(self) -> Token:
        return self._tokens[self._next]

    def _take(self) -> Token:
        token = self._peek()
        self._next += token.kind != "end"
        return token

    def _statement(self, word: Token) -> None:
        if word.text in ONE:
            self._once(word, ONE[word.text], self._named(word))
        elif word.text in MANY:
            self._add(MANY[word.text], self._many(lambda: self._named(word)))
        elif word.text in ("CONSTANT", "CONSTANTS"):
            self._many(self._constant)
        elif word.text == "CHECK_DEADLOCK":
            self._once(word, "deadlock", self._expect(word, "TRUE", "FALSE").text == "TRUE")
        else:
            near = close_matches(word.text, KEYWORDS, 1)
            hint = f"{near[0]} perhaps" if near else f"one of {', '.join(KEYWORDS)}"
            raise _wrong(word, f"a statement is needed here: {hint}")

    def _once(self, word: Token, key: str, value: Any) -> None:
        if key in self._found:
            raise _wrong(word, f"{word.text} stands here for the second time")
        self._found[key] = value

    def _add(self, key: str, values: tuple[Any, ...]) -> None:
        self._found[key] = (*self._found.get(key, ()), *values)

    def _many(self, read: Callable[[], Any]) -> tuple[Any, ...]:
        found = []
        while self._peek().kind != "end" and self._peek().text not in KEYWORDS:
            found.append(read())
        return tuple(found)

    def _named(self, word: Token) -> Named:
        token = self._take()
        if token.kind != "name" or token.text in KEYWORDS:
            raise _wrong(token, f"the name of a definition is needed here, for {word.text}")
        return Named(token.text, token.at)

    def _expect(self, before: Token, *texts: str) -> Token:
        token = self._take()
        if token.text not in texts or token.kind == "string":
            raise _wrong(token, f"{' or '.join(texts)} is needed here, after {before.text}")
        return token

    # Constants ------------------------------------------------------------------------------------

    def _constant(self) -> None:
        name = self._take()
        if name.kind not in ("name", "symbol"):
            raise _wrong(name, "the name of a constant is needed here")
        args = self._arguments(name)
        if self._expect(name, *(["="] if args else ["=", "<-"])).text == "<-":
            module = self._module()
            other = self._named(name).name
            self._add("replaced", (Replaced(name.text, other, name.at, module),))
        else:
            module = self._module()
            assigned = Assigned(name.text, self._value(), name.at, module, args)
            self._add("assigned", (assigned,))

    def _module(self) -> str | None:
        if self._peek().text != "[":
            return None
        word = self._named(self._take()).name
        self._expect(self._tokens[self._next - 1], "]")
        return word

    def _arguments(self, name: Token) -> tuple[Expression, ...]:
        if self._peek().text != "(":
            return ()
        return self._items(self._take(), ")")

    def _items(self, opening: Token, closing: str) -> tuple[Expression, ...]:
        """Values separated by commas, up to and including the closing bracket."""
        found: list[Expression] = []
        self._depth += 1
        if self._depth > DEEPEST:
            raise _wrong(opening, f"this is nested more than {DEEPEST} levels deep")
        while self._peek().text != closing:
            if found:
                self._expect(self._tokens[self._next - 1], ",", closing)
            found.append(self._value())
        self._take()
        self._depth -= 1
        return tuple(found)

    def _value(self) -> Expression:
        token = self._take()
        match token.kind, token.text:
            case "number", text:
                natural = Number(abs(int(text)), at=token.at)
                return Apply("-.", (natural,), at=token.at) if text[0] == "-" else natural
            case "string", text:
                return String(re.sub(r"\\(.)", r"\1", text[1:-1]), at=token.at)
            case "name", ("TRUE" | "FALSE") as text:
                return Truth(text == "TRUE", at=token.at)
            case "name", text if text not in KEYWORDS:
                return Apply(text, at=token.at)
            case "symbol", "{":
                return SetOf(self._items(token, "}"), at=token.at)
        raise _wrong(token, "a value is needed here: a number, a string, a set or a name")


def _tokens(text: str, lines: Lines) -> Iterator[Token]:
    position = 0
    while (found := _TOKEN.match(text, position)) is not None:
        position = found.end()
        kind = found.lastgroup or ""
        if kind == "comment":
            position = _end_of_comment(text, found.start(), lines)
        elif kind != "blank":
            yield Token(kind, found[0], lines.span(*found.span()))
    yield Token("end", "", lines.span(len(text), len(text) + 1))


def _end_of_comment(text: str, start: int, lines: Lines) -> int:
    depth = 0
    for border in _BORDER.finditer(text, start):
        depth += 1 if border[0] == "(*" else -1
        if not depth:
            return border.end()
    raise BadConfig(
        "this comment has no end: its *) is missing", lines.span(start, start + 2).place()
    )


def _wrong(token: Token, says: str) -> BadConfig:
    found = (
        "the configuration ends" if token.kind == "end" else f"{visible(token.text)} stands there"
    )
    return BadConfig(f"{says}; {found}", token.at.place())
