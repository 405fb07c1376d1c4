class Countdown:
    def initial(self):
        return [3]

    def successors(self, n):
        return [n - 1] if n else []

    def show(self, n):
        return str(n)


system = Countdown()
