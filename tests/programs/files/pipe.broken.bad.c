// Who writes to a pipe that nobody reads is ended by a signal.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    assert(pipe(ends) == 0);
    close(ends[0]);
    write(ends[1], "x", 1); //~ abort: SIGPIPE
    return 0;
}
