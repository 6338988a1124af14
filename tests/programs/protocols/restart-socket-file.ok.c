// A server removes its name, which may be left of an earlier life, before it binds it.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/tmp/server"};
    unlink("/tmp/server");
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(bind(server, (struct sockaddr *)&name, sizeof name) == 0);
    assert(listen(server, 1) == 0);
    close(server);
    unlink("/tmp/server");
    return 0;
}
