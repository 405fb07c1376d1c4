import random

from counterpoint import Event, Program, sync, thread


@thread
def ask():
    times = random.randrange(1, 1_000_000)
    for _ in range(times):
        yield sync(request=Event("HOT"))


program = Program(ask())
