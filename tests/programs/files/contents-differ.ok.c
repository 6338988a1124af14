// What is written to a file goes back with the state: each run finds what it has written itself.
//@ states: 11
#include <assert.h>
#include <gmc.h>
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("/tmp/gmc-a", "w");
    assert(file);
    int n = gmc_choose(3);
    fprintf(file, "%d", n);
    assert(fclose(file) == 0);
    int again = gmc_choose(2);
    file = fopen("/tmp/gmc-a", again ? "a" : "r+");
    assert(file);
    fprintf(file, "%d", n + 3);
    assert(fclose(file) == 0);
    file = fopen("/tmp/gmc-a", "r");
    int found = -1;
    assert(file && fscanf(file, "%d", &found) == 1);
    assert(found == (again ? 11 * n + 3 : n + 3));
    assert(fclose(file) == 0);
    return 0;
}
