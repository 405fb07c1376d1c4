# counterpoint solve CP502_owner_that_is_no_name.py --player one --goal over
class Countdown:
    def atoms(self):
        return {"over": lambda n: n == 0}

    def initial(self):
        return [3]

    def successors(self, n):
        return [("take(1)", n - 1)] if n else []

    def owner(self, n):
        return ["one", "two"]

    def show(self, n):
        return str(n)


system = Countdown()
