"""What random programs of `./x conformance outcomes` are made of.

Each ingredient adds to a program: globals, what main does first and last, and what threads may do. In the templates `$` stands for
the program's prefix, SEE(…) for a result that is part of what the program has seen. STEP stands before what others can notice.
"""

STORAGE = {
    # how the object is reached, and what main does before there are threads
    "global": ("$cells", "static struct $cells $cells;", "", ""),
    "static local": ("(*$reach())", "static struct $cells *$reach(void) { static struct $cells cells; return &cells; }", "", ""),
    "heap": ("(*$heap)", "static struct $cells *$heap;", "$heap = calloc(1, sizeof *$heap);", "free($heap);"),
    "stack": ("(*$stack)", "static struct $cells *$stack;", "struct $cells cells; memset(&cells, 0, sizeof cells); $stack = &cells;", ""),
    "argument": ("(*(struct $cells *)argument)", "", "struct $cells cells; memset(&cells, 0, sizeof cells); void *argument = &cells;", ""),
    "heap argument": ("(*(struct $cells *)argument)", "", "void *argument = calloc(1, sizeof(struct $cells));", "free(argument);"),
    "thread-local of main": ("(*$mine_of_main)", "static _Thread_local struct $cells $local;\nstatic struct $cells *$mine_of_main;", "$mine_of_main = &$local;", ""),
    "hidden": ("(*(struct $cells *)~$hidden)", "static uintptr_t $hidden;", "struct $cells *cells = calloc(1, sizeof *cells); $hidden = ~(uintptr_t)cells;", "free(cells);"),
    "mapped": ("(*$mapped)", "static struct $cells *$mapped;", "$mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);", "munmap($mapped, 4096);"),
    "piped": ("(*$receive())", """static int $way[2];
static struct $cells *$receive(void)
{
    static _Thread_local struct $cells *got;
    if (!got) {
        (read)($way[0], &got, sizeof got);
        (write)($way[1], &got, sizeof got);
    }
    return got;
}""", "pipe($way); struct $cells *sent = calloc(1, sizeof *sent); (write)($way[1], &sent, sizeof sent);", "free(sent); (close)($way[0]); (close)($way[1]);"),
}


def place(p, fields):
    """Puts a structure somewhere, and gives the expression that reaches it."""
    if p.placed:
        return None
    p.placed = True
    kind = p.random.choice([kind for kind in STORAGE if kind != "piped" or not p.cancels])
    p.names.append(kind)
    reach, declare, setup, teardown = STORAGE[kind]
    p.globals.append("struct $cells { " + fields + " };\n" + declare)
    p.setup.insert(0, setup)
    p.teardown.append(teardown)
    if "argument" in setup:
        p.joined = "argument"
    return reach


def cells(p):
    reach = place(p, "atomic_int a[2];")
    if not reach:
        return
    i = lambda: f"{reach}.a[{p.random.randrange(2)}]"
    v = lambda: str(p.random.randrange(1, 4))
    p.actions += [
        lambda: f"STEP; atomic_store(&{i()}, {v()});",
        lambda: f"STEP; SEE(atomic_load(&{i()}));",
        lambda: f"STEP; SEE(atomic_load(&{i()}));",
        lambda: f"STEP; SEE(atomic_fetch_add(&{i()}, {v()}));",
        lambda: f"STEP; {i()}++;",
        lambda: f"STEP; SEE(atomic_exchange(&{i()}, {v()}));",
        lambda: f"{{ int old = {p.random.randrange(2)}; STEP; SEE(atomic_compare_exchange_strong(&{i()}, &old, {v()}) * 4 + old); }}",
        lambda: f"STEP; if (atomic_load(&{i()})) {{ STEP; atomic_store(&{i()}, {v()}); }}",
        lambda: f"STEP; atomic_store(&{i()}, {v()}); STEP; SEE(atomic_load(&{i()}));",
        lambda: f"{{ STEP; int old = atomic_load(&{i()}); STEP; atomic_store(&{i()}, old + 1); }}",
        lambda: f"for (int round = 0; round < 2; round++) {{ STEP; atomic_fetch_add(&{i()}, 1); }}",
    ]
    p.teardown.insert(0, f"SEE(atomic_load(&{reach}.a[0])); SEE(atomic_load(&{reach}.a[1]));")


