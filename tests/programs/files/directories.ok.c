// Directories are made, listed, moved and removed, in memory.
//@ native: no
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <gmc.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char name[16] = "/tmp/gmc-?";
    name[9] = 'a' + gmc_choose(2);
    assert(mkdir(name, 0755) == 0);
    assert(mkdir(name, 0755) == -1 && errno == EEXIST);
    assert(mkdir("/tmp/gmc-a/b/c", 0755) == -1 && errno == ENOENT);
    DIR *directory = opendir("/tmp");
    assert(directory);
    for (int i = 0; i < 3; i++) {
        struct dirent *entry = readdir(directory);
        assert(entry && strcmp(entry->d_name, i == 0 ? "." : i == 1 ? ".." : name + 5) == 0);
        gmc_choose(2);
    }
    assert(!readdir(directory) && closedir(directory) == 0);
    assert(chdir(name) == 0);
    char here[16];
    assert(getcwd(here, sizeof here) == here && strcmp(here, name) == 0);
    FILE *file = fopen("x", "w");
    assert(file && fclose(file) == 0);
    assert(rmdir(name) == -1 && errno == ENOTEMPTY);
    assert(rename(name, "/tmp/gmc-z") == 0 && access("/tmp/gmc-z/x", R_OK) == 0);
    assert(remove("/tmp/gmc-z/x") == 0 && rmdir("/tmp/gmc-z") == 0);
    assert(opendir("/tmp/gmc-z") == NULL && errno == ENOENT);
    return 0;
}
