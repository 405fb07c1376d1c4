from counterpoint.logic.parser import parse

deep = parse("G (EX AX)^100 done")