MUTEX = {
    "normal": "pthread_mutex_init(&@m, 0);",
    "error-checking": "{ pthread_mutexattr_t kind; pthread_mutexattr_init(&kind); pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&@m, &kind); pthread_mutexattr_destroy(&kind); }",
    "recursive": "{ pthread_mutexattr_t kind; pthread_mutexattr_init(&kind); pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&@m, &kind); pthread_mutexattr_destroy(&kind); }",
}

LOCKS = {
    # declaration, how it is made ready, locked, tried, unlocked, destroyed
    "mutex": ("pthread_mutex_t", "pthread_mutex_init(&@m, 0);", "pthread_mutex_lock(&@m)", "pthread_mutex_trylock(&@m)", "pthread_mutex_unlock(&@m)", "pthread_mutex_destroy(&@m)"),
    "error-checking": ("pthread_mutex_t", MUTEX["error-checking"], "pthread_mutex_lock(&@m)", "pthread_mutex_trylock(&@m)", "pthread_mutex_unlock(&@m)", "pthread_mutex_destroy(&@m)"),
    "recursive": ("pthread_mutex_t", MUTEX["recursive"], "pthread_mutex_lock(&@m)", "pthread_mutex_trylock(&@m)", "pthread_mutex_unlock(&@m)", "pthread_mutex_destroy(&@m)"),
    "spin": ("pthread_spinlock_t", "pthread_spin_init(&@m, 0);", "pthread_spin_lock(&@m)", "pthread_spin_trylock(&@m)", "pthread_spin_unlock(&@m)", "pthread_spin_destroy(&@m)"),
    "writer": ("pthread_rwlock_t", "pthread_rwlock_init(&@m, 0);", "pthread_rwlock_wrlock(&@m)", "pthread_rwlock_trywrlock(&@m)", "pthread_rwlock_unlock(&@m)", "pthread_rwlock_destroy(&@m)"),
    "semaphore": ("sem_t", "sem_init(&@m, 0, 1);", "sem_wait(&@m)", "sem_trywait(&@m)", "sem_post(&@m)", "sem_destroy(&@m)"),
    "C11": ("mtx_t", "mtx_init(&@m, mtx_plain);", "mtx_lock(&@m)", "mtx_trylock(&@m)", "mtx_unlock(&@m)", "(mtx_destroy)(&@m)"),
}


