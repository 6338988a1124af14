// Who asks for a million sockets gets as many as a process may have open, of each kind, and all of them again.
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static int take(int family, int kind)
{
    int count = 0, last = -1;
    while (count < 1000000) {
        int s = socket(family, kind, 0);
        if (s < 0)
            break;
        last = s;
        count++;
    }
    assert(errno == EMFILE);
    for (int s = 3; s <= last; s++)
        assert(close(s) == 0);
    return count;
}

int main(void)
{
    int count = take(AF_INET, SOCK_DGRAM);
    assert(count == 1021);
    assert(take(AF_INET6, SOCK_STREAM) == count);
    assert(take(AF_UNIX, SOCK_STREAM) == count);
    return 0;
}
