"""The oracle of the local automata: every history of events is played on a fresh generator."""

from __future__ import annotations

import contextlib
from typing import Any

from counterpoint import Event, Priority, Program, events
from counterpoint.bp.local.network import network_of
from counterpoint.bp.resume import interrupt, resume
from counterpoint.bp.thread import Thread

A, B, C = events("A B C")


def local_states(thread: Thread, heard: Any = (A, B), depth: Any = 7) -> int:
    """How many local states `thread` has; fails unless all short histories go as in live runs."""
    network = network_of(Program(thread, external=heard, strategy=Priority()))
    (automaton,) = network.automata
    alphabet = list(network.alphabet)
    pending: list[tuple[tuple[Any, ...], int]] = [((), 0)]
    while pending:
        history, local = pending.pop()
        live, seen = lived(thread, history, alphabet), said(automaton.locals[local], alphabet)
        assert seen == live, f"after {history}"
        if len(history) < depth:
            hears = automaton.locals[local].hears
            pending += [
                ((*history, event), automaton.step(local, number))
                for number, event in enumerate(alphabet)
                if hears >> number & 1
            ]
    return len(automaton.locals)


def lived(thread: Any, history: Any, alphabet: Any) -> Any:
    """What a fresh run of `thread` says after `history`."""
    body = thread.start()
    try:
        return told_by(body, history, alphabet)
    finally:
        with contextlib.suppress(Exception):
            body.close()


def told_by(body: Any, history: Any, alphabet: Any) -> Any:
    try:
        statement: Any = resume(body, None, "live")
        for event in history:
            if statement.interrupt.holds(event):
                interrupt(body, statement, event, "live")
                statement = None
            else:
                statement = resume(body, event, "live")
    except AssertionError:
        return "failed"
    except Exception as error:
        return type(error)
    if statement is None:
        return "ended"
    return (
        statement.request,
        {e for e in alphabet if statement.hears.holds(e) or statement.interrupt.holds(e)},
        {e for e in alphabet if statement.block.holds(e)},
        statement.priority,
        statement.hot,
    )


def said(local: Any, alphabet: Any) -> Any:
    """The same of a local state."""
    if local.failure is not None:
        return "failed"
    if local.crash is not None:
        return type(local.crash)
    if not local.voices:
        return "ended"
    (voice,) = local.voices
    return (
        tuple(alphabet[event] for event in voice.request),
        members(local.hears, alphabet),
        members(voice.block, alphabet),
        voice.priority,
        voice.hot,
    )


def members(mask: int, alphabet: list[Event]) -> set[Event]:
    return {event for number, event in enumerate(alphabet) if mask >> number & 1}
