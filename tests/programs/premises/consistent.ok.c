// Nothing is taken for granted where all operations are sequentially consistent.
//@ check: --strict
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen[2];

static void *one(void *unused)
{
    atomic_store(&x, 1);
    seen[0] = atomic_load(&y);
    return unused;
}

static void *two(void *unused)
{
    atomic_store(&y, 1);
    seen[1] = atomic_load(&x);
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
