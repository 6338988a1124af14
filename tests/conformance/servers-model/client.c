/* client PORT REQUEST PART [nothing]: sends the request, says that there is no more, and hears PART in the answer; or
   nothing, if that is allowed. Ends where nobody listens yet. */
#include <arpa/inet.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int count, char **arguments) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[1]))};
    static char got[4096];
    size_t length = 0;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(s, (struct sockaddr *)&to, sizeof to) != 0)
        return 0;
    assert(write(s, arguments[2], strlen(arguments[2])) == (ssize_t)strlen(arguments[2]));
    shutdown(s, SHUT_WR);
    for (ssize_t part; (part = read(s, got + length, sizeof got - 1 - length)) > 0;)
        length += part;
    assert(strstr(got, arguments[3]) || (count > 4 && length == 0));
    close(s);
    return 0;
}
