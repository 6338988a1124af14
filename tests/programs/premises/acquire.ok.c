// So it is of operations that acquire and release.
//@ check: --strict
//@ unknown: sequential consistency
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen[2];

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    seen[0] = atomic_load_explicit(&y, memory_order_acquire);
    return unused;
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    seen[1] = atomic_load_explicit(&x, memory_order_acquire);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(seen[0] || seen[1]);
    return 0;
}
