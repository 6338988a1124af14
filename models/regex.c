/* regex.h: POSIX regular expressions, basic and extended, with glibc's extensions.

   An expression is a tree. ends() maps a set of start positions to the set of positions where matches of a node can end.
   So nothing is tried twice, and the longest match from the leftmost position is the largest element of a set.
   Backtracking then finds what the groups of that match are: it tries the first alternative and one more repetition first,
   as glibc does. With back references, the longest of all ways to match counts. */

#include <regex.h>
#include <stddef.h>

void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int tolower(int);
int toupper(int);
int isalnum(int);
int isalpha(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);

enum kind { EMPTY, SET, CAT, ALT, REPEAT, GROUP, LINE_START, LINE_END, REFERENCE, WORD_START, WORD_END, EDGE, NO_EDGE, START, END };

struct node {
    enum kind kind;
    struct node *left, *right;
    /* REPEAT: how often; most is -1 without a limit. GROUP and REFERENCE: which. */
    int least, most, number;
    /* SET: which bytes. */
    unsigned char *set;
    /* All nodes, to free them. */
    struct node *next;
};

struct program {
    struct node *root, *all;
    int groups, references, flags;
};

struct parser {
    const unsigned char *at, *start;
    int flags, error, groups, closed, references, depth;
    struct node *all;
};

enum { MOST_REPEATS = 32767 };

static struct node *make(struct parser *p, enum kind kind, struct node *left, struct node *right)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node) {
        p->error = REG_ESPACE;
        return NULL;
    }
    node->kind = kind;
    node->left = left;
    node->right = right;
    node->next = p->all;
    p->all = node;
    return node;
}

static struct node *make_set(struct parser *p)
{
    struct node *node = make(p, SET, NULL, NULL);
    if (node && !(node->set = calloc(256, 1)))
        p->error = REG_ESPACE;
    return p->error ? NULL : node;
}

static void add(struct parser *p, struct node *node, int byte)
{
    node->set[byte] = 1;
    if (p->flags & REG_ICASE) {
        node->set[tolower(byte)] = 1;
        node->set[toupper(byte)] = 1;
    }
}

static struct node *literal(struct parser *p, int byte)
{
    struct node *node = make_set(p);
    if (node)
        add(p, node, byte);
    return node;
}

static int is_word(int byte)
{
    return isalnum(byte) || byte == '_';
}

static int is_no_word(int byte)
{
    return !is_word(byte);
}

static int is_no_space(int byte)
{
    return !isspace(byte);
}

static struct node *class_of(struct parser *p, int (*contains)(int))
{
    struct node *node = make_set(p);
    for (int byte = 1; node && byte < 256; byte++)
        node->set[byte] = contains(byte) != 0;
    return node;
}

static const struct {
    const char *name;
    int (*contains)(int);
} classes[] = {
    { "alnum", isalnum }, { "alpha", isalpha }, { "blank", isblank }, { "cntrl", iscntrl }, { "digit", isdigit },
    { "graph", isgraph }, { "lower", islower }, { "print", isprint }, { "punct", ispunct }, { "space", isspace },
    { "upper", isupper }, { "xdigit", isxdigit },
};

/* [:name:], [.x.] or [=x=], behind its bracket: adds what it stands for, or gives the character. -1 for a class. */
static int special(struct parser *p, struct node *node)
{
    unsigned char mark = *p->at++;
    const unsigned char *name = p->at;
    while (*p->at && !(p->at[0] == mark && p->at[1] == ']'))
        p->at++;
    if (!*p->at) {
        p->error = REG_EBRACK;
        return -1;
    }
    size_t length = p->at - name;
    p->at += 2;
    if (mark != ':') {
        if (length != 1)
            p->error = REG_ECOLLATE;
        return length == 1 ? *name : -1;
    }
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strlen(classes[i].name) != length || memcmp(classes[i].name, name, length) != 0)
            continue;
        int (*contains)(int) = classes[i].contains;
        /* Without regard to case, upper and lower are both. */
        if ((p->flags & REG_ICASE) && (contains == isupper || contains == islower))
            contains = isalpha;
        for (int byte = 0; byte < 256; byte++)
            if (contains(byte))
                node->set[byte] = 1;
        return -1;
    }
    p->error = REG_ECTYPE;
    return -1;
}

