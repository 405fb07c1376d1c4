from counterpoint.logic.parser import parse

grant = parse("G (request -> F (grant)")
