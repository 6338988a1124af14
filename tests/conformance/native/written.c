//! Programs written by hand for `./x conformance outcomes`: what random ones seldom come to.
#include "schedule.h"
#include <sys/eventfd.h>

/* A pointer sent through a pipe, and what both ends do with what it points to. */
static int p0_results[2], p0_pipe[2];
static void *p0_reader(void *unused)
{
    atomic_int *got;
    read(p0_pipe[0], &got, sizeof got);
    STEP; *got += 1;
    STEP; SAW(p0_results, 0, *got);
    return unused;
}
static void p0_main(void)
{
    pthread_t thread;
    pipe(p0_pipe);
    atomic_int *sent = calloc(1, sizeof *sent);
    write(p0_pipe[1], &sent, sizeof sent);
    pthread_create(&thread, 0, p0_reader, 0);
    STEP; *sent = *sent * 2;
    STEP; SAW(p0_results, 1, *sent);
    pthread_join(thread, 0);
    free(sent);
    END(p0_results);
}

/* A failing unlock opens nothing: what the lock protects is still seen half done. */
static int p1_results[2], p1_x;
static pthread_mutex_t p1_lock;
static void *p1_thread(void *unused)
{
    pthread_mutex_lock(&p1_lock);
    SAW(p1_results, 0, p1_x);
    pthread_mutex_unlock(&p1_lock);
    return unused;
}
static void p1_main(void)
{
    pthread_t thread;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&p1_lock, &kind);
    pthread_create(&thread, 0, p1_thread, 0);
    SAW(p1_results, 1, pthread_mutex_unlock(&p1_lock) == EPERM);
    pthread_mutex_lock(&p1_lock);
    p1_x = 1;
    pthread_mutex_unlock(&p1_lock);
    pthread_mutex_unlock(&p1_lock);
    pthread_join(thread, 0);
    END(p1_results);
}

/* The environment as a flag between threads. */
static int p2_results[3];
static pthread_mutex_t p2_lock = PTHREAD_MUTEX_INITIALIZER;
static int p2_look(void)
{
    pthread_mutex_lock(&p2_lock);
    int there = getenv("OUTCOME") != 0;
    pthread_mutex_unlock(&p2_lock);
    return there;
}
static void *p2_thread(void *unused)
{
    pthread_mutex_lock(&p2_lock);
    setenv("OUTCOME", "1", 1);
    pthread_mutex_unlock(&p2_lock);
    pthread_mutex_lock(&p2_lock);
    unsetenv("OUTCOME");
    pthread_mutex_unlock(&p2_lock);
    return unused;
}
static void p2_main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, p2_thread, 0);
    SAW(p2_results, 0, p2_look());
    SAW(p2_results, 1, p2_look());
    pthread_join(thread, 0);
    SAW(p2_results, 2, p2_look());
    END(p2_results);
}

/* Other threads go on while handlers of atexit run. */
static atomic_int p3_results[2], p3_steps;
static void p3_end(void) { END(p3_results); }
static void p3_first(void) { STEP; SAW(p3_results, 0, p3_steps); STEP; SAW(p3_results, 1, p3_steps); }
static void *p3_thread(void *unused)
{
    STEP; p3_steps++;
    STEP; p3_steps++;
    return unused;
}
static void p3_main(void)
{
    pthread_t thread;
    atexit(p3_end);
    atexit(p3_first);
    pthread_create(&thread, 0, p3_thread, 0);
    exit(0);
}

/* Registers of a frame that is come back to by longjmp. */
static int p4_results[2];
static atomic_int p4_flag;
static jmp_buf p4_back;
static void p4_callee(int value) { STEP; if (p4_flag) longjmp(p4_back, value); }
static void *p4_thread(void *unused) { STEP; p4_flag = 1; return unused; }
static void p4_main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, p4_thread, 0);
    STEP;
    const int before = p4_flag;
    int came = setjmp(p4_back);
    if (came == 0) {
        p4_callee(2);
        came = 1;
    }
    pthread_join(thread, 0);
    SAW(p4_results, 0, came);
    SAW(p4_results, 1, before);
    END(p4_results);
}

/* A head and a tail on the heap, as of a queue of tasks to steal. */
static int p5_results[3];
static struct p5_queue { atomic_int head, tail; } *p5_queue;
static atomic_int p5_ready;
static void *p5_thread(void *unused)
{
    STEP; p5_ready = 1;
    STEP; p5_queue->head = 1;
    STEP; SAW(p5_results, 0, p5_queue->tail);
    return unused;
}
static void p5_main(void)
{
    pthread_t thread;
    p5_queue = calloc(1, sizeof *p5_queue);
    pthread_create(&thread, 0, p5_thread, 0);
    while (!p5_ready)
        SPIN;
    STEP; p5_queue->tail = 1;
    STEP; SAW(p5_results, 1, p5_queue->head);
    pthread_join(thread, 0);
    free(p5_queue);
    END(p5_results);
}

