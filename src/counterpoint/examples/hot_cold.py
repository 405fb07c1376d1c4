"""Hot and cold water: a b-thread for each tap, and one rule that keeps the water mild.

It shows the smallest program: b-threads that do not know of one another, a rule that is added to
them, and what that rule guarantees.

Each tap is a b-thread. The rule `alternate` makes them take turns without a change to either, and
`stays_mild` fails if the water is ever hot twice in a row.

    counterpoint check hot_cold             the water is never hot twice in a row
    counterpoint check hot_cold:scalding    without `alternate` it can be: the shortest run
    counterpoint check hot_cold:stuck       with one rule too many: a deadlock
    counterpoint run hot_cold
"""

from counterpoint import Body, Event, Program, events, sync, thread

HOT, COLD = events("HOT COLD")


@thread
def pour(water: Event, times: int = 3) -> Body:
    """Ask for water a fixed number of times."""
    for _ in range(times):
        yield sync(request=water)


@thread
def alternate() -> Body:
    """Begin with cold, and never let the same water run twice in a row."""
    while True:
        yield sync(wait_for=COLD, block=HOT)
        yield sync(wait_for=HOT, block=COLD)


@thread
def stays_mild() -> Body:
    """What is required: hot water only after cold."""
    before = None
    while True:
        now = yield sync(wait_for=[HOT, COLD])
        assert not (before is HOT and now is HOT), "hot water twice in a row"
        before = now


@thread
def save_hot_water() -> Body:
    """Let hot water run only once; with `alternate`, cold water then waits for ever."""
    yield sync(wait_for=HOT)
    yield sync(block=HOT)


program = Program(pour(HOT), pour(COLD), alternate(), stays_mild())

scalding = program.without("alternate")

stuck = Program(*program.threads, save_hot_water())
