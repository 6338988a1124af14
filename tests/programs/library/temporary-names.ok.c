// stdlib.h: new files and directories; dirent.h: directories as sorted lists.
//@ check
//@ native: no
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(void)
{
    char file[] = "/tmp/fileXXXXXX", other[] = "/tmp/fileXXXXXX.c", directory[] = "/tmp/dirXXXXXX", wrong[] = "/tmp/XXXXX";
    int one = mkstemp(file), two = mkstemps(other, 2);
    assert(one >= 0 && two >= 0 && strcmp(file, other) != 0 && strcmp(other + 15, ".c") == 0);
    assert(mkdtemp(directory) == directory && chdir(directory) == 0);
    assert(mkstemp(wrong) == -1 && errno == EINVAL);
    struct dirent **list;
    int count = scandir("/tmp", &list, visible, alphasort);
    assert(count == 3);
    assert(strcmp(list[0]->d_name, list[1]->d_name) < 0 && strcmp(list[1]->d_name, list[2]->d_name) < 0);
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
    assert(close(one) == 0 && close(two) == 0);
    return 0;
}
