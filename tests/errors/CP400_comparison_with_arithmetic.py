from counterpoint.logic.parser import parse

balance = parse("G (left + right = 3)")