/* A character of a bracket expression, or -1 for what was more than one. */
static int member(struct parser *p, struct node *node)
{
    if (p->at[0] == '[' && (p->at[1] == ':' || p->at[1] == '.' || p->at[1] == '=')) {
        p->at++;
        return special(p, node);
    }
    return *p->at++;
}

static struct node *bracket(struct parser *p)
{
    struct node *node = make_set(p);
    if (!node)
        return NULL;
    int negated = *p->at == '^';
    p->at += negated;
    if (!*p->at) {
        p->error = REG_BADPAT;
        return NULL;
    }
    for (int first = 1; first || *p->at != ']'; first = 0) {
        if (!*p->at) {
            p->error = REG_EBRACK;
            return NULL;
        }
        /* Inside, a hyphen stands for itself only before the end. */
        int hyphen = !first && *p->at == '-' && p->at[1] != ']';
        int from = member(p, node);
        if (hyphen && !p->error)
            p->error = *p->at ? REG_ERANGE : REG_EBRACK;
        if (p->error)
            return NULL;
        if (from < 0) {
            if (p->at[0] == '-' && p->at[1] && p->at[1] != ']') {
                p->error = REG_ERANGE;
                return NULL;
            }
            continue;
        }
        if (p->at[0] != '-' || p->at[1] == ']' || !p->at[1]) {
            add(p, node, from);
            continue;
        }
        p->at++;
        int to = member(p, node);
        if (!p->error && (to < 0 || to < from))
            p->error = REG_ERANGE;
        if (p->error)
            return NULL;
        for (int byte = from; byte <= to; byte++)
            add(p, node, byte);
    }
    p->at++;
    if (negated)
        for (int byte = 0; byte < 256; byte++)
            node->set[byte] = !node->set[byte] && byte != 0 && !(byte == '\n' && (p->flags & REG_NEWLINE));
    return node;
}

static int is_extended(const struct parser *p)
{
    return p->flags & REG_EXTENDED;
}

/* A number of a bound up to what ends it: -1 where there is none, -2 for what is no number. */
static int number(struct parser *p, int *end)
{
    int value = -1;
    for (;;) {
        if (!*p->at) {
            *end = 0;
            return -2;
        }
        int byte = *p->at++;
        int closes = is_extended(p) ? byte == '}' : byte == '\\' && *p->at == '}';
        if (closes || byte == ',') {
            p->at += closes && !is_extended(p);
            *end = closes ? '}' : ',';
            return value;
        }
        value = !isdigit(byte) || value == -2 ? -2 : value > MOST_REPEATS ? value : 10 * (value < 0 ? 0 : value) + (byte - '0');
    }
}

/* How often, behind the brace. */
static void bounds(struct parser *p, int *least, int *most)
{
    int end;
    *least = number(p, &end);
    if (*least == -1 && end == ',')
        *least = 0;
    *most = end == ',' && *least >= 0 ? number(p, &end) : *least;
    if (*least < 0 || *most == -2)
        p->error = end ? REG_BADBR : REG_EBRACE;
    else if ((*most >= 0 && *least > *most) || end != '}')
        p->error = REG_BADBR;
    else if ((*most < 0 ? *least : *most) > MOST_REPEATS)
        p->error = REG_ESIZE;
}

static struct node *alternatives(struct parser *p);

/* Whether a repetition stands here. */
static int is_repetition(const struct parser *p)
{
    if (*p->at == '*')
        return 1;
    if (is_extended(p))
        return *p->at == '+' || *p->at == '?' || *p->at == '{';
    return p->at[0] == '\\' && (p->at[1] == '{' || p->at[1] == '+' || p->at[1] == '?');
}

static struct node *repeated(struct parser *p, struct node *node)
{
    while (node && is_repetition(p)) {
        int least = 0, most = -1;
        p->at += *p->at == '\\';
        switch (*p->at++) {
        case '+':
            least = 1;
            break;
        case '?':
            most = 1;
            break;
        case '{':
            bounds(p, &least, &most);
        }
        /* In basic expressions, not everything repeats a repetition. */
        if (!p->error && !is_extended(p) && (*p->at == '*' || (p->at[0] == '\\' && p->at[1] == '{')))
            p->error = REG_BADRPT;
        if (p->error)
            return NULL;
        struct node *repeat = make(p, REPEAT, node, NULL);
        if (repeat) {
            repeat->least = least;
            repeat->most = most;
        }
        node = repeat;
    }
    return node;
}

