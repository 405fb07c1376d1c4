"""A lift controlled by asyncio tasks, watched by a monitor: its rules are b-threads.

It shows a monitor, which follows a running controller and says which rule a step breaks.

The careless controller lets the cabin start while the door is still closing, since each has a task
of its own. The monitor reports the step where this happens, with the rule that forbids it.

    counterpoint check lift                 the rules alone
    python -m counterpoint.examples.lift    both controllers, watched
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from counterpoint import ALL, Body, Conformed, Event, Monitor, Program, events, sync, thread

FLOORS = 3
Open, Close, Up, Down, Call = events("Open Close Up Down Call")
CALLS = [Call(floor) for floor in range(FLOORS)]


@thread
def anything() -> Body:
    """What may happen at all."""
    while True:
        yield sync(request=[Open, Close, Up, Down, *CALLS])


@thread
def door() -> Body:
    """The door opens and closes in turn, and the cabin does not move while it is open."""
    while True:
        yield sync(wait_for=Open, block=Close)
        yield sync(wait_for=Close, block=[Open, Up, Down])


@thread
def shaft(floors: int = FLOORS) -> Body:
    """The cabin stays between the lowest and the highest floor."""
    at = 0
    while True:
        beyond = ([Down] if at == 0 else []) + ([Up] if at == floors - 1 else [])
        event = yield sync(wait_for=[Up, Down], block=beyond)
        at += 1 if event is Up else -1


@thread
def opens_where_it_was_called(floors: int = FLOORS) -> Body:
    """The door opens at a floor only if somebody has called there since."""
    at, called = 0, frozenset[int]()
    while True:
        event = yield sync(wait_for=ALL, block=() if at in called else Open)
        if event is Up or event is Down:
            at += 1 if event is Up else -1
        elif event is Open:
            called -= {at}
        elif event is not Close:
            called |= {event.args[0]}


program = Program(anything(), door(), shaft(), opens_where_it_was_called())


class Lift:
    """A controller: tasks for the cabin and the door, each step observed by a monitor."""

    def __init__(self, monitor: Monitor, *, careless: bool = False) -> None:
        self.monitor = monitor
        self.careless = careless
        self.at = 0
        self.called: set[int] = set()
        self.calls: asyncio.Queue[int] = asyncio.Queue()

    def does(self, event: Event) -> None:
        """Do something, which the monitor sees."""
        self.monitor.observe(event)

    def call(self, floor: int) -> None:
        """Somebody calls the lift."""
        self.does(Call(floor))
        self.called.add(floor)
        self.calls.put_nowait(floor)

    async def run(self) -> None:
        """Serve the calls one after another, until there are none."""
        closing: asyncio.Task[None] | None = None
        while not self.calls.empty():
            floor = self.calls.get_nowait()
            if closing is not None and not self.careless:
                await closing
            await self.move(floor)
            if closing is not None:
                await closing
            closing = None
            if floor in self.called:
                self.called.discard(floor)
                self.does(Open)
                closing = asyncio.create_task(self.close())
        if closing is not None:
            await closing

    async def move(self, floor: int) -> None:
        """Bring the cabin to a floor."""
        while self.at != floor:
            await asyncio.sleep(0)
            self.does(Up if self.at < floor else Down)
            self.at += 1 if self.at < floor else -1

    async def close(self) -> None:
        """Close the door, after people have had time to enter."""
        for _ in range(3):
            await asyncio.sleep(0)
        self.does(Close)


def watched(calls: Sequence[int], *, careless: bool = False) -> Conformed:
    """What a monitor says of a controller that gets these calls."""

    async def main() -> Conformed:
        lift = Lift(Monitor(program), careless=careless)
        for floor in calls:
            lift.call(floor)
        await lift.run()
        return lift.monitor.conformed

    return asyncio.run(main())


if __name__ == "__main__":
    chance = random.Random(1)
    for careless in (False, True):
        found = watched([chance.randrange(FLOORS) for _ in range(9)], careless=careless)
        why = [why.says for one in found.possible for why in one.why]
        print(found.answer.value, found.lines, found.said, *why)
