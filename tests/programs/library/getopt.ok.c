// getopt.h: short and long options, in and out of order, with and without values, and those that are wrong.
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static int level;

static void scan(int argc, char **argv, const char *options, int only)
{
    static const struct option longs[] = {
        { "help", no_argument, NULL, 'h' },
        { "output", required_argument, NULL, 'o' },
        { "colour", optional_argument, NULL, 'c' },
        { "loud", no_argument, &level, 2 },
        { "out-dir", required_argument, NULL, 'd' },
        { 0 },
    };
    int found, index;
    optind = 0;
    opterr = 0;
    level = 0;
    for (;;) {
        index = -1;
        found = only < 0   ? getopt(argc, argv, options)
                : only > 0 ? getopt_long_only(argc, argv, options, longs, &index)
                           : getopt_long(argc, argv, options, longs, &index);
        if (found == -1)
            break;
        printf(" %d", found);
        if (found > ' ')
            printf("'%c'", found);
        printf("[%s]%d", optarg ? optarg : "-", found == '?' || found == ':' ? optopt : index);
    }
    printf(" level %d, rest from %d:", level, optind);
    for (int i = optind; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
}

static void each(const char *line, const char *options, int only)
{
    char copy[128], *argv[16] = { "prog" };
    int argc = 1;
    strcpy(copy, line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    printf("%s (%s):", line, options);
    scan(argc, argv, options, only);
}

int main(void)
{
    static const char *const lines[] = {
        "", "-a", "-ab x", "x -a y -b z", "-ofile", "-o file x", "-o", "-z -a", "-a -- -b x", "x -- -a", "- -a", "--help x",
        "--output=f x", "--output f x", "--output", "--colour --colour=red", "--co", "--out=x", "--outp=x", "--loud x --help",
        "--help=x", "--nothing", "x --loud -ab -ofile y --colour z", "-c -cred",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        each(lines[i], "abho:c::", -1);
        each(lines[i], "abho:c::", 0);
        each(lines[i], "+abho:", 0);
        each(lines[i], "-abo:", 0);
        each(lines[i], ":abo:", 0);
        each(lines[i], "abo:", 1);
    }
    each("-help -output f -loud -a", "abo:", 1);
    return 0;
}
