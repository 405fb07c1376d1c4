# counterpoint where CP502_atom_that_is_no_truth.py odd
class Countdown:
    def atoms(self):
        return {"odd": lambda n: n % 2}

    def initial(self):
        return [3]

    def successors(self, n):
        return [("tick", n - 1)] if n else []

    def show(self, n):
        return str(n)


system = Countdown()
