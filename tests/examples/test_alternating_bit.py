"""The alternating-bit protocol: right over channels that lose, and why it sends twice."""

from __future__ import annotations

from counterpoint import StateSpace, check
from counterpoint.examples import alternating_bit


def test_messages_arrive_once_and_in_order_and_go_on_arriving() -> None:
    verdicts = check(alternating_bit.model())
    assert [v.name for v in verdicts if not v] == ["nothing is sent in vain"]
    assert not any(verdict.vacuous for verdict in verdicts)
    assert StateSpace(alternating_bit.model()).where("true").space.states == 66


def test_a_message_is_sent_twice_before_its_answer_comes() -> None:
    trace = check(alternating_bit.model())["nothing is sent in vain"].trace
    assert trace is not None
    assert trace.events == ("send", "receive", "send", "acknowledged", "receive_again")


def test_where_all_may_be_lost_nothing_need_arrive() -> None:
    verdicts = check(alternating_bit.unlucky())
    verdict = verdicts["messages go on arriving"]
    assert not verdict
    assert verdict.trace is not None
    assert set(verdict.trace.events[verdict.trace.loop :]) == {"send", "lose_message"}
    assert verdicts["what is taken in is the next one"]
    assert verdicts["each is answered before the next"]
