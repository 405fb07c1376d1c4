"""`conform`: whether what a real system logged is explained by some run of a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypedDict, Unpack

from ..alarm import Alarm
from ..arguments import takes
from ..engines.base.limits import limits_of
from ..errors import BadLog, LimitReached, Misuse, Place
from ..tuning import USUAL, Tuning
from .answer import Conformed, Standing
from .entry import Entry, entry_of
from .following import Following
from .lines import Lines
from .possible import Possible
from .targets import oracle_of


class LogOptions(TypedDict, total=False):
    """The options of `conform`."""

    hidden: Iterable[str]
    coverage: bool
    limit_states: int | None
    limit_time: float | str | None
    tuning: Tuning


@takes(LogOptions)
def conform(target: Any, log: Iterable[object], **options: Unpack[LogOptions]) -> Conformed:
    """Whether the lines of a log are explained by the beginning of some run of `target`.

    `log` has events, labels or records in their order, or is a `Lines` of a file. A record is a
    mapping such as `{"event": "X", "args": [0, 1]}` or `{"action": "put", "state": {"t": 2}}`: one
    step of that name, after which these parts of the state are so. What the log leaves out is
    searched. Steps with a name in `hidden` may come any number of times before each line.

    The log diverges at the first line n such that lines 1 to n have no explanation. A run may end
    anywhere, and fairness does not count. With `coverage`, the answer counts for each rule or
    action the lines that it may explain. `limit_states` is how many states may be possible at a
    time; beyond it, or after `limit_time`, the answer is unknown.

    Raises `BadLog` for a line that cannot be read, `UnknownName` for a hidden name that nothing
    has, and what user code of the target raises.

    >>> from counterpoint.examples.hot_cold import program
    >>> conform(program, ["COLD", "HOT", "HOT"]).line
    3
    """
    entries = log if isinstance(log, Lines) else _numbered(log)
    possible, limits = _possible(target, options), limits_of(None, None, options.get("limit_time"))
    following = Following(possible, counts=options.get("coverage", False))
    alarm = Alarm(limits.seconds)
    try:
        alarm.run(lambda: _follow(following, entries, log.file if isinstance(log, Lines) else ""))
    except KeyboardInterrupt:
        if not alarm.stopped:
            raise
        following.give_up(str(alarm.stopped), None, following.count + 1)
    if following.standing is not Standing.UNKNOWN and (doubt := possible.oracle.doubt()):
        following.give_up(doubt, following.entry, following.line)
    return following.conformed()


def _possible(target: Any, options: LogOptions) -> Possible:
    hidden = options.get("hidden", ())
    if isinstance(hidden, str):
        raise Misuse(f"hidden= takes several names, not one text: [{hidden!r}]")
    limits = limits_of(options.get("limit_states"), None)
    tuning = options.get("tuning", USUAL)
    oracle = oracle_of(target)
    names = (*map(str, hidden), *map(str, oracle.unlogged))
    return Possible(oracle, names, limits.states, tuning)


def _follow(following: Following, entries: Iterable[tuple[int, Entry]], file: str) -> None:
    following.start()
    for line, entry in entries:
        try:
            if not following.observe(entry, line):
                return
        except LimitReached as error:
            following.give_up(error.message, entry, line)
            return
        except BadLog as error:
            raise _at(line, error, file) from None


def _at(line: int, error: BadLog, file: str = "") -> BadLog:
    """The error with the line that it is about: as its place in a file, else in its message."""
    if file:
        error.place = error.place or Place(file, line)
    else:
        error.message = f"line {line}: {error.message}"
    return error


def _numbered(log: object) -> Iterator[tuple[int, Entry]]:
    if isinstance(log, str | bytes) or not isinstance(log, Iterable):
        raise Misuse(f"conform() takes the lines of a log in a list or an iterator, not {log!r}")
    return _entries(log)


def _entries(log: Iterable[object]) -> Iterator[tuple[int, Entry]]:
    for line, said in enumerate(log, start=1):
        try:
            entry = entry_of(said)
        except BadLog as error:
            raise _at(line, error) from None
        yield line, entry