static struct node *group(struct parser *p)
{
    int number = ++p->groups;
    p->depth++;
    struct node *inner = alternatives(p);
    p->depth--;
    if (p->error)
        return NULL;
    int closes = is_extended(p) ? *p->at == ')' : p->at[0] == '\\' && p->at[1] == ')';
    if (!closes) {
        p->error = REG_EPAREN;
        return NULL;
    }
    p->at += is_extended(p) ? 1 : 2;
    struct node *node = make(p, GROUP, inner, NULL);
    if (node) {
        node->number = number;
        if (number < 10)
            p->closed |= 1 << number;
    }
    return node;
}

static struct node *escape(struct parser *p)
{
    int byte = *p->at;
    if (!byte) {
        p->error = REG_EESCAPE;
        return NULL;
    }
    p->at++;
    switch (byte) {
    case 'w':
        return class_of(p, is_word);
    case 'W':
        return class_of(p, is_no_word);
    case 's':
        return class_of(p, isspace);
    case 'S':
        return class_of(p, is_no_space);
    case '<':
        return make(p, WORD_START, NULL, NULL);
    case '>':
        return make(p, WORD_END, NULL, NULL);
    case 'b':
        return make(p, EDGE, NULL, NULL);
    case 'B':
        return make(p, NO_EDGE, NULL, NULL);
    case '`':
        return make(p, START, NULL, NULL);
    case '\'':
        return make(p, END, NULL, NULL);
    }
    if (byte >= '1' && byte <= '9') {
        if (!(p->closed & 1 << (byte - '0'))) {
            p->error = REG_ESUBREG;
            return NULL;
        }
        struct node *node = make(p, REFERENCE, NULL, NULL);
        if (node)
            node->number = byte - '0';
        p->references = 1;
        return node;
    }
    if (!is_extended(p) && byte == '(')
        return group(p);
    return literal(p, byte);
}

/* Whether an alternative ends here. */
static int is_end(const struct parser *p)
{
    if (!*p->at)
        return 1;
    if (is_extended(p))
        return *p->at == '|' || (*p->at == ')' && p->depth > 0);
    return p->at[0] == '\\' && (p->at[1] == '|' || p->at[1] == ')');
}

/* In basic expressions, anchors are special only where they can match. */
static int is_line_end(const struct parser *p)
{
    if (is_extended(p))
        return 1;
    return !p->at[1] || (p->at[1] == '\\' && (p->at[2] == ')' || p->at[2] == '|'));
}

static struct node *atom(struct parser *p, int first)
{
    int byte = *p->at;
    switch (byte) {
    case '[':
        p->at++;
        return bracket(p);
    case '.': {
        p->at++;
        struct node *node = make_set(p);
        for (int i = 1; node && i < 256; i++)
            node->set[i] = i != '\n' || !(p->flags & REG_NEWLINE);
        return node;
    }
    case '\\':
        p->at++;
        return escape(p);
    case '^':
        if (!is_extended(p) && !first)
            break;
        p->at++;
        return make(p, LINE_START, NULL, NULL);
    case '$':
        if (!is_line_end(p))
            break;
        p->at++;
        return make(p, LINE_END, NULL, NULL);
    case '(':
        if (!is_extended(p))
            break;
        p->at++;
        return group(p);
    }
    p->at++;
    return literal(p, byte);
}

static int is_anchor(const struct node *node)
{
    return node->kind >= LINE_START && node->kind != REFERENCE;
}

static struct node *sequence(struct parser *p)
{
    struct node *all = NULL;
    /* At the start and behind an anchor there is nothing to repeat. */
    int fresh = 1;
    while (!p->error && !is_end(p)) {
        struct node *node;
        if (fresh && is_repetition(p)) {
            if (is_extended(p) || (p->at[0] == '\\' && p->at[1] == '{')) {
                p->error = REG_BADRPT;
                return NULL;
            }
            p->at += *p->at == '\\';
            node = literal(p, *p->at++);
        } else
            node = atom(p, !all);
        if (p->error || !node)
            return NULL;
        fresh = is_anchor(node);
        if (!fresh)
            node = repeated(p, node);
        all = all ? make(p, CAT, all, node) : node;
    }
    return p->error ? NULL : all ? all : make(p, EMPTY, NULL, NULL);
}

