// A stream says that the disk is full only when it is closed, where one asks.
//@ check: --fail write=1
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    FILE *file = fopen("/tmp/gmc-a", "w");
    assert(file);
    int good = fputs("text", file) >= 0;
    good = fclose(file) == 0 && good;
    if (good) {
        char found[5] = "";
        file = fopen("/tmp/gmc-a", "r");
        assert(file && fgets(found, 5, file) && strcmp(found, "text") == 0);
        fclose(file);
    }
    return 0;
}
