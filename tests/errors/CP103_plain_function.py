from counterpoint import Event, Program, sync, thread


@thread
def ask():
    return sync(request=Event("HOT"))


program = Program(ask())
