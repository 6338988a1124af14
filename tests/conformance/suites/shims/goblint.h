//! What programs of Goblint's include: its checks are not ours.
#define __goblint_check(condition)
#define __goblint_assume(condition)
#define __goblint_assert(condition)
#define __goblint_split_begin(variable)
#define __goblint_split_end(variable)
#define __goblint_bounded(variable)
#define __goblint_globalize(variable)
