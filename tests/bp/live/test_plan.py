from __future__ import annotations

from counterpoint import Event, events, named, sync
from counterpoint.bp.live.plan import Part

ALPHABET = [*events("A B C"), Event("D", 1), Event("D", 2)]
MANY = [Event("M", number) for number in range(40)]


def test_small_sets_are_entered_and_others_asked() -> None:
    few, many = sync(wait_for=(*ALPHABET, named("Z"))).hears, sync(wait_for=MANY).hears
    assert Part.of(few).events == tuple(ALPHABET)
    assert repr(Part.of(few).asked) == "named('Z')"
    assert Part.of(many).events == ()
    assert Part.of(many).asked is not None
