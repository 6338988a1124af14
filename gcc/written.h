// Operations stay as they are written: what front ends, genericizers and gimplifiers may not fold stands behind a mark.
#ifndef GMC_WRITTEN_H
#define GMC_WRITTEN_H

#include "gcc-api.h"

// When the options are known: from here on operands are marked as they are parsed, and the front ends check divisions,
// shifts and the lengths of arrays, as for sanitizers. Until `end_sanitizing` nothing else is instrumented.
void keep_operations();

// PLUGIN_START_UNIT: the types exist.
void keep_sums(void *, void *);

// PLUGIN_FINISH_DECL, PLUGIN_START_PARSE_FUNCTION: C++ keeps what is computed from local variables and not used.
void keep_discarded(void *declaration, void *);

// After parsing, before the passes that instrument.
void end_sanitizing();

// PLUGIN_PRE_GENERICIZE: marks what is not marked yet, and what is computed and not used; turns the front ends' checks
// back into the operations that they check.
void mark_operations(void *function, void *);

// What a marked call in GIMPLE says.
enum class Mark {
  NONE,     // another call
  VALUE,    // its argument
  COUNT,    // its argument, which a shift is about to convert
  OVERFLOW_, // a constant, which the front end computed with overflow
  LENGTH,   // the length of an array, which must be positive
};

Mark mark_of(const gimple *call);

inline bool is_value(Mark mark) { return mark == Mark::VALUE || mark == Mark::COUNT; }

// After the export: marks become assignments, or nothing.
void remove_marks();

// PLUGIN_GGC_MARKING
void keep_marks();

#endif
