"""The tables of a grammar of lark, and a loop that runs them and makes nodes at once.

lark makes a tree of its own, which is walked a second time to make nodes, and takes some ten times
as long. This loop knows no errors: it gives None for a text that lark must look at.

DeRemer: Practical translators for LR(k) languages. 1969.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ...data import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A token: its kind in `smv.lark`, and its start and end offsets."""

    kind: str
    text: str
    start: int
    end: int


END = "$END"
"""The kind of the token after the last one."""


@dataclass(frozen=True, slots=True, eq=False)
class Reduction:
    """What happens to the parts of a rule: `size` of them are put together.

    `kept` has the places of those that count, each with whether it is a list to be spliced in, and
    the optional parts that are missing before it; `missing` is the number of these at the end. With
    `spliced` the result is such a list. A rule that is `transparent` gives a single part as it is.
    """

    origin: str
    name: str
    size: int
    kept: tuple[tuple[int, bool, int], ...]
    missing: int
    spliced: bool
    transparent: bool

    def parts(self, given: list[Any]) -> list[Any]:
        """The parts that count."""
        found: list[Any] = []
        for at, is_list, before in self.kept:
            if before:
                found += [None] * before
            if is_list:
                found += given[at]
            else:
                found.append(given[at])
        if self.missing:
            found += [None] * self.missing
        return found


State: TypeAlias = Mapping[str, "int | Reduction"]
"""For each kind of token, the state after it, or the reduction before it; states after rules."""


class Table:
    """The tables of a grammar that `lark` has compiled, with its lexer."""

    def __init__(self, lark: Any) -> None:
        table, lexer = lark.parser.parser._parse_table, lark.parser.lexer
        rules = {rule: _reduction(rule) for rule in lark.rules}
        self._states: dict[int, State] = {
            number: {kind: rules.get(to, to) for kind, (_, to) in row.items()}
            for number, row in table.states.items()
        }
        self._starts: dict[str, int] = table.start_states
        self._ends: dict[str, int] = table.end_states
        (self._match,) = (pattern.match for pattern in lexer.scanner._mres)
        self._ignored = frozenset(lexer.ignore_types)
        self._words = {
            kind: {each.pattern.value: each.name for each in callback.scanner.terminals}
            for kind, callback in lexer.callback.items()
        }

    def reduced(self, text: str, start: str, actions: Any) -> Any:
        """What the actions make of a text; None if a token or a character is not allowed."""
        states, made = self._states, actions.made
        path, spans = [self._starts[start]], [(0, 0)]
        values: list[Any] = []
        for word in self._tokens(text):
            row = states[path[-1]]
            while not isinstance(to := row.get(word.kind), int):
                if to is None:
                    return None
                goes = _reduce(to, path, values, spans, made)
                path.append(states[path[-1]][goes])  # type: ignore[arg-type]
                row = states[path[-1]]
                if word.kind == END and path[-1] == self._ends[start]:
                    return values[-1]
            path.append(to)
            values.append(word)
            spans.append((word.start, word.end))
        return None

    def _tokens(self, text: str) -> Iterator[Word]:
        """The tokens, and one of the kind `END` unless a character begins none."""
        at, end, match, ignored, words = 0, len(text), self._match, self._ignored, self._words
        while at < end:
            found: re.Match[str] | None = match(text, at)
            if found is None:
                return
            kind, after = str(found.lastgroup), found.end()
            if kind not in ignored:
                said = found.group()
                if kind in words:
                    kind = words[kind].get(said, kind)
                yield Word(kind, said, at, after)
            at = after
        yield Word(END, "", end, end)


def _reduce(
    by: Reduction, path: list[int], values: list[Any], spans: list[tuple[int, int]], made: Any
) -> str:
    """Put the last parts together, and return the name of what they are."""
    size = by.size
    given = values[-size:] if size else []
    start, end = (spans[-size][0], spans[-1][1]) if size else (0, 0)
    if size:
        del path[-size:], values[-size:], spans[-size:]
    parts = by.parts(given)
    if by.spliced:
        values.append(parts)
    elif by.transparent and len(parts) == 1:
        values.append(parts[0])
    else:
        values.append(made(by.name, parts, start, end))
    spans.append((start, end))
    return by.origin


def _reduction(rule: Any) -> Reduction:
    """The reduction of a rule, as lark's own `ParseTreeBuilder` treats it."""
    options, expansion = rule.options, rule.expansion
    absent = [len(run) for run in _missing(options.empty_indices or (False,) * len(expansion))]
    kept, before = [], 0
    for at, symbol in enumerate(expansion):
        before += absent[at]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            kept.append((at, not symbol.is_term and symbol.name.startswith("_"), before))
            before = 0
    origin = str(rule.origin.name)
    return Reduction(
        origin,
        str(rule.alias or origin),
        len(expansion),
        tuple(kept),
        before + absent[len(expansion)],
        spliced=origin.startswith("_"),
        transparent=bool(options.expand1 and not rule.alias),
    )


def _missing(empty: Any) -> list[str]:
    """Runs of optional parts that are missing, before each symbol and after the last one."""
    return "".join("1" if each else "0" for each in empty).split("0")
