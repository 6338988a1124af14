// UNIX sockets with names in the file system: what is bound is found until the name is gone.
//@ native: no
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    struct stat status;
    char byte;
    strcpy(name.sun_path, "/tmp/gmc-test-socket");
    int server = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(bind(server, (struct sockaddr *)&name, sizeof name) == 0);
    assert(stat(name.sun_path, &status) == 0 && S_ISSOCK(status.st_mode));
    assert(connect(client, (struct sockaddr *)&name, sizeof name) == -1 && errno == ECONNREFUSED);
    assert(listen(server, 1) == 0);
    assert(connect(client, (struct sockaddr *)&name, sizeof name) == 0);
    int accepted = accept(server, NULL, NULL);
    assert(send(client, "x", 1, 0) == 1 && recv(accepted, &byte, 1, 0) == 1 && byte == 'x');
    close(server);
    int again = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(connect(again, (struct sockaddr *)&name, sizeof name) == -1 && errno == ECONNREFUSED);
    assert(bind(again, (struct sockaddr *)&name, sizeof name) == -1 && errno == EADDRINUSE);
    assert(unlink(name.sun_path) == 0);
    assert(connect(again, (struct sockaddr *)&name, sizeof name) == -1 && errno == ENOENT);
    assert(bind(again, (struct sockaddr *)&name, sizeof name) == 0);
    unlink(name.sun_path);
    close(again);
    close(accepted);
    close(client);
    return 0;
}
