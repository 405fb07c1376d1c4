# counterpoint check CP703_constant_without_a_value.tla
