"""Random small SMV texts."""

from __future__ import annotations

from random import Random


class Text:
    """Writes one text over a few small variables; `text` is it."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.bools = [f"b{i}" for i in range(r.randint(1, 2))]
        self.numbers = {f"n{i}": r.randint(1, 2) for i in range(r.randint(0, 1))}
        self.symbols = (
            {"s": ["idle", "busy", "done"][: r.randint(2, 3)]} if r.random() < 0.5 else {}
        )
        self.words = ["w"] if r.random() < 0.25 else []
        self.inputs = ["i"] if r.random() < 0.35 else []
        self.frozen = ["f"] if r.random() < 0.2 else []
        self.text = "\n".join(self._lines()) + "\n"

    @property
    def variables(self) -> list[str]:
        return [*self.bools, *self.numbers, *self.symbols, *self.words]

    # Expressions.

    def number(self, depth: int, step: bool = False) -> str:
        r = self.r
        found = [str(r.randint(0, 3))]
        for name in self.numbers:
            found += [name, name, *([f"next({name})"] if step else [])]
        if depth > 0:
            a, b, p = (
                self.number(depth - 1, step),
                self.number(depth - 1, step),
                self.truth(depth - 1, step),
            )
            found += [f"({a} + {b})", f"({a} - {b})", f"({a} mod 3)", f"({a} / 2)", f"(-{a})"]
            found += [f"({p} ? {a} : {b})", f"max({a}, {b})", f"count({p}, {p})", f"abs({a})"]
        return r.choice(found)

    def word(self, depth: int, step: bool = False) -> str:
        r = self.r
        found = [f"0ub2_{r.choice(['00', '01', '10', '11'])}"]
        for name in self.words:
            found += [name, name, *([f"next({name})"] if step else [])]
        if depth > 0:
            a, b = self.word(depth - 1, step), self.word(depth - 1, step)
            found += [f"({a} {op} {b})" for op in ("+", "-", "*", "&", "|", "xor", "xnor", "->")]
            found += [f"(!{a})", f"(-{a})", f"({a} << 1)", f"({a}[0:0] :: {b}[1:1])"]
            found += [f"unsigned(signed({a}) >> 1)", f"resize(extend({a}, 2), 2)"]
            found += [f"({a} / 0ub2_10)", f"unsigned(signed({a}) mod -0sb2_01)"]
        return r.choice(found)

    def truth(self, depth: int, step: bool = False, inputs: bool = False) -> str:
        r = self.r
        found = ["TRUE"] if r.random() < 0.1 else []
        for name in self.bools + self.frozen:
            found += [name, name, *([f"next({name})"] if step and name in self.bools else [])]
        found += self.inputs * 3 if inputs else []
        if depth > 0:
            a, b = self.truth(depth - 1, step, inputs), self.truth(depth - 1, step, inputs)
            found += [f"({a} {op} {b})" for op in ("&", "|", "->", "<->", "xor", "xnor", "=")]
            found += [f"(!{a})", f"bool(word1({a}))"]
            m, n = self.number(depth - 1, step), self.number(depth - 1, step)
            found += [f"({m} {r.choice(['=', '<', '!=', '>='])} {n})", f"({m} in {{0, 2}})"]
            for name, values in self.symbols.items():
                found += [f"({name} = {r.choice(values)})"] * 2
                found += [f"({name} in {{{', '.join(r.sample(values, 2))}}})"]
                found += [f"(next({name}) = {r.choice(values)})"] if step else []
            v, w = self.word(depth - 1, step), self.word(depth - 1, step)
            found += [f"({v} {r.choice(['=', '<', '>='])} {w})"] if self.words else []
        return r.choice(found)

    # Assignments.

    def constant(self, name: str) -> str:
        r = self.r
        if name in self.bools:
            return r.choice(["TRUE", "FALSE", "{TRUE, FALSE}"])
        if name in self.numbers:
            return r.choice(["0", str(self.numbers[name]), f"0..{self.numbers[name]}"])
        return "0ub2_01" if name in self.words else r.choice(self.symbols[name])

    def value(self, name: str, depth: int, inputs: bool) -> str:
        r = self.r
        if name in self.bools:
            return "{TRUE, FALSE}" if r.random() < 0.2 else self.truth(depth, False, inputs)
        if name in self.words:
            return self.word(depth)
        values = (
            list(map(str, range(self.numbers[name] + 1)))
            if name in self.numbers
            else self.symbols[name]
        )
        if r.random() < 0.3:
            return f"{{{', '.join(r.sample(values, 2))}}}"
        first, second = self.truth(depth, False, inputs), self.truth(depth, False, inputs)
        choices = [f"{{{values[0]}, {name}}}", name, *values]
        a, b, c = r.choice(choices), r.choice(choices), r.choice(choices)
        return f"case {first} : {a}; {second} : {b}; TRUE : {c}; esac"

    # Specifications.

    def branching(self, depth: int) -> str:
        if depth == 0:
            return self.truth(1)
        a, b = self.branching(depth - 1), self.branching(depth - 1)
        unary = [
            f"{op} ({a})" for op in ("EX", "AX", "EF", "AF", "EG", "AG", "EBF 0..2", "ABG 1..2")
        ]
        return self.r.choice(
            [
                *unary,
                f"E [ {a} U {b} ]",
                f"A [ {a} U {b} ]",
                f"(({a}) & ({b}))",
                f"(!({a}))",
                f"(({a}) -> ({b}))",
            ]
        )

    def past(self, depth: int) -> str:
        if depth == 0:
            return self.truth(1)
        a, b = self.past(depth - 1), self.past(depth - 1)
        found = [f"({op} ({a}))" for op in ("Y", "Z", "O", "H", "O [0,2]", "H [1,2]")]
        return self.r.choice(
            [*found, f"(({a}) S ({b}))", f"(({a}) T ({b}))", f"(({a}) & ({b}))", f"(!({a}))"]
        )

    def linear(self, depth: int) -> str:
        r = self.r
        if depth == 0:
            if r.random() < 0.4:
                return self.past(r.choice([0, 1, 2]))
            return self.truth(1, step=r.random() < 0.2, inputs=r.random() < 0.4)
        a, b = self.linear(depth - 1), self.linear(depth - 1)
        found = [f"({op} ({a}))" for op in ("X", "F", "G", "F [1,2]", "G [0,1]")]
        return r.choice(
            [*found, f"(({a}) U ({b}))", f"(({a}) V ({b}))", f"(({a}) & ({b}))", f"(!({a}))"]
        )

    # The text.

    def _lines(self) -> list[str]:
        r = self.r
        lines = ["MODULE main", "VAR", *(f"  {name} : boolean;" for name in self.bools)]
        lines += [f"  {name} : 0..{high};" for name, high in self.numbers.items()]
        lines += [f"  {name} : {{{', '.join(values)}}};" for name, values in self.symbols.items()]
        lines += [f"  {name} : word[2];" for name in self.words]
        lines += [f"IVAR {name} : boolean;" for name in self.inputs]
        lines += [f"FROZENVAR {name} : boolean;" for name in self.frozen]
        mode = r.choice(["assign", "assign", "trans", "mixed"])
        for name in self.variables:
            if r.random() < 0.7:
                lines.append(f"ASSIGN init({name}) := {self.constant(name)};")
            if mode != "trans" and r.random() < 0.8:
                lines.append(f"ASSIGN next({name}) := {self.value(name, 2, True)};")
        if mode != "assign":
            lines += [f"TRANS {self.truth(3, True, True)};" for _ in range(r.randint(1, 2))]
        lines += [f"INVAR {self.truth(2)};"] if r.random() < 0.25 else []
        lines += [f"INIT {self.truth(2)};"] if r.random() < 0.2 else []
        lines += [f"FAIRNESS {self.truth(1)};"] if r.random() < 0.25 else []
        lines += [f"COMPASSION ({self.truth(1)}, {self.truth(1)});"] if r.random() < 0.2 else []
        lines += [f"CTLSPEC NAME C{k} := {self.branching(r.randint(1, 3))};" for k in range(3)]
        lines += [f"LTLSPEC NAME L{k} := {self.linear(r.randint(1, 3))};" for k in range(2)]
        lines += [f"INVARSPEC NAME I0 := {self.truth(2, step=r.random() < 0.3)};"]
        return lines


class StepText:
    """Writes one text with specifications that read inputs, next values and the past of both.

    Its variables are of every type; some definitions read next values, and a module passes them on.
    """

    def __init__(self, r: Random) -> None:
        self.r = r
        self.inputs = r.sample(["i : boolean", "j : array 0..1 of boolean", "k : {up, 2}"], 2)
        self.inputs += ["v : word[1]"] if r.random() < 0.3 else []
        self.others = r.sample(
            ["x : {a, 1, 2}", "w : signed word[2]", "c : array 0..1 of boolean", "n : 0..2"], 1
        )
        self.module = r.random() < 0.5
        self.text = "\n".join(self._lines()) + "\n"

    def state(self, name: str, step: bool) -> str:
        """A variable of the state, now or after the step."""
        return f"next({name})" if step and self.r.random() < 0.5 else name

    def atom(self, step: bool, inputs: bool) -> str:
        r = self.r
        found = [self.state("b", step), f"{self.state('f', step)} = {r.randint(0, 1)}"]
        for name in (declared[0] for declared in self.others):
            of = self.state(name, step)
            found += {
                "x": [f"{of} = {r.choice('a12')}", f"{of} = {self.state('x', step)}"],
                "w": [f"{of} < {self.state('w', step)} + 0sd2_1"],
                "c": [f"{of}[{r.randint(0, 1)}]", f"c[{self.state('f', step)}]"],
                "n": [f"{of} {r.choice(['<', '=', '!='])} {self.state('n', step)}"],
            }[name]
        found += ["p.v", "p.d"] if self.module and step and inputs else []
        found += ["dn", "next(f) = f", "next(TRUE)"] if step else []
        for name in (declared[0] for declared in self.inputs if inputs):
            found += {"i": ["i", "di"], "j": ["j[0]", "j[1]"], "k": ["k = up", "k in {2}"]}.get(
                name, ["v = 0ub1_1"]
            )
        return f"({r.choice(found)})"

    def condition(self, depth: int, step: bool = False, inputs: bool = False) -> str:
        if depth == 0:
            return self.atom(step, inputs)
        a, b = (self.condition(depth - 1, step, inputs) for _ in "ab")
        found = [f"({a} {op} {b})" for op in ("&", "|", "->", "<->", "xor")]
        return self.r.choice([*found, f"(!{a})", f"({a} ? {b} : {a})"])

    def past(self, depth: int) -> str:
        r = self.r
        if depth == 0:
            return self.condition(1, r.random() < 0.5, r.random() < 0.5)
        a, b = self.past(depth - 1), self.past(depth - 1)
        found = [f"({op} {a})" for op in ("Y", "Z", "O", "H", "O [0,1]", "H [0,1]", "O [1,2]")]
        return r.choice([*found, f"({a} S {b})", f"({a} T {b})", f"({a} & {b})", f"(!{a})"])

    def linear(self, depth: int) -> str:
        r = self.r
        if depth == 0:
            return self.past(r.choice([0, 0, 1, 2]))
        a, b = self.linear(depth - 1), self.linear(depth - 1)
        found = [f"({op} {a})" for op in ("X", "F", "G", "G", "F [0,1]")]
        return r.choice([*found, f"({a} U {b})", f"({a} V {b})", f"({a} -> {b})", f"(!{a})"])

    def value(self, name: str) -> str:
        """What a variable is assigned for the next state."""
        values = {"b": ["TRUE", "FALSE"], "x": ["a", "1", "2"], "n": ["0", "1", "2"]}
        of = values.get(name, ["0sd2_1", f"{name} + 0sd2_1"])
        if name == "w":
            return f"{self.condition(1, inputs=True)} ? {of[0]} : {of[1]}"
        free = f"{{{', '.join(self.r.sample(of, 2))}}}"
        a, b = (self.r.choice([*of, name, free]) for _ in "ab")
        return f"case {self.condition(1, inputs=True)} : {a}; TRUE : {b}; esac"

    def _lines(self) -> list[str]:
        r = self.r
        lines = ["MODULE m(q) VAR v : boolean; DEFINE d := q & next(v);", "ASSIGN next(v) := q;"]
        lines = [*lines * self.module, "MODULE main", "FROZENVAR f : 0..1;"]
        lines += [f"IVAR {of};" for of in self.inputs]
        lines += [f"VAR {of};" for of in ("b : boolean", *self.others)]
        lines += [f"VAR p : m({r.choice(['b', self._input])});"] * self.module
        lines += [f"DEFINE dn := next(b); di := {self._input} & b;", "ASSIGN init(b) := FALSE;"]
        for name in ("b", *(declared[0] for declared in self.others)):
            if name != "c" and r.random() < 0.8:
                lines.append(f"ASSIGN next({name}) := {self.value(name)};")
        lines += [f"TRANS {self.condition(2, True, True)};"] * (r.random() < 0.3)
        lines += [f"FAIRNESS {self.condition(1)};"] * (r.random() < 0.3)
        lines += [f"LTLSPEC NAME L{k} := {self.linear(r.randint(0, 2))};" for k in range(3)]
        lines += [f"INVARSPEC NAME I0 := {self.condition(2, True, True)};"]
        return lines

    @property
    def _input(self) -> str:
        """A condition on the first input."""
        return {"i": "i", "j": "j[1]", "k": "(k = up)"}[self.inputs[0][0]]
