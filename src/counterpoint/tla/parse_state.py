"""States given as text: by a predicate that determines the value of every variable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from ..errors import BadModule, BadTarget, NoValue
from .compiler import Compiler
from .evaluate.context import Closed
from .levels import Level
from .modules import Loaded, check_expression
from .steps import initial, plan
from .syntax import read_expression

State = tuple[Any, ...]


def parse_state(loaded: Loaded, text: str) -> State | None:
    r"""The state that a text describes: `x = 1 /\ y = 2`, or `x = 1, y = 2`.

    None if the text is not a state predicate. Raises `BadTarget` unless it is true of exactly one
    state.

    >>> from .modules import load
    >>> loaded = load("M.tla", text="---- MODULE M ----\n VARIABLES x, y \n====")
    >>> parse_state(loaded, "x = {1}, y = <<1, 2>>")
    (frozenset({1}), (1, 2))
    """
    names = [variable.name for variable in loaded.variables]
    closed = _predicate(loaded, _conjoined(text, names))
    if closed is None:
        return None
    compiler = Compiler(names)
    try:
        planned = plan(compiler, closed.expression, closed.scope, initial=True)
        found = list(islice(dict.fromkeys(initial(compiler, planned)()), 2))
    except NoValue as error:
        raise BadTarget(f"{text} is true of no state that can be found: {error.message}") from None
    if len(found) != 1:
        count = "several states" if found else "no state"
        raise BadTarget(f"{text} is true of {count}, and one is needed")
    return found[0]


def _conjoined(text: str, names: Sequence[str]) -> str:
    r"""The text with `/\` instead of each comma that precedes a variable and `=`."""
    variable = "|".join(map(re.escape, names)) or "$."
    mark = re.compile(rf'"(?:[^"\\]|\\.)*"|,\s*(?=(?:{variable})\s*=)')
    return mark.sub(lambda found: found[0] if found[0][0] == '"' else r" /\ ", text)


def _predicate(loaded: Loaded, text: str) -> Closed | None:
    """The state predicate in a text; None if the text is anything else."""
    try:
        expression = read_expression(text)
        level = check_expression(expression, loaded.asked)
    except BadModule:
        return None
    return Closed(expression, loaded.asked) if level is Level.STATE else None
