from counterpoint import Program, sync, thread


@thread
def wait():
    yield sync()


tap = Program(wait())
