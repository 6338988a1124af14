//! CDSChecker's threads, whose functions return nothing.
#include <pthread.h>
#include <stdlib.h>
typedef pthread_t thrd_t;
typedef void (*thrd_start_t)(void *);
struct shim_start { thrd_start_t function; void *argument; };
static void *shim_run(void *argument)
{
    struct shim_start start = *(struct shim_start *)argument;
    free(argument);
    start.function(start.argument);
    return 0;
}
static inline int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    struct shim_start *start = malloc(sizeof *start);
    *start = (struct shim_start){function, argument};
    return pthread_create(thread, 0, shim_run, start);
}
static inline int thrd_join(thrd_t thread) { return pthread_join(thread, 0); }
static inline void thrd_yield(void) { sched_yield(); }
