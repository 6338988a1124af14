// What one thread writes to a pipe another one reads, and waits for.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *unused)
{
    for (char c = 'a'; c < 'd'; c++)
        assert(write(ends[1], &c, 1) == 1);
    assert(close(ends[1]) == 0);
    return unused;
}

int main(void)
{
    assert(pipe(ends) == 0);
    int from = ends[0];
    pthread_t other;
    pthread_create(&other, NULL, produce, NULL);
    char c, expected = 'a';
    while (read(from, &c, 1) == 1)
        assert(c == expected++);
    assert(expected == 'd');
    pthread_join(other, NULL);
    assert(close(from) == 0);
    return 0;
}
