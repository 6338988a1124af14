/* spawn.h, and of stdlib.h and stdio.h what starts programs: `posix_spawn`, `system`, `popen`. Programs are those that
   were given to gmc. There is no shell: simple command lines are understood here. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct _IO_FILE FILE;

void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
char *getenv(const char *);
char *strchr(const char *, int);
char *strdup(const char *);
size_t strlen(const char *);
void *memcpy(void *, const void *, size_t);
FILE *fdopen(int, const char *);
int fclose(FILE *);
int *__errno_location(void);
/* Whether a file is a program: 0, or an error. Whether any program was given. What is not modelled ends the run. */
int __gmc_executable(const char *);
int __gmc_has_programs(void);
void __gmc_not_modelled(const char *);

enum { NO_ENTRY = 2, INTERRUPTED = 4, NO_CHILD = 10, NO_MEMORY = 12, NO_ACCESS = 13, INVALID = 22, NO_SYSTEM = 38, BAD_FILE = 9 };

/* What a child does before it executes a program. */
struct __spawn_action {
    enum { OPEN, CLOSE, DUPLICATE, ENTER } kind;
    int file, other, flags;
    mode_t mode;
    char *path;
};

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions)
{
    *actions = (posix_spawn_file_actions_t){ 0 };
    return 0;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions)
{
    for (int i = 0; i < actions->__used; i++)
        free(actions->__actions[i].path);
    free(actions->__actions);
    return 0;
}

static int add(posix_spawn_file_actions_t *to, struct __spawn_action action, const char *path)
{
    if (action.file < 0 || action.other < 0)
        return BAD_FILE;
    if (to->__used == to->__allocated) {
        struct __spawn_action *more = realloc(to->__actions, (to->__used + 8) * sizeof *more);
        if (!more)
            return NO_MEMORY;
        to->__actions = more;
        to->__allocated += 8;
    }
    if (path && !(action.path = strdup(path)))
        return NO_MEMORY;
    to->__actions[to->__used++] = action;
    return 0;
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict to, int file, const char *restrict path, int flags, mode_t mode)
{
    return add(to, (struct __spawn_action){ .kind = OPEN, .file = file, .flags = flags, .mode = mode }, path);
}

int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *to, int file)
{
    return add(to, (struct __spawn_action){ .kind = CLOSE, .file = file }, NULL);
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *to, int file, int other)
{
    return add(to, (struct __spawn_action){ .kind = DUPLICATE, .file = file, .other = other }, NULL);
}

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict to, const char *restrict path)
{
    return add(to, (struct __spawn_action){ .kind = ENTER }, path);
}

int posix_spawnattr_init(posix_spawnattr_t *attributes)
{
    *attributes = (posix_spawnattr_t){ 0 };
    return 0;
}

int posix_spawnattr_destroy(posix_spawnattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags)
{
    if (flags & ~0xff)
        return INVALID;
    attributes->__flags = flags;
    return 0;
}

int posix_spawnattr_getflags(const posix_spawnattr_t *restrict attributes, short *restrict flags)
{
    *flags = attributes->__flags;
    return 0;
}

int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group)
{
    attributes->__pgrp = group;
    return 0;
}

int posix_spawnattr_getpgroup(const posix_spawnattr_t *restrict attributes, pid_t *restrict group)
{
    *group = attributes->__pgrp;
    return 0;
}

int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict attributes, const sigset_t *restrict set)
{
    attributes->__sd = *set;
    return 0;
}

int posix_spawnattr_getsigdefault(const posix_spawnattr_t *restrict attributes, sigset_t *restrict set)
{
    *set = attributes->__sd;
    return 0;
}

int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict attributes, const sigset_t *restrict set)
{
    attributes->__ss = *set;
    return 0;
}

int posix_spawnattr_getsigmask(const posix_spawnattr_t *restrict attributes, sigset_t *restrict set)
{
    *set = attributes->__ss;
    return 0;
}

/* In the child: whether all went well. */
static int prepare(const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes)
{
    int flags = attributes ? attributes->__flags : 0;
    if (flags & (POSIX_SPAWN_SETSCHEDPARAM | POSIX_SPAWN_SETSCHEDULER))
        __gmc_not_modelled("`posix_spawn` with a schedule");
    if ((flags & POSIX_SPAWN_SETSID) && setsid() < 0)
        return 0;
    if ((flags & POSIX_SPAWN_SETPGROUP) && setpgid(0, attributes->__pgrp) != 0)
        return 0;
    if (flags & POSIX_SPAWN_SETSIGDEF)
        for (int i = 1; i < 65; i++)
            if (sigismember(&attributes->__sd, i) == 1)
                signal(i, SIG_DFL);
    if (flags & POSIX_SPAWN_SETSIGMASK)
        sigprocmask(SIG_SETMASK, &attributes->__ss, NULL);
    for (int i = 0; actions && i < actions->__used; i++) {
        struct __spawn_action *it = &actions->__actions[i];
        int file;
        switch (it->kind) {
        case OPEN:
            file = open(it->path, it->flags, it->mode);
            if (file < 0 || (file != it->file && (dup2(file, it->file) < 0 || close(file) != 0)))
                return 0;
            break;
        case CLOSE:
            close(it->file);
            break;
        case DUPLICATE:
            if (it->file == it->other ? fcntl(it->file, F_SETFD, 0) != 0 : dup2(it->file, it->other) < 0)
                return 0;
            break;
        case ENTER:
            if (chdir(it->path) != 0)
                return 0;
        }
    }
    return 1;
}

