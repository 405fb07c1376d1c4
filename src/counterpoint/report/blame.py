"""An exception of the user's as text: their own frames, not those that led there."""

from __future__ import annotations

import traceback
from pathlib import Path

import click

_HOUSE = Path(__file__).parents[1]
_EXAMPLES = _HOUSE / "examples"
_NOT_THE_USERS = (str(_HOUSE), str(Path(click.__file__).parent), "<frozen")


def error_text(error: BaseException) -> str:
    """The traceback of `error`, with its notes, without the frames of Counterpoint and click."""
    told = traceback.TracebackException.from_exception(error)
    chain: list[traceback.TracebackException | None] = [told]
    while chain:
        link = chain.pop()
        if link is not None:
            frames = [frame for frame in link.stack if _is_the_users(frame.filename)]
            link.stack = traceback.StackSummary.from_list(frames)
            chain += [link.__cause__, link.__context__]
    return "".join(told.format()).rstrip()


def _is_the_users(file: str) -> bool:
    return file.startswith(str(_EXAMPLES)) or not file.startswith(_NOT_THE_USERS)
