// A file that the check is given, by another name; what is written to it stays inside.
//@ check: --file /dev/stdin:etc/limits
//@ stdin: "depth 3\n"
#include <assert.h>
#include <gmc.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[8];
    int number;
    FILE *file = fopen("etc/limits", "r+");
    assert(file && fscanf(file, "%7s %d", word, &number) == 2);
    assert(strcmp(word, "depth") == 0 && number == 3);
    rewind(file);
    fprintf(file, "width %d\n", gmc_choose(2));
    assert(fclose(file) == 0);
    assert(!fopen("/etc/passwd", "r"));
    return 0;
}