/* What a child that cannot execute its program does: it exits with 127, as POSIX allows. */
int posix_spawn(pid_t *restrict to, const char *restrict path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const envp[restrict])
{
    int error = __gmc_executable(path);
    if (error)
        return error;
    int before = *__errno_location();
    pid_t child = vfork();
    if (child < 0) {
        error = *__errno_location();
        *__errno_location() = before;
        return error;
    }
    if (child == 0) {
        if (prepare(actions, attributes))
            execve(path, argv, envp);
        _exit(127);
    }
    if (to)
        *to = child;
    return 0;
}

/* A program that is looked for where PATH says. */
static int find(const char *file, char *to, size_t size)
{
    int denied = 0;
    if (strchr(file, '/')) {
        if (strlen(file) >= size)
            return NO_ENTRY;
        memcpy(to, file, strlen(file) + 1);
        return __gmc_executable(to);
    }
    const char *path = getenv("PATH");
    if (!path)
        path = "/bin:/usr/bin";
    for (;;) {
        size_t length = 0, rest = strlen(file);
        while (path[length] && path[length] != ':')
            length++;
        if (*file && length + rest + 2 <= size) {
            size_t at = length;
            memcpy(to, path, length);
            if (length)
                to[at++] = '/';
            memcpy(to + at, file, rest + 1);
            int error = __gmc_executable(to);
            if (!error)
                return 0;
            denied |= error == NO_ACCESS;
        }
        if (!path[length])
            return denied ? NO_ACCESS : NO_ENTRY;
        path += length + 1;
    }
}

int posix_spawnp(pid_t *restrict to, const char *restrict file, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const envp[restrict])
{
    char path[256];
    int error = find(file, path, sizeof path);
    return error ? error : posix_spawn(to, path, actions, attributes, argv, envp);
}

/* A simple command: words, and where its input and output go. */
enum { MOST_WORDS = 64, LONGEST = 1024 };

struct command {
    char *words[MOST_WORDS + 1];
    int count;
};

/* One word, without its quotes, into `to`. Where the next one may start. */
static const char *word(const char *from, char **to)
{
    char quote = 0;
    for (;; from++) {
        char c = *from;
        if (!c && quote)
            __gmc_not_modelled("a command line whose quotes do not match");
        if (!c || (!quote && strchr(" \t\n|<>&;()", c)))
            break;
        if (c == quote)
            quote = 0;
        else if (!quote && (c == '\'' || c == '"'))
            quote = c;
        else if (c == '\\' && quote != '\'' && from[1] && (!quote || strchr("\"\\$`", from[1])))
            *(*to)++ = *++from;
        else if (quote != '\'' && strchr(quote ? "$`" : "$`*?[~{}!#", c))
            __gmc_not_modelled("a command line with more than words, quotes, pipes and redirections");
        else
            *(*to)++ = c;
    }
    *(*to)++ = 0;
    return from;
}

static const char *skip(const char *text)
{
    while (*text == ' ' || *text == '\t' || *text == '\n')
        text++;
    return text;
}

/* Sends the input or the output of a command to a file, or to where another one goes. */
static const char *redirect(const char *text, int file, char **room)
{
    int reads = *text == '<', flags = reads ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
    text++;
    if (!reads && *text == '>') {
        flags = O_WRONLY | O_CREAT | O_APPEND;
        text++;
    }
    if (*text == '&' && text[1] >= '0' && text[1] <= '9') {
        if (dup2(text[1] - '0', file) < 0)
            _exit(2);
        return text + 2;
    }
    text = skip(text);
    char *name = *room;
    text = word(text, room);
    if (!*name)
        __gmc_not_modelled("a command line with a redirection to nothing");
    int open_file = open(name, flags, 0666);
    if (open_file < 0)
        _exit(2);
    if (open_file != file) {
        dup2(open_file, file);
        close(open_file);
    }
    return text;
}