def guarded(p):
    kind = p.random.choice(list(LOCKS))
    p.names.append(kind)
    type_, init, lock, attempt, unlock, destroy = LOCKS[kind]
    reach = place(p, f"{type_} m; int x, y;")
    if reach:
        m, x = f"{reach}.m", lambda: f"{reach}.{p.random.choice('xy')}"
    else:
        p.globals.append(f"static {type_} $guard; static int $x, $y;")
        m, x = "$guard", lambda: p.random.choice(["$x", "$y"])
    put = lambda text: text.replace("@m", m)
    p.setup.append(put(init))
    p.teardown.insert(0, f"SEE({x()});")
    p.teardown.append(put(destroy) + ";")
    if not reach or p.setup[0] != "":
        # what is freed in the teardown is freed last
        p.teardown.sort(key=lambda text: text.startswith(("free", "munmap")))
    inside = [
        lambda: f"{x()} += {p.random.randrange(1, 3)};",
        lambda: f"{x()} = {p.random.randrange(1, 4)};",
        lambda: f"{{ {x()}++; SEE({x()}); }}",
        lambda: f"SEE({x()});",
        lambda: f"if ({x()}) {x()} = 3;",
    ]
    bare = lambda: p.wrong == "race" and p.random.randrange(3) == 0

    def region():
        body = " ".join(p.random.choice(inside)() for _ in range(p.random.choice([1, 1, 2])))
        return body if bare() else f"{put(lock)}; {body} {put(unlock)};"

    p.actions += [
        region,
        region,
        region,
        lambda: f"if ({put(attempt)} == 0) {{ {p.random.choice(inside)()} {put(unlock)}; }} else SEE(5);",
    ]
    if kind == "error-checking":
        p.actions += [
            lambda: f"SEE({put(unlock)} == EPERM);",
            lambda: f"{put(lock)}; SEE({put(lock)} == EDEADLK); {x()}++; {put(unlock)};",
            lambda: f"{put(lock)}; SEE({put(attempt)} == EBUSY); {put(unlock)}; SEE({put(unlock)} == EPERM);",
        ]
    if kind == "recursive":
        p.actions += [
            lambda: f"{put(lock)}; {put(lock)}; {p.random.choice(inside)()} {put(unlock)}; {p.random.choice(inside)()} {put(unlock)};",
            lambda: f"SEE({put(unlock)} == EPERM);",
            lambda: f"{put(lock)}; SEE({put(attempt)} == 0); {p.random.choice(inside)()} {put(unlock)}; {put(unlock)};",
        ]
    if kind == "writer":
        read = put("pthread_rwlock_rdlock(&@m)")
        tryread = put("pthread_rwlock_tryrdlock(&@m)")
        p.actions += [
            lambda: f"{read}; SEE({x()}); {put(unlock)};",
            lambda: f"if ({tryread} == 0) {{ SEE({x()}); {put(unlock)}; }} else SEE(6);",
        ]


def two_locks(p):
    p.globals.append("static pthread_mutex_t $first = PTHREAD_MUTEX_INITIALIZER, $second = PTHREAD_MUTEX_INITIALIZER;\nstatic int $both;")
    p.actions += [
        lambda: "pthread_mutex_lock(&$first); pthread_mutex_lock(&$second); $both++; SEE($both); pthread_mutex_unlock(&$second); pthread_mutex_unlock(&$first);",
        lambda: "pthread_mutex_lock(&$first); if (pthread_mutex_trylock(&$second) == 0) { $both += 2; pthread_mutex_unlock(&$second); } else SEE(7); pthread_mutex_unlock(&$first);",
    ]
    if p.random.randrange(3) == 0:
        p.actions.append(lambda: "pthread_mutex_lock(&$second); pthread_mutex_lock(&$first); SEE($both); pthread_mutex_unlock(&$first); pthread_mutex_unlock(&$second);")


def robust(p):
    p.globals.append("static pthread_mutex_t $robust;\nstatic int $left;")
    p.setup.append("{ pthread_mutexattr_t kind; pthread_mutexattr_init(&kind); pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&$robust, &kind); pthread_mutexattr_destroy(&kind); }")
    p.actions += [lambda: "{ int got = pthread_mutex_lock(&$robust); if (got == 0 || got == EOWNERDEAD) { SEE(got == EOWNERDEAD); $left++; if (got) pthread_mutex_consistent(&$robust); pthread_mutex_unlock(&$robust); } else SEE(4); }"]
    p.once.append("if (pthread_mutex_lock(&$robust) == 0) { $left += 2; pthread_exit(0); } SEE(9);")


def condition(p):
    p.globals.append("static pthread_mutex_t $with = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t $cond = PTHREAD_COND_INITIALIZER;\nstatic int $ready;")
    wake = lambda: p.random.choice(["signal", "broadcast"])
    p.actions += [
        lambda: f"pthread_mutex_lock(&$with); $ready++; pthread_cond_{wake()}(&$cond); pthread_mutex_unlock(&$with);",
        lambda: f"pthread_mutex_lock(&$with); $ready++; pthread_mutex_unlock(&$with); pthread_cond_{wake()}(&$cond);",
    ]
    p.once += [
        "pthread_mutex_lock(&$with); while (!$ready) pthread_cond_wait(&$cond, &$with); SEE($ready); $ready--; pthread_mutex_unlock(&$with);",
        "pthread_mutex_lock(&$with); if (!$ready) pthread_cond_wait(&$cond, &$with); SEE($ready); pthread_mutex_unlock(&$with);",
        "pthread_mutex_lock(&$with); { struct timespec past = {1, 0}; SEE(pthread_cond_timedwait(&$cond, &$with, &past) == ETIMEDOUT); SEE($ready); } pthread_mutex_unlock(&$with);",
    ]


