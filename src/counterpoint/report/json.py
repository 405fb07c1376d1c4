"""Verdicts and graphs as JSON: one form for the command line and for other tools."""

from __future__ import annotations

import json
from typing import Any

from ..engines.network.graph import Graph
from ..engines.variations import Variation
from ..verdict import Trace, Verdict, Verdicts
from .story import story_of


def to_text(data: object) -> str:
    """JSON text of plain data, indented."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def verdicts_data(verdicts: Verdicts, target: Any) -> dict[str, Any]:
    """A check as plain data: target, states, transitions, complete, engine, seconds, properties."""
    return {
        "target": verdicts.target,
        "answer": verdicts.answer.value,
        "states": verdicts.states,
        "transitions": verdicts.transitions,
        "complete": verdicts.complete,
        "engine": verdicts.engine,
        "seconds": round(verdicts.seconds, 4),
        "properties": [verdict_data(verdict, target) for verdict in verdicts],
        "warnings": list(verdicts.warnings),
    }


def verdict_data(verdict: Verdict, target: Any) -> dict[str, Any]:
    """One verdict as plain data."""
    return {
        "name": verdict.name,
        "answer": verdict.answer.value,
        "vacuous": verdict.vacuous,
        "reason": verdict.reason,
        "trace": trace_data(verdict.trace, target) if verdict.trace else None,
        "branches": [
            {
                "at": branch.at,
                "claim": branch.claim,
                "trace": trace_data(branch.trace, target) if branch.trace else None,
            }
            for branch in verdict.branches
        ],
    }


def trace_data(trace: Trace, target: Any) -> dict[str, Any]:
    """A trace as plain data: its events, its states (one more), and where its loop starts.

    A state lists the b-threads that the step before it moved, with the line that each moved from,
    and its picture if the target draws one. A step that only rests has the event "rest".
    """
    scenes = story_of(trace, target)
    return {
        "events": [str(label) for label, _ in trace.steps],
        "states": [
            {
                "moved": {stand.thread: str(stand.place) for stand in scene.moved},
                "asked_by": [stand.thread for stand in scene.asked_by],
                "picture": scene.picture,
            }
            for scene in scenes
        ],
        "loop": trace.loop,
    }


def variations_data(rows: list[Variation]) -> list[dict[str, Any]]:
    """Variants of a program as plain data, one entry each."""
    return [
        {
            "rule": row.rule,
            "states": row.verdicts.states,
            "transitions": row.verdicts.transitions,
            "complete": row.verdicts.complete,
            "properties": [
                {
                    "name": verdict.name,
                    "answer": verdict.answer.value,
                    "vacuous": verdict.vacuous,
                    "reason": verdict.reason,
                }
                for verdict in row.verdicts
            ],
        }
        for row in rows
    ]


def graph_data(graph: Graph) -> dict[str, Any]:
    """A state graph as plain data: nodes and edges."""
    return {
        "nodes": [
            {
                "number": node.number,
                "depth": node.depth,
                "way": [str(event) for event in node.way.events],
                "failed": node.failed,
                "deadlock": node.deadlock,
                "quiet": node.quiet,
                "hot": node.hot,
            }
            for node in graph.nodes
        ],
        "edges": [[source, str(label), target] for source, label, target in graph.edges],
        "stopped": graph.stopped,
    }
