// Two threads draw, and may draw the same.
//@ check: --rand any
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long drawn[2];

static void *draw(void *number)
{
    *(long *)number = random() > 100;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, draw, &drawn[0]);
    pthread_create(&second, 0, draw, &drawn[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(drawn[0] == drawn[1]); //~ assertion
    return 0;
}