static struct node *alternatives(struct parser *p)
{
    /* Each alternative knows the groups before all of them, not those of the others. */
    int before = p->closed, any;
    struct node *all = sequence(p);
    any = p->closed;
    while (!p->error && (is_extended(p) ? *p->at == '|' : p->at[0] == '\\' && p->at[1] == '|')) {
        p->at += is_extended(p) ? 1 : 2;
        p->closed = before;
        struct node *other = sequence(p);
        any |= p->closed;
        all = make(p, ALT, all, other);
    }
    p->closed = any;
    return p->error ? NULL : all;
}

static void free_nodes(struct node *node)
{
    while (node) {
        struct node *next = node->next;
        free(node->set);
        free(node);
        node = next;
    }
}

int regcomp(regex_t *preg, const char *pattern, int flags)
{
    struct parser p = { .at = (const unsigned char *)pattern, .flags = flags };
    p.start = p.at;
    memset(preg, 0, sizeof *preg);
    struct node *root = alternatives(&p);
    if (!p.error && *p.at)
        p.error = is_extended(&p) ? REG_ERPAREN : REG_EPAREN;
    struct program *program = p.error ? NULL : malloc(sizeof *program);
    if (!program) {
        free_nodes(p.all);
        return p.error ? p.error : REG_ESPACE;
    }
    *program = (struct program){ root, p.all, p.groups, p.references, flags };
    preg->__buffer = (void *)program;
    preg->re_nsub = p.groups;
    return 0;
}

void regfree(regex_t *preg)
{
    struct program *program = (void *)preg->__buffer;
    if (!program)
        return;
    free_nodes(program->all);
    free(program);
    preg->__buffer = NULL;
}

/* A set of places of the text, from low to high. */
struct places {
    unsigned char *has;
    ptrdiff_t low, high;
};

struct matcher {
    const unsigned char *text;
    ptrdiff_t length;
    int flags, exec_flags, failed;
    /* What groups match on the current way, and on the best one: the first that reaches the target, or the longest if
       there is no target. */
    regmatch_t *way, *best;
    ptrdiff_t best_end, target;
    int groups, found;
};

static int new_places(struct matcher *m, struct places *set)
{
    *set = (struct places){ calloc(m->length + 1, 1), m->length + 1, -1 };
    if (!set->has)
        m->failed = 1;
    return set->has != NULL;
}

static int insert(struct places *set, ptrdiff_t at)
{
    if (set->has[at])
        return 0;
    set->has[at] = 1;
    if (at < set->low)
        set->low = at;
    if (at > set->high)
        set->high = at;
    return 1;
}

static int word_at(const struct matcher *m, ptrdiff_t at)
{
    return at >= 0 && at < m->length && is_word(m->text[at]);
}

/* Whether what matches no character matches between two. */
static int holds(const struct matcher *m, enum kind kind, ptrdiff_t at)
{
    int before = word_at(m, at - 1), after = word_at(m, at), lines = m->flags & REG_NEWLINE;
    switch (kind) {
    case LINE_START:
        return (at == 0 && !(m->exec_flags & REG_NOTBOL)) || (lines && at > 0 && m->text[at - 1] == '\n');
    case LINE_END:
        return (at == m->length && !(m->exec_flags & REG_NOTEOL)) || (lines && at < m->length && m->text[at] == '\n');
    case START:
        return at == 0;
    case END:
        return at == m->length;
    case WORD_START:
        return !before && after;
    case WORD_END:
        return before && !after;
    case EDGE:
        return before != after;
    case NO_EDGE:
        return before == after;
    default:
        return 1;
    }
}

static void insert_all(struct places *to, const struct places *from)
{
    for (ptrdiff_t at = from->low; at <= from->high; at++)
        if (from->has[at])
            insert(to, at);
}

static void ends(struct matcher *m, const struct node *node, const struct places *in, struct places *out);

