"""Rules of the implementations that the tests drive."""

from __future__ import annotations

from typing import Any

from counterpoint import Body, Model, Program, events, step, sync, thread

Order, Cancel, Receipt, Ask, Answer = events("Order Cancel Receipt Ask Answer")


def buffer(places: int = 3) -> Model:
    """A buffer: how many items are in it."""
    model = Model("buffer")
    count = model.var("count", range(places + 1), init=0)

    @model.action(item=[0, 1])
    def put(item: int) -> Any:
        return step(when=count < places, set={count: count + 1})

    @model.action
    def take() -> Any:
        return step(when=count > 0, set={count: count - 1})

    return model


@thread
def customer(number: int) -> Body:
    event = yield sync(request=[Order(number), Cancel(number)])
    if event == Order(number):
        yield sync(request=Receipt(number))


@thread
def one_at_a_time() -> Body:
    """No order or cancellation comes before the receipt of the last order."""
    orders, receipts = [Order(1), Order(2)], [Receipt(1), Receipt(2)]
    while True:
        yield sync(wait_for=orders)
        yield sync(wait_for=receipts, block=[*orders, Cancel(1), Cancel(2)])


shop = Program(customer(1), customer(2), one_at_a_time())
