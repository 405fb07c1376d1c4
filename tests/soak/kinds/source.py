"""Damaged Python sources of programs and models: a verdict, an exception of theirs, or an error.

What a mutation does is the user's: exceptions that come up in the source pass. Those that come up
in Counterpoint do not, nor errors without code and remedy, nor a check that does not end.
"""

from __future__ import annotations

import io
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random

from counterpoint import check
from counterpoint.errors import CounterpointError
from counterpoint.faults import is_ours
from counterpoint.target import find_target

from ..compare import Tally
from ..hang import Hang, in_time
from ..scripts import damaged_source, sources

SHARE = 0.5


@dataclass(frozen=True)
class Source:
    text: str


def draw(random: Random) -> Source:
    return Source(damaged_source(random, random.choice(sources())))


def compare(case: Source, tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder, _alone():
        file = str(Path(folder, "damaged.py"))
        Path(file).write_text(case.text, encoding="utf-8")
        error = _raised(file)
    late = isinstance(
        error, KeyboardInterrupt | Hang
    )  # a loop of the source's own may go on for ever
    refusal = error if isinstance(error, CounterpointError) else None
    told = "" if error is None else "".join(traceback.format_exception(error))[-1800:]
    tally.true("in time", "check", not late or _passes(error, file), told)
    ours = error is not None and is_ours(error) and not _has_another_self(error)
    tally.true("no fault", "check", not ours, told)
    tally.true("a code", "check", refusal is None or refusal.code.startswith("CP"), told)
    tally.true("a remedy", "check", refusal is None or refusal.remedy, told)


def _raised(file: str) -> BaseException | None:
    """What a check of the source raises."""
    try:
        with in_time():
            check(find_target(file), limit_states=300, limit_memory="100M")
    except (Exception, SystemExit, KeyboardInterrupt, Hang) as error:
        return error
    return None


@contextmanager
def _alone() -> Iterator[None]:
    """Nothing is said, and no module stays."""
    before = set(sys.modules)
    with (
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            for name in set(sys.modules) - before:
                if "damaged" in name:
                    del sys.modules[name]


def _has_another_self(error: BaseException) -> bool:
    """Whether a method was called by its class, on what is no object of it: `Program.without("a")`.

    Python itself does not refuse that, for whichever class.
    """
    for frame, _ in traceback.walk_tb(error.__traceback__):
        names = frame.f_code.co_qualname.split(".")
        if "self" in frame.f_code.co_varnames[:1] and len(names) > 1:
            kinds = {kind.__name__ for kind in type(frame.f_locals["self"]).__mro__}
            if names[-2] not in kinds:
                return True
    return False


def _passes(error: BaseException | None, file: str) -> bool:
    """Whether an exception came through the source."""
    trace = error.__traceback__ if error else None
    return any(frame.filename == file for frame in traceback.extract_tb(trace))


def show(case: Source) -> str:
    return case.text
