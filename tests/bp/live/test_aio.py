from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest

from counterpoint import Body, Program, events, sync, thread
from counterpoint.bp.live.aio import AsyncRunner
from counterpoint.errors import Misuse

A, B, C = events("A B C")


@thread
def ask_for_ever(event: Any) -> Body:
    while True:
        yield sync(request=event)


@thread
def answer(trigger: Any, event: Any) -> Body:
    while True:
        yield sync(wait_for=trigger)
        yield sync(request=event)


@thread
def once(event: Any) -> Body:
    yield sync(wait_for=event)


def played(main: Any) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(5):
            return await main()

    return asyncio.run(limited())


async def collected(stream: Any, slowly: Any = False) -> Any:
    events = []
    async for event in stream:
        events.append(event)
        if slowly:
            await asyncio.sleep(0)
    return events


def test_waits_for_events_of_other_tasks_until_it_is_closed() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(answer(A, B)))
        run = asyncio.create_task(runner.run())
        for _ in range(3):
            await asyncio.sleep(0)
            runner.put(A)
        await asyncio.sleep(0)
        assert not run.done()
        runner.close()
        return await run

    outcome = played(main)
    assert (outcome.events, outcome.how) == ((A, B) * 3, "waiting")


def test_ends_with_the_last_b_thread() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(once(A)))
        run = asyncio.create_task(runner.run())
        await asyncio.sleep(0)
        runner.put(A)
        return await run

    assert played(main).how == "ended"


def test_events_come_from_another_os_thread_too() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(answer(A, B)))

        def feed() -> None:
            for _ in range(20):
                runner.put(A)
            runner.close()

        run = asyncio.create_task(runner.run())
        await asyncio.sleep(0)
        feeder = threading.Thread(target=feed)
        feeder.start()
        outcome = await run
        feeder.join()
        return outcome

    assert played(main).events == (A, B) * 20


def test_every_listener_hears_everything_however_slow() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(answer(A, B)))
        fast, slow = runner.stream(), runner.stream()
        for _ in range(10):
            runner.put(A)
        runner.close()
        heard = await asyncio.gather(collected(slow, slowly=True), collected(fast), runner.run())
        return heard[:2]

    assert played(main) == [[A, B] * 10] * 2


def test_a_stream_begins_where_it_was_asked_for() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(answer(A, B)))
        runner.put(A)
        await runner.run(1)
        late = runner.stream()
        runner.close()
        await runner.run()
        return await collected(late), await collected(runner.stream())

    assert played(main) == ([B], [])


def test_a_stream_that_nobody_holds_keeps_nothing() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(ask_for_ever(A)))
        run = asyncio.create_task(runner.run(3))
        async for _ in runner.stream():
            break
        await run
        gc.collect(1)  # what is new; to look at all that other tests have left takes seconds
        return len(runner._streams)

    assert played(main) == 0


def test_an_endless_super_step_leaves_the_loop_to_others() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(ask_for_ever(A)))
        run = asyncio.create_task(runner.run())
        for _ in range(3):
            await asyncio.sleep(0)
        assert runner.runner.count > 0
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        return runner.runner.ended

    assert played(main) is False


def test_a_cancelled_run_ends_its_streams_and_can_go_on() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(answer(A, B)))
        heard = asyncio.create_task(collected(runner.stream()))
        run = asyncio.create_task(runner.run())
        runner.put(A)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        run.cancel()
        first = await heard
        runner.put(A)
        runner.close()
        return first, (await runner.run()).events

    assert played(main) == ([A, B], (A, B))


def test_an_exception_of_the_program_passes_through_and_ends_the_streams() -> None:
    @thread
    def broken() -> Body:
        yield sync(request=A)
        raise KeyError("mine")

    async def main() -> Any:
        runner = AsyncRunner(Program(broken()))
        stream = runner.stream()
        with pytest.raises(KeyError, match="mine"):
            await runner.run()
        return await collected(stream)

    assert played(main) == [A]


def test_a_b_thread_can_be_added_while_it_waits() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(answer(A, B)))
        run = asyncio.create_task(runner.run())
        await asyncio.sleep(0)
        runner.add(once(C))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        names = [said.name for said in runner.runner.statements]
        runner.close()
        await run
        return names

    assert played(main) == ["answer(A,B)", "once(C)"]


def test_stops_after_the_steps_that_were_asked_for_and_keeps_its_streams() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(ask_for_ever(A)))
        stream = runner.stream()
        counts = [(await runner.run(2)).count, (await runner.run(3)).count]
        return counts, [await anext(stream) for _ in range(5)]

    assert played(main) == ([2, 3], [A] * 5)


def test_is_awaited_once_at_a_time() -> None:
    async def main() -> None:
        runner = AsyncRunner(Program(answer(A, B)))
        run = asyncio.create_task(runner.run())
        await asyncio.sleep(0)
        with pytest.raises(Misuse, match="this run is being awaited already"):
            await runner.run()
        runner.close()
        await run

    played(main)


def test_tells_plain_listeners_too() -> None:
    heard: list[Any] = []

    async def main() -> None:
        runner = AsyncRunner(Program(answer(A, B)), seed=1, listeners=[heard.append])
        runner.put(A)
        runner.close()
        await runner.run()

    played(main)
    assert heard == [A, B]


def test_goes_on_in_another_event_loop() -> None:
    runner = AsyncRunner(Program(answer(A, B)))
    runner.put(A)
    asyncio.run(runner.run(1))
    runner.close()
    assert asyncio.run(runner.run()).events == (B,)


def test_async_listeners_are_awaited_in_order_before_the_next_step() -> None:
    told: list[Any] = []

    class Slow:
        async def event_selected(self, runner: Any, event: Any) -> None:
            await asyncio.sleep(0)
            told.append((event, runner.count))

        async def ended(self, runner: Any) -> None:
            await asyncio.sleep(0)
            told.append("ended")

    async def main() -> None:
        runner = AsyncRunner(Program(answer(A, B)), seed=1, listeners=[Slow()])
        runner.put(A)
        runner.close()
        await runner.run()

    played(main)
    assert told == [(A, 1), (B, 2), "ended"]


def test_an_exception_of_an_async_listener_ends_the_run_and_says_where_it_came_from() -> None:
    told = []

    async def faulty(event: Any) -> None:
        await asyncio.sleep(0)
        raise LookupError("no such thing")

    class AtTheEnd:
        async def ended(self, runner: Any) -> None:
            told.append(type(runner.failure))

    async def main() -> None:
        runner = AsyncRunner(Program(answer(A, B)), listeners=[faulty, AtTheEnd()])
        runner.put(A)
        with pytest.raises(LookupError, match="no such thing") as raised:
            await runner.run()
        assert raised.value.__notes__[0].endswith("faulty, called as event_selected(A)")
        assert runner.runner.ended

    played(main)
    assert told == [LookupError]
