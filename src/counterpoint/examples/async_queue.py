"""What `asyncio.Queue` promises, and the real queue driven beside it: first to wait, first served.

It shows a real class, `asyncio.Queue`, driven beside a model of what it promises.

The model is checked like any other; `Queue` lets the real one do what the model does.

    counterpoint check async_queue               the model alone
    python -m counterpoint.examples.async_queue  the real queue beside it
"""

from __future__ import annotations

import asyncio
from typing import Any

from counterpoint import Conformance, Model, if_, step

TASKS = (1, 2)
NOTHING = 0


def model(*, places: int = 2) -> Model:
    """A queue of items 1 and 2, and two tasks that get them; a task that finds none waits."""
    queue = Model("async queue")
    size = queue.var("size", range(places + 1), init=0)
    slot = queue.array("slot", range(places), range(3), init=NOTHING)
    first = queue.var("first", range(3), init=NOTHING)  # the task that waits longest
    second = queue.var("second", range(3), init=NOTHING)
    got = queue.array("got", TASKS, range(3), init=NOTHING)  # the last item of each task

    @queue.action(item=[1, 2])
    def put(item: int) -> object:
        stored = {slot[n]: if_(size == n, item, slot[n]) for n in range(places)}
        served = {got[task]: if_(first == task, item, got[task]) for task in TASKS}
        return [
            step(when=(first == NOTHING, size < places), set={**stored, size: size + 1}),
            step(when=first != NOTHING, set={**served, first: second, second: NOTHING}),
        ]

    @queue.action(task=TASKS)
    def get(task: int) -> object:
        left = {slot[n]: slot[n + 1] if n + 1 < places else NOTHING for n in range(places)}
        free = (first != task, second != task)
        return [
            step(when=(*free, size > 0), set={got[task]: slot[0], **left, size: size - 1}),
            step(when=(*free, size == 0, first == NOTHING), set={first: task}),
            step(when=(*free, size == 0, first != NOTHING), set={second: task}),
        ]

    queue.requires(
        {
            "nobody waits while there is an item": "AG (first != 0 -> size = 0)",
            "whoever waits is in a queue of their own": "AG (second != 0 -> first != 0)",
        }
    )
    return queue


class Queue:
    """The real queue: a task for each `get`, and what it has got."""

    places = 2

    def __init__(self) -> None:
        self.queue: asyncio.Queue[int] = asyncio.Queue(self.places)
        self.got: dict[int, int] = dict.fromkeys(TASKS, NOTHING)
        self.waiting: dict[int, asyncio.Task[None]] = {}

    async def put(self, item: int) -> None:
        """Put an item, which must not wait."""
        self.queue.put_nowait(item)
        await self.settle()

    async def get(self, task: int) -> None:
        """Let a task get an item, which may have to wait."""
        self.waiting[task] = asyncio.create_task(self.take(task))
        await self.settle()

    async def take(self, task: int) -> None:
        """What a task does."""
        self.got[task] = await self.queue.get()
        del self.waiting[task]

    async def settle(self) -> None:
        """Let all tasks run until they wait."""
        for _ in range(10):
            await asyncio.sleep(0)

    def observe(self) -> dict[str, Any]:
        """What can be seen: the items of each task, who waits, and how many items are left."""
        first, second = [*self.waiting, NOTHING, NOTHING][:2]
        got = [self.got[task] for task in TASKS]
        return {"size": self.queue.qsize(), "got": got, "first": first, "second": second}

    async def close(self) -> None:
        """End the tasks that wait."""
        for task in self.waiting.values():
            task.cancel()
        await asyncio.gather(*self.waiting.values(), return_exceptions=True)


if __name__ == "__main__":
    print(Conformance(model(), Queue).random(runs=200, seed=1))
