"""Logs against rules: events a second of monitors, and a long log of a module with hidden steps.

    python bench/logs.py

One process, each row after a first run that warms up. The bars are 50,000 events/s for the
b-threads of Tic-Tac-Toe, 200,000 for 100 b-threads of which two care, and 60 s with flat memory for
10^6 lines against a module.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterpoint import Body, Event, Monitor, Program, conform, load_module, sync, thread
from counterpoint.examples.tictactoe import program as tictactoe
from counterpoint.implementation.lines import Lines

GAMES = 20_000
EVENTS = 1_000_000
LINES = 1_000_000

MODULE = """---- MODULE Lossy ----
EXTENDS Integers, Sequences
CONSTANTS Most
VARIABLES sent, channel, received
Init == sent = 0 /\\ received = 0 /\\ channel = <<>>
Send == /\\ Len(channel) < Most
        /\\ sent' = (sent + 1) % 8 /\\ channel' = Append(channel, sent') /\\ UNCHANGED received
Lose == \\E i \\in DOMAIN channel :
          /\\ channel' = SubSeq(channel, 1, i - 1) \\o SubSeq(channel, i + 1, Len(channel))
          /\\ UNCHANGED <<sent, received>>
Receive == /\\ channel /= <<>>
           /\\ received' = Head(channel) /\\ channel' = Tail(channel) /\\ UNCHANGED sent
Next == Send \\/ Lose \\/ Receive
Spec == Init /\\ [][Next]_<<sent, channel, received>>
===="""


def games() -> Iterator[list[Any]]:
    """Games of Tic-Tac-Toe, each a run of the program."""
    chance, network = random.Random(1), tictactoe.network()
    for _ in range(300):
        state, game = network.initial()[0], list[Any]()
        while events := network.choices(state):
            event = chance.choice(events)
            game.append(network.alphabet[event])
            state = network.step(state, event)
        yield game


def watched_games() -> float:
    """Events a second of a monitor of Tic-Tac-Toe."""
    played: Any = list(games())
    monitor, count, began = Monitor(tictactoe), 0, 0.0
    for number in range(GAMES):
        if number == len(played):  # all were seen once
            count, began = 0, time.perf_counter()
        monitor.reset()
        for event in played[number % len(played)]:
            if not monitor.observe(event):
                sys.exit(f"{event}: {monitor.conformed}")
            count += 1
    return count / (time.perf_counter() - began)


@thread
def cares(one: Event, other: Event) -> Body:
    """Two events take turns."""
    while True:
        yield sync(request=one, block=other)
        yield sync(request=other, block=one)


@thread
def waits(event: Event) -> Body:
    """Waits for what never comes."""
    yield sync(wait_for=event)


def watched_turns() -> float:
    """Events a second of a monitor of 100 b-threads, two of which care."""
    one, other = Event("one"), Event("other")
    others = [waits(Event("never", n)) for n in range(98)]
    monitor = Monitor(Program(cares(one, other), cares(one, other), *others, external=()))
    began = time.perf_counter()
    for _ in range(EVENTS // 2):
        monitor.observe(one)
        monitor.observe(other)
    if not monitor.conformed:
        sys.exit(str(monitor.conformed))
    return EVENTS / (time.perf_counter() - began)


def lines_of(folder: Path) -> Path:
    """A log of sends and receipts over a channel that loses messages, which is not logged."""
    chance, file = random.Random(2), folder / "lossy.jsonl"
    sent, channel = 0, list[int]()
    with file.open("w", encoding="utf-8") as log:
        count = 0
        while count < LINES:
            if channel and chance.random() < 0.3:
                channel.pop(chance.randrange(len(channel)))
            if channel and chance.random() < 0.5:
                log.write(f'{{"action": "Receive", "state": {{"received": {channel.pop(0)}}}}}\n')
                count += 1
            elif len(channel) < 4:
                sent = (sent + 1) % 8
                channel.append(sent)
                log.write(f'{{"action": "Send", "state": {{"sent": {sent}}}}}\n')
                count += 1
    return file


def long_log() -> tuple[float, float, int]:
    """Seconds for the log, the megabytes that it took, and the states that are possible at last."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "Lossy.tla")
        path.write_text(MODULE, encoding="utf-8")
        path.with_suffix(".cfg").write_text(
            "SPECIFICATION Spec\nCONSTANT Most = 4\n", encoding="utf-8"
        )
        file, module = lines_of(Path(folder)), load_module(path)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.perf_counter()
        with file.open("rb") as log:
            found = conform(module, Lines(log, str(file)), hidden=["Lose"])
        seconds = time.perf_counter() - began
        if not found:
            sys.exit(str(found))
        taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        return seconds, taken / 1024, found.states


def main() -> None:
    """Print the table."""
    print("| what | measured | bar |\n| --- | --- | --- |")
    print(f"| 236 b-threads of Tic-Tac-Toe | {watched_games():,.0f} events/s | 50,000 |")
    print(f"| 100 b-threads, two care | {watched_turns():,.0f} events/s | 200,000 |")
    seconds, megabytes, states = long_log()
    print(f"| 10^6 lines, module, hidden steps | {seconds:.1f} s, {megabytes:.0f} MB more | 60 s |")
    print(f"\nThe long log has {states} possible states at its end.")


if __name__ == "__main__":
    main()
