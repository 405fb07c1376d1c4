from counterpoint import Program, events, sync, thread

HOT, COLD = events("HOT COLD")


@thread
def pour(event):
    yield sync(request=event)


program = Program(pour(HOT), pour(COLD), requirements={"cold comes": "AF CODL"})
