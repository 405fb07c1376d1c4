from counterpoint import Program, sync, thread


@thread
def ask():
    yield sync(request="HOT")


program = Program(ask())
