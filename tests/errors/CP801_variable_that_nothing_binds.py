# counterpoint eval CP801_variable_that_nothing_binds.led triples(20)
