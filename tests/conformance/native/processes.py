"""Random C programs of several processes for `./x conformance outcomes --processes`.

Main makes two or three children, each of which does some of what a few ingredients offer, and waits for them. Unless it is made to
be wrong, nothing in it is undefined and no two accesses race; it may wait in vain. `$` stands for the prefix of the program, STEP
before what other processes can notice, SEE(…) for a result that is part of what the program has seen.
"""


class Program:
    """What is known of a program while it is put together."""

    def __init__(self, random, number, wrong):
        self.random, self.prefix, self.wrong = random, f"p{number}_", wrong
        self.globals, self.setup, self.teardown = [], [], []
        self.actions = []  # of any process
        self.mains = []  # of main alone, while its children run
        self.names = []
        self.children = random.choice([2, 2, 2, 3])
        self.early = False  # results are told at once, as processes may be killed
        self.reap = "each"  # how main waits for its children


def number(p, *of):
    return str(p.random.choice(of))


def cells(p):
    cell = lambda: f"common->cell[{p.random.randrange(2)}]"
    value = lambda: number(p, 1, 2, 3)
    p.actions += [
        lambda: f"STEP; atomic_store(&{cell()}, {value()});",
        lambda: f"STEP; SEE(atomic_load(&{cell()}));",
        lambda: f"STEP; SEE(atomic_load(&{cell()}));",
        lambda: f"STEP; SEE(atomic_fetch_add(&{cell()}, {value()}));",
        lambda: f"STEP; {cell()}++;",
        lambda: f"{{ int old = {number(p, 0, 1)}; STEP; SEE(atomic_compare_exchange_strong(&{cell()}, &old, {value()}) * 4 + old); }}",
        lambda: f"STEP; int read = atomic_load(&{cell()}); STEP; atomic_store(&{cell()}, read + 1);".join("{}"),
    ]


def mutex(p):
    p.setup.append("""pthread_mutexattr_t shared; pthread_mutexattr_init(&shared); pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&common->mutex, &shared);""")
    x = lambda: f"common->plain[{p.random.randrange(2)}]"
    p.actions += [
        lambda: f"STEP; pthread_mutex_lock(&common->mutex); {x()} = {x()} * 2 + 1; STEP; pthread_mutex_unlock(&common->mutex);",
        lambda: f"STEP; pthread_mutex_lock(&common->mutex); SEE({x()}); STEP; pthread_mutex_unlock(&common->mutex);",
        lambda: f"STEP; if (pthread_mutex_trylock(&common->mutex) == 0) {{ SEE({x()}++); STEP; pthread_mutex_unlock(&common->mutex); }} else SEE(9);",
    ]


def condition(p):
    mutex(p)
    p.setup.append("""pthread_condattr_t among; pthread_condattr_init(&among); pthread_condattr_setpshared(&among, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&common->condition, &among);""")
    wake = lambda: p.random.choice(["pthread_cond_signal", "pthread_cond_broadcast"])
    p.actions += [
        lambda: "STEP; pthread_mutex_lock(&common->mutex); while (!common->plain[0]) pthread_cond_wait(&common->condition, &common->mutex); SEE(common->plain[0]); STEP; pthread_mutex_unlock(&common->mutex);",
        lambda: f"STEP; pthread_mutex_lock(&common->mutex); common->plain[0]++; STEP; pthread_mutex_unlock(&common->mutex); STEP; {wake()}(&common->condition);",
        lambda: f"STEP; pthread_mutex_lock(&common->mutex); common->plain[0]++; {wake()}(&common->condition); STEP; pthread_mutex_unlock(&common->mutex);",
    ]


def semaphore(p):
    p.setup.append(f"sem_init(&common->semaphore, 1, {number(p, 0, 1, 2)});")
    p.actions += [
        lambda: "STEP; sem_post(&common->semaphore);",
        lambda: "STEP; sem_post(&common->semaphore);",
        lambda: "STEP; sem_wait(&common->semaphore);",
        lambda: "STEP; SEE(sem_trywait(&common->semaphore) == 0);",
        lambda: "{ int value; STEP; sem_getvalue(&common->semaphore, &value); SEE(value); }",
    ]


