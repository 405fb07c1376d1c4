from counterpoint import Event, Program, thread

HOT = Event("HOT")


@thread
def pour():
    yield {"request": HOT, "waitFor": HOT}


program = Program(pour())
