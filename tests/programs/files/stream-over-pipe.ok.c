// Lines through a pipe: a stream waits in the middle of a line.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *unused)
{
    assert(write(ends[1], "on", 2) == 2);
    assert(write(ends[1], "e\ntwo\n", 6) == 6);
    assert(close(ends[1]) == 0);
    return unused;
}

int main(void)
{
    assert(pipe(ends) == 0);
    FILE *from = fdopen(ends[0], "r");
    pthread_t other;
    pthread_create(&other, NULL, produce, NULL);
    char line[8];
    assert(fgets(line, sizeof line, from) && strcmp(line, "one\n") == 0);
    assert(fgets(line, sizeof line, from) && strcmp(line, "two\n") == 0);
    assert(!fgets(line, sizeof line, from) && feof(from));
    pthread_join(other, NULL);
    assert(fclose(from) == 0);
    return 0;
}
