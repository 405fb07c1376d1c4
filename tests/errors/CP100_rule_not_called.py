from counterpoint import Program, sync, thread


@thread
def pour(event):
    yield sync(request=event)


program = Program(pour)
