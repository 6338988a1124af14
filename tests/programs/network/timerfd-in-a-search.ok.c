// In a search time stands still, and a timer could expire anywhere.
//@ check
//@ unknown: a timer
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec time = { { 0, 0 }, { 1, 0 } };
    int file = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(file, 0, &time, NULL);
    close(file);
    return 0;
}
