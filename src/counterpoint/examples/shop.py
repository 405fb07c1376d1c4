"""A shop on the web, written with Starlette over SQLite, beside its rules, with one planted fault.

It shows how an implementation is driven by its rules, and how the shortest run to a fault is found.

The b-threads say what customers may do, and what the shop answers by sending money back. The shop
sends money back once too often; the run that shows it has four steps. `MendedShop` has no fault.

    counterpoint check shop                 the rules alone
    python -m counterpoint.examples.shop    the shop beside them, and the fault
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from counterpoint import Body, Conformance, Event, Program, events, named, sync, thread

Place, Pay, Cancel, Refund = events("Place Pay Cancel Refund")
ORDERS = (1, 2)


@thread
def places(order: int) -> Body:
    """A customer places an order once."""
    yield sync(request=Place(order))


@thread
def pays(order: int) -> Body:
    """What is placed may be paid, once, unless it was cancelled before."""
    yield sync(wait_for=Place(order))
    yield sync(request=Pay(order), interrupt=Cancel(order))


@thread
def cancels(order: int, times: int = 2) -> Body:
    """What is placed may be cancelled; a customer who hears nothing tries once more."""
    yield sync(wait_for=Place(order))
    for _ in range(times):
        yield sync(request=Cancel(order))


@thread
def gets_the_money_back(order: int) -> Body:
    """What was paid and then cancelled is paid back, once, before anything else happens."""
    yield sync(wait_for=Pay(order))
    yield sync(wait_for=Cancel(order))
    others = named("Place", "Pay", "Cancel")
    yield sync(request=Refund(order), block=others)


@thread
def never_twice(order: int) -> Body:
    """What is required: no order is paid back twice."""
    yield sync(wait_for=Refund(order))
    yield sync(wait_for=Refund(order))
    raise AssertionError("the money was sent back twice")


program = Program(
    *(
        rule(order)
        for order in ORDERS
        for rule in (places, pays, cancels, gets_the_money_back, never_twice)
    )
)


def application(*, mended: bool = False) -> Starlette:
    """The shop: orders in a database, and three requests that change them."""
    base = sqlite3.connect(":memory:", check_same_thread=False)
    base.execute("CREATE TABLE orders (number INTEGER PRIMARY KEY, paid INTEGER, state TEXT)")

    async def place(request: Request) -> JSONResponse:
        number = request.path_params["number"]
        base.execute("INSERT INTO orders VALUES (?, 0, 'placed')", (number,))
        return JSONResponse({"placed": number}, 201)

    async def pay(request: Request) -> JSONResponse:
        number = request.path_params["number"]
        done = base.execute(
            "UPDATE orders SET paid = 1 WHERE number = ? AND state = 'placed'", (number,)
        )
        return JSONResponse({}, 200 if done.rowcount else 409)

    async def cancel(request: Request) -> JSONResponse:
        number = request.path_params["number"]
        paid, state = base.execute(
            "SELECT paid, state FROM orders WHERE number = ?", (number,)
        ).fetchone()
        base.execute("UPDATE orders SET state = 'cancelled' WHERE number = ?", (number,))
        # The fault: whether the order was cancelled before is not looked at.
        is_due = paid and (state == "placed" or not mended)
        return JSONResponse({"refund": number} if is_due else {})

    shop = Starlette(
        routes=[
            Route("/orders/{number:int}", place, methods=["PUT"]),
            Route("/orders/{number:int}/payment", pay, methods=["POST"]),
            Route("/orders/{number:int}/cancellation", cancel, methods=["POST"]),
        ]
    )
    shop.state.base = base
    return shop


class Shop:
    """The shop as the rules see it: a request for each event, and the money that it sends back."""

    emits = ("Refund",)
    mended = False

    def __init__(self) -> None:
        self.application = application(mended=self.mended)

    async def place(self, order: int) -> None:
        """Place an order."""
        await self.asked("PUT", f"/orders/{order}")

    async def pay(self, order: int) -> None:
        """Pay for an order."""
        await self.asked("POST", f"/orders/{order}/payment")

    async def cancel(self, order: int) -> list[Event]:
        """Cancel an order, and return the money that was sent back."""
        answer = await self.asked("POST", f"/orders/{order}/cancellation")
        return [Refund(answer["refund"])] if "refund" in answer else []

    async def asked(self, method: str, path: str) -> dict[str, Any]:
        """The answer of the shop to a request; raises an error for a status from 400 up."""
        scope = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(),
            "query_string": b"", "headers": [], "http_version": "1.1", "root_path": "",
        }  # fmt: skip
        status, body = 0, b""

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status, body
            status = message.get("status", status)
            body += message.get("body", b"")

        await self.application(scope, receive, send)
        if status >= 400:
            raise RuntimeError(f"{method} {path} was answered by {status}")
        found: dict[str, Any] = json.loads(body)
        return found

    def close(self) -> None:
        """Close the database."""
        self.application.state.base.close()


class MendedShop(Shop):
    """The shop without the fault."""

    mended = True


if __name__ == "__main__":
    print(Conformance(program, Shop).random(seed=1))
