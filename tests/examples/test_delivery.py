"""The mail-order shop: every order of outside events is checked, and one is run in asyncio."""

from __future__ import annotations

import asyncio

import pytest

from counterpoint import check
from counterpoint.examples import delivery
from counterpoint.examples.delivery import CANCEL, ORDER, PACK, PACKED, REFUND, SEND


@pytest.mark.slow
def test_no_parcel_is_both_sent_and_refunded() -> None:
    verdicts = check(delivery.program)
    assert verdicts
    assert not verdicts["assertions"].vacuous
    assert (verdicts.states, verdicts.transitions) == (87, 110)


@pytest.mark.slow
def test_a_careless_shop_lets_a_customer_cancel_what_was_sent() -> None:
    verdicts = check(delivery.careless)
    assert not verdicts["assertions"]
    steps = (ORDER, PACK, PACKED, SEND, CANCEL, REFUND)
    assert verdicts.trace is not None
    assert verdicts.trace.events == tuple(step(parcel=1) for step in steps)


def test_asyncio_tasks_send_the_events_from_outside(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(delivery.main())
    assert capsys.readouterr().out.splitlines() == [
        "Order(parcel=1)",
        "Pack(parcel=1)",
        "Order(parcel=2)",
        "Pack(parcel=2)",
        "Cancel(parcel=2)",
        "Refund(parcel=2)",
        "Packed(parcel=1)",
        "Send(parcel=1)",
        "Packed(parcel=2)",
    ]
