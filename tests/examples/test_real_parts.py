"""Examples with real parts: a queue of asyncio, SQLite, a shop on the web, and a lift."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from counterpoint import Conformance, check
from counterpoint.examples import async_queue, lift, shop, transactions


@pytest.mark.parametrize("example", [async_queue.model, transactions.model])
def test_the_models_have_what_is_required_of_them(example: Any) -> None:
    verdicts = check(example())
    assert verdicts
    assert not any(verdict.vacuous for verdict in verdicts)


def test_the_queue_of_asyncio_does_what_the_model_says() -> None:
    tried = Conformance(async_queue.model(), async_queue.Queue).random(runs=40, seed=1)
    assert tried
    assert not tried.untried


def test_a_queue_in_another_order_is_told_apart_in_the_fewest_steps() -> None:
    class LastFirst(async_queue.Queue):
        def __init__(self) -> None:
            super().__init__()
            self.queue = asyncio.LifoQueue(self.places)

    found = Conformance(async_queue.model(), LastFirst).random(seed=1).difference
    assert found is not None
    assert (len(found.labels), found.is_shortest) == (3, True)
    assert [str(label).partition("(")[0] for label in found.labels] == ["put", "put", "get"]


def test_a_queue_of_another_size_is_told_apart() -> None:
    class Small(async_queue.Queue):
        places = 1

    found = Conformance(async_queue.model(), Small).random(seed=1).difference
    assert found is not None
    assert "QueueFull" in found.did
    assert len(found.labels) == 2


def test_transactions_of_sqlite_do_what_the_model_says() -> None:
    tried = Conformance(transactions.model(), transactions.Transactions).random(runs=20, seed=1)
    assert tried
    assert not tried.untried


def test_connections_that_share_what_is_not_committed_are_told_apart() -> None:
    class Shared(transactions.Transactions):
        @staticmethod
        def connected(file: Path) -> sqlite3.Connection:
            uri = f"file:{file.parent.name}?mode=memory&cache=shared"
            connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
            connection.execute("PRAGMA read_uncommitted = TRUE")
            return connection

    found = Conformance(transactions.model(), Shared).random(seed=1).difference
    assert found is not None
    assert found.is_shortest
    assert [str(label).partition("(")[0] for label in found.labels] == ["begin", "write", "read"]


def test_the_fault_of_the_shop_is_found_and_shrunk_to_the_shortest_run() -> None:
    assert check(shop.program)
    found = Conformance(shop.program, shop.Shop).random(seed=1).difference
    assert found is not None
    assert found.is_shortest
    assert [str(label).partition("(")[0] for label in found.labels] == [
        "Place", "Pay", "Cancel", "Cancel",
    ]  # fmt: skip
    assert found.did.startswith("Refund(")


def test_the_mended_shop_has_no_fault() -> None:
    tried = Conformance(shop.program, shop.MendedShop).random(seed=1)
    assert tried
    assert not tried.untried


def test_the_lift_that_waits_for_its_door_conforms_and_the_careless_one_does_not() -> None:
    calls = [2, 0, 1, 1, 2, 0]
    assert lift.watched(calls)
    found = lift.watched(calls, careless=True)
    assert not found
    assert found.said in ("Up", "Down")
    assert {why.by for one in found.possible for why in one.why} >= {"door"}


def test_no_order_of_calls_makes_the_careful_lift_diverge() -> None:
    for first in range(3):
        for second in range(3):
            for third in range(3):
                assert lift.watched([first, second, third])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("async_queue", "no difference in 200 runs"),
        ("transactions", "no difference in 100 runs"),
        ("shop", "the implementation differs after 4 steps, the fewest that show it:"),
        ("lift", "diverges"),
    ],
)
def test_each_runs_as_its_text_says(name: str, says: str) -> None:
    command = [sys.executable, "-m", f"counterpoint.examples.{name}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert says in done.stdout
