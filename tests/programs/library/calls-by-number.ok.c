// unistd.h: calls of the kernel by their numbers, and what Linux tells of itself.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <unistd.h>

int main(void)
{
    assert(syscall(SYS_getpid) == getpid() && syscall(SYS_gettid) == gettid() && gettid() == getpid());
    assert(syscall(SYS_getuid) == getuid() && syscall(SYS_getppid) == getppid());
    int ends[2];
    char text[4] = "";
    assert(syscall(SYS_pipe2, ends, O_CLOEXEC) == 0);
    assert(syscall(SYS_write, ends[1], "abc", (size_t)3) == 3);
    assert(syscall(SYS_read, ends[0], text, (size_t)3) == 3 && !strcmp(text, "abc"));
    assert(syscall(SYS_close, ends[0]) == 0);
    assert(syscall(SYS_close, ends[0]) == -1 && errno == EBADF);
    unsigned char drawn[8];
    assert(syscall(SYS_getrandom, drawn, sizeof drawn, 0) == 8);

    char name[16] = "";
    assert(prctl(PR_SET_NAME, "a name that is too long") == 0);
    assert(prctl(PR_GET_NAME, name) == 0 && !strcmp(name, "a name that is "));
    struct sysinfo info;
    assert(sysinfo(&info) == 0 && info.totalram >= info.freeram && info.procs > 0);
    dev_t device = makedev(0x12345, 0x6789a);
    assert(gnu_dev_makedev(1, 2) == makedev(1, 2) && gnu_dev_major(device) == major(device) &&
        gnu_dev_minor(device) == minor(device));
    assert(major(device) == 0x12345 && minor(device) == 0x6789a && makedev(8, 1) == 0x801);
    extern long __sysconf(int);
    assert(__sysconf(_SC_PAGESIZE) == sysconf(_SC_PAGESIZE));
    unsigned some = arc4random();
    arc4random_buf(&some, sizeof some);
    assert(arc4random_uniform(1) == 0 && arc4random_uniform(some | 1) < (some | 1));
    assert(gnu_get_libc_version()[0] == '2');
    return 0;
}
