// A counter in a file, written anew beside it and put in its place: it survives a crash of its host at any moment.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char load(void)
{
    char count = '0';
    int file = open("/tmp/count", O_RDONLY);
    if (file >= 0) {
        assert(read(file, &count, 1) == 1);
        close(file);
    }
    return count;
}

static void store(char count)
{
    int file = open("/tmp/count.new", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert(write(file, &count, 1) == 1);
    close(file);
    rename("/tmp/count.new", "/tmp/count");
}

int main(void)
{
    char before = load();
    assert(before >= '0' && before <= '2');
    store(before + 1);
    assert(load() == before + 1);
    return 0;
}
