"""Verdicts and graphs as JSON: one format for the command line and for other tools."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..engines.variations import Variation
from ..errors import calls_of
from ..model.capabilities import as_json_of
from ..model.network import Network
from ..verdict import (
    Breakdown,
    Plan,
    Trace,
    Verdict,
    Verdicts,
    system_of,
)
from .audit import audited_data
from .coverage import coverage_data
from .plain import stopped_data
from .story import Scene, story_of

if TYPE_CHECKING:
    from ..engines.state_graph import Graph


def verdicts_data(verdicts: Verdicts, target: Any) -> dict[str, Any]:
    """A check as plain data: target, states, complete, engine, workers, seconds, properties.

    `stopped` says why the search is incomplete, and `cause` names what ended it. The data of a
    specification also has the number of generated states, the depth, where expressions have no
    value and, if that was requested, how often actions were taken.
    """
    data: dict[str, Any] = {
        "target": verdicts.target,
        "answer": verdicts.answer.value,
        "states": verdicts.states,
        "transitions": verdicts.transitions,
        "complete": verdicts.complete,
        **stopped_data(verdicts.stopped),
        "engine": verdicts.engine,
        "workers": verdicts.workers,
        "seconds": round(verdicts.seconds, 4),
        "properties": [verdict_data(verdict, target) for verdict in verdicts],
        "warnings": list(verdicts.warnings),
    }
    if (spread := verdicts.spread) is not None:
        data["spread"] = {**asdict(spread), "skew": round(spread.skew, 3)}
    if verdicts.depth is None:
        return data
    counted = {"coverage": coverage_data(verdicts)} if verdicts.coverage else {}
    return data | {
        "generated": verdicts.generated,
        "depth": verdicts.depth,
        "breakdowns": [breakdown_data(found, target) for found in verdicts.breakdowns],
        **counted,
    }


def breakdown_data(found: Breakdown, target: Any) -> dict[str, Any]:
    """Where an expression has no value, as plain data: code, message, place, calls, trace."""
    place = found.error.place
    return {
        "code": found.error.code,
        "message": found.error.message,
        "place": None if place is None else str(place),
        "calls": list(calls_of(found.error)),
        "trace": None if found.trace is None else trace_data(found.trace, target, found.of),
    }


def verdict_data(verdict: Verdict, target: Any) -> dict[str, Any]:
    """One verdict as plain data."""
    return {
        "name": verdict.name,
        "answer": verdict.answer.value,
        "vacuous": verdict.vacuous,
        "reason": verdict.reason,
        "audited": audited_data(verdict.audited),
        **({"invariant": list(verdict.invariant)} if verdict.invariant else {}),
        "trace": trace_data(verdict.trace, target, verdict.of) if verdict.trace else None,
        "branches": [
            {
                "at": branch.at,
                "claim": branch.claim,
                "trace": trace_data(branch.trace, target, verdict.of) if branch.trace else None,
            }
            for branch in verdict.branches
        ],
        "plans": [plan_data(plan, target) for plan in verdict.plans],
    }


def plan_data(plan: Plan, target: Any) -> dict[str, Any]:
    """A plan as plain data: a strategy as positions, each with what may follow it.

    A position has its state (None for a program, where the events identify the position), the move
    that the team makes there, if it has one to make, and the steps that may follow, each with the
    number of the position that it leads to.
    """
    system = system_of(target)
    as_json = None if isinstance(system, Network) else as_json_of(system)
    return {
        "claim": plan.claim,
        "team": list(plan.team),
        "chance": plan.chance,
        "goal": plan.goal,
        "at": plan.at,
        "missing": plan.missing,
        "starts": plan.starts,
        "positions": [
            {
                "state": as_json(position.state) if as_json else None,
                "move": None if position.move is None else str(position.move),
                "steps": [[str(label), number] for label, number in position.steps],
            }
            for position in plan.positions
        ],
    }


def trace_data(trace: Trace, target: Any, of: object = None) -> dict[str, Any]:
    """A trace as plain data: its events, its states (one more), and where its loop starts.

    A state lists the b-threads that moved in the step before it, each with the line it moved from,
    and its picture if the target draws one. If states have named values, these are there too, typed
    where the notation has types, with the places that the step changed; for a TLA+ module, also the
    actions of the step. A `REST` step has the event "rest". `of` is the specification that the run
    belongs to, if that is given.
    """
    return {
        "events": [str(label) for label, _ in trace.steps],
        "states": [_scene_data(scene) for scene in story_of(trace, target, of)],
        "loop": trace.loop,
    }


def _scene_data(scene: Scene) -> dict[str, Any]:
    data: dict[str, Any] = {
        "moved": {stand.thread: str(stand.place) for stand in scene.moved},
        "asked_by": [stand.thread for stand in scene.asked_by],
        "picture": scene.picture,
    }
    if scene.values is not None:
        data |= {"values": scene.values, "changed": list(scene.changed)}
    if scene.actions is not None:
        data["actions"] = [*scene.actions]
    return data


def variations_data(rows: list[Variation]) -> list[dict[str, Any]]:
    """Variants of a program as plain data, one entry each."""
    return [
        {
            "rule": row.rule,
            "states": row.verdicts.states,
            "transitions": row.verdicts.transitions,
            "complete": row.verdicts.complete,
            "stopped": row.verdicts.stopped,
            "workers": row.verdicts.workers,
            "properties": [
                {
                    "name": verdict.name,
                    "answer": verdict.answer.value,
                    "vacuous": verdict.vacuous,
                    "reason": verdict.reason,
                }
                for verdict in row.verdicts
            ],
            "unasked": [of.name for of in row.verdicts.unasked],
        }
        for row in rows
    ]


def graph_data(graph: Graph) -> dict[str, Any]:
    """A state graph as plain data: nodes and edges, and how many of the edges are rests."""
    return {
        "transitions": graph.transitions,
        "rests": graph.rests,
        "nodes": [
            {
                "number": node.number,
                "depth": node.depth,
                "way": [str(event) for event in node.way.events],
                "failed": node.failed,
                "deadlock": node.deadlock,
                "quiet": node.quiet,
                "hot": node.hot,
                **({"picture": node.picture} if node.picture else {}),
                **({} if node.values is None else {"values": node.values}),
            }
            for node in graph.nodes
        ],
        "edges": [[source, str(label), target] for source, label, target in graph.edges],
        "stopped": graph.stopped,
    }
