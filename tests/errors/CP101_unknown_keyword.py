from counterpoint import Event, Program, sync, thread


@thread
def listen():
    yield sync(waitFor=Event("HOT"))


program = Program(listen())
