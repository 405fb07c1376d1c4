from counterpoint.logic.parser import parse

play = parse("<<white>> (F check & G !mate)")
