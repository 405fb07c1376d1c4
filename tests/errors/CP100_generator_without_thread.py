from counterpoint import Event, Program, sync


def pour():
    yield sync(request=Event("HOT"))


program = Program(pour())
