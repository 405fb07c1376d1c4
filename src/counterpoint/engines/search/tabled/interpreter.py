"""The interpreter of a factored system's program: it finds steps from memoized answers.

A program (see `model.factored`) queries *factors*, functions that only Python can evaluate. Here it
is run natively, in restricted Python, over answers that are memoized (*tabling*): one *trie* per
factor maps what the factor read to what it answered. This is incremental dependency tracking:
Python records which cells a query really reads, in which order, and the answer is valid for every
state with the same values in these cells.

**State.** A system has n cells. `rows[0]` to `rows[n - 1]` are the state being expanded, `rows[n]`
to `rows[2 * n - 1]` the next state as written so far, and from `rows[2 * n]` on there are auxiliary
cells, which only the rest of a path uses.

**The heap** is one array of 32-bit numbers; a *place* is an index in it. First comes a *reference*
for each factor (then one for each SORT, see below); after these, in the order of creation:

- Instructions of the program, and tables and codes of `linear_kernel`.
- Trie nodes. A node is: the cell that the factor reads next, the size, a count, and a reference for
  each value of the cell. In a narrow node, the size is the number of references, and that of value
  v is at node + 3 + v; the count is not used. In a wide node (bit WIDE of the size is set, the rest
  is the number of pairs) there are pairs of value + 1 and reference instead, a hash table with open
  addressing and linear probing; the count is the number of pairs in use.
- Leaves. A leaf is an answer: the number of alternatives, and for each alternative the number of
  writes, followed by that many pairs of cell and value. The value GIVEN stands for the one that
  this thread has just computed. Threads share the heap, and only read it.

A reference is 0 if no answer is known, 2 * place for a node, and 2 * place + 1 for a leaf.

**Instructions.** The nodes of the program. Each is a kind and operands; an operand *then*,
*otherwise* or *way* is the place of the next instruction, and 0 ends the path without a result.

    ASK      factor, then, otherwise, 0: find the leaf of the factor. Continue at `then` with each
             alternative, after making its writes; at `otherwise` if there is no alternative.
    COMPUTE  factor, then, otherwise, code: the same, but if possible, `linear_kernel` computes the
             leaf from the code; otherwise it is found in the trie.
    FORK     number of ways, ways: continue at each of the ways.
    SORT     slot: find the leaf at this reference, which is a number of ways, and the ways (not
             alternatives). Continue at each. A SORT replaces ways of a FORK that begin with
             conditions on the same cell; the leaf for a value has those that are open.
    SWITCH   cell, number of targets, otherwise, targets: continue at the target for the value of
             the cell; at `otherwise` if there is none. It replaces ASKs for tests of one cell; the
             target for a value is where the first other instruction is found.
    ARRIVE   label: the path is complete. It is a step to the next state with this label, or with
             the label in `rows[2 * n]` if the operand is LABELLED.

**Execution.** `follow` runs the paths depth first. Where there are several alternatives or ways, it
continues with the first, and pushes a *choice* with the rest; at the end of a path it undoes the
writes made since the last choice, and takes the next alternative of that. Conditions (probes,
constraints) are programs without choices: `arrives` runs them, and they are true if they reach an
ARRIVE. What they write to auxiliary cells is kept, other writes are ignored.

**A missing answer.** If a trie ends at a reference of 0, the path ends. The factor and all of
`rows` are noted as a question. The other paths continue, so that their questions are noted in the
same pass, but no step of the state is kept. It is postponed; Python answers all questions at once
(`learning`) and inserts the answers (`insertion`), and the state is expanded again from the start.
If `Questions.pauses` is set, `follow` returns at the first question, and continues there later.

**Example.** One cell x with values 0, 1, 2. Factor 0 tests x < 2, factor 1 writes x + 1 to the next
x. The program is ASK factor 0, ASK factor 1, ARRIVE. For x = 0, factor 0 was answered:

    place  0: 34            reference of factor 0: node at 17
           1: 0             reference of factor 1: nothing is known
           2: 0             unused
           3: 5 0           ARRIVE, label 0
           5: 1 1 3 0 0     ASK factor 1, then 3, otherwise 0
          10: 1 0 5 0 0     ASK factor 0, then 5, otherwise 0 (the program starts here)
          15: 1 0           leaf: one alternative, no writes
          17: 0 4 0         node: cell 0, four references, count not used
          20: 31 0 0 0      for x = 0 the leaf at 15, for others nothing

In the state x = 0, `rows` is [0, 0]. The ASK at 10 finds the leaf at 15 and continues at 5. The ASK
at 5 finds the reference 0 at place 1, so the path ends and a question is noted. Python answers it
with one alternative that writes 1 to cell 1, the next x; this changes place 1 and appends:

    place  1: 56            reference of factor 1: node at 28
          24: 1 1 1 1       leaf: one alternative, one write: cell 1 gets value 1
          28: 0 4 0         node: cell 0, four references, count not used
          31: 49 0 0 0      for x = 0 the leaf at 24, for others nothing

Now the state runs the instructions at 10, 5 and 3: `rows` becomes [0, 1], and a step to x = 1 with
label 0 is appended. If factor 0 is asked for x = 2 next, its node exists already: only a leaf 0 (no
alternatives) is appended at 35, and place 22 becomes 71. From x = 2, the path ends at the first
ASK.

Glossary: b number of a question, c cell, j index, k number of a step, q questions so far, t number
of writes to be undone, v value, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, u32, u64
from .linear_kernel import GIVEN, computed
from .records import Code, Questions, Search, Walk

# Kinds of instructions.
ASK = 1
COMPUTE = 2
FORK = 3
SORT = 4
ARRIVE = 5
SWITCH = 6

LABELLED = 0xFFFFFFFF

ALIKE = 2
"""The most questions that are noted for the same missing entry of a trie."""

WIDE = 0x80000000
"""Bit in the size of a trie node: its references are hashed."""

MISSED = 0xFFFFFFFFFFFFFFFF

HEAD = 3
"""Numbers of a trie node before its references."""

TARGETS = 4
"""Numbers of a SWITCH before its targets."""

CHOICE = 4
"""Numbers of a choice: how many alternatives or ways are left, the place of the next one, how many
writes are kept before it is tried, and where to continue after it (0 for a choice of ways)."""


def leaf_of(factor: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The place of a factor's leaf for the cells in `rows`; 0 if the answer is missing."""
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


