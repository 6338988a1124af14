// A counter in a file that is written in place: after a crash between emptying and writing it, there is none.
//@ check: --restart 1
//@ native: no
//@ trace: the host crashes
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char load(void)
{
    char count = '0';
    int file = open("/tmp/count", O_RDONLY);
    if (file >= 0) {
        assert(read(file, &count, 1) == 1); //~ assertion
        close(file);
    }
    return count;
}

static void store(char count)
{
    int file = open("/tmp/count", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert(write(file, &count, 1) == 1);
    close(file);
}

int main(void)
{
    char before = load();
    assert(before >= '0' && before <= '2');
    store(before + 1);
    assert(load() == before + 1);
    return 0;
}
