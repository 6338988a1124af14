/* err.h and error.h: error messages, with and without ending the program. */

#include <stdarg.h>
#include <stddef.h>

extern struct file *stderr, *stdout;
extern char *program_invocation_name, *program_invocation_short_name;
int fprintf(struct file *, const char *, ...);
int vfprintf(struct file *, const char *, va_list);
int fputs(const char *, struct file *);
int fflush(struct file *);
char *strerror(int);
void exit(int) __attribute__((noreturn));
int *__errno_location(void);

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void complain(int code, int with_code, const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format) {
        vfprintf(stderr, format, arguments);
        if (with_code)
            fputs(": ", stderr);
    }
    if (with_code)
        fputs(strerror(code), stderr);
    fputs("\n", stderr);
}

void vwarn(const char *format, va_list arguments)
{
    complain(*__errno_location(), 1, format, arguments);
}

void vwarnx(const char *format, va_list arguments)
{
    complain(0, 0, format, arguments);
}

void verr(int status, const char *format, va_list arguments)
{
    complain(*__errno_location(), 1, format, arguments);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    complain(0, 0, format, arguments);
    exit(status);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
    va_end(arguments);
}

void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
    va_end(arguments);
}

static void report(int status, int code, const char *file, unsigned line, const char *format, va_list arguments)
{
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s:", program_invocation_name);
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    else
        fputs(" ", stderr);
    vfprintf(stderr, format, arguments);
    __atomic_fetch_add(&error_message_count, 1, __ATOMIC_SEQ_CST);
    if (code)
        fprintf(stderr, ": %s", strerror(code));
    fputs("\n", stderr);
    if (status)
        exit(status);
}

void error(int status, int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(status, code, NULL, 0, format, arguments);
    va_end(arguments);
}

void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(status, code, file, line, format, arguments);
    va_end(arguments);
}