def c11_condition(p):
    p.globals.append("static mtx_t $mtx;\nstatic cnd_t $cnd;\nstatic int $set;")
    p.setup.append("mtx_init(&$mtx, mtx_plain); cnd_init(&$cnd);")
    p.actions.append(lambda: "mtx_lock(&$mtx); $set++; cnd_signal(&$cnd); mtx_unlock(&$mtx);")
    p.once.append("mtx_lock(&$mtx); while (!$set) cnd_wait(&$cnd, &$mtx); SEE($set); mtx_unlock(&$mtx);")


def semaphore(p):
    p.globals.append("static sem_t $sem;")
    p.setup.append(f"sem_init(&$sem, 0, {p.random.randrange(2)});")
    p.actions += [
        lambda: "sem_post(&$sem);",
        lambda: "sem_post(&$sem);",
        lambda: "SEE(sem_trywait(&$sem) == 0);",
        lambda: "{ int value; sem_getvalue(&$sem, &value); SEE(value); }",
    ]
    p.once += ["sem_wait(&$sem); SEE(1);"]


def barrier(p):
    """All threads meet once, and only then are locals of theirs looked at by others."""
    p.globals.append("static pthread_barrier_t $meet;\nstatic atomic_int *_Atomic $lent[4];")
    p.setup.append(f"pthread_barrier_init(&$meet, 0, {p.threads});")
    p.teardown.append("pthread_barrier_destroy(&$meet);")
    p.meets = True


def once(p):
    p.globals.append("static pthread_once_t $control = PTHREAD_ONCE_INIT;\nstatic atomic_int $turn;\nstatic void $init(void) { STEP; $turn++; STEP; $turn += 2; }")
    p.actions += [lambda: "pthread_once(&$control, $init); STEP; SEE($turn);", lambda: "STEP; $turn++;", lambda: "STEP; SEE($turn);"]


def pipes(p):
    p.globals.append("static int $pipe[2];")
    p.setup.append("pipe($pipe);")
    p.teardown.append("(close)($pipe[0]); (close)($pipe[1]);")
    if p.random.randrange(2):
        p.setup.append("fcntl($pipe[0], F_SETFL, O_NONBLOCK);")
        p.actions.append(lambda: "{ char got = 0; long count = read($pipe[0], &got, 1); SEE(count == 1 ? got : 7); }")
    else:
        p.once.append("{ char got = 0; read($pipe[0], &got, 1); SEE(got); }")
        p.once.append("{ char got[2] = {0}; SEE(read($pipe[0], got, 2)); SEE(got[0] * 3 + got[1]); }")
    p.actions += [
        lambda: f'write($pipe[1], "\\{p.random.randrange(1, 4)}", 1);',
        lambda: f'write($pipe[1], "\\{p.random.randrange(1, 4)}\\{p.random.randrange(1, 4)}", 2);',
        lambda: "{ struct pollfd wait = {.fd = $pipe[0], .events = POLLIN}; SEE(poll(&wait, 1, 0)); }",
    ]


def signals(p):
    p.globals.append("static sigset_t $set_of;\nstatic pthread_t $self_of_main;")
    p.setup.insert(0, "sigemptyset(&$set_of); sigaddset(&$set_of, SIGUSR1); sigaddset(&$set_of, SIGUSR2); pthread_sigmask(SIG_BLOCK, &$set_of, 0); $self_of_main = pthread_self();")
    p.teardown.insert(0, "{ sigset_t left; sigpending(&left); SEE(sigismember(&left, SIGUSR1) * 2 + sigismember(&left, SIGUSR2)); }")
    sig = lambda: p.random.choice(["SIGUSR1", "SIGUSR2"])
    p.actions += [
        lambda: f"kill(getpid(), {sig()});",
        lambda: f"pthread_kill($self_of_main, {sig()});",
        lambda: "{ sigset_t left; sigpending(&left); SEE(sigismember(&left, SIGUSR1)); }",
    ]
    p.once.append("{ int got; sigwait(&$set_of, &got); SEE(got == SIGUSR1 ? 1 : 2); }")


