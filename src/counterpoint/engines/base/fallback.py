"""Where a faster engine fails by a fault of ours, the plain one decides, and the answer says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...errors import Refused
from ...faults import in_short, is_ours


class EngineFailed(Refused):
    """What goes wrong in an engine by a fault of ours: another engine is to decide."""

    def __init__(self, engine: str, error: BaseException) -> None:
        super().__init__(f"the {engine} failed ({in_short(error)})")

    @property
    def warning(self) -> str:
        """What should be known of the answers of the engine that decided instead."""
        return (
            f"{self.message}, so a slower engine decided. This is a fault of Counterpoint: please "
            "report it, with this line and the files that were read"
        )


@contextmanager
def guarded(engine: str) -> Iterator[None]:
    """Raise `EngineFailed` where something goes wrong that nobody but Counterpoint can mend.

    Ctrl-C, the end of the memory, errors that are meant for the user, and the user's own
    exceptions pass through.
    """
    try:
        yield
    except Exception as error:
        if not is_ours(error):
            raise
        raise EngineFailed(engine, error) from error