def pipes(p):
    p.globals.append("static int $way[2];")
    p.setup.append("if (pipe($way)) exit(70);")
    if p.random.randrange(2):
        p.setup.append("fcntl($way[0], F_SETFL, O_NONBLOCK);")
    if p.random.randrange(2):
        p.mains.append(lambda: "STEP; close($way[1]);")
    p.actions += [
        lambda: f"STEP; SEE(write($way[1], \"{number(p, 'a', 'b', 'cd')}\", {number(p, 1, 1, 2)}) + 1);",
        lambda: f"STEP; SEE(write($way[1], \"{number(p, 'a', 'b')}\", 1) + 1);",
        lambda: f"{{ char byte = 0; STEP; int got = read($way[0], &byte, 1); SEE((got + 1) * 4 + (byte & 3)); }}",
        lambda: f"{{ char bytes[3] = {{0}}; STEP; int got = read($way[0], bytes, 3); SEE((got + 1) + (bytes[0] & 3)); }}",
        lambda: "{ struct pollfd wait = {.fd = $way[0], .events = POLLIN}; STEP; SEE(poll(&wait, 1, 0) * 8 + (wait.revents & 1) + !!(wait.revents & POLLHUP) * 2); }",
        lambda: "STEP; close($way[1]);",
    ]


def pair(p):
    kind = number(p, "SOCK_STREAM", "SOCK_DGRAM", "SOCK_SEQPACKET")
    p.globals.append("static int $pair[2];")
    p.setup.append(f"if (socketpair(AF_UNIX, {kind}, 0, $pair)) exit(70);")
    side = lambda: p.random.randrange(2)
    flags = lambda: number(p, "MSG_DONTWAIT", "0")
    p.actions += [
        lambda: f"STEP; SEE(send($pair[{side()}], \"{number(p, 'a', 'b')}\", 1, MSG_NOSIGNAL) + 1);",
        lambda: f"STEP; SEE(send($pair[{side()}], \"bc\", 2, MSG_NOSIGNAL) + 1);",
        lambda: f"{{ char bytes[2] = {{0}}; STEP; int got = recv($pair[{side()}], bytes, 2, {flags()}); SEE((got + 1) * 4 + (bytes[0] & 3)); }}",
        lambda: f"{{ char bytes[2] = {{0}}; STEP; int got = recv($pair[{side()}], bytes, 2, {flags()}); SEE((got + 1) * 4 + (bytes[0] & 3)); }}",
        lambda: f"STEP; shutdown($pair[{side()}], {number(p, 'SHUT_WR', 'SHUT_RD')});",
    ]


def udp(p):
    p.globals.append("static int $port; static struct sockaddr_in $place;")
    p.setup.append("""$port = socket(AF_INET, SOCK_DGRAM, 0); $place = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof $place; if (bind($port, (void *)&$place, length) || getsockname($port, (void *)&$place, &length)) exit(70);""")
    p.actions += [
        lambda: f"STEP; SEE(sendto($port, \"{number(p, 'a', 'b')}\", 1, 0, (void *)&$place, sizeof $place) + 1);",
        lambda: f"{{ char byte = 0; STEP; int got = recv($port, &byte, 1, {number(p, 'MSG_DONTWAIT', 'MSG_DONTWAIT', '0')}); SEE((got + 1) * 4 + (byte & 3)); }}",
    ]


def events(p):
    p.globals.append("static int $event;")
    p.setup.append(f"$event = eventfd({number(p, 0, 1)}, {number(p, 'EFD_NONBLOCK', 'EFD_SEMAPHORE', '0')});")
    p.actions += [
        lambda: f"{{ uint64_t count = {number(p, 1, 2)}; STEP; SEE(write($event, &count, 8) == 8); }}",
        lambda: "{ uint64_t count = 0; STEP; int got = read($event, &count, 8); SEE((got == 8) * 8 + (count & 7)); }",
    ]


def offsets(p):
    p.globals.append("static int $file;")
    p.setup.append(f"char name[40]; snprintf(name, sizeof name, \"/outcomes-%d\", getpid()); $file = shm_open(name, O_CREAT | O_RDWR, 0600); shm_unlink(name); if (write($file, \"abc\", 3) != 3 || lseek($file, {number(p, 0, 1)}, SEEK_SET) < 0) exit(70);")
    p.actions += [
        lambda: f"STEP; SEE(write($file, \"{number(p, 'x', 'y')}\", 1) + 1);",
        lambda: "{ char byte = 0; STEP; int got = read($file, &byte, 1); SEE((got + 1) * 4 + (byte & 3)); }",
        lambda: f"{{ char byte = 0; STEP; pread($file, &byte, 1, {number(p, 0, 1, 2)}); SEE(byte & 7); }}",
        lambda: f"STEP; SEE(lseek($file, {number(p, 0, 1)}, {number(p, 'SEEK_CUR', 'SEEK_CUR', 'SEEK_SET', 'SEEK_END')}));",
        lambda: f"{{ struct flock lock = {{.l_type = {number(p, 'F_WRLCK', 'F_RDLCK', 'F_UNLCK')}, .l_whence = SEEK_SET, .l_len = 1}}; STEP; SEE(fcntl($file, F_SETLK, &lock) + 1); }}",
    ]