def handler(p):
    p.globals.append("static atomic_int $handled, $phase;\nstatic void $handle(int number) { (void)number; $handled = $handled * 2 + $phase + 1; }\nstatic pthread_t $target;")
    p.setup.append("{ struct sigaction act = {.sa_handler = $handle}; sigaction(SIGUSR1, &act, 0); } $target = pthread_self();")
    p.actions += [
        lambda: "pthread_kill($target, SIGUSR1);",
        lambda: "STEP; $phase++; STEP; SEE($handled);",
        lambda: "STEP; SEE($handled);",
        lambda: "raise(SIGUSR1); STEP; SEE($handled);",
    ]
    p.teardown.insert(0, "SEE($handled);")


def library(p):
    """State of the C library's own, with a lock around it."""
    p.globals.append("static pthread_mutex_t $library = PTHREAD_MUTEX_INITIALIZER;")
    wrap = lambda text: "pthread_mutex_lock(&$library); " + text + " pthread_mutex_unlock(&$library);"
    kind = p.random.choice(["strtok", "environment", "rand", "gmtime", "drand48", "stream", "memstream", "tmpfile", "errno"])
    p.names.append(kind)
    if kind == "strtok":
        p.globals.append('static char $text[] = "1,2,3,1;2", $other[] = "3,2,1";')
        p.setup.append('strtok($text, ",");')
        p.actions += [
            lambda: wrap('{ char *token = strtok(0, ","); SEE(token ? *token - \'0\' : 4); }'),
            lambda: wrap('{ char *token = strtok(0, ";"); SEE(token ? *token - \'0\' : 4); }'),
        ]
        p.once.append(wrap('strtok($other, ",");'))
    if kind == "environment":
        v = lambda: p.random.randrange(1, 4)
        p.actions += [
            lambda: wrap(f'setenv("SEEN", "{v()}", {p.random.randrange(2)});'),
            lambda: wrap('{ char *value = getenv("SEEN"); SEE(value ? *value - \'0\' : 0); }'),
            lambda: wrap('{ char *value = getenv("SEEN"); SEE(value ? *value - \'0\' : 0); }'),
            lambda: wrap('unsetenv("SEEN");'),
        ]
        p.once.append(wrap('putenv("SEEN=4");'))
    if kind in ("rand", "drand48"):
        seed, take = {"rand": ("srand", "rand()"), "drand48": ("srand48", "(int)lrand48()")}[kind]
        p.globals.append("static int $expected[4];\nstatic int $which(int value) { int at = 0; while (at < 4 && $expected[at] != value) at++; return at; }")
        p.setup.append(f"{seed}(3); for (int at = 0; at < 4; at++) $expected[at] = {take}; {seed}(3);")
        p.actions += [lambda: wrap(f"SEE($which({take}));"), lambda: wrap(f"SEE($which({take}));")]
        p.once.append(wrap(f"{seed}(3);"))
    if kind == "gmtime":
        p.globals.append("static struct tm *$broken;")
        p.setup.append("{ time_t when = 0; $broken = gmtime(&when); }")
        p.actions += [
            lambda: wrap(f"{{ time_t when = {86400 * p.random.randrange(1, 4)}; gmtime(&when); }}"),
            lambda: wrap("SEE($broken->tm_mday);"),
        ]
    if kind in ("stream", "memstream", "tmpfile"):
        opened = {
            "stream": ("static char $memory[8];", '$file = fmemopen($memory, sizeof $memory, "w+"); setvbuf($file, 0, _IONBF, 0);'),
            "memstream": ("static char *$memory;\nstatic size_t $size;", "$file = open_memstream(&$memory, &$size);"),
            "tmpfile": ("static char $memory[8];", "$file = tmpfile();"),
        }[kind]
        p.globals.append("static FILE *$file;\n" + opened[0])
        p.setup.append(opened[1])
        p.actions += [
            lambda: f"STEP; fputc({p.random.randrange(1, 4)}, $file);",
            lambda: f"STEP; SEE(ftell($file));",
        ]
        if kind == "memstream":
            p.teardown.append("fflush($file); for (size_t at = 0; at < 3 && at < $size; at++) SEE($memory[at]); fclose($file); free($memory);")
        else:
            p.teardown.append("rewind($file); for (int at = 0; at < 3; at++) SEE(fgetc($file)); fclose($file);")
    if kind == "errno":
        p.actions += [
            lambda: f"errno = {p.random.randrange(1, 4)};",
            lambda: "STEP; SEE(errno);",
            lambda: "(close)(-1); STEP; SEE(errno == EBADF);",
        ]


