# counterpoint check CP802_no_case_applies.led
