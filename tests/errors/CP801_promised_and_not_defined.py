# counterpoint check CP801_promised_and_not_defined.led
