from counterpoint import Program, events, sync, thread

A, B, C = events("A B C")


@thread
def cleans_up():
    try:
        yield sync(wait_for=B, interrupt=A)
    finally:
        yield sync(request=C)


@thread
def asks():
    yield sync(request=A)


program = Program(cleans_up(), asks())
