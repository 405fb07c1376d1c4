import time

from counterpoint import Event, Program, sync, thread


@thread
def ask():
    started = time.monotonic()
    while time.monotonic() < started + 10:
        yield sync(request=Event("HOT"))


program = Program(ask())
