from counterpoint import Event, Program, sync, thread


@thread
def pour(event, times=3):
    yield sync(request=event)


program = Program(pour(Event("HOT"), time=2))
