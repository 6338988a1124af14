// Where one is in a file is part of the state, and shared by the numbers that dup gives.
#include <assert.h>
#include <fcntl.h>
#include <gmc.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/gmc-a", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(file == 3 && write(file, "0123456789", 10) == 10);
    int at = gmc_choose(3);
    assert(lseek(file, at, SEEK_SET) == at);
    int other = dup(file);
    char c;
    assert(other == 4 && read(other, &c, 1) == 1 && c == '0' + at);
    assert(read(file, &c, 1) == 1 && c == '1' + at);
    assert(pread(file, &c, 1, 9) == 1 && c == '9');
    assert(lseek(file, 0, SEEK_CUR) == at + 2);
    struct stat info;
    assert(fstat(file, &info) == 0 && info.st_size == 10 && S_ISREG(info.st_mode));
    assert(ftruncate(file, 3) == 0 && lseek(file, 0, SEEK_END) == 3);
    assert(unlink("/tmp/gmc-a") == 0 && access("/tmp/gmc-a", F_OK) == -1);
    assert(pread(file, &c, 1, 2) == 1 && c == '2');
    assert(close(file) == 0 && close(other) == 0 && close(other) == -1);
    return 0;
}