def someone(p):
    return p.random.choice(["$parent", "$child[0]"])


def signals(p):
    restart = number(p, "SA_RESTART", "0")
    p.globals.append("static void $handle(int signal) { (void)signal; STEP; atomic_fetch_add(&common->handled, 1); }")
    p.setup.append(f"sigaction(SIGUSR1, &(struct sigaction){{.sa_handler = $handle, .sa_flags = {restart}}}, 0);")
    p.actions += [
        lambda: f"STEP; if ({someone(p)} > 0) SEE(kill({someone(p)}, SIGUSR1) + 1);".replace("$child[0] > 0) SEE(kill($parent", "$parent > 0) SEE(kill($parent").replace("$parent > 0) SEE(kill($child[0]", "$child[0] > 0) SEE(kill($child[0]"),
        lambda: "STEP; SEE(atomic_load(&common->handled));",
        lambda: "STEP; SEE(atomic_load(&common->handled));",
        lambda: "{ sigset_t held; sigemptyset(&held); sigaddset(&held, SIGUSR1); STEP; sigprocmask(SIG_BLOCK, &held, 0); STEP; sigset_t waits; sigpending(&waits); SEE(sigismember(&waits, SIGUSR1)); STEP; sigprocmask(SIG_UNBLOCK, &held, 0); }",
    ]
    p.mains += [lambda: f"STEP; kill($child[{p.random.randrange(p.children)}], SIGUSR1);"]


def killing(p):
    p.early = True
    signal = lambda: number(p, "SIGKILL", "SIGTERM", "SIGKILL")
    victim = lambda: p.random.randrange(p.children)
    p.mains += [lambda: f"STEP; kill($child[{victim()}], {signal()});"] * 2
    p.actions += [lambda: f"STEP; if ($child[0] > 0 && $me != 1) kill($child[0], {signal()});", lambda: "STEP;"]
    if p.random.randrange(3) == 0:
        p.actions.append(lambda: "for (;;) { STEP; if (atomic_load(&common->cell[1]) > 5) break; }")


def waiting(p):
    p.reap = p.random.choice(["any", "any", "poll"])


def nested(p):
    inner = lambda: p.random.choice(p.actions)() if p.actions else "STEP;"
    where = p.random.randrange(p.children)
    wait = p.random.choice(["{ STEP; int status; SEE(waitpid(grandchild, &status, 0) == grandchild); SEE(WEXITSTATUS(status)); }",
                            "{ STEP; int status = 0; SEE(waitpid(-1, &status, WNOHANG) > 0); STEP; while (wait(&status) > 0); }"])
    p.nested = (where, lambda: f"{{ pid_t grandchild = fork(); if (grandchild == 0) {{ mine = 1; MEMBER(5); {inner()} TELL(5); STEP; _exit(2); }} {inner()} {wait} }}")


def threads(p):
    p.globals.append("static void *$thread(void *argument) { STEP; atomic_fetch_add(&common->cell[0], 3); return argument; }")
    p.actions += [
        lambda: "{ pthread_t thread; STEP; pthread_create(&thread, 0, $thread, 0); STEP; pthread_detach(thread); }",
        lambda: "{ pthread_t thread; STEP; pthread_create(&thread, 0, $thread, 0); STEP; SEE(atomic_load(&common->cell[0])); pthread_join(thread, 0); }",
        lambda: "STEP; SEE(atomic_load(&common->cell[0]));",
    ]


def racing(p):
    p.actions += [lambda: "STEP; common->plain[1] = 1;", lambda: "STEP; SEE(common->plain[1]);"]


INGREDIENTS = [cells, cells, mutex, condition, semaphore, pipes, pipes, pair, udp, events, offsets, signals, killing, waiting, nested, threads]


