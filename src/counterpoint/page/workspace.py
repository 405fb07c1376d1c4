"""The workspace: a target that is played in several tabs, and the files from which it is read."""

from __future__ import annotations

import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from ..identity import Identity, identity
from ..model.system import State
from ..reading import is_file, loaded_files
from ..verdict import Trace
from .bounds import NO_BOUNDS, Bounds
from .companion import Companion
from .fault import Fault, fault_of
from .goals import Goals
from .link import read_link
from .loaded import Loaded, changed_rules
from .players import programs_of
from .reading import Reading
from .screen import Send
from .tab import Tab

MOST_TABS = 64
"""Maximum number of tabs that are kept; the least recently used ones are dropped first."""

AT_ONCE = 3.0
"""Seconds that reading a file usually takes; a slower result is sent to the page later."""

PATIENCE = 10.0
"""Seconds after which the page shows that reading takes long."""

HOUSE = Path(__file__).parents[1] / "examples"
"""The folder of the bundled examples, which do not import one another."""

Later = Callable[[float, Callable[[], None]], object]


class Workspace:
    """The tabs of a target; in watch mode, `find` reads the target again when its files change.

    `beside` makes a second target that follows the first, each time that this is read, and `begin`
    gives the state in which games begin, or the run after which they do.

    >>> from counterpoint.examples.hot_cold import program
    >>> workspace = Workspace("hot_cold", lambda: program)
    >>> tab = workspace.open("", "", print, lambda pause, call: None)
    >>> workspace.tab_of(workspace.id_of(tab)) is tab
    True
    """

    def __init__(
        self,
        name: str,
        find: Callable[[], Any],
        *,
        watch: bool = False,
        goals: Goals | None = None,
        seed: int | str | None = None,
        bounds: Bounds = NO_BOUNDS,
        beside: Callable[[Any], Companion] | None = None,
        begin: Callable[[Any], State | Trace] | None = None,
    ) -> None:
        self.name = name
        self._companion = beside
        self._begin = begin
        self.watching = watch
        self.fault: Fault | None = None
        self._find = find
        self._goals = goals
        self._seed = seed
        self._bounds = bounds
        self._lock = threading.Lock()
        self._tabs: dict[str, Tab] = {}
        self._ids: dict[Identity, str] = {}
        self._live: dict[str, object] = {}
        self._read_at = datetime.now()
        self._reading: Reading[Loaded] | None = None
        self.loaded = self._load(1)
        self._stamps = self._stamped()

    def _load(self, version: int) -> Loaded:
        """The target as its files are; raises what reading them, or the first state, raises."""
        target = self._find()
        loaded = Loaded(
            self.name,
            target,
            version=version,
            goals=self._goals,
            bounds=self._bounds,
            companion=None if self._companion is None else self._companion(target),
            begin=self._begin,
        )
        loaded.try_out()
        return loaded

    # Tabs -----------------------------------------------------------------------------------------

    def open(self, tab_id: str, link: str, send: Send, later: Later) -> Tab:
        """The tab with that id, as it was left; if it is unknown or in use, a new one at the link.

        A browser that duplicates a tab gives both the same id.
        """
        with self._lock:
            known = self._tabs.get(tab_id)
            if known is not None and tab_id not in self._live:
                self._tabs[tab_id] = self._tabs.pop(tab_id)  # marks it as the last one used
                known.send = send
                known.resume(later)
                self._live[tab_id] = send
                return known
            tab = Tab(self.loaded, send, later, beside=self._beside, seed=self._seed)
            new_id = secrets.token_urlsafe(12)
            self._tabs[new_id], self._ids[identity(tab)] = tab, new_id
            self._live[new_id] = send
            self._forget()
        if link:
            tab.follow(read_link(link))
        return tab

    def leave(self, tab: Tab) -> None:
        """Disconnect a tab; its position is kept."""
        with self._lock:
            self._live.pop(self.id_of(tab), None)
        tab.send = lambda message: None
        tab.stop()

    def end(self, seconds: float) -> None:
        """Return when the work of all tabs has ended, or after so many seconds."""
        tabs = list(self._tabs.values())
        for tab in tabs:
            tab.stop()
        until = time.monotonic() + seconds
        for tab in tabs:
            tab.wait_until_stopped(until)

    def id_of(self, tab: Tab) -> str:
        """The id by which a tab can be opened again; empty if it is unknown."""
        return self._ids.get(identity(tab), "")

    def tab_of(self, tab_id: str) -> Tab | None:
        """The tab with this id; None if it is unknown."""
        return self._tabs.get(tab_id)

    def _forget(self) -> None:
        for tab_id in list(self._tabs):
            if len(self._tabs) <= MOST_TABS:
                return
            if tab_id not in self._live:
                self._ids.pop(identity(self._tabs.pop(tab_id)), None)

    def _beside(self, player: str) -> Mapping[str, Any]:
        """The other programs in the current file that can play for a player."""
        return programs_of(self.loaded, player)

    # Watching -------------------------------------------------------------------------------------

    @property
    def files(self) -> list[str]:
        """The files of the target: its own, those imported from their folders, and `.cfg` files."""
        presented = self.loaded.variant(self.loaded.off).presenter.files
        named = [path for path in (self.name, self.name.rpartition(":")[0]) if is_file(path)]
        own = [str(Path(path).resolve()) for path in (*named, *presented)]
        folders = {Path(path).parent for path in own} - {HOUSE}
        beside = [file for *_, file in loaded_files() if Path(file).parent in folders]
        configurations = [path.removesuffix(".tla") + ".cfg" for path in own]
        return list(dict.fromkeys((*own, *beside, *configurations)))

    def _stamped(self) -> dict[str, tuple[int, int]]:
        return _stamps(self.files)

    def look(self) -> bool:
        """Read changed files again and notify the tabs; returns whether there was news for them."""
        if not self.watching:
            return False
        now = self._stamped() if self._reading is None else _stamps(self._stamps)
        if now != self._stamps:
            self._stamps = now
            if self._reading is not None:
                self._reading.give_up()
            self._reading = Reading(partial(self._load_again, self.files))
        return self._reading is not None and self._hear_of(self._reading)

    def _load_again(self, files: list[str]) -> Loaded:
        forget(files)
        return self._load(self.loaded.version + 1)

    def _hear_of(self, reading: Reading[Loaded]) -> bool:
        """Whether there is news of a reading: it ended, or it takes long."""
        if reading.ended(min(AT_ONCE, PATIENCE)):
            self._reading = None
            self._take(reading)
            return True
        if reading.is_reported or reading.seconds < PATIENCE:
            return False
        reading.is_reported = True
        self._blame(TimeoutError(f"it has been loading for {PATIENCE:g} seconds, and goes on"))
        return True

    def _blame(self, error: BaseException) -> None:
        """Notify all tabs why the current files cannot be played."""
        self.fault = fault_of(error, self.files, f"{self._read_at:%H:%M:%S}")
        self._notify(self.fault.data)

    def _take(self, reading: Reading[Loaded]) -> None:
        """Continue with the version that was read, or notify all tabs why there is none."""
        before, after = self.loaded, reading.found
        if after is None:
            assert reading.error is not None
            self._blame(reading.error)
            return
        self.fault, self.loaded = None, after
        self._read_at = datetime.now()
        self._stamps = self._stamped()
        changes = changed_rules(before, after)
        for tab in list(self._tabs.values()):
            tab.reload(after, changes)

    def _notify(self, message: dict[str, Any]) -> None:
        for tab in list(self._tabs.values()):
            tab.send(message)


def _stamps(files: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The stamps of those of these files that exist."""
    return {file: stamp for file in files if (stamp := _stamp(file)) is not None}


def _stamp(file: str) -> tuple[int, int] | None:
    """The modification time in nanoseconds and size of a file; None if it does not exist."""
    try:
        found = Path(file).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def forget(files: list[str]) -> None:
    """Make Python read these files again: drop their modules and compiled code."""
    import importlib.util
    import linecache

    linecache.clearcache()
    importlib.invalidate_caches()
    for name, _, file in loaded_files():
        if file in files and not name.startswith("counterpoint."):
            del sys.modules[name]
    for file in files:
        if file.endswith(".py"):
            Path(importlib.util.cache_from_source(file)).unlink(missing_ok=True)
