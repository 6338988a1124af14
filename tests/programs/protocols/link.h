// Two ends that talk by UDP, and a pipe by which one side tells the other reliably that it is over.
#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int left, right, over[2];

static int bound(int port)
{
    struct sockaddr_in name = { .sin_family = AF_INET, .sin_port = htons(port) };
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(end, (struct sockaddr *)&name, sizeof name))
        _exit(7);
    return end;
}

static void towards(int end, int port)
{
    struct sockaddr_in name = { .sin_family = AF_INET, .sin_port = htons(port) };
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connect(end, (struct sockaddr *)&name, sizeof name);
}

static void open_link(void)
{
    left = bound(5000);
    right = bound(6000);
    towards(left, 6000);
    towards(right, 5000);
    pipe(over);
}

static void close_link(void)
{
    close(left);
    close(right);
    close(over[0]);
    close(over[1]);
}

// Whether there is something to read before so many milliseconds have passed.
__attribute__((unused)) static int waits(int end, int milliseconds)
{
    struct pollfd file = { end, POLLIN, 0 };
    return poll(&file, 1, milliseconds) == 1;
}

// Waits for a message; 0 where the other side says that it is over.
__attribute__((unused)) static int message(int end)
{
    struct pollfd files[2] = { { end, POLLIN, 0 }, { over[0], POLLIN, 0 } };
    poll(files, 2, -1);
    return files[1].revents == 0;
}

__attribute__((unused)) static void tell_over(void)
{
    write(over[1], "", 1);
}

static void put(int end, const char *bytes, int count)
{
    send(end, bytes, count, 0);
}

static int get(int end, char *bytes, int count)
{
    return recv(end, bytes, count, 0);
}
