from counterpoint import Event, Program, sync, thread

HOT = Event("HOT")


@thread
def pour():
    yield from [sync(request=HOT), sync(request=HOT)]


program = Program(pour())
