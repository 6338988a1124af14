// Standard input from a file.
//@ check: --stdin /dev/stdin
//@ stdin: "3 4\nrest\n"
#include <assert.h>
#include <gmc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    int a, b;
    assert(scanf("%d", &a) == 1);
    gmc_choose(2);
    assert(scanf("%d ", &b) == 1 && a == 3 && b == 4);
    char line[8];
    assert(fgets(line, sizeof line, stdin) && strcmp(line, "rest\n") == 0);
    assert(getchar() == EOF && feof(stdin) && !isatty(0));
    return 0;
}
