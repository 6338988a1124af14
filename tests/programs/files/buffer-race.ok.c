// One thread reads into what another one looks at later.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char buffer[4];

static void *fill(void *unused)
{
    int file = open("/dev/zero", O_RDONLY);
    read(file, buffer, sizeof buffer);
    close(file);
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, fill, NULL);
    pthread_join(other, NULL);
    return buffer[2];
}
