"""A mail-order shop: customers and packers act from outside, at any time and in any order.

It shows events from outside: a check tries them in every order, and asyncio tasks send real ones.

Orders, cancellations and the packers' reports are events from outside. A parcel must not be both
sent and refunded.

    counterpoint check delivery             no parcel is both sent and refunded
    counterpoint check delivery:careless    without one rule: a parcel is cancelled too late
    python -m counterpoint.examples.delivery    asyncio tasks order, cancel and pack
"""

import asyncio

from counterpoint import (
    AsyncRunner,
    Body,
    Program,
    Stream,
    events,
    named,
    sync,
    thread,
)

ORDER, CANCEL, PACKED = events("Order Cancel Packed")  # from outside
PACK, SEND, REFUND = events("Pack Send Refund")

PARCELS = (1, 2)


@thread
def shop() -> Body:
    """Each order starts b-threads of its own."""
    order = yield sync(wait_for=named(ORDER))
    while True:
        parcel = order.parcel
        order = yield sync(wait_for=named(ORDER), start=[delivery(parcel), refund(parcel)])


@thread
def delivery(parcel: object) -> Body:
    """Have the parcel packed and send it, unless the customer cancels before it is packed."""
    yield sync(request=PACK(parcel=parcel))
    yield sync(wait_for=PACKED(parcel=parcel), interrupt=CANCEL(parcel=parcel))
    yield sync(request=SEND(parcel=parcel))


@thread
def refund(parcel: object) -> Body:
    """Who cancels gets the money back."""
    yield sync(wait_for=CANCEL(parcel=parcel))
    yield sync(request=REFUND(parcel=parcel))


@thread
def customer(parcel: object) -> Body:
    """All we know of customers: a parcel is ordered once, then cancelled at most once."""
    order, cancel = ORDER(parcel=parcel), CANCEL(parcel=parcel)
    yield sync(wait_for=order, block=cancel)
    yield sync(wait_for=cancel, block=order)
    yield sync(block=[order, cancel])


@thread
def packer(parcel: object) -> Body:
    """All we know of packers: a parcel is packed once, when that was asked for."""
    yield sync(wait_for=PACK(parcel=parcel), block=PACKED(parcel=parcel))
    yield sync(wait_for=PACKED(parcel=parcel))
    yield sync(block=PACKED(parcel=parcel))


@thread
def too_late(parcel: object) -> Body:
    """What was sent cannot be cancelled."""
    yield sync(wait_for=SEND(parcel=parcel))
    yield sync(block=CANCEL(parcel=parcel))


@thread
def honest(parcel: object) -> Body:
    """What is required: a parcel is not both sent and refunded."""
    either = [SEND(parcel=parcel), REFUND(parcel=parcel)]
    yield sync(wait_for=either)
    yield sync(wait_for=either)
    raise AssertionError("sent and refunded")


program = Program(
    shop(),
    *(customer(parcel) for parcel in PARCELS),
    *(packer(parcel) for parcel in PARCELS),
    *(too_late(parcel) for parcel in PARCELS),
    *(honest(parcel) for parcel in PARCELS),
    external=[kind(parcel=parcel) for parcel in PARCELS for kind in (ORDER, CANCEL, PACKED)],
)

careless = program.without("too_late")


async def packers(runner: AsyncRunner, seen: Stream) -> None:
    """Pack the parcels on request; close the runner when every parcel is done."""
    left = len(PARCELS)
    async for event in seen:
        print(event)
        if event in named(PACK):
            runner.put(PACKED(parcel=event.parcel))
        left -= event in named(SEND, REFUND)
        if not left:
            runner.close()


async def main() -> None:
    """Two customers order, and one of them cancels."""
    runner = AsyncRunner(program)
    packing = asyncio.create_task(packers(runner, runner.stream()))
    for wish in (ORDER(parcel=1), ORDER(parcel=2), CANCEL(parcel=2)):
        runner.put(wish)
    await runner.run()
    await packing


if __name__ == "__main__":
    asyncio.run(main())
