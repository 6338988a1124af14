/* Pays in, once for each number. What was paid in is in a file. */
#include <arpa/inet.h>
#include <assert.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_paid(void)
{
    struct stat file;
    return stat("/paid", &file) == 0 && file.st_size > 0;
}

static void pay_in(char number)
{
    int file = open("/paid", O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert(write(file, &number, 1) == 1);
    close(file);
}

int main(void)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(7000)}, from;
    struct stat file;
    socklen_t length = sizeof from;
    struct timeval patience = {.tv_sec = 5};
    char number, last = 0;
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert(bind(s, (struct sockaddr *)&own, sizeof own) == 0);
#ifdef FIXED
    last = is_paid() ? '1' : 0;
#endif
    while (recvfrom(s, &number, 1, 0, (struct sockaddr *)&from, &length) == 1) {
        if (number != last)
            pay_in(number);
        last = number;
        sendto(s, "k", 1, 0, (struct sockaddr *)&from, length);
        assert(stat("/paid", &file) == 0 && file.st_size == 1);
    }
    return 0;
}
