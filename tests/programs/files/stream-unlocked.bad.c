// putc_unlocked is for those who have locked the stream.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *work(void *unused)
{
    putc_unlocked('x', file); //~ data-race
    return unused;
}

int main(void)
{
    pthread_t first, second;
    file = fopen("out", "w");
    if (!file)
        return 0;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    fclose(file);
    return 0;
}
