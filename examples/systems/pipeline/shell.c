/* Runs `count 3 | double | sum`, as a shell does, and expects what that prints. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void start(int in, int out, int rest, char *const argv[])
{
    pid_t child = fork();
    if (child != 0)
        return;
    if (in != 0) {
        dup2(in, 0);
        close(in);
    }
    if (out != 1) {
        dup2(out, 1);
        close(out);
    }
    if (rest >= 0)
        close(rest);
    execvp(argv[0], argv);
    _exit(127);
}

int main(void)
{
    int first[2], second[2], last[2];
    if (pipe(first) != 0)
        return 2;
    start(0, first[1], first[0], (char *[]){ "count", "3", NULL });
    close(first[1]);
    if (pipe(second) != 0)
        return 2;
    start(first[0], second[1], second[0], (char *[]){ "double", NULL });
    close(first[0]);
    close(second[1]);
    if (pipe(last) != 0)
        return 2;
    start(second[0], last[1], last[0], (char *[]){ "sum", NULL });
    close(second[0]);
    close(last[1]);
    char text[16] = "";
    for (size_t at = 0, got; (got = read(last[0], text + at, sizeof text - 1 - at)) > 0; at += got)
        ;
    close(last[0]);
    for (int i = 0; i < 3; i++) {
        int status;
        wait(&status);
        assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert(strcmp(text, "12") == 0);
    return 0;
}
