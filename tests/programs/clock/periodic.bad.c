// The slow timer comes with every second tick of the fast one, unless the program is late.
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
    int ticks = 0;
    timerfd_settime(files[0].fd, 0, &slow, NULL);
    timerfd_settime(files[1].fd, 0, &fast, NULL);
    for (;;) {
        uint64_t times;
        poll(files, 2, -1);
        if (files[1].revents) {
            read(files[1].fd, &times, sizeof times);
            ticks++;
        }
        if (files[0].revents) {
            read(files[0].fd, &times, sizeof times);
            assert(ticks == 2); //~ assertion
            ticks = 0;
        }
    }
}
