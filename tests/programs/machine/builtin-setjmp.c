//@ exit: 0
static void *at[5];
static __attribute__((noinline)) void leave(void) { __builtin_longjmp(at, 1); }
int main(void)
{
    volatile int passed = 0;
    if (__builtin_setjmp(at) == 0) {
        passed = 1;
        leave();
    }
    return passed == 1 ? 0 : 1;
}
