// A million sockets: there are no more numbers at some time, and closing gives all of them back.
//@ native: no
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int last = -1, made = 0;
    for (int i = 0; i < 1000000; i++) {
        int file = socket(AF_INET, SOCK_STREAM, 0);
        if (file < 0)
            break;
        last = file;
        made++;
    }
    assert(errno == EMFILE && made == last - 2 && made > 100);
    while (last > 2)
        assert(close(last--) == 0);
    assert((last = socket(AF_INET, SOCK_STREAM, 0)) == 3);
    close(last);
    return 0;
}
