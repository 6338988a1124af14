/* dlfcn.h: nothing can be loaded at run time. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

void __gmc_not_modelled(const char *);

/* What dlerror has to say of the thread's last call. */
static __thread char *problem;

static void fail(void)
{
    problem = "gmc loads nothing at run time";
}

void *dlopen(const char *name, int mode)
{
    if (!name)
        __gmc_not_modelled("`dlopen` of the program itself");
    fail();
    return NULL;
}

void *dlsym(void *restrict library, const char *restrict name)
{
    fail();
    return NULL;
}

int dlclose(void *library)
{
    fail();
    return -1;
}

int dladdr(const void *address, Dl_info *info)
{
    return 0;
}

char *dlerror(void)
{
    char *text = problem;
    problem = NULL;
    return text;
}
