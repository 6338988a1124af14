/* syslog.h: nobody reads what is logged; what a program asks to see on standard error is written there. */

#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);
extern char *program_invocation_short_name;
extern void *stderr;
int fputs(const char *, void *);

static const char *name;
static int options, mask = 0xff;

void openlog(const char *own, int wanted, int facility)
{
    __atomic_store_n(&name, own, __ATOMIC_SEQ_CST);
    __atomic_store_n(&options, wanted, __ATOMIC_SEQ_CST);
}

void closelog(void)
{
    __atomic_store_n(&name, NULL, __ATOMIC_SEQ_CST);
}

int setlogmask(int wanted)
{
    return wanted ? __atomic_exchange_n(&mask, wanted, __ATOMIC_SEQ_CST) : __atomic_load_n(&mask, __ATOMIC_SEQ_CST);
}

/* Formats even what nobody reads: the arguments may be wrong. */
void vsyslog(int priority, const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    int wanted = __atomic_load_n(&options, __ATOMIC_SEQ_CST);
    if (!(LOG_MASK(LOG_PRI(priority)) & __atomic_load_n(&mask, __ATOMIC_SEQ_CST)) || !(wanted & LOG_PERROR))
        return;
    const char *own = __atomic_load_n(&name, __ATOMIC_SEQ_CST);
    char head[128], number[24] = "";
    if (wanted & LOG_PID)
        snprintf(number, sizeof number, "[%d]", (int)getpid());
    snprintf(head, sizeof head, "%.80s%s: ", own ? own : program_invocation_short_name, number);
    fputs(head, stderr);
    fputs(text, stderr);
    size_t length = strlen(text);
    if (length == 0 || text[length - 1] != '\n')
        fputs("\n", stderr);
}

void syslog(int priority, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}