/* Step by step: where so many repetitions end, and then one more from there. */
static void ends_of_repeat(struct matcher *m, const struct node *node, const struct places *in, struct places *out)
{
    struct places step, next, seen;
    if (!new_places(m, &step))
        return;
    if (!new_places(m, &seen)) {
        free(step.has);
        return;
    }
    insert_all(&step, in);
    for (int count = 0; step.high >= 0 && !m->failed; count++) {
        int new = count < node->least;
        if (!new)
            for (ptrdiff_t at = step.low; at <= step.high; at++)
                new |= step.has[at] && insert(&seen, at);
        /* Nothing new comes of places that were there before. */
        if (!new || count == node->most || !new_places(m, &next))
            break;
        ends(m, node->left, &step, &next);
        free(step.has);
        step = next;
    }
    insert_all(out, &seen);
    free(seen.has);
    free(step.has);
}

/* Adds to `out` where matches of a node end that start in `in`. */
static void ends(struct matcher *m, const struct node *node, const struct places *in, struct places *out)
{
    struct places some;
    if (m->failed)
        return;
    switch (node->kind) {
    case SET:
        for (ptrdiff_t at = in->low; at <= in->high; at++)
            if (in->has[at] && at < m->length && node->set[m->text[at]])
                insert(out, at + 1);
        return;
    case CAT:
        if (new_places(m, &some)) {
            ends(m, node->left, in, &some);
            if (some.high >= 0)
                ends(m, node->right, &some, out);
            free(some.has);
        }
        return;
    case ALT:
        ends(m, node->left, in, out);
        ends(m, node->right, in, out);
        return;
    case GROUP:
        ends(m, node->left, in, out);
        return;
    case REPEAT:
        ends_of_repeat(m, node, in, out);
        return;
    default:
        for (ptrdiff_t at = in->low; at <= in->high; at++)
            if (in->has[at] && holds(m, node->kind, at))
                insert(out, at);
    }
}

/* Where matches end that start at one place. */
static int ends_from(struct matcher *m, const struct node *node, ptrdiff_t from, struct places *out)
{
    struct places in;
    if (!new_places(m, out))
        return 0;
    if (new_places(m, &in)) {
        insert(&in, from);
        ends(m, node, &in, out);
        free(in.has);
    }
    if (m->failed)
        free(out->has);
    return !m->failed;
}

/* What is left to match behind a node, on the way from one place to another. */
struct rest {
    const struct node *node;
    const struct rest *next;
    /* Instead of a node: a group that ends, or a repetition that goes on. */
    const struct node *ends, *repeats;
    ptrdiff_t from;
    int count;
};

static void try(struct matcher *m, const struct node *node, ptrdiff_t at, const struct rest *rest);

static void try_rest(struct matcher *m, ptrdiff_t at, const struct rest *rest);

static void try_repeat(struct matcher *m, const struct node *node, int count, ptrdiff_t from, ptrdiff_t at, const struct rest *rest)
{
    /* What matches nothing again and again leads nowhere, and after something it does not count. */
    int moved = count == 0 || at > from || count < node->least;
    if (!moved && count > 1 && count > node->least)
        return;
    if (moved && (node->most < 0 || count < node->most)) {
        struct rest again = { .repeats = node, .next = rest, .from = at, .count = count + 1 };
        try(m, node->left, at, &again);
    }
    if (count >= node->least && !m->found)
        try_rest(m, at, rest);
}

static void try_rest(struct matcher *m, ptrdiff_t at, const struct rest *rest)
{
    if (!rest) {
        if (m->target < 0 ? at > m->best_end : at == m->target) {
            m->best_end = at;
            m->found = m->target >= 0;
            memcpy(m->best, m->way, m->groups * sizeof *m->best);
        }
    } else if (rest->ends) {
        regmatch_t *group = &m->way[rest->ends->number], before = *group;
        *group = (regmatch_t){ rest->from, at };
        try_rest(m, at, rest->next);
        *group = before;
    } else if (rest->repeats)
        try_repeat(m, rest->repeats, rest->count, rest->from, at, rest->next);
    else
        try(m, rest->node, at, rest->next);
}

