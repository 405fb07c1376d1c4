import threading

from counterpoint import Event, Program, sync, thread


@thread
def ask():
    guard = {"lock": threading.Lock()}
    yield sync(request=Event("HOT"))
    guard.clear()


program = Program(ask())
