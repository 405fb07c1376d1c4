from counterpoint.logic.parser import parse

reach = parse("mu Z. goal | F Z")
