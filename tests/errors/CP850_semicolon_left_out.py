# counterpoint check CP850_semicolon_left_out.smv
