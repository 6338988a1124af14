// A bounded buffer behind a lock, which producers and consumers try as often as they may. With SPIN they try until they
// succeed.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 2
#define ROUNDS 2
#define SIZE 2

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int buffer[SIZE], count, in, out;

static _Bool put(void)
{
    _Bool room = count < SIZE;
    if (room) {
        buffer[in] = 1;
        in = (in + 1) % SIZE;
        count++;
    }
    assert(count <= SIZE);
    return room;
}

static _Bool take(void)
{
    _Bool any = count > 0;
    if (any) {
        assert(buffer[out] == 1);
        buffer[out] = 0;
        out = (out + 1) % SIZE;
        count--;
    }
    assert(count >= 0);
    return any;
}

static void *work(void *producer)
{
    for (int i = 0; i < ROUNDS; i++) {
        _Bool done;
        do {
            pthread_mutex_lock(&lock);
            done = producer ? put() : take();
            pthread_mutex_unlock(&lock);
#ifndef SPIN
            done = 1;
#endif
        } while (!done);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2 * THREADS];
    for (int i = 0; i < 2 * THREADS; i++)
        pthread_create(&threads[i], NULL, work, i < THREADS ? &lock : NULL);
    for (int i = 0; i < 2 * THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
