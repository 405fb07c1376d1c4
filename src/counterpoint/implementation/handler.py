"""A handler for `logging` that watches what a program logs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from ..bp.event import Event
from .answer import Conformed, Standing
from .monitor import Monitor

SAYS = logging.getLogger("counterpoint.monitor")
"""Where a handler says that what it watches diverges."""


class MonitorHandler(logging.Handler):
    """A handler that lets `monitor` observe log records, and says once where they diverge.

    A record is observed if its message is an event or a mapping, or if it has an attribute
    `event`, `action` or `state`, as `extra=` of the logging methods gives it, with `args_` for the
    data. `record_of` may say it in another way: it gets the `logging.LogRecord`, and returns what
    `Monitor.observe` takes, or None. `on_end` gets the answer when it is no longer `conforms`; by
    default an error is logged to `counterpoint.monitor`.

    >>> from counterpoint.examples.hot_cold import program
    >>> handler = MonitorHandler(Monitor(program), on_end=lambda found: print(found.said))
    >>> taps = logging.Logger("taps")
    >>> taps.addHandler(handler)
    >>> taps.info("opened", extra={"event": "COLD"})
    >>> taps.info("opened", extra={"event": "COLD"})
    COLD
    """

    def __init__(
        self,
        monitor: Monitor,
        level: int = logging.NOTSET,
        *,
        record_of: Callable[[logging.LogRecord], object] | None = None,
        on_end: Callable[[Conformed], object] | None = None,
    ) -> None:
        super().__init__(level)
        self.monitor = monitor
        self._record_of = record_of or said_by
        self._on_end = on_end or _log

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without its lock and its name, which belong to one process."""
        made_with = (self.monitor, self.level, self._record_of, self._on_end)
        return _again, (*made_with, {"filters": self.filters, "formatter": self.formatter})

    def emit(self, record: logging.LogRecord) -> None:
        """Observe a record, if it says something of a step."""
        if record.name == SAYS.name:
            return
        try:
            said = self._record_of(record)
            before = self.monitor.standing
            if said is None or self.monitor.observe(said) or before is not Standing.CONFORMS:
                return
            self._on_end(self.monitor.conformed)
        except Exception:
            self.handleError(record)


def _again(
    monitor: Monitor,
    level: int,
    record_of: Callable[[logging.LogRecord], object],
    on_end: Callable[[Conformed], object],
    further: Mapping[str, Any],
) -> MonitorHandler:
    handler = MonitorHandler(monitor, level, record_of=record_of, on_end=on_end)
    vars(handler).update(further)
    return handler


def said_by(record: logging.LogRecord) -> object:
    """What a log record says of a step, by its message or its attributes; None for nothing.

    >>> said_by(logging.makeLogRecord({"event": "X", "args_": [1]}))
    {'event': 'X', 'args': [1]}
    """
    if isinstance(record.msg, Event | Mapping):
        return record.msg
    held: dict[str, Any] = vars(record)
    names = ("event", "action", "state")
    found: dict[str, Any] = {name: held[name] for name in names if name in held}
    if found and "args_" in held:
        found["args"] = held["args_"]
    return found or None


def _log(found: Conformed) -> None:
    said = f"{found.said}: {found.reason}" if found.reason else found.said
    allowed = ", ".join(found.allowed[:12]) or "nothing"
    SAYS.error(
        "%s after %d steps: %s; possible were %s", found.answer.value, found.lines, said, allowed
    )
