from counterpoint import Event, Program, sync, thread

HOT = Event("HOT")


@thread
def ask():
    yield sync(request=HOT)
    yield HOT


program = Program(ask())
