// Two threads have one state of a conversion in common.
//@ violation: data-race
#include <assert.h>
#include <pthread.h>
#include <wchar.h>

static mbstate_t first_state;

static void *one(void *unused)
{
    assert(mbrlen("a", 1, &first_state) == 1);
    return unused;
}

static void *two(void *unused)
{
    assert(mbrlen("b", 1, &first_state) == 1);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