def exits(p):
    p.atomic_results = True
    p.globals.append("static atomic_int $gate, $handlers;\nstatic void $leave(void) { STEP; $handlers += 1; STEP; SEE($gate); }\nstatic void $last(void) { STEP; $handlers += 2; }")
    p.setup.append("atexit($last); atexit($leave);")
    how = p.random.choice(["exit(0);", "exit(0);", "{ $end(); _exit(0); }", "quick_exit(0);"])
    if how.startswith("quick"):
        p.setup.append("at_quick_exit($end); at_quick_exit($leave);")
    p.leaves = how if p.random.randrange(2) else "STEP; if ($gate) " + how
    p.actions += [lambda: "STEP; $gate++;", lambda: "STEP; SEE($gate);", lambda: "STEP; SEE($handlers);"]
    if p.random.randrange(2):
        p.detached = True


def detached(p):
    p.detached = p.atomic_results = True
    p.globals.append("static atomic_int $steps;")
    p.actions += [lambda: "STEP; SEE($steps++);", lambda: "STEP; SEE($steps);"]


def cancellation(p):
    p.globals.append("static atomic_int $progress;\nstatic void $cleanup(void *argument) { STEP; $progress += *(int *)argument; }")
    p.globals.append("static sem_t $never;\nstatic int $silent[2];")
    p.setup.append("sem_init(&$never, 0, 0); pipe($silent);")
    p.teardown.append("(close)($silent[0]); (close)($silent[1]);")
    silence = "{ char got; read($silent[0], &got, 1); }"
    point = lambda: p.random.choice(["pthread_testcancel();", "sem_wait(&$never);", "sem_wait(&$never);", silence])
    p.cancelled = [
        lambda: f"STEP; $progress++; {point()} STEP; $progress++;",
        lambda: f"{{ static int by = 4; pthread_cleanup_push($cleanup, &by); {point()} STEP; $progress++; pthread_cleanup_pop({p.random.randrange(2)}); }}",
        lambda: f"{{ int old; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); pthread_testcancel(); STEP; $progress++; pthread_setcancelstate(old, 0); {point()} }}",
    ]
    p.actions += [lambda: "STEP; SEE($progress);", lambda: "sem_post(&$never);", lambda: 'write($silent[1], "x", 1);']
    p.teardown.insert(0, "STEP; SEE($progress);")


def keys(p):
    p.globals.append(
        "static pthread_key_t $key;\nstatic atomic_int $destroyed;\n"
        "static void $destroy(void *value) { $destroyed = $destroyed * 2 + (int)(intptr_t)value;"
        + (" if ((intptr_t)value == 1) pthread_setspecific($key, (void *)2);" if p.random.randrange(2) else "")
        + " }"
    )
    p.setup.append("pthread_key_create(&$key, $destroy);")
    p.teardown.insert(0, "STEP; SEE($destroyed);")
    p.teardown.append("pthread_key_delete($key);")
    p.actions += [
        lambda: f"pthread_setspecific($key, (void *){p.random.randrange(3)});",
        lambda: f"pthread_setspecific($key, (void *){p.random.randrange(1, 3)});",
        lambda: "SEE((int)(intptr_t)pthread_getspecific($key));",
        lambda: "STEP; SEE($destroyed);",
    ]


