// A timer that is a file: it is read when it has expired.
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define SHOW(it) do { errno = 0; long got = (it); printf("%s: %ld %s\n", #it, got, got < 0 ? strerror(errno) : ""); } while (0)

int main(void)
{
    struct itimerspec time = { { 0, 0 }, { 0, 1000000 } }, left;
    uint64_t count = 0;
    int file = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    SHOW(read(file, &count, 8));
    SHOW(timerfd_settime(file, 0, &time, NULL));
    fcntl(file, F_SETFL, 0);
    SHOW(read(file, &count, 8));
    printf("%llu\n", (unsigned long long)count);
    SHOW(timerfd_gettime(file, &left));
    printf("%ld %ld\n", (long)left.it_value.tv_sec, left.it_value.tv_nsec);
    SHOW(timerfd_create(77, 0));
    SHOW(timerfd_settime(0, 0, &time, NULL));
    close(file);
    return 0;
}
