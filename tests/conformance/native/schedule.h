//! What programs of `./x conformance outcomes` are made of, natively and under gmc.
//!
//! STEP stands before every operation that other threads can notice. Natively it lets the scheduler of schedule.c choose who goes on,
//! and calls that wait leave the choice to the others; the calls themselves are always those of the C library. Under gmc it is nothing.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* What was seen, as a number: four bits for each result, of which 0 is one that was not there. */
#define SAW(results, slot, value) ((results)[slot] = ((value) + 1) & 15)
#define END(results)                                                                                                   \
    do {                                                                                                               \
        unsigned long code_ = 0;                                                                                       \
        for (unsigned at_ = 0; at_ < sizeof(results) / sizeof *(results); at_++)                                       \
            code_ = code_ << 4 | (unsigned)(results)[at_];                                                             \
        ended(code_);                                                                                                  \
    } while (0)

/* The program has come to its end and has seen this. */
void ended(unsigned long code);

/* The programs of the file that includes this. */
extern void (*const programs[])(void);
extern const int program_count;

#ifndef NATIVE
#define STEP ((void)0)
#define SPIN sched_yield()
#else
void schedule_step(void);
void schedule_spin(void);
void schedule_block(void);
void schedule_resume(void);
void schedule_wake(void);
int schedule_coin(void);
int schedule_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int schedule_create_c11(thrd_t *thread, thrd_start_t start, void *argument);
_Noreturn void schedule_exit_thread(void *result);

#define STEP schedule_step()
#define SPIN schedule_spin()

/* A call that may wait: nobody is kept from running meanwhile. */
#define WAITS(call)                                                                                                    \
    ({                                                                                                                 \
        schedule_step();                                                                                               \
        schedule_block();                                                                                              \
        __typeof__(call) result_ = (call);                                                                             \
        schedule_resume();                                                                                             \
        result_;                                                                                                       \
    })
/* One that need not wait where `attempt` does the same at once. */
#define WAITS_UNLESS(attempt, call)                                                                                    \
    ({                                                                                                                 \
        schedule_step();                                                                                               \
        int early_ = schedule_coin() ? (attempt) : -1;                                                                 \
        early_ == 0 || early_ == EOWNERDEAD ? early_ : WAITS(call);                                                    \
    })
/* One after which others may go on. */
#define WAKES(call)                                                                                                    \
    ({                                                                                                                 \
        schedule_step();                                                                                               \
        __typeof__(call) result_ = (call);                                                                             \
        schedule_wake();                                                                                               \
        result_;                                                                                                       \
    })

#define pthread_create(t, a, f, x) schedule_create(t, a, f, x)
#define thrd_create(t, f, x) schedule_create_c11(t, f, x)
#define pthread_exit(x) schedule_exit_thread(x)
#define pthread_join(t, r) WAITS((pthread_join)(t, r))
#define pthread_detach(t) WAKES((pthread_detach)(t))
#define pthread_mutex_lock(m) WAITS_UNLESS((pthread_mutex_trylock)(m), (pthread_mutex_lock)(m))
#define pthread_mutex_trylock(m) WAKES((pthread_mutex_trylock)(m))
#define pthread_mutex_unlock(m) WAKES((pthread_mutex_unlock)(m))
#define pthread_spin_lock(m) WAITS_UNLESS((pthread_spin_trylock)(m), (pthread_spin_lock)(m))
#define pthread_spin_unlock(m) WAKES((pthread_spin_unlock)(m))
#define pthread_rwlock_rdlock(m) WAITS_UNLESS((pthread_rwlock_tryrdlock)(m), (pthread_rwlock_rdlock)(m))
#define pthread_rwlock_wrlock(m) WAITS_UNLESS((pthread_rwlock_trywrlock)(m), (pthread_rwlock_wrlock)(m))
#define pthread_rwlock_tryrdlock(m) WAKES((pthread_rwlock_tryrdlock)(m))
#define pthread_rwlock_trywrlock(m) WAKES((pthread_rwlock_trywrlock)(m))
#define pthread_rwlock_unlock(m) WAKES((pthread_rwlock_unlock)(m))
#define mtx_lock(m) WAITS_UNLESS((mtx_trylock)(m), (mtx_lock)(m))
#define mtx_unlock(m) WAKES((mtx_unlock)(m))
#define cnd_wait(c, m) WAITS((cnd_wait)(c, m))
#define cnd_signal(c) WAKES((cnd_signal)(c))
#define cnd_broadcast(c) WAKES((cnd_broadcast)(c))
#define thrd_join(t, r) WAITS((thrd_join)(t, r))
#define pthread_cond_wait(c, m) WAITS((pthread_cond_wait)(c, m))
#define pthread_cond_timedwait(c, m, t) WAITS((pthread_cond_timedwait)(c, m, t))
#define pthread_cond_signal(c) WAKES((pthread_cond_signal)(c))
#define pthread_cond_broadcast(c) WAKES((pthread_cond_broadcast)(c))
#define sem_wait(s) WAITS_UNLESS((sem_trywait)(s), (sem_wait)(s))
#define sem_trywait(s) WAKES((sem_trywait)(s))
#define sem_post(s) WAKES((sem_post)(s))
#define sem_getvalue(s, v) WAKES((sem_getvalue)(s, v))
#define pthread_barrier_wait(b) WAITS((pthread_barrier_wait)(b))
#define pthread_once(o, f) WAITS((pthread_once)(o, f))
#define call_once(o, f) WAITS(((call_once)(o, f), 0))
#define pthread_cancel(t) WAKES((pthread_cancel)(t))
#define pthread_testcancel() (schedule_step(), (pthread_testcancel)())
#define pthread_kill(t, s) WAKES((pthread_kill)(t, s))
#define sigqueue(p, s, v) WAKES((sigqueue)(p, s, v))
#define kill(p, s) WAKES((kill)(p, s))
#define sigwait(s, n) WAITS((sigwait)(s, n))
#define sigwaitinfo(s, n) WAITS((sigwaitinfo)(s, n))
#define sigpending(s) WAKES((sigpending)(s))
#define read(f, b, n) WAITS((read)(f, b, n))
#define write(f, b, n) WAKES((write)(f, b, n))
#define close(f) WAKES((close)(f))
#define poll(f, n, t) WAITS((poll)(f, n, t))
#define exit(n) (schedule_step(), (exit)(n))
#define quick_exit(n) (schedule_step(), (quick_exit)(n))
#define _exit(n) (schedule_step(), (_exit)(n))
#endif
