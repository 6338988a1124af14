//! Natively: runs each program of the file many times, each time in a process of its own and under another schedule, and prints
//! what was seen: `PROGRAM seen CODE TIMES`, `PROGRAM hang 0 TIMES`, `PROGRAM signal N TIMES`, `PROGRAM exit N TIMES`, and
//! `PROGRAM runs 0 TIMES` for all of them.
//!
//!     EXECUTABLE RUNS SEED [MANNER [PROGRAM,…]]
//!
//! MANNER is `baton`, where one thread at a time has its turn, drawn at random at each step or by random priorities that change
//! at random steps (Burckhardt et al., A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010);
//! `delays`, where threads run as the system lets them and are held up at random; or `both`, by turns. Waiting is always left to
//! the C library: who waits is outside the turns, and comes back when the library lets it. With `delays` the scheduler does
//! nothing that orders threads, so that a sanitizer sees the program's own order alone.
#define _GNU_SOURCE
#ifndef NATIVE
#define NATIVE
#endif
#include "schedule.h"
#undef pthread_create
#undef thrd_create
#undef pthread_exit
#undef read
#undef kill
#undef poll
#undef _exit
#undef close
#include <dirent.h>
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { THREADS = 32, CODES = 8, DISTINCT = 512, PATIENCE = 8 };

/* What a run leaves for the process that began it. */
static struct report {
    atomic_long steps;
    atomic_int count;
    unsigned long codes[CODES];
} *report;

static enum { RANDOM, PRIORITIES, DELAYS } manner;
static _Thread_local int me = -1;
static _Thread_local int holding;
static _Thread_local uint64_t state;
static atomic_int guard, threads;
static int baton = -1;
static unsigned waiting;
static int priority[THREADS];
static atomic_int granted[THREADS];
static int lowest, changes[3];
static uint64_t seed;

/* Steele, Lea and Flood: SplitMix, OOPSLA 2014. */
static uint64_t draw(uint64_t *from, uint64_t bound)
{
    *from += 0x9e3779b97f4a7c15;
    uint64_t mixed = *from;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return (mixed ^ mixed >> 31) % bound;
}

static void futex(atomic_int *word, int operation, int value) { syscall(SYS_futex, word, operation, value, 0, 0, 0); }

/* nanosleep would be a place where threads are cancelled. */
static void doze(uint64_t nanoseconds) { syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = (long)nanoseconds}, 0); }

static void guard_lock(void)
{
    for (int spins = 0; atomic_exchange(&guard, 1); spins++)
        if (spins > 50)
            sched_yield();
}

static void guard_unlock(void) { atomic_store(&guard, 0); }

/* Whose turn it is next; the guard is held. */
static void choose(void)
{
    static uint64_t choices;
    baton = -1;
    if (!waiting)
        return;
    if (!choices)
        choices = seed;
    int next = -1;
    if (manner == PRIORITIES) {
        for (int at = 0; at < THREADS; at++)
            if (waiting >> at & 1 && (next < 0 || priority[at] > priority[next]))
                next = at;
    } else {
        for (int skip = (int)draw(&choices, (unsigned)__builtin_popcount(waiting)); skip >= 0; skip--)
            do
                next++;
            while (!(waiting >> next & 1));
    }
    waiting &= ~(1u << next);
    baton = next;
    atomic_store(&granted[next], 1);
    futex(&granted[next], FUTEX_WAKE_PRIVATE, 1);
}

static void await_turn(void)
{
    while (!atomic_load(&granted[me]))
        futex(&granted[me], FUTEX_WAIT_PRIVATE, 0);
    atomic_store(&granted[me], 0);
    holding = 1;
}

static void give_up(void)
{
    if (!holding)
        return;
    holding = 0;
    guard_lock();
    choose();
    guard_unlock();
}

static void delay(void)
{
    switch (draw(&state, 8)) {
    case 0: sched_yield(); break;
    case 1: doze(draw(&state, 60000)); break;
    case 2:
        for (volatile int round = (int)draw(&state, 600); round > 0; round--)
            ;
    }
}

/* The scheduler's own calls change errno. */
static void keep_errno(int *kept) { errno = *kept; }

