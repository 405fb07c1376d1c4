"""What a notebook shows of an object: HTML of its own, or text with the reason why not."""

from __future__ import annotations

import secrets
from typing import Any, assert_never

from ..alarm import Alarm, TimeIsUp
from ..model.notation import Notation, notation_of
from ..verdict import Trace, Verdict, Verdicts
from .pieces import said
from .sheet import Sheet

SECONDS = 10.0
"""How long a display may take."""


def html_of(shown: object) -> str:
    """The display of an object, with ids that no other output has.

    >>> from counterpoint.examples.hot_cold import program
    >>> html_of(program).startswith('<div class="counterpoint" id="cp-')
    True
    """
    return drawn(shown, Sheet(f"cp-{secrets.token_hex(4)}"))


def drawn(shown: object, sheet: Sheet) -> str:
    """The display on a sheet; what cannot be drawn is text, with the reason."""
    alarm = Alarm(SECONDS)
    try:
        return sheet.html(alarm.run(lambda: _inside(shown, sheet)))
    except TimeIsUp:
        return sheet.html(_as_text(shown, str(alarm.stopped)))
    except Exception as error:  # whatever code of users raises: a display never fails
        return sheet.html(_as_text(shown, f"{type(error).__name__}: {error}"))


def _as_text(shown: object, why: str) -> str:
    return f'<pre>{said(repr(shown))}</pre><p class="fails">It is not drawn: {said(why, 400)}</p>'


def _inside(shown: Any, sheet: Sheet) -> str:
    """The contents of a sheet; each kind of object has a module that only it needs."""
    if isinstance(shown, Verdicts | Verdict | Trace):
        return _answer(shown, sheet)
    match notation_of(shown):
        case Notation.PROGRAM:
            from .program import program_html

            return program_html(shown)
        case Notation.MODEL | Notation.SMV | Notation.CIRCUIT:
            from .model import model_html

            return model_html(shown)
        case Notation.MODULE:
            from .module import module_html

            return module_html(shown)
    return _found(shown, sheet)


def _answer(shown: Verdicts | Verdict | Trace, sheet: Sheet) -> str:
    from .verdicts import trace_html, verdict_html, verdicts_html

    match shown:
        case Verdicts():
            return verdicts_html(sheet, shown)
        case Verdict():
            return verdict_html(sheet, shown)
        case Trace():
            return trace_html(sheet, shown)
        case _:
            assert_never(shown)


def _found(shown: Any, sheet: Sheet) -> str:
    from ..engines.space.stateset import StateSet

    if isinstance(shown, StateSet):
        from .states import states_html

        return states_html(shown)
    from .graph import graph_html

    return graph_html(sheet, shown)
