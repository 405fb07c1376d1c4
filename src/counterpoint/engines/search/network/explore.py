"""The explicit engine for networks: it selects how a network is explored."""

from __future__ import annotations

import dataclasses

from ....alarm import stopped_by
from ....model.grouping import can_be_grouped, group
from ....model.network import Network
from ....stopped import Cause
from ...base.fallback import EngineFailed, guarded
from ...base.task import EVERYTHING, Task
from .exploration import Exploration
from .search import search


def explore(network: Network, task: Task = EVERYTHING) -> Exploration:
    """The reachable states of `network`, breadth first.

    Ctrl-C ends the search with what was found; so do the limits. An exception that a b-thread
    raises in a reached state is raised. A network that only Python can evaluate is enumerated; any
    other is searched by native code, with its automata in groups if it turns out to be large.
    """
    if network.select is not None:
        return _enumerated(network, task)
    try:
        with guarded("native search"):
            return _searched(network, task)
    except EngineFailed as error:
        return dataclasses.replace(_enumerated(network, task), warnings=(error.warning,))


def _enumerated(network: Network, task: Task) -> Exploration:
    from .enumerate import enumerate_states  # most strategies can be compiled

    return enumerate_states(network, task)


def _searched(network: Network, task: Task) -> Exploration:
    """The result of the native search, with groups if the network is large and allows it."""
    limits, group_from = task.limits, task.tuning.group_from
    large = limits.states is None or limits.states > group_from
    if not large or not can_be_grouped(network):
        return search(network, task)
    first = dataclasses.replace(limits, states=group_from)
    found = search(network, dataclasses.replace(task, limits=first))
    if found.stopped.cause is not Cause.STATES:
        return found
    try:
        with guarded("grouping of b-threads"):
            return _grouped(network, task)
    except KeyboardInterrupt as error:
        return dataclasses.replace(found, stopped=stopped_by(error))
    except EngineFailed as error:
        return dataclasses.replace(search(network, task), warnings=(error.warning,))


def _grouped(network: Network, task: Task) -> Exploration:
    grouping = group(network, task.tuning)
    assert grouping is not None
    found = search(grouping.network, task)
    return dataclasses.replace(found, network=network, grouping=grouping)
