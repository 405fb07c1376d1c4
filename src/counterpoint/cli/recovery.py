"""Checks that resume after a crash: where they are saved, and the messages about that."""

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
"""Seconds after which a checkpoint that was not requested is deleted."""


@contextmanager
def kept(
    target: Any, checkpoint: str | None, recover: str | None, say: Callable[[str], None]
) -> Iterator[Kept]:
    """A keeper for a check of a target, if it can be saved; its file is deleted when that is done.

    Without a named file, the cache folder is used. Nothing is saved if caching is off, or if the
    target is not a module.
    """
    if notation_of(target) is not Notation.MODULE:
        if checkpoint or recover:
            raise BadTarget("checkpoints are for checks of TLA+ modules")
        yield Kept(None)
        return
    from ..engines.search.spec.checkpoint import Checkpoint  # imported here for modules only

    def announce(file: Path) -> None:
        say(f"checkpoint written to {file}; resume with --recover {file}")

    named = recover or checkpoint
    where = Path(named) if named else partial(_usual, target)
    keeper = Checkpoint(where, lambda: target.signature, go_on=bool(recover), written=announce)
    yield (keeping := Kept(keeper))
    keeping.close()


class Kept:
    """A keeper, and whether its checkpoint is no longer needed."""

    def __init__(self, keeper: Checkpoint | None) -> None:
        self.keeper = keeper
        self.is_done = False

    def judge(self, verdicts: Verdicts) -> None:
        """Note whether the check is done: a limit or the user may have left something open."""
        is_open = any(verdict.answer.value == "unknown" for verdict in verdicts)
        self.is_done = verdicts.complete or not is_open or bool(verdicts.breakdowns)

    def close(self) -> None:
        """Delete a checkpoint that is no longer needed."""
        if self.keeper is not None and self.is_done:
            self.keeper.close()


def _usual(target: Any) -> Path | None:
    """The default file of a check, or None without a cache folder; deletes old checkpoints."""
    from ..native.cache import default_folder  # imported here because few checks take so long

    caches = default_folder()
    if caches is None:
        return None
    folder = caches / "checkpoints"
    with suppress(OSError):
        for file in folder.iterdir():
            if time.time() - file.stat().st_mtime > OLD:
                file.unlink()
    return folder / f"{target.name}-{target.signature[:16]}"
