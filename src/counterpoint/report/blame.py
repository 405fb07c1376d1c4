"""An exception as text: the user's own frames, or, for a fault of ours, all that a report needs."""

from __future__ import annotations

import traceback

from ..errors import REPORT
from ..faults import in_short, is_ours, is_the_users_file, versions


def error_text(error: BaseException) -> str:
    """The traceback of `error`, with its notes, without the frames of Counterpoint and click.

    For a fault of ours, all frames, what the fault is and where, and what to report.
    """
    if is_ours(error):
        return fault_text(error)
    exception = traceback.TracebackException.from_exception(error)
    chain: list[traceback.TracebackException | None] = [exception]
    while chain:
        link = chain.pop()
        if link is not None:
            frames = [frame for frame in link.stack if is_the_users_file(frame.filename)]
            link.stack = traceback.StackSummary.from_list(frames)
            chain += [link.__cause__, link.__context__]
    return "".join(exception.format()).rstrip()


def fault_text(error: BaseException) -> str:
    """The text for a fault of ours: all frames, versions, the error, and what to report."""
    frames = "".join(traceback.format_exception(error)).rstrip()
    return f"{frames}\n\n{versions()}\ncounterpoint: [CP900] {in_short(error)}\n{REPORT}"
