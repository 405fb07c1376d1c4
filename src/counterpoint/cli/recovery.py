"""Checks that go on after a crash: where they are written down, and what is said of that."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadTarget
from ..model.notation import Notation, notation_of

if TYPE_CHECKING:
    from ..engines.search.spec.checkpoint import Checkpoint
    from ..verdict import Verdicts

OLD = 7 * 24 * 3600
"""Seconds after which a checkpoint that nobody asked for is thrown away."""


@contextmanager
def kept(
    target: Any, checkpoint: str | None, recover: str | None, say: Callable[[str], None]
) -> Iterator[Kept]:
    """Who keeps a check of a target, if it can be kept, and the file is gone when that is done.

    Without a file that is named it is in the folder of caches. Where that is switched off, and of
    what is no module, nothing is kept.
    """
    if notation_of(target) is not Notation.MODULE:
        if checkpoint or recover:
            raise BadTarget("checkpoints are for checks of TLA+ modules")
        yield Kept(None)
        return
    from ..engines.search.spec.checkpoint import Checkpoint  # not needed without a module

    def told(file: Path) -> None:
        say(f"how far this is stands in {file}; --recover {file} goes on from there")

    named = recover or checkpoint
    where = Path(named) if named else partial(_usual, target)
    keeper = Checkpoint(where, lambda: target.signature, go_on=bool(recover), told=told)
    yield (keeping := Kept(keeper))
    keeping.close()


class Kept:
    """A keeper, and whether what it kept is still of use."""

    def __init__(self, keeper: Checkpoint | None) -> None:
        self.keeper = keeper
        self.is_done = False

    def judge(self, verdicts: Verdicts) -> None:
        """It is of use as long as a limit or the user left something open."""
        is_open = any(verdict.answer.value == "unknown" for verdict in verdicts)
        self.is_done = verdicts.complete or not is_open or bool(verdicts.breakdowns)

    def close(self) -> None:
        """Throw away what is of no more use."""
        if self.keeper is not None and self.is_done:
            self.keeper.close()


def _usual(target: Any) -> Path | None:
    """The file of a check that nobody named one for; files that are old are thrown away."""
    from ..native.cache import default_folder  # few checks take so long

    caches = default_folder()
    if caches is None:
        return None
    folder = caches / "checkpoints"
    with suppress(OSError):
        for file in folder.iterdir():
            if time.time() - file.stat().st_mtime > OLD:
                file.unlink()
    return folder / f"{target.name}-{target.signature[:16]}"
