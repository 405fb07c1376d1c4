from counterpoint.logic.parser import parse

order = parse("AG request -> AF grant AG !grant")
