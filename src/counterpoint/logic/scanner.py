"""Split the text of a formula into words.

The grammar cannot decide three things, because the same letters have different meanings:

* *Bound names.* Between `mu X.` and the closing bracket around it, or the end of the text, `X` is
  the variable, whatever else it could be: `mu X. p | (t1 & <>X)`.
* *Events with the names of operators.* An operator before a bracket that contains only numbers,
  quoted texts and tuples of these is an event: `X(1,1)`, whereas `X(p)` is the operator. Without
  arguments, such an event needs braces: `{X}`.
* *Comparisons*, which belong to atoms: `count <= 3`, `x[0] != 2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .complaint import Complaint
from .lexeme import END, OPERANDS, Lexeme
from .phrase import (
    CLEAR_COMPARISON,
    NAME,
    NUMBER,
    QUOTED,
    WORD,
    after_blanks,
    braced,
    call,
    compared,
    literals,
    with_single_blanks,
)
from .span import Span

KEYWORDS = {
    "true": "CONST", "false": "CONST", "not": "NOT", "and": "AND", "or": "OR",
    "mu": "FIX", "nu": "FIX",
    "X": "TENSE", "F": "TENSE", "G": "TENSE",
    "U": "BINARY", "W": "BINARY", "R": "BINARY", "M": "BINARY",
    "E": "QUANTIFIER", "A": "QUANTIFIER",
    "EX": "QUANTIFIED", "EF": "QUANTIFIED", "EG": "QUANTIFIED",
    "AX": "QUANTIFIED", "AF": "QUANTIFIED", "AG": "QUANTIFIED",
}  # fmt: skip
OPERATORS = frozenset(word for word in KEYWORDS if word.isupper())
RESERVED = frozenset(KEYWORDS) - OPERATORS
"""The words that cannot be names, not even of a variable that a `mu` binds."""

_SIGNS = (
    ("IFF", re.compile(r"<->|<=>")),
    ("IMPLIES", re.compile(r"->|=>")),
    ("AND", re.compile(r"&&?")),
    ("OR", re.compile(r"\|\|?")),
    ("NOT", re.compile(r"[!~]")),
    ("OPEN", re.compile(r"\(")),
    ("CLOSE", re.compile(r"\)")),
    ("RIGHT", re.compile(r"\]")),
    ("POWER", re.compile(r"\^\s*(?P<n>\d+)(?!\.\d)")),
)
_NO_POWER = re.compile(r"\^(?:\s*[-+]?\d[\d.]*|\w+)?")
_PLAYER = rf"(?:{NAME.pattern}|{NUMBER.pattern}|{QUOTED.pattern})"
_PLAYERS = rf"\s*(?:{_PLAYER}\s*(?:,\s*{_PLAYER}\s*)*)?"
_TEAM = re.compile(rf"<<(?P<force>{_PLAYERS})>>|\[\[(?P<allow>{_PLAYERS})\]\]")
_FIX = re.compile(r"(?:mu|nu)\s+(?P<variable>[^\W\d]\w*)\s*\.")


def scan(text: str, bound: Iterable[str] = ()) -> Iterator[Lexeme]:
    """The words of a formula, one by one, followed by one of kind END.

    `bound` are variables with the whole text as their scope. Raises `Complaint` where there is no
    word.

    >>> [word.kind for word in scan("t = 1 -> mu X. p | EX X")]
    ['ATOM', 'IMPLIES', 'FIX', 'ATOM', 'OR', 'QUANTIFIED', 'VARIABLE', '$END']
    """
    return _Scan(text, bound).words()


class _Scan:
    """The state of a scan: the place it has reached, and the names that are bound there.

    `scopes` has the names bound since each open bracket, `ended` those that are out of scope.
    """

    def __init__(self, text: str, bound: Iterable[str]) -> None:
        self.text = text
        self.at = 0
        self.scopes: list[set[str]] = [set(bound)]
        self.ended: set[str] = set()
        self.after_operand = False

    def words(self) -> Iterator[Lexeme]:
        while (start := after_blanks(self.text, self.at)) < len(self.text):
            self.at = start
            word = self._word() if WORD.match(self.text, start) else self._mark()
            self.at = word.span.end
            self.after_operand = word.kind in OPERANDS
            yield word
        yield Lexeme(END, "", Span(len(self.text), len(self.text)))

    def _lexeme(self, kind: str, end: int, *names: str) -> Lexeme:
        return Lexeme(kind, self.text[self.at : end], Span(self.at, end), names)

    def _span(self, length: int = 1) -> Span:
        return Span(self.at, self.at + length)

    def _word(self) -> Lexeme:
        name = NAME.match(self.text, self.at)
        assert name is not None
        said = name.group()
        if any(said in scope for scope in self.scopes):
            return self._variable(said)
        if said in KEYWORDS:
            return self._keyword(said)
        if said in self.ended:
            raise Complaint(
                self._span(len(said)),
                f"{said} is a variable of mu or nu, and its scope ended before this place",
                f"An atom of this name is written {{{said}}}.",
            )
        return self._atom()

    def _variable(self, said: str) -> Lexeme:
        end = self.at + len(said)
        if CLEAR_COMPARISON.match(self.text, after_blanks(self.text, end)):
            raise Complaint(
                self._span(len(said)),
                f"{said} is a variable of mu or nu here, a set of states: it cannot be compared",
                f"Give it another name, or write the comparison in braces: {{{said} ...}}.",
            )
        return self._lexeme("VARIABLE", end, said)

    def _keyword(self, said: str) -> Lexeme:
        kind, end = KEYWORDS[said], self.at + len(said)
        if said in OPERATORS and not self.after_operand:
            if (data := literals(self.text, after_blanks(self.text, end))) is not None:
                return self._lexeme("ATOM", data[1], said + data[0])
            if CLEAR_COMPARISON.match(self.text, after_blanks(self.text, end)):
                return self._atom()
        if kind == "FIX":
            return self._fix()
        if kind == "QUANTIFIER":
            return self._quantifier(said, end)
        return self._lexeme(kind, end)

    def _fix(self) -> Lexeme:
        found = _FIX.match(self.text, self.at)
        if found is None or found["variable"] in RESERVED:
            raise Complaint(
                self._span(2),
                f"{self.text[self.at : self.at + 2]} needs the name of a variable and a dot",
                "For example: mu Z. goal | <>Z.",
            )
        self.scopes[-1].add(found["variable"])
        return self._lexeme("FIX", found.end(), found["variable"])

    def _quantifier(self, said: str, end: int) -> Lexeme:
        """`E` or `A`, with the bracket or the operator that must follow."""
        then = after_blanks(self.text, end)
        following = WORD.match(self.text, then)
        letter = following.group() if following else ""
        if letter in {"X", "F", "G"} and not any(letter in scope for scope in self.scopes):
            assert following is not None
            if literals(self.text, after_blanks(self.text, following.end())) is None:
                return Lexeme("QUANTIFIED", said + letter, Span(self.at, following.end()))
        if self.text.startswith(("[]", "<>"), then):
            always = self.text[then] == "["
            raise Complaint(
                Span(self.at, then + 2),
                f"{said} stands before a path formula, and {self.text[then : then + 2]} is none",
                f"On {'all' if said == 'A' else 'some'} paths {'always' if always else 'at last'} "
                f"is written {said}{'G' if always else 'F'}.",
            )
        if self.text[then : then + 1] == "[":
            self.scopes.append(set())
            return self._lexeme("LEFT", then + 1, said)
        if self.text[then : then + 1] == "(":
            return self._lexeme("QUANTIFIER", end)
        raise Complaint(
            self._span(),
            f"{said} needs a path formula in brackets, or X, F or G after it",
            f"For example {said}[p U q], {said}(F p & G q), {said}F p. "
            f"An event or variable {said} is written {{{said}}}.",
        )

    def _atom(self) -> Lexeme:
        read = call(self.text, self.at)
        assert read is not None
        said, end = compared(self.text, *read)
        if self.text[end : end + 1] in {"(", "["} and end == read[1]:
            raise Complaint(
                Span(end, end + 1),
                f"what {said} is given should be names, numbers, quoted texts and commas",
                f"Other text goes in braces as a whole: {{{said}(...)}}.",
            )
        return self._lexeme("ATOM", end, said)

    def _mark(self) -> Lexeme:
        """A word that does not begin with a letter."""
        if self.after_operand and (sign := CLEAR_COMPARISON.match(self.text, self.at)):
            raise _not_a_comparison(self._span(len(sign.group())), sign.group())
        for kind, pattern in _SIGNS:
            if (found := pattern.match(self.text, self.at)) is not None:
                self._enter_or_leave(kind)
                names = (found["n"],) if kind == "POWER" else ()
                return self._lexeme(kind, found.end(), *names)
        if (found := _TEAM.match(self.text, self.at)) is not None:
            return self._lexeme(
                "TEAM", found.end(), *_players(found["force"] or found["allow"] or "")
            )
        if self.text[self.at] in "<[":
            return self._modal()
        if self.text[self.at] == "{":
            return self._braces()
        return self._value()

    def _enter_or_leave(self, kind: str) -> None:
        if kind == "OPEN":
            self.scopes.append(set())
        elif kind in {"CLOSE", "RIGHT"} and len(self.scopes) > 1:
            self.ended |= self.scopes.pop()

    def _modal(self) -> Lexeme:
        closing = "]" if self.text[self.at] == "[" else ">"
        then = after_blanks(self.text, self.at + 1)
        label = (
            braced(self.text, then) if self.text.startswith("{", then) else call(self.text, then)
        )
        end = after_blanks(self.text, label[1] if label else then)
        if not self.text.startswith(closing, end):
            raise Complaint(
                self._span(),
                f"{self.text[self.at]} is not followed by the name of a step and {closing}",
                "Steps are written <>p, []p, <put(3)>p, [put(3)]p, and teams <<player>> F p.",
            )
        return self._lexeme("MODAL", end + 1, *([label[0]] if label else []))

    def _braces(self) -> Lexeme:
        read = braced(self.text, self.at)
        if read is None:
            raise Complaint(self._span(), "this brace is not closed")
        if not read[0]:
            raise Complaint(Span(self.at, read[1]), "there is no atom between these braces")
        return self._lexeme("ATOM", read[1], read[0])

    def _value(self) -> Lexeme:
        """A comparison that begins with a number or a quoted text."""
        found = NUMBER.match(self.text, self.at) or QUOTED.match(self.text, self.at)
        if found is None:
            raise self._strange()
        said, end = compared(self.text, found.group(), found.end())
        if end == found.end():
            raise Complaint(
                Span(self.at, end),
                f"{said} alone is not a formula",
                "Compare it: x[0] = 1. An atom of any text is written in braces: {...}.",
            )
        return self._lexeme("ATOM", end, said)

    def _strange(self) -> Complaint:
        char = self.text[self.at]
        if char in "\"'":
            return Complaint(self._span(), "this quoted text is not closed")
        if char == "}":
            return Complaint(self._span(), "this brace was not opened")
        if char == ",":
            return Complaint(
                self._span(),
                "a comma stands between numbers or quoted texts of an event, and between players",
                "Other text of the target's own notation goes in braces: {X(a, b)}.",
            )
        if no_power := _NO_POWER.match(self.text, self.at):
            return Complaint(
                Span(self.at, no_power.end()),
                "a power is a whole number from 0 on: how often the operators before it stand",
                "For example: X^3 p, (EX AX)^2 p.",
            )
        if sign := CLEAR_COMPARISON.match(self.text, self.at):
            return _not_a_comparison(self._span(len(sign.group())), sign.group())
        return Complaint(
            self._span(),
            f"{char!r} is not an operator of formulas",
            "Text of the target's own notation goes in braces: {x + y = 3}.",
        )


def _not_a_comparison(span: Span, sign: str) -> Complaint:
    return Complaint(
        span,
        f"{sign!r} should stand between two names, numbers or quoted texts",
        "Other comparisons go in braces: {x + y = 3}. Formulas are compared by <->.",
    )


def _players(listed: str) -> Iterator[str]:
    for player in re.findall(_PLAYER, listed):
        yield with_single_blanks(player[1:-1]) if player[0] in "\"'" else player
