//@ violation: overlapping-copy
#include <string.h>
int main(void)
{
    char text[16] = "abcdef";
    strcpy(text + 2, text); //~ overlapping-copy
    return 0;
}
