"""The explicit engine: which of the ways to explore a network suits it."""

from __future__ import annotations

import dataclasses

from ..model.grouping import can_be_grouped, group
from ..model.network import Network
from .enumerate import enumerate_states
from .exploration import Exploration
from .limits import NO_LIMITS, Limits
from .search import Stop, Watcher, search

GROUP_FROM = 1 << 15
"""States from which on grouping pays: below that, the search is over before it is done."""


def explore(
    network: Network,
    limits: Limits = NO_LIMITS,
    *,
    edges: bool = False,
    not_followed: int = 0,
    watch: Watcher | None = None,
    stop: Stop | None = None,
) -> Exploration:
    """The states of `network` that are reached, breadth first, with what was seen on the way.

    With `edges` the steps between them are kept too. Events in the set `not_followed` are selected
    but lead nowhere. `watch` is called now and then, and `stop` asked. Ctrl-C ends the search with
    what was found; so do the limits. An exception of a b-thread that comes up is raised.

    A network that only Python can evaluate is enumerated; any other is searched by native code, and
    grouped when it turns out to be large.
    """
    how = enumerate_states if network.select is not None else _native
    return how(network, limits, edges=edges, not_followed=not_followed, watch=watch, stop=stop)


def _native(
    network: Network,
    limits: Limits,
    *,
    edges: bool,
    not_followed: int,
    watch: Watcher | None,
    stop: Stop | None,
) -> Exploration:
    def run(written: Network, within: Limits) -> Exploration:
        return search(
            written, within, edges=edges, not_followed=not_followed, watch=watch, stop=stop
        )

    first = limits
    large = limits.states is None or limits.states > GROUP_FROM
    if large and can_be_grouped(network):
        first = dataclasses.replace(limits, states=GROUP_FROM)
    found = run(network, first)
    if first is limits or found.stopped != first.too_many_states:
        return found
    grouping = group(network)
    assert grouping is not None
    grouped = run(grouping.network, limits)
    return dataclasses.replace(grouped, network=network, grouping=grouping)
