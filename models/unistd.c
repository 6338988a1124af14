/* unistd.h, sys/stat.h, sys/mman.h, sys/sendfile.h: constant answers, and functions built from other functions. */

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
char *strchr(const char *, int);
int snprintf(char *, size_t, const char *, ...);
char *strdup(const char *);
char *getenv(const char *);
int *__errno_location(void);

enum { NOT_ALLOWED = 1, INVALID = 22, EXISTS = 17, TOO_LONG = 36 };

void __gmc_not_modelled(const char *);

static int fail(int code)
{
    *__errno_location() = code;
    return -1;
}

void swab(const void *restrict from, void *restrict to, ssize_t count)
{
    const char *a = from;
    char *b = to;
    for (ssize_t i = 0; i + 1 < count; i += 2) {
        char first = a[i];
        b[i] = a[i + 1];
        b[i + 1] = first;
    }
}

static long limit(int name)
{
    switch (name) {
    case _PC_LINK_MAX:
        return 127;
    case _PC_MAX_CANON:
    case _PC_MAX_INPUT:
        return 255;
    case _PC_NAME_MAX:
        return 255;
    case _PC_PATH_MAX:
        return 4096;
    case _PC_PIPE_BUF:
        return 4096;
    case _PC_CHOWN_RESTRICTED:
    case _PC_NO_TRUNC:
        return 1;
    case _PC_VDISABLE:
        return 0;
    case _PC_FILESIZEBITS:
        return 64;
    case _PC_SYMLINK_MAX:
    case _PC_SYNC_IO:
    case _PC_ASYNC_IO:
    case _PC_PRIO_IO:
        return -1;
    default:
        return fail(INVALID);
    }
}

long pathconf(const char *file, int name)
{
    return access(file, F_OK) < 0 ? -1 : limit(name);
}

long fpathconf(int file, int name)
{
    return fcntl(file, F_GETFD) < 0 ? -1 : limit(name);
}

size_t confstr(int name, char *to, size_t size)
{
    const char *text = name == _CS_PATH ? "/bin:/usr/bin" : name == _CS_GNU_LIBC_VERSION ? "glibc 2.36" :
        name == _CS_GNU_LIBPTHREAD_VERSION ? "NPTL 2.36" : NULL;
    if (!text) {
        *__errno_location() = INVALID;
        return 0;
    }
    if (to && size > 0)
        snprintf(to, size, "%s", text);
    return strlen(text) + 1;
}

long gethostid(void)
{
    return 0x7f0101;
}

int lchown(const char *name, uid_t user, gid_t group)
{
    struct stat status;
    return lstat(name, &status);
}

