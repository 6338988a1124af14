/* pwd.h, grp.h: there are no other users, and nobody can become one. */

#define _GNU_SOURCE
#include <grp.h>
#include <pwd.h>
#include <stddef.h>

int *__errno_location(void);

static int not_allowed(void)
{
    *__errno_location() = 1;
    return -1;
}

int getpwuid_r(uid_t user, struct passwd *entry, char *room, size_t size, struct passwd **result)
{
    *result = getpwuid(user);
    return 0;
}

int getpwnam_r(const char *name, struct passwd *entry, char *room, size_t size, struct passwd **result)
{
    *result = getpwnam(name);
    return 0;
}

int getgrgid_r(gid_t group, struct group *entry, char *room, size_t size, struct group **result)
{
    *result = getgrgid(group);
    return 0;
}

int getgrnam_r(const char *name, struct group *entry, char *room, size_t size, struct group **result)
{
    *result = getgrnam(name);
    return 0;
}

int setgroups(size_t count, const gid_t *groups)
{
    return not_allowed();
}

int initgroups(const char *user, gid_t group)
{
    return not_allowed();
}

/* The list of users, and that of groups: both are empty. */

void setpwent(void) {}
void endpwent(void) {}
void setgrent(void) {}
void endgrent(void) {}

struct passwd *getpwent(void)
{
    return NULL;
}

struct group *getgrent(void)
{
    return NULL;
}