/* A lock that orders only those who take it: two accesses race. */
static int p6_results[1], p6_x;
static pthread_mutex_t p6_lock = PTHREAD_MUTEX_INITIALIZER;
static void *p6_thread(void *unused) { pthread_mutex_lock(&p6_lock); p6_x++; pthread_mutex_unlock(&p6_lock); return unused; }
static void p6_main(void) // wrong: race
{
    pthread_t thread;
    pthread_create(&thread, 0, p6_thread, 0);
    STEP; p6_x++;
    pthread_join(thread, 0);
    SAW(p6_results, 0, p6_x);
    END(p6_results);
}

/* Readers and a writer, who looks whether anybody reads. */
static int p7_results[3], p7_x;
static pthread_rwlock_t p7_lock = PTHREAD_RWLOCK_INITIALIZER;
static void *p7_reader(void *slot)
{
    pthread_rwlock_rdlock(&p7_lock);
    SAW(p7_results, (intptr_t)slot, p7_x);
    pthread_rwlock_unlock(&p7_lock);
    return 0;
}
static void p7_main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, p7_reader, (void *)0);
    pthread_create(&threads[1], 0, p7_reader, (void *)1);
    int got = pthread_rwlock_trywrlock(&p7_lock);
    SAW(p7_results, 2, got == 0);
    if (got == 0) {
        p7_x = 1;
        pthread_rwlock_unlock(&p7_lock);
    }
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    END(p7_results);
}

/* Values of keys and the order of their destructors. */
static int p8_results[3];
static atomic_int p8_destroyed;
static pthread_key_t p8_key;
static void p8_destroy(void *value)
{
    p8_destroyed = p8_destroyed * 2 + (int)(intptr_t)value;
    if ((intptr_t)value == 2)
        pthread_setspecific(p8_key, (void *)1);
}
static void *p8_thread(void *value)
{
    pthread_setspecific(p8_key, value);
    STEP; SAW(p8_results, (intptr_t)value - 1, p8_destroyed);
    return 0;
}
static void p8_main(void)
{
    pthread_t threads[2];
    pthread_key_create(&p8_key, p8_destroy);
    pthread_create(&threads[0], 0, p8_thread, (void *)1);
    pthread_create(&threads[1], 0, p8_thread, (void *)2);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    SAW(p8_results, 2, p8_destroyed);
    END(p8_results);
}

/* A thread that may be cancelled before, in and after its wait. */
static int p9_results[2];
static atomic_int p9_steps;
static sem_t p9_sem;
static void p9_cleanup(void *unused) { (void)unused; STEP; p9_steps += 4; }
static void *p9_thread(void *unused)
{
    pthread_cleanup_push(p9_cleanup, 0);
    STEP; p9_steps++;
    sem_wait(&p9_sem);
    STEP; p9_steps++;
    pthread_cleanup_pop(0);
    return unused;
}
static void p9_main(void)
{
    pthread_t thread;
    void *result;
    sem_init(&p9_sem, 0, 0);
    pthread_create(&thread, 0, p9_thread, 0);
    sem_post(&p9_sem);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    SAW(p9_results, 0, result == PTHREAD_CANCELED);
    SAW(p9_results, 1, p9_steps);
    END(p9_results);
}

/* A counter of the system's, waited for by two. */
static int p10_results[2], p10_counter;
static void *p10_thread(void *slot)
{
    uint64_t got = 0;
    read(p10_counter, &got, sizeof got);
    SAW(p10_results, (intptr_t)slot, got);
    return 0;
}
static void p10_main(void)
{
    pthread_t threads[2];
    uint64_t one = 1, two = 2;
    p10_counter = eventfd(0, EFD_SEMAPHORE);
    pthread_create(&threads[0], 0, p10_thread, (void *)0);
    pthread_create(&threads[1], 0, p10_thread, (void *)1);
    write(p10_counter, &one, sizeof one);
    write(p10_counter, &two, sizeof two);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    (close)(p10_counter);
    END(p10_results);
}

/* Two philosophers. */
static int p11_results[2];
static pthread_mutex_t p11_forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *p11_thread(void *seat)
{
    int left = (int)(intptr_t)seat;
    pthread_mutex_lock(&p11_forks[left]);
    pthread_mutex_lock(&p11_forks[1 - left]);
    SAW(p11_results, left, 1);
    pthread_mutex_unlock(&p11_forks[1 - left]);
    pthread_mutex_unlock(&p11_forks[left]);
    return 0;
}
static void p11_main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, p11_thread, (void *)0);
    pthread_create(&threads[1], 0, p11_thread, (void *)1);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    END(p11_results);
}

void (*const programs[])(void) = {
    p0_main, p1_main, p2_main, p3_main, p4_main, p5_main, p6_main, p7_main, p8_main, p9_main, p10_main, p11_main,
};
const int program_count = sizeof programs / sizeof *programs;
