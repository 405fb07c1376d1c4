"""What transactions of SQLite promise to two connections to one file, and the real ones beside it.

It shows a database driven beside a model of what it promises.

Writers wait for one another (`BEGIN IMMEDIATE`); a reader sees what was committed last.

    counterpoint check transactions                 the model alone
    python -m counterpoint.examples.transactions    the real database beside it
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from counterpoint import Conformance, Model, if_, step

WHO = ("a", "b")
RESULTS = ("none", "done", "busy")


def model() -> Model:
    """Two connections, a number that both may read and write, and who may write it now."""
    base = Model("transactions")
    committed = base.var("committed", range(3), init=0)
    pending = base.var("pending", range(3), init=0)
    writer = base.var("writer", ("nobody", *WHO), init="nobody")
    result = base.var("result", RESULTS, init="none")
    seen = base.var("seen", range(3), init=0)

    @base.action(who=WHO)
    def begin(who: str) -> object:
        return [
            step(
                when=writer == "nobody",
                set={writer: who, pending: committed, result: "done"},
            ),
            step(when=(writer != "nobody", writer != who), set={result: "busy"}),
        ]

    @base.action(who=WHO, value=[1, 2])
    def write(who: str, value: int) -> object:
        return step(when=writer == who, set={pending: value, result: "done"})

    @base.action(who=WHO)
    def read(who: str) -> object:
        return step(set={seen: if_(writer == who, pending, committed), result: "done"})

    @base.action(who=WHO)
    def commit(who: str) -> object:
        return step(when=writer == who, set={committed: pending, writer: "nobody", result: "done"})

    @base.action(who=WHO)
    def rollback(who: str) -> object:
        return step(when=writer == who, set={writer: "nobody", result: "done"})

    base.requires(
        {
            "what is read is committed, unless it is one's own": (
                "AG (writer = nobody -> AX (!(read(a) | read(b)) | seen = committed))"
            ),
            "nobody begins to write beside a": "AG (writer = a -> AX (!begin(b) | result = busy))",
            "a writer can always come to an end": "AG EF writer = nobody",
        }
    )
    return base


class Transactions:
    """Two real connections to a file; each method says what came of it."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name, "base.sqlite")
        self.connections = {who: self.connected(file) for who in WHO}
        self.ask("a", "PRAGMA synchronous = OFF")  # a crash of the machine is not tried
        self.ask("b", "PRAGMA synchronous = OFF")
        self.ask("a", "CREATE TABLE number (value INTEGER)")
        self.ask("a", "INSERT INTO number VALUES (0)")

    @staticmethod
    def connected(file: Path) -> sqlite3.Connection:
        """A connection that begins no transaction by itself, and never waits."""
        return sqlite3.connect(file, timeout=0, isolation_level=None)

    def ask(self, who: str, statement: str) -> Any:
        """The first value that a statement gives."""
        row = self.connections[who].execute(statement).fetchone()
        return None if row is None else row[0]

    def outcome(self, who: str, statement: str) -> dict[str, Any]:
        """Whether a statement was done, or another connection was in its way."""
        try:
            self.ask(who, statement)
        except sqlite3.OperationalError:
            return {"result": "busy"}
        return {"result": "done"}

    def begin(self, who: str) -> dict[str, Any]:
        """Begin a transaction that may write."""
        return self.outcome(who, "BEGIN IMMEDIATE")

    def write(self, who: str, value: int) -> dict[str, Any]:
        """Write the number."""
        return self.outcome(who, f"UPDATE number SET value = {value:d}")

    def read(self, who: str) -> dict[str, Any]:
        """Read the number."""
        return {"seen": self.ask(who, "SELECT value FROM number"), "result": "done"}

    def commit(self, who: str) -> dict[str, Any]:
        """End the transaction, so that others see it."""
        return self.outcome(who, "COMMIT")

    def rollback(self, who: str) -> dict[str, Any]:
        """End the transaction as if it had not been."""
        return self.outcome(who, "ROLLBACK")

    def close(self) -> None:
        """Close both connections, and remove the file."""
        for connection in self.connections.values():
            with suppress(sqlite3.Error):
                connection.close()
        self.folder.cleanup()


if __name__ == "__main__":
    print(Conformance(model(), Transactions).random(runs=100, seed=1))
