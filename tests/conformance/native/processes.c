//! Natively: runs each program of the file many times, each time as a group of processes that are held up at random, and prints
//! what was seen as schedule.c does.
//!
//!     EXECUTABLE RUNS SEED [MANNER [PROGRAM,…]]
//!
//! Each process has delays of its own, and in some runs one of them is slow all along. The delays order nothing.
#ifndef NATIVE
#define NATIVE
#endif
#include "processes.h"
#include <dirent.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

enum { CODES = 4, DISTINCT = 1024, PATIENCE = 6 };

/* What a run leaves for the process that began it. */
static struct report {
    atomic_long steps;
    atomic_int count;
    unsigned long codes[CODES];
} *report;

static uint64_t seed, state;
static int slow, me;

/* Steele, Lea and Flood: SplitMix, OOPSLA 2014. */
static uint64_t draw(uint64_t *from, uint64_t bound)
{
    *from += 0x9e3779b97f4a7c15;
    uint64_t mixed = *from;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return (mixed ^ mixed >> 31) % bound;
}

static void doze(uint64_t nanoseconds) { syscall(SYS_nanosleep, &(struct timespec){.tv_nsec = (long)nanoseconds}, 0); }

void schedule_step(void)
{
    int kept = errno;
    atomic_fetch_add(&report->steps, 1);
    if (slow == me)
        doze(20000 + draw(&state, 150000));
    switch (draw(&state, 6)) {
    case 0: sched_yield(); break;
    case 1: doze(draw(&state, 80000)); break;
    case 2:
        for (volatile int round = (int)draw(&state, 900); round > 0; round--)
            ;
    }
    errno = kept;
}

void schedule_member(int member)
{
    me = member;
    state = seed + (uint64_t)member * 0x1234567;
    schedule_step();
}

void ended(unsigned long code)
{
    int at = atomic_fetch_add(&report->count, 1);
    if (at < CODES)
        report->codes[at] = code;
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

/* Whether all processes of a group sleep, or have ended. */
static int asleep(pid_t group)
{
    DIR *processes = opendir("/proc");
    int all = processes != NULL;
    for (struct dirent *entry; all && (entry = readdir(processes));) {
        char name[300], text[512], how = 'S';
        int its = 0;
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
            continue;
        snprintf(name, sizeof name, "/proc/%s/stat", entry->d_name);
        FILE *file = fopen(name, "r");
        if (!file)
            continue;
        if (fgets(text, sizeof text, file) && strrchr(text, ')'))
            sscanf(strrchr(text, ')') + 2, "%c %*d %d", &how, &its);
        fclose(file);
        all = its != group || how == 'S' || how == 'Z';
    }
    closedir(processes);
    return all;
}

/* Whether the run comes to an end; -1 where it goes on for too long. It does not if all of its processes sleep and nothing happens, for a second where it is the first time. */
static int comes_to_an_end(pid_t process, int descriptor, int sure)
{
    long before = -1;
    int still = 0;
    for (int tries = 0; tries < 200; tries++) {
        struct pollfd wait = {.fd = descriptor, .events = POLLIN};
        if (poll(&wait, 1, 10) > 0)
            return 1;
        long now = atomic_load(&report->steps);
        still = now == before && asleep(process) ? still + 1 : 0;
        before = now;
        if (still > (sure ? 4 : 100))
            return 0;
    }
    return -1;
}

/* Whether the run showed anything new; adds to the hangs. */
static int run_once(int program, int *hangs)
{
    static const char *const SEEN = "seen", *const HANG = "hang", *const SIGNAL = "signal", *const EXIT = "exit";
    atomic_store(&report->steps, 0);
    atomic_store(&report->count, 0);
    pid_t process = fork();
    if (process == 0) {
        setpgid(0, 0);
        schedule_member(0);
        programs[program]();
        exit(0);
    }
    setpgid(process, process);
    int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    int over = comes_to_an_end(process, descriptor, *hangs > 0), status;
    close(descriptor);
    kill(-process, SIGKILL);
    waitpid(process, &status, 0);
    if (!over)
        return (*hangs)++, note(HANG, 0);
    if (over < 0)
        return *hangs += PATIENCE / 2, 0;
    int fresh = 0;
    for (int at = 0; at < atomic_load(&report->count) && at < CODES; at++)
        fresh |= note(SEEN, report->codes[at]);
    if (WIFSIGNALED(status))
        fresh |= WTERMSIG(status) == SIGKILL && atomic_load(&report->count) ? 0 : note(SIGNAL, (unsigned long)WTERMSIG(status));
    else if (WEXITSTATUS(status) > 64)
        fresh |= note(EXIT, (unsigned long)WEXITSTATUS(status));
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
    uint64_t base = strtoul(argv[2], 0, 10);
    /* Whoever loses its parent comes to this process, which ends it with its group. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
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
            slow = (int)draw(&from, 2 * MEMBERS);
            idle = run_once(program, &hangs) ? 0 : idle + 1;
            while (waitpid(-1, 0, WNOHANG) > 0)
                ;
        }
        for (int at = 0; at < distinct; at++)
            fprintf(out, "%d %s %lx %ld\n", program, seen[at].what, seen[at].code, seen[at].times);
        fprintf(out, "%d runs 0 %d\n", program, done);
        fflush(out);
    }
    return 0;
}
