"""The options of checks and of spaces of states, and the task that they describe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from os import PathLike
from typing import Any, TypedDict

from ...arguments import caller, require_count
from ...certificate import extent_of
from ...errors import Misuse
from ...tuning import USUAL, Tuning
from .engine import require_engine
from .limits import limits_of
from .meter import Meter
from .storage import require_stores, storage_of
from .task import Keeper, Task, Watcher
from .workers import AUTO, Given, is_sensible, workers_of


class SearchOptions(TypedDict, total=False):
    """The options of every search.

    `engine` is `auto` (the default), `explicit`, `tabled`, `symbolic`, `cudd`, `bounded` or
    `portfolio`.
    `limit_states` is a number; `limit_memory` is in bytes, or a text such as `2G`; `limit_time` is
    in seconds, or a text such as `5m`. `watch` is called with the progress of the search. `audit`
    says how much of each answer is audited: a `sample` (the default) of its states, `all` of them,
    or `none`. Up to `workers` threads and processes work at once: a number, or `auto` (the default)
    for a thread per CPU where that pays. `tuning` affects speed, never an answer.
    """

    engine: str
    limit_states: int | None
    limit_memory: int | str | None
    limit_time: float | str | None
    watch: Watcher | None
    audit: str
    workers: Given
    tuning: Tuning


class _States(TypedDict, total=False):
    over: str
    disk: str | PathLike[str] | None
    cluster: str | None


class SpaceOptions(_States, SearchOptions, total=False):
    """The options of `where`: those of a search, and which states there are.

    `over` is `reachable` (the default), or `all` for every encoded state of a model. The states
    are kept in the folder `disk`, and a `cluster` searches, as for a check.
    """


class _Checked(TypedDict, total=False):
    name: str
    limit_depth: int | None
    stop_first: bool
    disk: str | PathLike[str] | None
    cluster: str | None
    coverage: bool
    keeper: Keeper | None


class CheckOptions(_Checked, SearchOptions, total=False):
    """The options of `check`: those of a search, and what to check.

    `name` is the name of the target in the answers. With `stop_first`, the check ends at the first
    failure. `limit_depth` limits the levels of states of a TLA+ module, and the steps of the runs
    that the bounded engine tries. The states of a search are kept in the folder `disk`, where an
    interrupted one goes on, and a `cluster` searches: `local:N`, `auto` or `ray://HOST:PORT`. For
    the theorems of modules only: `coverage` counts how often
    actions are taken, and with a `keeper`, a check that was interrupted can be resumed.
    """


_VALUES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "watch": (
        lambda value: value is None or callable(value),
        "a function of the progress, or None",
    ),
    "tuning": (lambda value: isinstance(value, Tuning), "a Tuning"),
    "name": (lambda value: isinstance(value, str), "a text"),
    "disk": (
        lambda value: value is None or (isinstance(value, str | PathLike) and bool(str(value))),
        "the name of a folder, or None",
    ),
    "cluster": (lambda value: value is None or isinstance(value, str), "a text, or None"),
    "stop_first": (lambda value: isinstance(value, bool), "True or False"),
    "coverage": (lambda value: isinstance(value, bool), "True or False"),
    "workers": (is_sensible, "a number from 1 up, or 'auto'"),
    "keeper": (
        lambda value: value is None or isinstance(value, Keeper),
        "an object with the methods begin, kept and look, or None",
    ),
}
"""For options whose values are passed on: which values make sense, and the same in words."""


def _require_sense(options: SearchOptions) -> None:
    require_engine(options.get("engine", "auto"))
    require_count("limit_depth", options.get("limit_depth"))
    for name, value in options.items():
        makes_sense, what = _VALUES.get(name, (None, ""))
        if makes_sense is not None and not makes_sense(value):
            raise Misuse(f"{name}= takes {what}, not {value!r}", caller())


def task_of(options: SearchOptions) -> Task:
    """The task of a search with these options; raises `Misuse` for values with no meaning."""
    _require_sense(options)
    extent = extent_of(options.get("audit", "sample"))
    limits = limits_of(
        options.get("limit_states"), options.get("limit_memory"), options.get("limit_time")
    )
    workers = workers_of(options.get("workers", AUTO))
    return Task(
        limits,
        watch=options.get("watch"),
        audit=extent,
        tuning=workers.tuned(options.get("tuning", USUAL)),
        meter=Meter(),
        workers=workers,
    )


def space_task(options: SpaceOptions) -> Task:
    """The task of a search for a space of states.

    Raises `Misuse` for values with no meaning, also together.
    """
    task = task_of(options)
    storage = storage_of(options.get("disk"), options.get("cluster"))
    if storage is not None:
        require_stores(options.get("engine", "auto"))
        if options.get("over", "reachable") == "all":
            raise Misuse("on disk are states that are reached: all encoded ones are in memory only")
    return replace(task, storage=storage)
