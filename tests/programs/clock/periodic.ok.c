// Two timers that repeat, in a loop without end: the states are as many as there are differences of their deadlines.
//@ check: --clock ordered
//@ native: no
#include <assert.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec slow = { { 1, 0 }, { 1, 0 } }, fast = { { 0, 500000000 }, { 0, 500000000 } };
    struct pollfd files[2] = {
        { timerfd_create(CLOCK_MONOTONIC, 0), POLLIN, 0 },
        { timerfd_create(CLOCK_MONOTONIC, 0), POLLIN, 0 },
    };
    timerfd_settime(files[0].fd, 0, &slow, NULL);
    timerfd_settime(files[1].fd, 0, &fast, NULL);
    for (;;) {
        poll(files, 2, -1);
        for (int i = 0; i < 2; i++) {
            uint64_t times = 0;
            if (files[i].revents) {
                read(files[i].fd, &times, sizeof times);
                assert(times == 1);
            }
        }
    }
}
