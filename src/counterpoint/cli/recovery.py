"""Checks that resume after a crash: where they are saved, and the messages about that."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadCheckpoint, BadTarget
from ..model.notation import Notation, notation_of

if TYPE_CHECKING:
    from ..engines.search.spec.checkpoint import Checkpoint
    from ..verdict import Verdicts

NOT_SAVED = (
    "checkpoints are for checks of the theorems, or the configuration, of TLA+ modules; models and "
    "programs have --disk DIR"
)

OLD = 7 * 24 * 3600
"""Seconds after which a checkpoint that was not requested is deleted."""


@contextmanager
def recovery(
    target: Any,
    checkpoint: str | None,
    recover: str | None,
    say: Callable[[str], None],
    *,
    saves: bool = True,
) -> Iterator[Recovery]:
    """A keeper for a check of a target, if it can be saved; its file is deleted when that is done.

    Without a named file, the cache folder is used. Nothing is saved if caching is off, or if the
    target is not a module, or without `saves`, as only properties or formulas of it are checked. A
    check of a model resumes from the folder with its states.
    """
    of_module = notation_of(target) is Notation.MODULE and saves
    if not of_module or (recover and Path(recover).is_dir()):
        if checkpoint is not None or not (recover is None or of_module or _keeps_states(target)):
            raise BadTarget(NOT_SAVED)
        yield Recovery(None, None if recover is None else _folder(recover))
        return
    from ..engines.search.spec.checkpoint import Checkpoint  # imported here for modules only

    def announce(file: Path) -> None:
        say(f"checkpoint written to {file}; resume with --recover {file}")

    named = checkpoint if recover is None else recover
    keeper = Checkpoint(
        partial(_usual, target) if named is None else _file(named),
        lambda: target.signature,
        go_on=recover is not None,
        written=announce,
        failed=lambda why: say(f"warning: {why}"),
    )
    yield (found := Recovery(keeper))
    found.close()


def _file(named: str) -> Path:
    """The path that a user wrote; raises `BadCheckpoint` if there is none."""
    if not named:
        raise BadCheckpoint("a checkpoint needs the name of a file, which is empty here")
    return Path(named)


def _keeps_states(target: Any) -> bool:
    from ..model.model import Model  # imported here as few checks resume

    return isinstance(target, Model) or notation_of(target) is Notation.PROGRAM


def _folder(named: str) -> str:
    """The folder or URI that a user wrote; raises `BadCheckpoint` if it has no states."""
    from ..engines.base.storage import storage_of  # imported here as few checks resume
    from ..engines.search.levels.copies import copies_at
    from ..engines.search.levels.journal import is_begun

    storage = storage_of(named, None)
    copies = None if storage is None else copies_at(storage.uri)
    begun = is_begun(Path(named)) if copies is None else copies.journal() is not None
    if not begun:
        raise BadCheckpoint(f"{named or 'this'} is no folder with states that --disk wrote")
    return named


class Recovery:
    """A keeper, and whether its checkpoint is no longer needed; or a folder to resume from."""

    def __init__(self, keeper: Checkpoint | None, folder: str | None = None) -> None:
        self.keeper, self.folder = keeper, folder
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