void schedule_step(void)
{
    __attribute__((cleanup(keep_errno))) int kept = errno;
    if (me < 0)
        return;
    long step = atomic_fetch_add_explicit(&report->steps, 1, memory_order_relaxed);
    if (manner == DELAYS) {
        delay();
        return;
    }
    guard_lock();
    for (unsigned at = 0; at < sizeof changes / sizeof *changes; at++)
        if (step == changes[at])
            priority[me] = --lowest;
    waiting |= 1u << me;
    if (holding || baton < 0) {
        holding = 0;
        choose();
    }
    guard_unlock();
    await_turn();
}

void schedule_spin(void)
{
    if (manner == PRIORITIES && me >= 0) {
        guard_lock();
        priority[me] = --lowest;
        guard_unlock();
    }
    sched_yield();
    schedule_step();
}

void schedule_block(void)
{
    __attribute__((cleanup(keep_errno))) int kept = errno;
    if (manner != DELAYS && me >= 0)
        give_up();
}

void schedule_resume(void) { schedule_step(); }

int schedule_coin(void) { return (int)draw(&state, 2); }

/* Whoever was woken needs time to come back. */
void schedule_wake(void)
{
    __attribute__((cleanup(keep_errno))) int kept = errno;
    if (manner == DELAYS || me < 0 || draw(&state, 3))
        return;
    give_up();
    doze(draw(&state, 30000));
    schedule_step();
}

struct start {
    void *(*start)(void *);
    int (*start_c11)(void *);
    void *argument;
    int slot;
};

/* From here on the thread is nobody's: destructors of its keys run outside the turns. */
static void leave(void *unused)
{
    (void)unused;
    if (manner != DELAYS)
        give_up();
    me = -1;
}

static void begin(int slot)
{
    me = slot;
    state = seed + (uint64_t)slot * 0x1234567;
}

static void *run_thread(void *argument)
{
    struct start start = *(struct start *)argument;
    free(argument);
    begin(start.slot);
    void *result = 0;
    pthread_cleanup_push(leave, 0);
    schedule_step();
    if (start.start)
        result = start.start(start.argument);
    else
        result = (void *)(intptr_t)start.start_c11(start.argument);
    pthread_cleanup_pop(1);
    return result;
}

static int run_thread_c11(void *argument) { return (int)(intptr_t)run_thread(argument); }

static struct start *new_start(void *(*start)(void *), int (*start_c11)(void *), void *argument)
{
    schedule_step();
    struct start *made = malloc(sizeof *made);
    *made = (struct start){start, start_c11, argument, atomic_fetch_add(&threads, 1)};
    if (made->slot >= THREADS)
        abort();
    guard_lock();
    priority[made->slot] = (int)draw(&state, 1000);
    guard_unlock();
    return made;
}

/* The new thread may come first only if it is there. */
static void await_arrival(int slot)
{
    for (int tries = 0; manner != DELAYS && tries < 2000; tries++) {
        guard_lock();
        int there = waiting >> slot & 1;
        guard_unlock();
        if (there)
            break;
        sched_yield();
    }
    schedule_step();
}

int schedule_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    struct start *made = new_start(start, 0, argument);
    int slot = made->slot, result = pthread_create(thread, attributes, run_thread, made);
    await_arrival(slot);
    return result;
}

int schedule_create_c11(thrd_t *thread, thrd_start_t start, void *argument)
{
    struct start *made = new_start(0, start, argument);
    int slot = made->slot, result = thrd_create(thread, run_thread_c11, made);
    await_arrival(slot);
    return result;
}

void schedule_exit_thread(void *result)
{
    if (me == 0)
        leave(0);
    pthread_exit(result);
}

void ended(unsigned long code)
{
    int at = atomic_fetch_add(&report->count, 1);
    if (at < CODES)
        report->codes[at] = code;
}

/* In a process of its own. */
static _Noreturn void run_program(int program)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    atomic_store(&threads, 1);
    begin(0);
    lowest = 0;
    uint64_t from = seed;
    for (unsigned at = 0; at < sizeof changes / sizeof *changes; at++)
        changes[at] = (int)draw(&from, 40);
    priority[0] = (int)draw(&from, 1000);
    holding = 1;
    baton = 0;
    programs[program]();
    exit(0);
}

