// Marks, which keep front ends, genericizers and gimplifiers from folding operations: see marks.cc.
#ifndef GMC_MARKS_H
#define GMC_MARKS_H

#include "gcc-api.h"

// Call when the options are known. From then on operands are marked as they are parsed, and the front ends check
// divisions, shifts and lengths of arrays as sanitizers do, until `end_sanitizing`.
void keep_operations();

// PLUGIN_START_UNIT, when the types exist: sums are not rearranged.
void keep_sums(void *, void *);

// PLUGIN_FINISH_DECL, PLUGIN_START_PARSE_FUNCTION: C++ keeps unused values that are computed from local variables.
void keep_discarded(void *declaration, void *);

// Call after parsing and before the passes that instrument code.
void end_sanitizing();

// PLUGIN_PRE_GENERICIZE: marks what is not marked yet, and unused values; turns checks back into the operations that
// they check.
void mark_operations(void *function, void *);

// What a mark stands for; a second argument of the call says so.
enum class Mark {
  NONE,      // no mark
  VALUE,     // its argument
  COUNT,     // its argument, the count of a shift before its conversion
  OVERFLOW_, // a constant that the front end computed with overflow
  LENGTH,    // the length of an array, which must be positive
};

Mark mark_of(const gimple *call);

// A value behind a mark. `where` is for values without a location.
inline tree marked(tree value, location_t where) {
  return build_call_expr_internal_loc(EXPR_LOC_OR_LOC(value, where), IFN_LAUNDER, TREE_TYPE(value), 1, value);
}

inline tree marked_as(Mark mark, tree value, location_t where) {
  return build_call_expr_internal_loc(where, IFN_LAUNDER, TREE_TYPE(value), 2, value,
                                      build_int_cst(integer_type_node, static_cast<int>(mark)));
}

// Whether a mark also converts its value. The reference to a bit-field of C++ that is marked has the declared type; what is
// loaded later has the type of the bits.
bool converts(const gimple *mark);

inline bool is_value(Mark mark) { return mark == Mark::VALUE || mark == Mark::COUNT; }

// Call after the export: marks become assignments, or nothing where the value is not used.
void remove_marks();

// PLUGIN_GGC_MARKING: keeps the garbage collector from freeing what marking uses.
void keep_marks();

#endif