/* Executes one command, in a process of its own. */
static void execute(const char *text)
{
    char letters[LONGEST], *room = letters, path[256];
    struct command it = { .count = 0 };
    for (text = skip(text); *text && *text != '|'; text = skip(text)) {
        if (*text == '<' || *text == '>')
            text = redirect(text, *text == '>', &room);
        else if (*text >= '0' && *text <= '9' && (text[1] == '<' || text[1] == '>'))
            text = redirect(text + 1, *text - '0', &room);
        else if (strchr("&;()", *text) || it.count == MOST_WORDS)
            __gmc_not_modelled("a command line with more than words, quotes, pipes and redirections");
        else {
            it.words[it.count++] = room;
            text = word(text, &room);
        }
    }
    it.words[it.count] = NULL;
    if (it.count == 0)
        _exit(0);
    int error = find(it.words[0], path, sizeof path);
    if (!error)
        execve(path, it.words, environ);
    _exit(error == NO_ENTRY ? 127 : 126);
}

/* The command after the next pipe; null if there is none. */
static const char *after_pipe(const char *text)
{
    char quote = 0;
    for (; *text; text++) {
        if (*text == '\\' && quote != '\'' && text[1])
            text++;
        else if (*text == quote)
            quote = 0;
        else if (!quote && (*text == '\'' || *text == '"'))
            quote = *text;
        else if (!quote && *text == '|') {
            if (text[1] == '|')
                __gmc_not_modelled("a command line with more than words, quotes, pipes and redirections");
            return text + 1;
        }
    }
    return NULL;
}

/* What `sh -c` does in its process: it never returns. */
static void shell(const char *text)
{
    if (strlen(text) >= LONGEST)
        __gmc_not_modelled("a command line of more than a thousand characters");
    const char *next = after_pipe(text);
    if (!next)
        execute(text);
    pid_t last = -1;
    int count = 0, in = 0, status = 0;
    for (; text; text = next, count++) {
        int ends[2] = { -1, -1 };
        next = after_pipe(text);
        if (next && pipe(ends) != 0)
            _exit(2);
        last = fork();
        if (last < 0)
            _exit(2);
        if (last == 0) {
            if (in != 0) {
                dup2(in, 0);
                close(in);
            }
            if (next) {
                dup2(ends[1], 1);
                close(ends[0]);
                close(ends[1]);
            }
            execute(text);
        }
        if (in != 0)
            close(in);
        if (next)
            close(ends[1]);
        in = next ? ends[0] : 0;
    }
    for (int code; count > 0; count--)
        if (wait(&code) == last)
            status = code;
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (*__errno_location() != INTERRUPTED)
            return -1;
    return status;
}

int system(const char *command)
{
    if (!command)
        return __gmc_has_programs();
    if (!__gmc_has_programs()) {
        *__errno_location() = NO_SYSTEM;
        return -1;
    }
    struct sigaction ignored = { .sa_handler = SIG_IGN }, interrupt, quit;
    sigset_t child_signal, before;
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    sigaction(SIGINT, &ignored, &interrupt);
    sigaction(SIGQUIT, &ignored, &quit);
    sigprocmask(SIG_BLOCK, &child_signal, &before);
    pid_t child = fork();
    if (child == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        shell(command);
    }
    int status = child < 0 ? -1 : wait_for(child);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* Streams that `popen` has opened. */
struct opened {
    struct opened *next;
    FILE *stream;
    pid_t child;
    int file;
};

static struct opened *all_opened;

FILE *popen(const char *command, const char *mode)
{
    int reads = mode[0] == 'r', ends[2], closes = mode[1] == 'e';
    if ((mode[0] != 'r' && mode[0] != 'w') || (mode[1] && !closes)) {
        *__errno_location() = INVALID;
        return NULL;
    }
    if (!__gmc_has_programs()) {
        *__errno_location() = NO_SYSTEM;
        return NULL;
    }
    struct opened *new = malloc(sizeof *new);
    if (!new)
        return NULL;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        free(new);
        return NULL;
    }
    int own = ends[!reads], other = ends[reads];
    pid_t child = fork();
    if (child == 0) {
        close(own);
        if (other == reads)
            fcntl(other, F_SETFD, 0);
        else {
            dup2(other, reads);
            close(other);
        }
        for (struct opened *it = all_opened; it; it = it->next)
            close(it->file);
        shell(command);
    }
    close(other);
    FILE *stream = child < 0 ? NULL : fdopen(own, reads ? "r" : "w");
    if (!stream) {
        close(own);
        free(new);
        return NULL;
    }
    if (!closes)
        fcntl(own, F_SETFD, 0);
    *new = (struct opened){ all_opened, stream, child, own };
    all_opened = new;
    return stream;
}

int pclose(FILE *stream)
{
    struct opened **at = &all_opened;
    while (*at && (*at)->stream != stream)
        at = &(*at)->next;
    struct opened *it = *at;
    if (!it) {
        *__errno_location() = NO_CHILD;
        return -1;
    }
    *at = it->next;
    pid_t child = it->child;
    free(it);
    fclose(stream);
    return wait_for(child);
}
