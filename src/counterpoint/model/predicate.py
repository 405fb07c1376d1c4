"""Predicates: atoms of formulas, read as conditions over the variables of a model."""

from __future__ import annotations

import ast
import re

from ..errors import BadFormula, BadTerm, OutOfSort, Refused
from ..terms.sort import Bool, text_of_sort
from ..terms.term import Term
from ..trees import expression_tree
from .parts import Parts
from .reader import Reader

_TOKEN = re.compile(r"""'[^']*'|"[^"]*"|&&?|\|\|?|[=!<>]=|[^'"&|=!<>]+|.""", re.DOTALL)
_PYTHON = {"=": "==", "!": "~", "&": " and ", "&&": " and ", "|": " or ", "||": " or "}


def predicate(text: str, parts: Parts) -> Term:
    """The condition in a text: an atom, a variable that is true or false, or an expression.

    An expression is written as in Python, without calls; `=` also means `==`, `&` and `|` bind as
    loosely as `and` and `or`, and `!` is `~`. A name that is no variable may be a member of the
    sort that it is compared with; a quoted text always is one. `e in s` tests membership in a set.
    Raises `UnknownAtom` for an undefined name, `BadFormula` for a syntax error, `BadTerm` for
    operands that do not fit, and `Refused` for an atom of `records`.
    """
    if not isinstance(text, str):
        raise BadFormula(f"a condition is given as a text, not as {text!r}")
    if text in parts.atoms:
        return parts.atoms[text]
    if text in parts.records:
        raise Refused(f"{text} is about steps or the past, which only a check and `where` record")
    if parts.reads is not None:
        return parts.reads(text)
    try:
        term = Reader(text, parts).expression(_tree(text)).term
    except OutOfSort as error:  # the usual remedy, to widen the variable's range, is wrong here
        error.remedy = "Write one of the values that the message lists."
        raise
    if not isinstance(term.sort, Bool):
        raise BadTerm(f"{text} is neither true nor false: it ranges over {text_of_sort(term.sort)}")
    return term


def _tree(text: str) -> ast.expr:
    tokens = _TOKEN.findall(text.strip())
    if any("#" in token for token in tokens if token[0] not in "'\""):
        raise BadFormula(f"{text!r} cannot be read: # means nothing here")
    try:
        return expression_tree("".join(map(_python, tokens)))
    except (SyntaxError, ValueError):
        raise BadFormula(
            f"{text!r} cannot be read as a condition such as x[0] = 1 & y < 2"
        ) from None


def _python(token: str) -> str:
    """A token in Python's syntax, on a single line unless it is quoted."""
    return token if token[0] in "'\"" else _PYTHON.get(token, token.replace("\n", " "))
