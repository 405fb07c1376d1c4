"""Explain in plain words why a word is not allowed at its place."""

from __future__ import annotations

from .complaint import Complaint
from .lexeme import END, Lexeme
from .scanner import OPERATORS
from .span import Span

_BEGINS = frozenset(
    {"ATOM", "CONST", "VARIABLE", "OPEN", "LEFT", "QUANTIFIER", "FIX"}
    | {"NOT", "TENSE", "QUANTIFIED", "TEAM", "MODAL"}
)
"""The kinds of words that a formula can begin with."""

_OPENS = {"OPEN": "CLOSE", "LEFT": "RIGHT"}
_SHUT = {"CLOSE": ")", "RIGHT": "]"}


def complaint_of(words: list[Lexeme], expected: frozenset[str]) -> Complaint:
    """The complaint about the last word, given the kinds that were expected in its place."""
    word = words[-1]
    before = words[-2] if len(words) > 1 else None
    if before is None and word.kind == END:
        return Complaint(word.span, "an empty text is not a formula")
    if "ATOM" in expected:
        return _no_formula(words)
    if word.kind == END and (opened := _left_open(words)):
        missing = _SHUT[_OPENS[opened.kind]]
        return Complaint(opened.span, f"this bracket is not closed: {missing} is missing")
    if expected == {"POWER"}:
        return Complaint(
            word.span,
            f"operators in brackets need a power: {_found(word)}",
            "For example: (EX AX)^2 p.",
        )
    if word.kind in _BEGINS:
        return _side_by_side(words)
    if word.kind in _SHUT:
        return _closes_wrongly(words)
    if word.kind == "POWER":
        return Complaint(
            word.span,
            "a power stands after an operator, or after operators in brackets",
            "For example: X^3 p, (EX AX)^2 p.",
        )
    return Complaint(word.span, f"an operator or the end is expected here, not {word.text!r}")


def _left_open(words: list[Lexeme]) -> Lexeme | None:
    """The innermost bracket that is not closed; None if there is none."""
    opened: list[Lexeme] = []
    for word in words:
        if word.kind in _OPENS:
            opened.append(word)
        elif word.kind in _SHUT and opened:
            opened.pop()
    return opened[-1] if opened else None


def _found(word: Lexeme) -> str:
    return "the text ends" if word.kind == END else f"here is {word.text!r}"


def _is_letter(word: Lexeme) -> bool:
    return word.text in OPERATORS and word.kind in {"TENSE", "BINARY", "QUANTIFIED"}


def _bound(words: list[Lexeme]) -> set[str]:
    """The variables that were bound so far, even if their scope has ended."""
    return {name for word in words if word.kind == "FIX" for name in word.names}


def _about_letter(letter: str, words: list[Lexeme]) -> str:
    if letter in _bound(words):
        return f"{letter} is an operator here: the scope of the variable {letter} ended before."
    return f"{letter} is an operator. An event or variable of this name is written {{{letter}}}."


def _no_formula(words: list[Lexeme]) -> Complaint:
    word, before = words[-1], words[-2] if len(words) > 1 else None
    letter = next((some for some in (before, word) if some and _is_letter(some)), None)
    hint = _about_letter(letter.text, words) if letter else ""
    if before is None or before.kind in _OPENS:
        return Complaint(word.span, f"a formula is missing: {_found(word)}", hint)
    place = word.span if word.kind != END else Span(word.span.start, word.span.start + 1)
    says = f"a formula is missing after {before.text!r}: {_found(word)}"
    return Complaint(place, says, hint)


def _side_by_side(words: list[Lexeme]) -> Complaint:
    before, word = words[-2], words[-1]
    if _is_letter(word) and word.text in _bound(words):
        hint = _about_letter(word.text, words)
    elif before.kind in {"ATOM", "VARIABLE"} and word.kind == "OPEN":
        hint = (
            f"{before.text} is no operator. An atom that looks like this goes in braces: {{...}}."
        )
    else:
        hint = "A connective is missing between them, such as & or ->."
    return Complaint(word.span, "two formulas stand side by side", hint)


def _closes_wrongly(words: list[Lexeme]) -> Complaint:
    word = words[-1]
    opened = _left_open(words[:-1])
    if opened is None:
        return Complaint(word.span, f"no bracket is open that {word.text} could close")
    return Complaint(
        word.span,
        f"{word.text} cannot close {opened.text}: {_SHUT[_OPENS[opened.kind]]} is expected",
    )
