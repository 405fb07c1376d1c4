# counterpoint eval CP800_bracket_left_open.led near(1,2)
