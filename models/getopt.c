/* getopt.h: command-line options, in the order and with the messages of glibc. */

#include <stddef.h>

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

extern struct file *stderr;
int fprintf(struct file *, const char *, ...);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int);
char *getenv(const char *);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* Where in an argument with several short options the next one is. */
static char *next;
/* Arguments that are no options and were passed over: from the first to before the last. */
static int first_other, last_other;

/* Puts the options that came after others before them. */
static void exchange(char **argv)
{
    while (last_other > first_other && optind > last_other) {
        char *option = argv[last_other];
        for (int at = last_other; at > first_other; at--)
            argv[at] = argv[at - 1];
        argv[first_other] = option;
        first_other++;
        last_other++;
    }
}

static int is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != 0;
}

static int complains(const char *options)
{
    return opterr && options[0] != ':';
}

static int long_option(int argc, char **argv, const char *options, const struct option *longs, int *index, const char *dashes)
{
    size_t length = 0;
    while (next[length] && next[length] != '=')
        length++;
    const struct option *found = NULL;
    int at = 0, exact = 0, ambiguous = 0;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, next, length) != 0)
            continue;
        if (strlen(longs[i].name) == length) {
            found = &longs[i];
            at = i;
            exact = 1;
            break;
        }
        if (!found) {
            found = &longs[i];
            at = i;
        } else if (found->has_arg != longs[i].has_arg || found->flag != longs[i].flag || found->val != longs[i].val)
            ambiguous = 1;
    }
    if (ambiguous && !exact) {
        if (complains(options)) {
            fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", argv[0], dashes, next);
            for (int i = 0; longs[i].name; i++)
                if (strncmp(longs[i].name, next, length) == 0)
                    fprintf(stderr, " '%s%s'", dashes, longs[i].name);
            fprintf(stderr, "\n");
        }
        next = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    if (!found) {
        if (dashes[1] == 0 && strchr(options, *next))
            return -1;
        if (complains(options))
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], dashes, next);
        next = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    char *value = next[length] ? next + length + 1 : NULL;
    next = NULL;
    if (value && found->has_arg == 0) {
        if (complains(options))
            fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], dashes, found->name);
        optopt = found->val;
        return '?';
    }
    if (value)
        optarg = value;
    else if (found->has_arg == 1) {
        if (optind >= argc) {
            if (complains(options))
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], dashes, found->name);
            optopt = found->val;
            return options[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index)
        *index = at;
    if (found->flag) {
        *found->flag = found->val;
        return 0;
    }
    return found->val;
}

static int scan(int argc, char **argv, const char *options, const struct option *longs, int *index, int only)
{
    if (argc < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !first_other) {
        if (optind == 0)
            optind = 1;
        first_other = last_other = optind;
        next = NULL;
    }
    int in_order = 0, every = 0;
    if (*options == '-' || *options == '+') {
        in_order = *options == '+';
        every = *options == '-';
        options++;
    } else
        in_order = getenv("POSIXLY_CORRECT") != NULL;
    if (!next || !*next) {
        if (last_other > optind)
            last_other = optind;
        if (first_other > optind)
            first_other = optind;
        if (!in_order && !every) {
            if (first_other != last_other && last_other != optind)
                exchange(argv);
            else if (last_other != optind)
                first_other = optind;
            while (optind < argc && !is_option(argv[optind]))
                optind++;
            last_other = optind;
        }
        if (optind < argc && strcmp(argv[optind], "--") == 0) {
            optind++;
            if (first_other != last_other && last_other != optind)
                exchange(argv);
            else if (first_other == last_other)
                first_other = optind;
            last_other = argc;
            optind = argc;
        }
        if (optind >= argc) {
            if (first_other != last_other)
                optind = first_other;
            return -1;
        }
        if (!is_option(argv[optind])) {
            if (in_order)
                return -1;
            optarg = argv[optind++];
            return 1;
        }
        if (longs && argv[optind][1] == '-') {
            next = argv[optind] + 2;
            return long_option(argc, argv, options, longs, index, "--");
        }
        if (longs && only && (argv[optind][2] || !strchr(options, argv[optind][1]))) {
            next = argv[optind] + 1;
            int found = long_option(argc, argv, options, longs, index, "-");
            if (found != -1)
                return found;
        }
        next = argv[optind] + 1;
    }
    char c = *next++;
    const char *place = strchr(options, c);
    if (!*next)
        optind++;
    if (!place || c == ':' || c == ';') {
        if (complains(options))
            fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        optopt = c;
        return '?';
    }
    if (place[1] != ':')
        return c;
    if (*next) {
        optarg = next;
        optind++;
    } else if (place[2] != ':') {
        if (optind >= argc) {
            if (complains(options))
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            optopt = c;
            c = options[0] == ':' ? ':' : '?';
        } else
            optarg = argv[optind++];
    }
    next = NULL;
    return c;
}

int getopt(int argc, char *const *argv, const char *options)
{
    return scan(argc, (char **)argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
    return scan(argc, (char **)argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
    return scan(argc, (char **)argv, options, longs, index, 1);
}
