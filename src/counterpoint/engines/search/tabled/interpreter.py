"""Ways through a program, in restricted Python: what factors answered stands in tries.

The heap holds, first, a *reference* for each factor: 0 while it was never asked, else twice the
place of a node of its trie, or twice the place of a leaf and one. A node is: the cell it looks at,
its size, how many values it knows, and then a reference for each value (in a wide node: pairs of
value + 1 and reference, hashed). A leaf is: the number of alternatives, and for each the number of
writes and then pairs of cell and value.

Then comes the program. A node of it is a kind and what belongs to it; the place 0 is nowhere:

    ASK     factor, where to go on, where to go on without any alternative
    RECKON  the same, and the place of a code that may answer instead
    FORK    number of ways, then each
    SORT    factor: its leaf is a number of ways, then each
    ARRIVE  label; if LABELLED, the label stands in the first cell besides

The cells of the state that is expanded stand in `rows` from 0 on; after them those of the next
state as it is so far, and then those besides. A way that comes to a choice goes on with the first
alternative; what it writes is undone before the next one is tried. A way that comes to a reference
of 0 ends: the question is noted, the other ways go on, so that they can ask too, the state is put
off, and Python answers many questions at once. A search that PAUSES comes back with the first
question instead, and goes on from there when that is answered.

Glossary: C cells, W words of a packed state, k steps so far, t writes to be undone.
"""

from __future__ import annotations

from ....native import Ptr, at, u32, u64
from .linear_kernel import reckoned
from .records import Code, Questions, Search, Walk

# Kinds of nodes.
ASK = 1
RECKON = 2
FORK = 3
SORT = 4
ARRIVE = 5

LABELLED = 0xFFFFFFFF

ALIKE = 2
"""So many questions are noted that lack the same, until they are answered."""

WIDE = 0x80000000
"""Marks the size of a node whose references are hashed."""

MISSED = 0xFFFFFFFFFFFFFFFF

HEAD = 3
"""Places of a node before its references."""

CHOICE = 4
"""Numbers of a choice: how many alternatives are left, the place of the next, how many writes are
to be undone before it, and where it goes on; 0 for one between ways."""


