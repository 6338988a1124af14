// The interactive loop of quickjs, which its build compiles from a script; here there is none.
#include <stdint.h>
const uint32_t qjsc_repl_size = 0;
const uint8_t qjsc_repl[1] = {0};
