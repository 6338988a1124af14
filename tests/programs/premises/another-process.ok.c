// A process that the program makes is a part of it.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0)
        _exit(0);
    return waitpid(child, 0, 0) != child;
}