def leaf_of(factor: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The leaf that a factor comes to, 0 if it was never asked that."""
    ref = heap[factor]
    while ref != 0 and ref & 1 == 0:
        node = ref >> 1
        value = rows[heap[node]]
        size = heap[node + 1]
        if size < WIDE:
            ref = heap[node + HEAD + value] if value < size else 0
        else:
            mask = (size ^ WIDE) - 1
            slot = value * 0x9E3779B1 & mask
            ref = 0
            while ref == 0 and heap[node + HEAD + 2 * slot] != 0:
                if heap[node + HEAD + 2 * slot] == value + 1:
                    ref = heap[node + HEAD + 1 + 2 * slot]
                slot = (slot + 1) & mask
    return ref >> 1


def answered(node: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The leaf of what a node asks, 0 if it is not known."""
    leaf = 0
    if heap[node] == RECKON:
        leaf = reckoned(heap[node + 4], rows, heap)
    return leaf if leaf else leaf_of(heap[node + 1], rows, heap)


def missing(factor: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """A number for what is not known of a factor: where its trie ends, and for which value."""
    slot = factor
    while heap[slot] != 0:
        node = heap[slot] >> 1
        value = rows[heap[node]]
        size = heap[node + 1]
        slot = node + HEAD + value
        if size < WIDE and value >= size:
            return slot
        if size >= WIDE:
            mask = (size ^ WIDE) - 1
            pair = value * 0x9E3779B1 & mask
            while heap[node + HEAD + 2 * pair] != 0 and heap[node + HEAD + 2 * pair] != value + 1:
                pair = (pair + 1) & mask
            if heap[node + HEAD + 2 * pair] == 0:
                return slot
            slot = node + HEAD + 2 * pair + 1
    return slot


def note(factor: u64, walk: Walk, code: Code, questions: Questions) -> u64:
    """0; write down a question: the factor, what is not known of it, and all that it may look at.

    Few are written down that lack the same: one answer may be one to all of them.
    """
    q = questions.count
    if q == questions.room:
        return 0
    rows = walk.rows
    asked = questions.rows
    width = walk.width
    mark = missing(factor, rows, code.heap) & 0xFFFFFFFF
    alike = 0
    for b in range(q):
        place = b * (width + 2)
        alike += asked[place] == factor and asked[place + 1] == mark
    if alike < ALIKE:
        place = q * (width + 2)
        asked[place] = factor
        asked[place + 1] = mark
        for c in range(width):
            asked[place + 2 + c] = rows[c]
        questions.count = q + 1
    return 0


def arrives(start: u64, walk: Walk, code: Code, questions: Questions) -> u64:
    """Whether the way from a node, which does not fork, arrives; MISSED if that is not known."""
    heap = code.heap
    node = start
    while node != 0:
        if heap[node] == ARRIVE:
            return 1
        leaf = answered(node, walk.rows, heap)
        if leaf == 0:
            note(heap[node + 1], walk, code, questions)
            return MISSED
        node = heap[node + 2] if heap[leaf] else heap[node + 3]
    return 0


def judged(first: u64, count: u64, walk: Walk, code: Code, questions: Questions) -> u64:
    """A bit for each of some probes that is false; MISSED if one is not known."""
    wrong = 0
    missed = 0
    for j in range(count):
        told = arrives(code.starts[first + j], walk, code, questions)
        if told == MISSED:
            missed = 1
        elif told == 0:
            wrong |= 1 << j
    return MISSED if missed else wrong


def follow(s: Search) -> u64:
    """0, or 1 if a question came up; appends the steps of the state in `rows`.

    It goes on from where the walk is: with `top` choices open and `written` writes to be undone.
    """
    walk = s.walk
    code = s.code
    questions = s.questions
    heap = code.heap
    rows = walk.rows
    choices = walk.choices
    node = walk.node
    top = walk.top
    t = walk.written
    missed = 0
    while 1:
        place = 0
        if missed and questions.pauses:
            return 1
        if node == 0:
            if top == 0:
                return missed
            if questions.count == questions.room:
                return 1
            choice = at(choices, (top - 1) * CHOICE)
            t = undone(t, choice[2], walk)
            choice[0] -= 1
            top -= choice[0] == 0
            if choice[3] == 0:
                node = 0 + heap[choice[1]]
                choice[1] += 1
            else:
                place = 0 + choice[1]
                choice[1] = place + 1 + 2 * heap[place]
                node = 0 + choice[3]
        elif heap[node] <= RECKON:
            leaf = answered(node, rows, heap)
            if leaf == 0:
                note(heap[node + 1], walk, code, questions)
                missed = left(node, top, t, walk)
                node = 0
            elif heap[leaf] == 0:
                node = 0 + heap[node + 3]
            elif heap[node + 2] == 0:
                node = 0
            else:
                place = leaf + 1
                if heap[leaf] > 1:
                    choice = at(choices, top * CHOICE)
                    choice[0] = heap[leaf] - 1
                    choice[1] = place + 1 + 2 * heap[place]
                    choice[2] = t
                    choice[3] = heap[node + 2]
                    top += 1
                node = 0 + heap[node + 2]
        elif heap[node] == ARRIVE:
            if missed == 0:
                missed = arrived(heap[node + 1], s)
                if s.steps.overflow:
                    return left(node, top, t, walk)
            node = 0
        else:
            ways = node + 1
            if heap[node] == SORT:
                ways = leaf_of(heap[node + 1], rows, heap)
            if ways == 0:
                note(heap[node + 1], walk, code, questions)
                missed = left(node, top, t, walk)
                node = 0
            else:
                count = heap[ways]
                if count > 1:
                    choice = at(choices, top * CHOICE)
                    choice[0] = count - 1
                    choice[1] = ways + 2
                    choice[2] = t
                    choice[3] = 0
                    top += 1
                node = heap[ways + 1] if count else 0
        if place != 0 and heap[place] != 0:
            t = written(place, t, heap, walk)
    return 0


def left(node: u64, top: u64, t: u64, walk: Walk) -> u64:
    """1; note where a walk is, to go on from there."""
    walk.node = node
    walk.top = top
    walk.written = t
    return 1


def written(place: u64, done: u64, heap: Ptr[u32], walk: Walk) -> u64:
    """How many writes are to be undone after those of an alternative."""
    rows = walk.rows
    undo = walk.undo
    cells = walk.cells
    t = done
    for j in range(heap[place]):
        c = heap[place + 1 + 2 * j]
        v = heap[place + 2 + 2 * j]
        if c >= 2 * cells:
            rows[c] = v
        elif rows[c] != v:
            undo[2 * t] = c
            undo[2 * t + 1] = rows[c]
            t += 1
            change(c - cells, rows[c] ^ v, walk)
            rows[c] = v
    return t


def undone(done: u64, wanted: u64, walk: Walk) -> u64:
    """The number of writes that are left when all but the first so many are undone."""
    rows = walk.rows
    undo = walk.undo
    t = done
    while t > wanted:
        t -= 1
        c = undo[2 * t]
        v = undo[2 * t + 1]
        change(c - walk.cells, rows[c] ^ v, walk)
        rows[c] = v
    return t


def change(cell: u64, bits: u64, walk: Walk) -> u64:
    """0; change bits of a cell of the packed next state."""
    walk.packed[walk.layout[3 * cell]] ^= bits << walk.layout[3 * cell + 1]
    return 0


def arrived(label: u64, s: Search) -> u64:
    """0, or 1 if a question came up; appends the step to the next state in `rows`, if allowed."""
    walk = s.walk
    code = s.code
    steps = s.steps
    k = steps.count
    if k == steps.room:
        steps.overflow = 1
        return 1
    first = code.state_probes + code.constraints
    dropped = judged(first + code.step_probes, code.allowed, walk, code, s.questions)
    if dropped:
        s.notes.dropped = 1
        return 0 + (dropped == MISSED)
    bad = judged(first, code.step_probes, walk, code, s.questions)
    if bad == MISSED:
        return 1
    words = s.table.words
    for w in range(words):
        steps.states[k * words + w] = walk.packed[w]
    steps.kinds[k] = walk.rows[2 * walk.cells] if label == LABELLED else label
    steps.wrong[k] = bad
    steps.count = k + 1
    return 0
