from counterpoint.logic.parser import parse

later = parse("<>F done")
