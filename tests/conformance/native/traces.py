"""Counts the Mazurkiewicz traces of a litmus program of Nidhugg's: the classes of its runs that differ in the order of independent steps.

A thread is a list of loads and stores of known variables, as no branch and no address of these programs depends on what is read. A
prefix of a run is known by what each variable has seen: its stores in their order, with the loads between two of them as a set.
Prefixes are followed breadth-first, each once.
"""

import re

THREAD = re.compile(r"^void \*t\d+\(void \*arg\)\{\n(.*?)^\}", re.M | re.S)
LOAD = re.compile(r"int (\w+) = atomic_load_explicit\(&(\w+(?:\[[^]]*\])?), memory_order_seq_cst\);$")
STORE = re.compile(r"atomic_store_explicit\(&(\w+(?:\[[^]]*\])?), \w+, memory_order_seq_cst\);$")
LOCAL = re.compile(r"int (\w+) = (.*);$")
BRANCH = re.compile(r"if \(\w+\)\s+goto (\w+); else goto (\w+);$")


class NotSimple(Exception):
    """The program has something else in it."""


def accesses(body, read):
    """The variables that a thread loads (False) and stores (True), where every load gives `read`."""
    values, found = {}, []
    for line in map(str.strip, body.splitlines()):
        if load := LOAD.match(line):
            found.append((place(load[2], values), False))
            values[load[1]] = read
        elif store := STORE.match(line):
            found.append((place(store[1], values), True))
        elif local := LOCAL.match(line):
            values[local[1]] = eval(local[2].replace("/", "//"), {}, values)
        elif branch := BRANCH.match(line):
            if branch[1] != branch[2]:
                raise NotSimple(line)
        elif line and not line.startswith("return") and not line.endswith(":;"):
            raise NotSimple(line)
    return found


def place(text, values):
    name, _, index = text.partition("[")
    return f"{name}[{eval(index[:-1], {}, values)}]" if index else name


def threads(text):
    found = []
    for body in THREAD.findall(text):
        first, second = accesses(body, 0), accesses(body, 5)
        if first != second:
            raise NotSimple("what is read decides where the thread goes")
        found.append(first)
    return found


def count(text, most=1_000_000):
    """How many traces there are, or none where the program is not simple or has too many prefixes."""
    try:
        bodies = threads(text)
    except NotSimple:
        return None
    prefixes = {(tuple(0 for _ in bodies), ())}
    for _ in range(sum(map(len, bodies))):
        longer = set()
        for positions, orders in prefixes:
            for thread, at in enumerate(positions):
                if at < len(bodies[thread]):
                    longer.add(extend(positions, orders, thread, *bodies[thread][at]))
        prefixes = longer
        if len(prefixes) > most:
            return None
    return len(prefixes)


def extend(positions, orders, thread, variable, stores):
    event = (thread, positions[thread])
    seen = dict(orders)
    order = seen.get(variable, ())
    if stores:
        order += (event,)
    elif order and isinstance(order[-1], frozenset):
        order = order[:-1] + (order[-1] | {event},)
    else:
        order += (frozenset({event}),)
    seen[variable] = order
    return positions[:thread] + (positions[thread] + 1,) + positions[thread + 1 :], tuple(sorted(seen.items()))
