// Two peers that both write more than the connection holds before they read: each waits for the other to make room.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE = 400000 };

static int ends[2];
static char data[2][SIZE];

static void *talk(void *number)
{
    int own = *(int *)number;
    write(ends[own], data[own], SIZE); //~ deadlock
    for (long got = 0; got < SIZE;) {
        long some = read(ends[own], data[own], SIZE);
        if (some <= 0)
            break;
        got += some;
    }
    return NULL;
}

int main(void)
{
    static int numbers[2] = { 0, 1 };
    pthread_t one, other;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&one, NULL, talk, &numbers[0]);
    pthread_create(&other, NULL, talk, &numbers[1]);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
