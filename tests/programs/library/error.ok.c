// err.h and error.h: what goes on, and what does not.
//@ exit: 7
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>

int main(void)
{
    errno = ENOENT;
    warn("%s", "a file");
    warnx("%d", 3);
    warn(NULL);
    error(0, 0, "message %d", 1);
    error(0, EINVAL, "message %d", 2);
    error_at_line(0, 0, "file.c", 12, "message");
    printf("%u\n", error_message_count);
    fflush(stdout);
    errx(7, "the end");
}
