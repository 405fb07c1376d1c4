from counterpoint.logic.parser import parse

alternation = parse("G (X -> X !X)")
