from counterpoint import Event, Program, sync, thread


@thread
async def pour():
    yield sync(request=Event("HOT"))


program = Program(pour())
