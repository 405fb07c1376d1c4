# counterpoint check CP803_keeps_the_position.led
