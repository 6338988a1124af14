// stdlib.h: new files with flags and endings, also by the names that large files have; realpath finds them.
//@ check
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char names[5][32] = { "/tmp/fileXXXXXX", "/tmp/fileXXXXXX", "/tmp/fileXXXXXX", "/tmp/fileXXXXXX.c", "/tmp/fileXXXXXX.c" };
    int files[5];
    files[0] = mkostemp(names[0], O_CLOEXEC);
    files[1] = mkostemp64(names[1], O_APPEND);
    files[2] = mkstemp64(names[2]);
    files[3] = mkostemps(names[3], 2, O_CLOEXEC);
    files[4] = mkstemps64(names[4], 2);
    for (int i = 0; i < 5; i++) {
        struct stat status;
        assert(files[i] >= 0 && write(files[i], "text", 4) == 4);
        assert(stat(names[i], &status) == 0 && status.st_size == 4 && (status.st_mode & 0777) == 0600);
        for (int j = 0; j < i; j++)
            assert(strcmp(names[i], names[j]) != 0);
        assert(strstr(names[i], "XXXXXX") == NULL && (i < 3 || strcmp(names[i] + 15, ".c") == 0));
    }
    assert(fcntl(files[1], F_GETFL) & O_APPEND && !(fcntl(files[2], F_GETFL) & O_APPEND));

    char path[PATH_MAX], longer[64];
    strcpy(longer, "/tmp/./../tmp//");
    strcat(longer, names[0] + 5);
    assert(realpath(longer, path) == path && strcmp(path, names[0]) == 0);
    for (int i = 0; i < 5; i++)
        assert(close(files[i]) == 0 && unlink(names[i]) == 0);
    char wrong[] = "/tmp/XXXXX";
    errno = 0;
    assert(mkostemp(wrong, 0) == -1 && errno == EINVAL);
    return 0;
}
