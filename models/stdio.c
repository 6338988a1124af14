/* stdio.h: lines that are written at once, and names of temporary files. The same program gets the same names, as long as no such files exist. */

#include <stddef.h>

int access(const char *, int);
int setvbuf(void *, char *, int, size_t);

void setlinebuf(void *stream)
{
    setvbuf(stream, NULL, 1, 0);
}

static char *new_name(char *to)
{
    static unsigned next;
    static const char start[] = "/tmp/file";
    do {
        unsigned number = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
        char *at = to;
        for (const char *from = start; *from; from++)
            *at++ = *from;
        for (unsigned digit = 100000; digit > 0; digit /= 10)
            *at++ = '0' + number / digit % 10;
        *at = 0;
    } while (access(to, 0) == 0);
    return to;
}

char *tmpnam(char *to)
{
    static char room[20];
    return new_name(to ? to : room);
}

char *tmpnam_r(char *to)
{
    return to ? new_name(to) : NULL;
}
