/* Numbers in streams of wchar_t. */

typedef wchar_t Char;
#include "numbers.h"
