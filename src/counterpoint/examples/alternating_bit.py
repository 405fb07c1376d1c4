"""The alternating-bit protocol: messages arrive once and in order over channels that lose them.

It shows a protocol over channels that lose messages, and strong fairness: without it, no message
need ever arrive.

A message carries its number modulo 2, and is sent again until that bit is acknowledged. A channel
holds one message, and may lose it, but does not lose all of them for ever (strong fairness). The
last requirement fails: what has arrived is sent again as long as its answer is on its way.

    counterpoint check alternating_bit            what arrives, in which order, and how often
    counterpoint check alternating_bit:unlucky    without fairness: nothing need ever arrive
"""

from counterpoint import Model, step

NOTHING = "nothing"


def model(*, lucky: bool = True) -> Model:
    """Sender, receiver, and a channel each way; the data are the numbers 0, 1, 2, 0, 1, ..."""
    link = Model("alternating_bit")
    data = link.array("data", ("sent", "received"), range(3), init=0)
    bit = link.array("bit", ("sender", "receiver"), range(2), init=0)
    message = link.var("message", (NOTHING, *range(2)), init=NOTHING)
    carried = link.var("carried", range(3), init=0)
    answer = link.var("answer", (NOTHING, *range(2)), init=NOTHING)

    @link.action
    def send() -> object:
        """Put the message into the channel, again if necessary."""
        return [
            step(
                when=(message == NOTHING, bit["sender"] == b),
                set={message: b, carried: data["sent"]},
            )
            for b in range(2)
        ]

    @link.action
    def lose_message() -> object:
        """The channel drops its content."""
        return step(when=message != NOTHING, set={message: NOTHING})

    @link.action
    def receive() -> object:
        """A message with the expected bit: accept it, and acknowledge it."""
        return [
            step(
                when=(message == b, bit["receiver"] == b, answer == NOTHING),
                set={
                    message: NOTHING,
                    data["received"]: (data["received"] + 1) % 3,
                    bit["receiver"]: 1 - b,
                    answer: b,
                },
            )
            for b in range(2)
        ]

    @link.action
    def receive_again() -> object:
        """A message that was received before: only acknowledge it."""
        return [
            step(
                when=(message == b, bit["receiver"] != b, answer == NOTHING),
                set={message: NOTHING, answer: b},
            )
            for b in range(2)
        ]

    @link.action
    def lose_answer() -> object:
        """The channel back drops its content."""
        return step(when=answer != NOTHING, set={answer: NOTHING})

    @link.action
    def acknowledged() -> object:
        """The answer to the message that was sent: go on to the next one."""
        return [
            step(
                when=(answer == b, bit["sender"] == b),
                set={answer: NOTHING, bit["sender"]: 1 - b, data["sent"]: (data["sent"] + 1) % 3},
            )
            for b in range(2)
        ]

    @link.action
    def old_answer() -> object:
        """An answer to the message before: ignore it."""
        return [
            step(when=(answer == b, bit["sender"] != b), set={answer: NOTHING}) for b in range(2)
        ]

    link.weak("send")
    if lucky:
        link.strong("receive", "receive_again")
        link.strong("acknowledged")
        link.strong("old_answer")
    link.requires(
        {
            "what is taken in is the next one": "G (enabled(receive) -> carried = data[received])",
            "each is answered before the next": "G (receive -> X (!receive W acknowledged))",
            "messages go on arriving": "G F receive",
            "nothing is sent in vain": "G !receive_again",
        }
    )
    return link


def unlucky() -> Model:
    """The same model without the guarantee that some message gets through."""
    return model(lucky=False)