def generate(random, at, size, wanted=None):
    """The text of a program, whether it is wrong on purpose, and what it is made of: `wanted` among others."""
    wrong = random.choice([None] * 8 + ["race"])
    p = Program(random, at, wrong)
    p.nested = None
    chosen = random.sample(INGREDIENTS, random.choice([1, 2, 2, 3]))
    chosen += [it for it in dict.fromkeys(INGREDIENTS) if it.__name__ == wanted and it not in chosen]
    if {killing, waiting, nested} >= set(chosen):
        chosen.append(cells)
    if wrong == "race":
        chosen = [it for it in chosen if it not in (mutex, condition)] + [racing]
    if condition in chosen:
        chosen = [it for it in chosen if it is not mutex]
    for ingredient in sorted(dict.fromkeys(chosen), key=INGREDIENTS.index if wrong != "race" else lambda it: INGREDIENTS.index(it) if it is not racing else 0):
        p.names.append(ingredient.__name__)
        ingredient(p)
    actions = p.actions or [lambda: "STEP;"]
    if p.children == 3 or len(chosen) > 2 or p.nested:
        size = max(size - 1, 1)
    children = [[random.choice(actions)() for _ in range(random.randrange(1, size + 1))] for _ in range(p.children)]
    main = [random.choice(actions)() for _ in range(random.randrange(size))]
    for action in random.sample(p.mains, min(len(p.mains), random.choice([0, 1, 1, 2]))):
        main.insert(random.randrange(len(main) + 1), action())
    if p.nested:
        where, text = p.nested
        children[where].insert(random.randrange(len(children[where]) + 1), text())
    return finish(p, children, main), wrong, p.names


def finish(p, children, main):
    random = p.random
    lines = [f"/* {', '.join(p.names)}{'; wrong: ' + p.wrong if p.wrong else ''} */", "static struct common *common;" if p.prefix == "p0_" else ""]
    lines += ["static pid_t $child[4], $parent; static int $me;"] + p.globals
    tell = lambda member: f" TELL({member});" if p.early else ""
    for at, actions in enumerate(children):
        lines += [f"static void $child_{at}(void)", "{", f"    mine = 1; $me = {at + 1}; MEMBER({at + 1});"]
        lines += [f"    {text}{tell(at + 1)}" for text in actions]
        lines += ["}" if p.early else f"    TELL({at + 1});\n}}"]
    end = lambda at: random.choice([f"STEP; _exit({at});", f"STEP; exit({at});"])
    lines += ["static void $main(void)", "{", "    common = new_common(); mine = 1; $parent = getpid();"]
    lines += [f"    {text}" for text in p.setup]
    order = list(range(p.children))
    for at in order:
        lines.append(f"    if (($child[{at}] = fork()) == 0) {{ $child_{at}(); {end(at)} }}")
        if main and random.randrange(3) == 0:
            lines.append(f"    {main.pop(0)}")
    lines += [f"    {text}" for text in main]
    status = "SEE(WIFSIGNALED(status) ? 8 + (WTERMSIG(status) & 3) : WEXITSTATUS(status));"
    if p.reap == "each":
        lines += [f"    {{ int status = 0; STEP; while (waitpid($child[{at}], &status, 0) < 0 && errno == EINTR); {status if p.early else ''} }}" for at in order]
    else:
        if p.reap == "poll":
            lines.append(f"    {{ int status = 0; STEP; pid_t gone = waitpid(-1, &status, WNOHANG); SEE(gone > 0 ? gone == $child[0] ? 2 : 1 : 0); }}")
        lines.append(f"    for (;;) {{ int status = 0; STEP; pid_t gone = wait(&status); if (gone < 0) {{ if (errno == EINTR) continue; break; }} for (int at = 0; at < {p.children}; at++) if (gone == $child[at]) SEE(at); {status} }}")
    lines += [f"    {text}" for text in p.teardown]
    lines += ["    TELL(0);", "    ended(joined(common));", "}"]
    return "\n".join(lines).replace("$", p.prefix)


def file_of(random, count, size, wanted=None):
    """A C file with so many programs, and what is known of each: its text, whether it is wrong on purpose, what it is made of."""
    made = [generate(random, at, size, wanted) for at in range(count)]
    texts = [text for text, _, _ in made]
    table = ", ".join(f"p{at}_main" for at in range(count))
    text = '#include "processes.h"\n\n' + "\n\n".join(texts) + f"\n\nvoid (*const programs[])(void) = {{{table}}};\nconst int program_count = {count};\n"
    return text, made
