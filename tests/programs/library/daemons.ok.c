// syslog.h, pwd.h, grp.h, termios.h: what daemons and clients do at their start.
//@ check
//@ native: no
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <syslog.h>
#include <termios.h>
#include <unistd.h>

static void log_it(int priority, const char *format, ...)
{
    va_list all;
    va_start(all, format);
    vsyslog(priority, format, all);
    va_end(all);
}

/* Every file is there, none is hidden. */
static int any(const struct dirent64 *entry)
{
    return entry->d_name[0] != '.';
}

int main(void)
{
    openlog("daemon", LOG_PID, LOG_DAEMON);
    syslog(LOG_INFO, "started with %d files", 3);
    errno = ENOENT;
    log_it(LOG_ERR, "no configuration: %m");
    assert(setlogmask(LOG_UPTO(LOG_ERR)) == 0xff && setlogmask(0) == LOG_UPTO(LOG_ERR));
    closelog();

    struct passwd user, *found_user = &user;
    struct group group, *found_group = &group;
    char room[256];
    assert(getpwuid_r(12345, &user, room, sizeof room, &found_user) == 0 && !found_user);
    assert(getpwnam_r("nobody in particular", &user, room, sizeof room, &found_user) == 0 && !found_user);
    assert(getgrgid_r(12345, &group, room, sizeof room, &found_group) == 0 && !found_group);
    assert(getgrnam_r("nobody in particular", &group, room, sizeof room, &found_group) == 0 && !found_group);
    setpwent();
    setgrent();
    assert(!getpwent() && !getgrent());
    endpwent();
    endgrent();
    gid_t none[1] = { 0 };
    assert(setgroups(1, none) == -1 && errno == EPERM);
    assert(initgroups("root", 0) == -1 && errno == EPERM);

    struct termios terminal;
    memset(&terminal, 0xff, sizeof terminal);
    assert(tcgetattr(0, &terminal) == -1 && errno == ENOTTY);
    cfmakeraw(&terminal);
    assert(!(terminal.c_lflag & ICANON) && terminal.c_cc[VMIN] == 1);
    assert(tcsetattr(0, TCSANOW, &terminal) == -1 && errno == ENOTTY);

    char directory[] = "/tmp/sentXXXXXX";
    assert(mkdtemp(directory) && chdir(directory) == 0);
    int in = open("in", O_RDWR | O_CREAT, 0600), out = open("out", O_RDWR | O_CREAT, 0600);
    assert(write(in, "some text", 9) == 9);
    off64_t at = 5;
    assert(sendfile64(out, in, &at, 100) == 4 && at == 9);
    off_t from = 0;
    assert(sendfile(out, in, &from, 4) == 4 && from == 4);
    char text[9] = "";
    assert(pread(out, text, 8, 0) == 8 && !strcmp(text, "textsome"));
    struct dirent64 **list;
    assert(scandir64(".", &list, any, alphasort64) == 2 && !strcmp(list[1]->d_name, "out"));
    free(list[0]);
    free(list[1]);
    free(list);
    assert(close(in) == 0 && close(out) == 0);
    return 0;
}
