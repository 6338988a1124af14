//@ exit: 0
#include <string.h>
int main(void)
{
    char text[16] = "abcdef";
    strcpy(text, "xy");
    return 0;
}
