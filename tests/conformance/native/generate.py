"""Random concurrent C programs for `./x conformance outcomes`.

A program has two or three threads beside main, which do some of what a few ingredients offer. Unless it is made to be wrong,
nothing in it is undefined and no two accesses race; it may wait in vain.
"""

import re

from ingredients import INGREDIENTS, barrier, cancellation, guarded, library, racing, stack_of_nodes


class Program:
    """What is known of a program while it is put together."""

    def __init__(self, random, number, wrong):
        self.random, self.prefix, self.wrong = random, f"p{number}_", wrong
        self.globals, self.setup, self.teardown = [], [], []
        self.actions = []  # of any thread
        self.once = []  # of which a program has one of each at most
        self.names = []
        self.threads = random.choice([2, 2, 2, 2, 3])
        self.atomic_results = False  # threads may still run at the end
        self.leaves = ""  # the one call that ends the program before its time
        self.leaver = None  # the thread that does so, which is joined, lest main ends the program at the same time
        self.detached = False
        self.joined = "0"
        self.placed = False  # a structure has its place
        self.meets = False  # threads meet at a barrier
        self.returns = False  # main looks at what threads return
        self.cancels = False


def generate(random, number, size, wanted=None):
    """The text of a program, whether it is wrong on purpose, and what it is made of: `wanted` among others."""
    wrong = random.choice([None] * 8 + ["race", "memory"])
    p = Program(random, number, wrong)
    chosen = random.sample(INGREDIENTS, random.choice([1, 1, 2, 2, 3]))
    chosen += [ingredient for ingredient in dict.fromkeys(INGREDIENTS) if ingredient.__name__ == wanted and ingredient not in chosen]
    if wrong == "race":
        chosen.append(random.choice([racing, guarded]))
    if wrong == "memory":
        chosen.append(stack_of_nodes)
    if cancellation in chosen:
        # gmc assumes that nobody is cancelled in functions where that may be; and who is gone lends nobody its stack.
        p.cancels = True
        chosen = [ingredient for ingredient in chosen if ingredient not in (library, barrier)]
    for ingredient in dict.fromkeys(chosen):
        p.names.append(ingredient.__name__)
        ingredient(p)
    actions = p.actions or [lambda: "STEP;"]
    most = size if p.threads == 2 and len(chosen) < 3 else size - 1
    threads = [[random.choice(actions)() for _ in range(random.randrange(1, most + 1))] for _ in range(p.threads)]
    main = [random.choice(actions)() for _ in range(random.randrange(size))]
    if p.meets:
        # Who leaves early lends nobody its stack.
        p.once = [text for text in p.once if "pthread_exit" not in text]
    random.shuffle(p.once)
    for text in p.once[: random.choice([1, 1, 2])]:
        where = random.choice(threads if "pthread_exit" in text else threads + [main])
        where.insert(random.randrange(len(where) + 1), text)
    if p.leaves:
        p.leaver = random.randrange(p.threads)
        threads[p.leaver].insert(random.randrange(len(threads[p.leaver]) + 1), p.leaves)
    if p.cancels:
        threads[0].insert(random.randrange(len(threads[0]) + 1), random.choice(p.cancelled)())
        (random.choice(threads[1:] + [main])).append("pthread_cancel($thread[0]);")
    if p.meets:
        for at, thread in enumerate(threads):
            middle = random.randrange(len(thread) + 1)
            other = (at + 1) % p.threads
            thread[middle:middle] = [
                f"atomic_int lent = {at + 1}; $lent[{at}] = &lent;",
                "SEE(pthread_barrier_wait(&$meet) == PTHREAD_BARRIER_SERIAL_THREAD);",
                f"STEP; SEE((*$lent[{other}])++);",
            ]
            thread.append("pthread_barrier_wait(&$meet);")
    return finish(p, threads, main), wrong, p.names


def finish(p, threads, main):
    random = p.random
    lines = [f"/* {', '.join(p.names)}{'; wrong: ' + p.wrong if p.wrong else ''} */", "@results", "static pthread_t $thread[4];"]
    if p.leaves:
        lines.append("static void $end(void);")
    lines += p.globals
    for at, thread in enumerate(threads):
        lines += [f"static void *$thread_{at}(void *argument)", "{"] + ["    " + text for text in thread]
        lines += [f"    return {'(void *)3' if p.returns else 'argument'};", "}"]
    starts = [f"pthread_create(&$thread[{at}], 0, $thread_{at}, {p.joined});" for at in range(p.threads)]
    ends = []
    # The first thread may be cancelled as long as others run, so all are joined then.
    for at in reversed(range(p.threads)) if p.cancels else range(p.threads):
        if p.detached and not p.cancels and at != p.leaver and random.randrange(2):
            ends.append(f"pthread_detach($thread[{at}]);")
        elif p.returns or p.cancels:
            ends.append(f"{{ void *result; pthread_join($thread[{at}], &result); SEE(result == PTHREAD_CANCELED ? 7 : (int)(intptr_t)result & 7); }}"
                        if p.joined == "0" else f"{{ void *result; pthread_join($thread[{at}], &result); SEE(result == PTHREAD_CANCELED); }}")
        else:
            ends.append(f"pthread_join($thread[{at}], 0);")
    unjoined = any("detach" in end for end in ends)
    setup = (["atexit($end);"] if p.leaves else []) + p.setup
    # What threads may still use stays; and a thread that has been cancelled may be gone before it is named.
    teardown = [text for text in p.teardown if not unjoined or "SEE" in text]
    if unjoined or p.leaves:
        teardown = [text for text in teardown if not re.search(r"\$(x|y|both)|\.(x|y)\b|fgetc|\$memory|destroy\(", text)]
    order = setup + starts + main + ends + teardown
    lines += ["static void $main(void)", "{"] + ["    " + text for text in order if text]
    lines += ["    STEP;" if p.leaves else "    END($results);"]
    # Threads that are left may use what is on main's stack.
    lines += ["    exit(0);", "}"] if unjoined else ["}"]
    if p.leaves:
        lines.append("static void $end(void) { END($results); }")
    text = "\n".join(lines)
    slots = 0

    def slot(_):
        nonlocal slots
        slots += 1
        return f"SAW($results, {slots - 1}, "

    text = re.sub(r"\bSEE\(", slot, text)
    atomic = p.atomic_results
    text = text.replace("@results", f"static {'atomic_int' if atomic else 'int'} $results[{max(slots, 1)}];")
    return text.replace("$", p.prefix)


def file_of(random, count, size, wanted=None):
    """A C file with so many programs, and what is known of each: its text, whether it is wrong on purpose, what it is made of."""
    made = [generate(random, number, size, wanted) for number in range(count)]
    return join([text for text, _, _ in made]), made


def join(texts):
    table = ", ".join(f"p{number}_main" for number in range(len(texts)))
    return '#include "schedule.h"\n\n' + "\n\n".join(texts) + f"\n\nvoid (*const programs[])(void) = {{{table}}};\nconst int program_count = {len(texts)};\n"
