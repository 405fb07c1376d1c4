from counterpoint import Event, Program, sync, thread


@thread
def ask():
    yield sync(request=Event("Order", ["coffee", "tea"]))


program = Program(ask())
