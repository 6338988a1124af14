/* fnmatch.h: whether a name matches a pattern. */

#include <stddef.h>

enum { PATHNAME = 1, NOESCAPE = 2, PERIOD = 4, LEADING_DIR = 8, CASEFOLD = 16, NO_MATCH = 1 };

int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int), ispunct(int),
    isspace(int), isupper(int), isxdigit(int), tolower(int);
int strncmp(const char *, const char *, size_t);
size_t strlen(const char *);

static unsigned char folded(unsigned char c, int flags)
{
    return flags & CASEFOLD ? (unsigned char)tolower(c) : c;
}

static int in_class(const char *name, size_t length, unsigned char c)
{
    static const struct {
        const char *name;
        int (*test)(int);
    } classes[] = {
        { "alnum", isalnum }, { "alpha", isalpha }, { "blank", isblank }, { "cntrl", iscntrl }, { "digit", isdigit },
        { "graph", isgraph }, { "lower", islower }, { "print", isprint }, { "punct", ispunct }, { "space", isspace },
        { "upper", isupper }, { "xdigit", isxdigit },
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strlen(classes[i].name) == length && strncmp(classes[i].name, name, length) == 0)
            return classes[i].test(c) != 0;
    return 0;
}

/* The pattern behind the bracket expression at `pattern`, and whether that has the character; null if it does not end. */
static const char *bracket(const char *pattern, unsigned char c, int flags, int *has)
{
    int negated = *pattern == '!' || *pattern == '^', found = 0;
    pattern += negated;
    c = folded(c, flags);
    for (const char *first = pattern; *pattern != ']' || pattern == first;) {
        if (!*pattern)
            return NULL;
        if (pattern[0] == '[' && pattern[1] == ':') {
            const char *end = pattern + 2;
            while (*end && !(end[0] == ':' && end[1] == ']'))
                end++;
            if (!*end)
                return NULL;
            found |= in_class(pattern + 2, end - pattern - 2, c);
            pattern = end + 2;
            continue;
        }
        if (*pattern == '\\' && !(flags & NOESCAPE) && pattern[1])
            pattern++;
        unsigned char low = folded(*pattern++, flags), high = low;
        if (pattern[0] == '-' && pattern[1] && pattern[1] != ']') {
            pattern++;
            if (*pattern == '\\' && !(flags & NOESCAPE) && pattern[1])
                pattern++;
            high = folded(*pattern++, flags);
        }
        found |= low <= c && c <= high;
    }
    *has = found != negated;
    return pattern + 1;
}

static int match(const char *pattern, const char *name, int flags, int start)
{
    for (; *pattern; pattern++) {
        int leading = *name == '.' && flags & PERIOD && start;
        switch (*pattern) {
        case '?':
            if (!*name || leading || (*name == '/' && flags & PATHNAME))
                return NO_MATCH;
            break;
        case '*':
            if (leading)
                return NO_MATCH;
            while (*pattern == '*')
                pattern++;
            for (;; name++) {
                if (match(pattern, name, flags, start) == 0)
                    return 0;
                start = 0;
                if (!*name || (*name == '/' && flags & PATHNAME))
                    return NO_MATCH;
            }
        case '[': {
            int has = 0;
            if (!*name || leading || (*name == '/' && flags & PATHNAME))
                return NO_MATCH;
            const char *end = bracket(pattern + 1, *name, flags, &has);
            if (end) {
                if (!has)
                    return NO_MATCH;
                pattern = end - 1;
                break;
            }
            if (*name != '[')
                return NO_MATCH;
            break;
        }
        case '\\':
            if (!(flags & NOESCAPE)) {
                pattern++;
                if (!*pattern)
                    return NO_MATCH;
            }
            /* falls through */
        default:
            if (folded(*pattern, flags) != folded(*name, flags))
                return NO_MATCH;
        }
        start = *name == '/' && flags & PATHNAME;
        name++;
    }
    return !*name || (flags & LEADING_DIR && *name == '/') ? 0 : NO_MATCH;
}

int fnmatch(const char *pattern, const char *name, int flags)
{
    return match(pattern, name, flags, 1);
}
