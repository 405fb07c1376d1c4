from counterpoint import Program, events, sync, thread

COIN, BUTTON, TEA = events("COIN BUTTON TEA")


@thread
def serve():
    """When the button is pressed, ask for a tea."""
    while True:
        yield sync(wait_for=BUTTON)
        yield sync(request=TEA)


@thread
def pay_first():
    """No tea before a coin."""
    while True:
        yield sync(wait_for=COIN, block=TEA)
        yield sync(wait_for=TEA)


@thread
def one_coin():
    """No second coin before the tea."""
    while True:
        yield sync(wait_for=COIN)
        yield sync(wait_for=TEA, block=COIN)


@thread
def two_cups():
    """There are two cups; after them there is no tea."""
    for _ in range(2):
        yield sync(wait_for=TEA)
    yield sync(block=TEA)


program = Program(
    serve(),
    pay_first(),
    one_coin(),
    two_cups(),
    external=[COIN, BUTTON],
    requirements={
        "no tea is free": "(!TEA W COIN) & G (TEA -> X (!TEA W COIN))",
        "one coin at a time": "G (COIN -> X (!COIN W TEA))",
        "who pays can get tea": "AG (COIN -> EF TEA)",
    },
)
