from counterpoint import Program, sync, thread


def is_hot(event):
    return event.name == "HOT"


@thread
def ask():
    yield sync(
        request=is_hot,
    )


program = Program(ask())
