// Nobody gets between two characters that a thread writes while it has locked the stream.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;

static void *pair(void *unused)
{
    flockfile(file);
    fputc('a', file);
    putc_unlocked('b', file);
    funlockfile(file);
    return unused;
}

static void *single(void *unused)
{
    fputc('c', file);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    char text[4] = "";
    file = fopen("out", "w+");
    if (!file)
        return 0;
    pthread_create(&first, 0, pair, 0);
    pthread_create(&second, 0, single, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    rewind(file);
    fread(text, 1, 3, file);
    fclose(file);
    assert(strcmp(text, "acb") != 0);
    return 0;
}
