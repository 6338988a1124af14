/* Streams of wchar_t. */

typedef wchar_t Char;
#include "streams.h"

namespace std {

template wostream &operator<<(wostream &, char);
template wostream &operator<<(wostream &, const char *);

} // namespace std
