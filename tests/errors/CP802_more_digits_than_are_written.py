# counterpoint eval CP802_more_digits_than_are_written.led large
