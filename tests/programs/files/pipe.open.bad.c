// Who reads until the end of a pipe waits for ever while it holds the other end itself.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *unused)
{
    for (char c = 'a'; c < 'd'; c++)
        assert(write(ends[1], &c, 1) == 1);
    return unused;
}

int main(void)
{
    assert(pipe(ends) == 0);
    int from = ends[0];
    pthread_t other;
    pthread_create(&other, NULL, produce, NULL);
    char c, expected = 'a';
    while (read(from, &c, 1) == 1) //~ deadlock
        assert(c == expected++);
    assert(expected == 'd');
    pthread_join(other, NULL);
    assert(close(from) == 0);
    return 0;
}
