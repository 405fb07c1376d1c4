from counterpoint.logic.parser import parse

safe = parse("nu Z. safe & !<>Z")
