"""Behavioral programming for Python with a model checker inside."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bp.body import Body
    from .bp.event import Event, events, named
    from .bp.eventset import ALL, NONE, EventSet, event_set
    from .bp.lint import CounterpointWarning
    from .bp.live.aio import AsyncRunner, Stream
    from .bp.live.listener import Journal
    from .bp.live.runner import Outcome, Runner
    from .bp.program import Program
    from .bp.requirement import (
        never,
        no_deadlock,
        no_failed_assertion,
        no_hot_cycle,
        no_hot_system_cycle,
        no_hot_termination,
    )
    from .bp.strategy import Ordered, Priority, Strategy, ThreadPriority, Uniform
    from .bp.sync import Sync, sync
    from .bp.thread import Thread, thread
    from .engines.check import check
    from .engines.space.stateset import StateSet
    from .engines.state_graph import state_graph
    from .engines.variations import check_rules, check_stages
    from .engines.where import StateSpace, where
    from .errors import CounterpointError
    from .games.advice import Advisor, advice
    from .games.counsel import counsel
    from .games.critic import criticize
    from .games.minmax import minmax
    from .games.solve import Solution, solve
    from .model.model import Model
    from .model.step import step
    from .session import Session
    from .terms.expr import all_of, any_of, count_of, if_
    from .terms.sort import subsets_of
    from .tla.file import load_module
    from .tla.module import TlaModule
    from .verdict import Answer, Branch, Trace, Verdict, Verdicts

__all__ = [
    "ALL",
    "NONE",
    "Advisor",
    "Answer",
    "AsyncRunner",
    "Body",
    "Branch",
    "CounterpointError",
    "CounterpointWarning",
    "Event",
    "EventSet",
    "Journal",
    "Model",
    "Ordered",
    "Outcome",
    "Priority",
    "Program",
    "Runner",
    "Session",
    "Solution",
    "StateSet",
    "StateSpace",
    "Strategy",
    "Stream",
    "Sync",
    "Thread",
    "ThreadPriority",
    "TlaModule",
    "Trace",
    "Uniform",
    "Verdict",
    "Verdicts",
    "advice",
    "all_of",
    "any_of",
    "check",
    "check_rules",
    "check_stages",
    "counsel",
    "count_of",
    "criticize",
    "event_set",
    "events",
    "if_",
    "load_module",
    "minmax",
    "named",
    "never",
    "no_deadlock",
    "no_failed_assertion",
    "no_hot_cycle",
    "no_hot_system_cycle",
    "no_hot_termination",
    "solve",
    "state_graph",
    "step",
    "subsets_of",
    "sync",
    "thread",
    "where",
]

_ON_DEMAND = {
    "ALL": ".bp.eventset",
    "Advisor": ".games.advice",
    "Answer": ".verdict",
    "AsyncRunner": ".bp.live.aio",
    "Body": ".bp.body",
    "Branch": ".verdict",
    "CounterpointError": ".errors",
    "CounterpointWarning": ".bp.lint",
    "Event": ".bp.event",
    "EventSet": ".bp.eventset",
    "Journal": ".bp.live.listener",
    "Model": ".model.model",
    "NONE": ".bp.eventset",
    "Ordered": ".bp.strategy",
    "Outcome": ".bp.live.runner",
    "Priority": ".bp.strategy",
    "Program": ".bp.program",
    "Runner": ".bp.live.runner",
    "Session": ".session",
    "Solution": ".games.solve",
    "StateSet": ".engines.space.stateset",
    "StateSpace": ".engines.where",
    "Strategy": ".bp.strategy",
    "Stream": ".bp.live.aio",
    "Sync": ".bp.sync",
    "Thread": ".bp.thread",
    "ThreadPriority": ".bp.strategy",
    "TlaModule": ".tla.module",
    "Trace": ".verdict",
    "Uniform": ".bp.strategy",
    "Verdict": ".verdict",
    "Verdicts": ".verdict",
    "advice": ".games.advice",
    "all_of": ".terms.expr",
    "any_of": ".terms.expr",
    "check": ".engines.check",
    "check_rules": ".engines.variations",
    "check_stages": ".engines.variations",
    "counsel": ".games.counsel",
    "count_of": ".terms.expr",
    "criticize": ".games.critic",
    "event_set": ".bp.eventset",
    "events": ".bp.event",
    "if_": ".terms.expr",
    "load_module": ".tla.file",
    "minmax": ".games.minmax",
    "named": ".bp.event",
    "never": ".bp.requirement",
    "no_deadlock": ".bp.requirement",
    "no_failed_assertion": ".bp.requirement",
    "no_hot_cycle": ".bp.requirement",
    "no_hot_system_cycle": ".bp.requirement",
    "no_hot_termination": ".bp.requirement",
    "solve": ".games.solve",
    "state_graph": ".engines.state_graph",
    "step": ".model.step",
    "subsets_of": ".terms.sort",
    "sync": ".bp.sync",
    "thread": ".bp.thread",
    "where": ".engines.where",
}
"""The module of each public name. It is imported on first use, so that start-up is quick."""


def __getattr__(name: str) -> object:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(_ON_DEMAND[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_ON_DEMAND})