static int same(const struct matcher *m, const unsigned char *a, const unsigned char *b, ptrdiff_t length)
{
    for (ptrdiff_t i = 0; i < length; i++)
        if (m->flags & REG_ICASE ? tolower(a[i]) != tolower(b[i]) : a[i] != b[i])
            return 0;
    return 1;
}

static void try(struct matcher *m, const struct node *node, ptrdiff_t at, const struct rest *rest)
{
    switch (node->kind) {
    case SET:
        if (at < m->length && node->set[m->text[at]])
            try_rest(m, at + 1, rest);
        return;
    case CAT: {
        struct rest then = { .node = node->right, .next = rest };
        try(m, node->left, at, &then);
        return;
    }
    case ALT:
        try(m, node->left, at, rest);
        if (!m->found)
            try(m, node->right, at, rest);
        return;
    case GROUP: {
        struct rest then = { .ends = node, .next = rest, .from = at };
        try(m, node->left, at, &then);
        return;
    }
    case REPEAT:
        try_repeat(m, node, 0, at, at, rest);
        return;
    case REFERENCE: {
        regmatch_t group = m->way[node->number];
        ptrdiff_t length = group.rm_eo - group.rm_so;
        if (group.rm_so >= 0 && length <= m->length - at && same(m, m->text + group.rm_so, m->text + at, length))
            try_rest(m, at + length, rest);
        return;
    }
    default:
        if (holds(m, node->kind, at))
            try_rest(m, at, rest);
    }
}

/* Tries all ways from a place, or those to the target. */
static void try_from(struct matcher *m, const struct program *program, ptrdiff_t from)
{
    for (int i = 0; i < m->groups; i++)
        m->way[i] = (regmatch_t){ -1, -1 };
    m->best_end = -1;
    try(m, program->root, from, NULL);
}

/* The leftmost match, and the longest of those. */
static ptrdiff_t find(struct matcher *m, const struct program *program, ptrdiff_t *end)
{
    struct places out;
    for (ptrdiff_t from = 0; from <= m->length; from++) {
        if (program->references) {
            try_from(m, program, from);
            *end = m->best_end;
        } else {
            if (!ends_from(m, program->root, from, &out))
                return -1;
            *end = out.high;
            free(out.has);
        }
        if (*end >= 0)
            return from;
    }
    return -1;
}

int regexec(const regex_t *restrict preg, const char *restrict text, size_t count, regmatch_t *restrict groups, int flags)
{
    const struct program *program = (void *)preg->__buffer;
    if (!program)
        return REG_BADPAT;
    ptrdiff_t start = flags & REG_STARTEND ? groups[0].rm_so : 0;
    ptrdiff_t stop = flags & REG_STARTEND ? groups[0].rm_eo : (ptrdiff_t)strlen(text);
    struct matcher m = {
        .text = (const unsigned char *)text + start, .length = stop - start, .flags = program->flags, .exec_flags = flags,
        .groups = program->groups + 1, .target = -1,
    };
    m.way = malloc(m.groups * sizeof *m.way);
    m.best = malloc(m.groups * sizeof *m.best);
    m.failed = !m.way || !m.best;
    ptrdiff_t end = -1, from = m.failed ? -1 : find(&m, program, &end);
    if (from >= 0 && count > 0 && !(program->flags & REG_NOSUB)) {
        if (!program->references && m.groups > 1) {
            m.target = end;
            try_from(&m, program, from);
        }
        m.best[0] = (regmatch_t){ from, end };
        for (size_t i = 0; i < count; i++) {
            groups[i] = i < (size_t)m.groups ? m.best[i] : (regmatch_t){ -1, -1 };
            if (groups[i].rm_so >= 0) {
                groups[i].rm_so += start;
                groups[i].rm_eo += start;
            }
        }
    }
    free(m.way);
    free(m.best);
    return m.failed ? REG_ESPACE : from >= 0 ? 0 : REG_NOMATCH;
}

size_t regerror(int code, const regex_t *restrict preg, char *restrict to, size_t size)
{
    static const char *const messages[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name",
        "Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
        "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)",
    };
    const char *message = code >= 0 && code < 17 ? messages[code] : "unknown error";
    size_t length = strlen(message) + 1;
    if (size > 0) {
        size_t kept = length < size ? length : size;
        memcpy(to, message, kept);
        to[kept - 1] = 0;
    }
    return length;
}
