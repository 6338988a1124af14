// Where deadlines pass in any order, the later timer may be the first to expire.
//@ check: --clock free
#include <assert.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec soon = { { 0, 0 }, { 1, 0 } }, late = { { 0, 0 }, { 2, 0 } };
    struct pollfd files[2] = {
        { timerfd_create(CLOCK_MONOTONIC, 0), POLLIN, 0 },
        { timerfd_create(CLOCK_MONOTONIC, 0), POLLIN, 0 },
    };
    timerfd_settime(files[0].fd, 0, &soon, NULL);
    timerfd_settime(files[1].fd, 0, &late, NULL);
    poll(files, 2, -1);
    assert(files[0].revents); //~ assertion
    close(files[0].fd);
    close(files[1].fd);
    return 0;
}
