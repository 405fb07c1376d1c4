from counterpoint import Event, Program, sync, thread


@thread
def listen():
    event = yield sync(request=Event("Call", floor=1))
    yield sync(request=Event("Moved", event.flor))


program = Program(listen())