def locals_of_threads(p):
    p.globals.append("static _Thread_local int $own;\nstatic atomic_int $sum;\nstatic void $count(void) { $own++; STEP; $sum += $own; }")
    p.actions += [lambda: "$count();", lambda: "$count(); SEE($own);", lambda: "STEP; SEE($sum);"]
    p.teardown.insert(0, "STEP; SEE($sum); SEE($own);")


def jumps(p):
    p.globals.append("static atomic_int $seen_by_jump;\nstatic void $jump(jmp_buf *back, int value) { STEP; $seen_by_jump += value; STEP; if ($seen_by_jump < 6) longjmp(*back, value); }")
    p.actions += [
        lambda: "{ jmp_buf back; volatile int rounds = 0; int came = setjmp(back); rounds++; if (came < 2) $jump(&back, came + 1); SEE(rounds); }",
        lambda: "{ jmp_buf back; volatile int before = 0; STEP; before = $seen_by_jump; if (setjmp(back) == 0) { STEP; $seen_by_jump++; longjmp(back, 1); } SEE(before); }",
        lambda: "STEP; SEE($seen_by_jump);",
    ]


def stack_of_nodes(p):
    """Heap memory that changes hands by an atomic pointer; the wrong kind lets two have it."""
    p.globals.append("struct $node { int value; };\nstatic _Atomic(struct $node *) $top;")
    v = lambda: p.random.randrange(1, 4)
    p.actions += [
        lambda: f"{{ struct $node *node = malloc(sizeof *node); node->value = {v()}; STEP; node = atomic_exchange(&$top, node); if (node) {{ SEE(node->value); free(node); }} }}",
        lambda: "{ STEP; struct $node *node = atomic_exchange(&$top, 0); if (node) { SEE(node->value); free(node); } else SEE(0); }",
    ]
    if p.wrong == "memory":
        p.actions += [
            lambda: "{ STEP; struct $node *node = $top; STEP; if (node) { SEE(node->value); } }",
            lambda: "{ STEP; struct $node *node = $top; STEP; $top = 0; STEP; free(node); }",
        ]
    p.teardown.append("free($top);")


def values_of_threads(p):
    p.globals.append("static atomic_int $given;")
    p.returns = True
    p.actions += [lambda: "STEP; $given++;", lambda: "STEP; SEE($given);", lambda: "STEP; if ($given == 2) return (void *)5;"]


def nested_threads(p):
    p.globals.append("static atomic_int $born;\nstatic void *$child(void *argument) { STEP; *(atomic_int *)argument += 1; STEP; $born++; return argument; }")
    # Who is cancelled while it joins leaves the child a variable that is gone.
    p.once.append("{ pthread_t child; atomic_int mine = 0; int old; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); pthread_create(&child, 0, $child, &mine); STEP; SEE(mine); STEP; $born += 2; pthread_join(child, 0); SEE(mine); pthread_setcancelstate(old, 0); }")
    p.actions += [lambda: "STEP; SEE($born);", lambda: "STEP; $born++;"]


def racing(p):
    p.globals.append("static int $plain, $array[2];")
    p.actions += [
        lambda: "STEP; $plain++;",
        lambda: "STEP; SEE($plain);",
        lambda: f"STEP; $array[{p.random.randrange(2)}] = 1;",
        lambda: f"STEP; SEE($array[{p.random.randrange(2)}]);",
    ]


INGREDIENTS = [
    cells, cells, cells, guarded, guarded, guarded, two_locks, robust, condition, condition, c11_condition, semaphore, barrier, once, pipes, pipes,
    signals, handler, library, library, library, exits, exits, detached, cancellation, keys, locals_of_threads, jumps, stack_of_nodes,
    values_of_threads, nested_threads,
]