/* Whether every thread of the process sleeps. */
static int asleep(pid_t process)
{
    char name[300], text[512];
    snprintf(name, sizeof name, "/proc/%d/task", process);
    DIR *tasks = opendir(name);
    if (!tasks)
        return 0;
    int all = 1;
    for (struct dirent *entry; all && (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "/proc/%d/task/%s/stat", process, entry->d_name);
        FILE *file = fopen(name, "r");
        if (!file || !fgets(text, sizeof text, file))
            all = 0;
        else
            all = strrchr(text, ')')[2] == 'S';
        if (file)
            fclose(file);
    }
    closedir(tasks);
    return all;
}

static int ended_within(int descriptor, int milliseconds)
{
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    return poll(&wait, 1, milliseconds) > 0;
}

/* Whether the run comes to an end. It does not if all of its threads sleep and nothing happens, for a second where it is the first time. */
static int comes_to_an_end(pid_t process, int descriptor, int sure)
{
    if (ended_within(descriptor, 10))
        return 1;
    long before = atomic_load(&report->steps);
    int still = 0;
    for (int tries = 0; tries < 3000; tries++) {
        if (ended_within(descriptor, 10))
            return 1;
        long now = atomic_load(&report->steps);
        still = now == before && asleep(process) ? still + 1 : 0;
        before = now;
        if (still > (sure ? 3 : 100))
            return 0;
    }
    return 0;
}

static struct seen {
    const char *what;
    unsigned long code;
    long times;
} seen[DISTINCT];
static int distinct;

/* Whether it is new. */
static int note(const char *what, unsigned long code)
{
    for (int at = 0; at < distinct; at++)
        if (seen[at].what == what && seen[at].code == code)
            return seen[at].times++, 0;
    if (distinct < DISTINCT)
        seen[distinct++] = (struct seen){what, code, 1};
    return 1;
}

/* Whether the run showed anything new; adds to the hangs. */
static int run_once(int program, int *hangs)
{
    static const char *const SEEN = "seen", *const HANG = "hang", *const SIGNAL = "signal", *const EXIT = "exit";
    atomic_store(&report->steps, 0);
    atomic_store(&report->count, 0);
    pid_t process = fork();
    if (process == 0)
        run_program(program);
    int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    int over = comes_to_an_end(process, descriptor, *hangs > 0), status;
    close(descriptor);
    if (!over)
        kill(process, SIGKILL);
    waitpid(process, &status, 0);
    if (!over)
        return (*hangs)++, note(HANG, 0);
    int fresh = 0;
    if (WIFSIGNALED(status))
        fresh |= note(SIGNAL, (unsigned long)WTERMSIG(status));
    else if (WEXITSTATUS(status) > 64)
        fresh |= note(EXIT, (unsigned long)WEXITSTATUS(status));
    else
        for (int at = 0; at < atomic_load(&report->count) && at < CODES; at++)
            fresh |= note(SEEN, report->codes[at]);
    return fresh;
}

/* Whether the list has the number; all if it is empty. */
static int wanted(const char *list, int number)
{
    if (!*list)
        return 1;
    for (char *end; *list; list = *end ? end + 1 : end)
        if (strtol(list, &end, 10) == number)
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int runs = atoi(argv[1]), null = open("/dev/null", O_RDWR);
    const char *how = argc > 3 ? argv[3] : "both";
    uint64_t base = strtoul(argv[2], 0, 10);
    report = mmap(0, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    FILE *out = fdopen(fcntl(1, F_DUPFD_CLOEXEC, 100), "w");
    dup2(null, 0);
    dup2(null, 1);
    for (int program = 0; program < program_count; program++) {
        if (!wanted(argc > 4 ? argv[4] : "", program))
            continue;
        int hangs = 0, done = 0;
        distinct = 0;
        /* Ends early where a third of the runs in a row showed nothing new, or where it mostly hangs. */
        for (int idle = 0; done < runs && idle < 40 + runs / 3 && hangs < PATIENCE; done++) {
            seed = base + (uint64_t)program * 1000003 + (uint64_t)done * 7919;
            uint64_t from = seed;
            manner = *how == 'd' ? DELAYS : *how == 'b' && how[1] == 'a' ? draw(&from, 2) : draw(&from, 5) / 2;
            idle = run_once(program, &hangs) ? 0 : idle + 1;
        }
        for (int at = 0; at < distinct; at++)
            fprintf(out, "%d %s %lx %ld\n", program, seen[at].what, seen[at].code, seen[at].times);
        fprintf(out, "%d runs 0 %d\n", program, done);
        fflush(out);
    }
    return 0;
}
