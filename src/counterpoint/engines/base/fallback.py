"""Fall back to a slower engine, with a warning, if a fault of Counterpoint stops a faster one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...errors import Refused
from ...faults import in_short, is_ours


class EngineFailed(Refused):
    """An engine failed because of a fault of Counterpoint; another engine must decide."""

    def __init__(self, engine: str, error: BaseException) -> None:
        super().__init__(f"the {engine} failed ({in_short(error)})")

    @property
    def warning(self) -> str:
        """The warning to give with the answers of the engine that decided instead."""
        return (
            f"{self.message}, so a slower engine decided. This is a fault of Counterpoint: please "
            "report it, with this line and the files that were read"
        )


@contextmanager
def guarded(engine: str) -> Iterator[None]:
    """Raise `EngineFailed` for an exception that is due to a fault of Counterpoint.

    Ctrl-C, lack of memory, errors that are meant for the user, and exceptions of the user's code
    pass through.
    """
    try:
        yield
    except Exception as error:
        if not is_ours(error):
            raise
        raise EngineFailed(engine, error) from error
