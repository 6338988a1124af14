// One thread reads into what another one looks at.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char buffer[4];

static void *fill(void *unused)
{
    int file = open("/dev/zero", O_RDONLY);
    read(file, buffer, sizeof buffer); //~| data-race
    close(file);
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, fill, NULL);
    int found = buffer[2]; //~| data-race
    pthread_join(other, NULL);
    return found;
}
