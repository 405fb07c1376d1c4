from counterpoint.logic.parser import parse

before = parse("(EX AX)^-1 p")