def answered(node: u64, walk: Walk, heap: Ptr[u32]) -> u64:
    """The place of the leaf for the ASK or COMPUTE at `node`; 0 if the answer is missing."""
    leaf = 0
    if heap[node] == COMPUTE:
        leaf = computed(heap[node + 4], walk, heap)
    return leaf if leaf else leaf_of(heap[node + 1], walk.rows, heap)


def switched(node: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """Where the SWITCH at `node` continues."""
    value = rows[heap[node + 1]]
    return heap[node + TARGETS + value] if value < heap[node + 2] else heap[node + 3]


def missing(factor: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The mark of a missing answer: a number for where the trie ends, and for which value."""
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
    """Note a question, if there is room: the factor, the mark of what is missing, and all cells.

    Returns 0. At most ALIKE questions with the same factor and mark are noted, as one answer may
    answer them all.
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
    """1 if the condition that starts at `start` is true, 0 if it is false, MISSED if not known."""
    heap = code.heap
    node = start
    while node != 0:
        if heap[node] == SWITCH:
            node = switched(node, walk.rows, heap)
        elif heap[node] == ARRIVE:
            return 1
        else:
            leaf = answered(node, walk, heap)
            if leaf == 0:
                note(heap[node + 1], walk, code, questions)
                return MISSED
            if heap[leaf] and heap[leaf + 1]:
                kept(leaf + 1, heap, walk)
            node = heap[node + 2] if heap[leaf] else heap[node + 3]
    return 0


def kept(place: u64, heap: Ptr[u32], walk: Walk) -> u64:
    """Make those writes of the alternative at `place` that are to auxiliary cells; returns 0."""
    for j in range(heap[place]):
        c = heap[place + 1 + 2 * j]
        if c >= 2 * walk.cells:
            walk.rows[c] = heap[place + 2 + 2 * j]
    return 0


def judged(first: u64, count: u64, idle: u64, walk: Walk, code: Code, questions: Questions) -> u64:
    """A bit for each false one of `count` conditions from number `first` on; MISSED if unknown.

    Those with a bit in `idle` are not looked at.
    """
    wrong = 0
    missed = 0
    for j in range(count):
        if idle >> j & 1 == 0:
            arrival = arrives(code.starts[first + j], walk, code, questions)
            if arrival == MISSED:
                missed = 1
            elif arrival == 0:
                wrong |= 1 << j
    return MISSED if missed else wrong


def follow(s: Search) -> u64:
    """Append the steps of the state in `rows`; returns 0, or 1 if an answer is missing or no room.

    It continues at the position of the walk: at instruction `node`, with `top` choices open and
    `written` writes that can be undone.
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
        elif heap[node] == SWITCH:
            node = switched(node, rows, heap)
        elif heap[node] <= COMPUTE:
            leaf = answered(node, walk, heap)
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
    """Save the position of a walk, so that it can be continued; returns 1."""
    walk.node = node
    walk.top = top
    walk.written = t
    return 1


def written(place: u64, done: u64, heap: Ptr[u32], walk: Walk) -> u64:
    """Make the writes of the alternative at `place`; returns how many writes can then be undone.

    `done` is their number before. Writes to cells from 2n on are not undone.
    """
    rows = walk.rows
    undo = walk.undo
    cells = walk.cells
    t = done
    for j in range(heap[place]):
        c = heap[place + 1 + 2 * j]
        v = heap[place + 2 + 2 * j]
        if v == GIVEN:
            v = 0 + walk.number
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
    """Undo all of `done` writes but the first `wanted`; returns how many are left."""
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
    """Flip `bits` of a cell in the packed next state; returns 0."""
    walk.packed[walk.layout[3 * cell]] ^= bits << walk.layout[3 * cell + 1]
    return 0


def arrived(label: u64, s: Search) -> u64:
    """Append the step to the next state in `rows`, if it is allowed.

    Returns 1 if an answer is missing or there is no room (then `overflow` is set), else 0.
    """
    walk = s.walk
    code = s.code
    steps = s.steps
    k = steps.count
    if k == steps.room:
        steps.overflow = 1
        return 1
    first = code.state_probes + code.constraints
    dropped = judged(first + code.step_probes, code.allowed, 0, walk, code, s.questions)
    if dropped:
        s.notes.dropped = 1
        return 0 + (dropped == MISSED)
    bad = judged(first, code.step_probes, s.notes.idle_steps, walk, code, s.questions)
    if bad == MISSED:
        return 1
    words = s.table.words
    for w in range(words):
        steps.states[k * words + w] = walk.packed[w]
    steps.kinds[k] = walk.rows[2 * walk.cells] if label == LABELLED else label
    steps.wrong[k] = bad
    steps.count = k + 1
    return 0
