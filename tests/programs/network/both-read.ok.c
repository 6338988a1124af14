// Two peers of which each speaks before it listens.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *talk(void *end)
{
    int own = *(int *)end;
    char byte;
    write(own, "x", 1);
    read(own, &byte, 1);
    return NULL;
}

int main(void)
{
    pthread_t one, other;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&one, NULL, talk, &ends[0]);
    pthread_create(&other, NULL, talk, &ends[1]);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