int nice(int by)
{
    static int level;
    int before = __atomic_load_n(&level, __ATOMIC_SEQ_CST), after;
    do {
        after = before + by;
        after = after > 19 ? 19 : after < 0 ? 0 : after;
    } while (!__atomic_compare_exchange_n(&level, &before, after, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return after;
}

/* There is one user, with one group, and no terminal. */
static int becomes(unsigned wanted)
{
    return wanted == 1000 || wanted == (unsigned)-1 ? 0 : fail(NOT_ALLOWED);
}

int setuid(uid_t user)
{
    return becomes(user);
}

int seteuid(uid_t user)
{
    return becomes(user);
}

int setgid(gid_t group)
{
    return becomes(group);
}

int setegid(gid_t group)
{
    return becomes(group);
}

int setreuid(uid_t real, uid_t effective)
{
    return becomes(real) || becomes(effective) ? -1 : 0;
}

int setregid(gid_t real, gid_t effective)
{
    return becomes(real) || becomes(effective) ? -1 : 0;
}

int getgroups(int size, gid_t *to)
{
    if (size > 0)
        *to = 1000;
    return size < 0 ? fail(INVALID) : 1;
}

int daemon(int stay, int keep)
{
    pid_t child = fork();
    if (child != 0) {
        if (child > 0)
            _exit(0);
        return -1;
    }
    if (setsid() == -1)
        return -1;
    if (!stay && chdir("/"))
        return -1;
    if (!keep) {
        int null = open("/dev/null", O_RDWR);
        if (null < 0)
            return -1;
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        if (null > 2)
            close(null);
    }
    return 0;
}

int chroot(const char *name)
{
    return fail(NOT_ALLOWED);
}

char *ttyname(int file)
{
    fail(25);
    return NULL;
}

int ttyname_r(int file, char *to, size_t size)
{
    return 25;
}

pid_t tcgetpgrp(int file)
{
    return fail(25);
}

char *getlogin(void)
{
    fail(6);
    return NULL;
}

char *ctermid(char *to)
{
    static char room[9];
    char *text = to ? to : room;
    memcpy(text, "/dev/tty", 9);
    return text;
}

/* Pipes with names are not among the files that there are. */
int mkfifo(const char *name, mode_t mode)
{
    __gmc_not_modelled("`mkfifo`: a pipe with a name");
    return fail(NOT_ALLOWED);
}

int mkfifoat(int directory, const char *name, mode_t mode)
{
    return mkfifo(name, mode);
}

int mknod(const char *name, mode_t mode, dev_t device)
{
    if (S_ISFIFO(mode))
        return mkfifo(name, mode);
    int file = S_ISREG(mode) || !(mode & S_IFMT) ? open(name, O_CREAT | O_EXCL | O_WRONLY, mode & 0777) : fail(NOT_ALLOWED);
    return file < 0 ? -1 : close(file);
}

int mknodat(int directory, const char *name, mode_t mode, dev_t device)
{
    int file = S_ISREG(mode) || !(mode & S_IFMT) ? openat(directory, name, O_CREAT | O_EXCL | O_WRONLY, mode & 0777) : fail(NOT_ALLOWED);
    return file < 0 ? -1 : close(file);
}

int readdir_r(DIR *restrict directory, struct dirent *restrict to, struct dirent **restrict result)
{
    struct dirent *entry = readdir(directory);
    if (entry)
        memcpy(to, entry, sizeof *to);
    *result = entry ? to : NULL;
    return 0;
}

/* Memory with a name is a file in a directory of its own. */
static int shared_name(const char *name, char *to, size_t size)
{
    name += *name == '/';
    if (!*name || strchr(name, '/'))
        return fail(INVALID);
    if (strlen(name) > NAME_MAX)
        return fail(TOO_LONG);
    snprintf(to, size, "/dev/shm/%s", name);
    return 0;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    char path[NAME_MAX + 16];
    return shared_name(name, path, sizeof path) < 0 ? -1 : open(path, flags, mode);
}

int shm_unlink(const char *name)
{
    char path[NAME_MAX + 16];
    return shared_name(name, path, sizeof path) < 0 ? -1 : unlink(path);
}

static ssize_t send_pieces(int out, int in, off64_t *offset, size_t count)
{
    enum { PIECE = 65536 };
    char *room = malloc(PIECE);
    size_t done = 0;
    ssize_t got = room ? 0 : fail(12);
    while (room && done < count) {
        size_t wanted = count - done < PIECE ? count - done : PIECE;
        got = offset ? pread64(in, room, wanted, *offset) : read(in, room, wanted);
        if (got <= 0)
            break;
        ssize_t put = write(out, room, got);
        if (put < 0) {
            got = -1;
            break;
        }
        done += put;
        if (offset)
            *offset += put;
        if (put < got) {
            if (!offset)
                lseek(in, put - got, SEEK_CUR);
            break;
        }
    }
    free(room);
    return got < 0 && done == 0 ? -1 : (ssize_t)done;
}

ssize_t sendfile64(int out, int in, off64_t *offset, size_t count)
{
    return send_pieces(out, in, offset, count);
}

ssize_t sendfile(int out, int in, off_t *offset, size_t count)
{
    off64_t at = offset ? *offset : 0;
    ssize_t done = send_pieces(out, in, offset ? &at : NULL, count);
    if (offset)
        *offset = at;
    return done;
}

char *tempnam(const char *directory, const char *prefix)
{
    static unsigned next;
    const char *places[] = { getenv("TMPDIR"), directory, "/tmp" };
    for (int i = 0; i < 3; i++) {
        if (!places[i] || access(places[i], F_OK) < 0)
            continue;
        size_t size = strlen(places[i]) + 20;
        char *name = malloc(size);
        if (!name)
            return NULL;
        do
            snprintf(name, size, "%s/%.5s%06u", places[i], prefix ? prefix : "file",
                __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST));
        while (access(name, F_OK) == 0);
        return name;
    }
    return NULL;
}
