from counterpoint import Event, Program, sync, thread

HOT = Event("HOT")


@thread
def ask():
    yield sync(request=HOT)


@thread
def forbid():
    yield sync(block=HOT)


def all_requests(statements):
    return [event for _, said in statements for event in said.request]


program = Program(ask(), forbid(), strategy=all_requests)
