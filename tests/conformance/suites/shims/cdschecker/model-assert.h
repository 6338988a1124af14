//! CDSChecker's assertion by gmc's name.
#include <gmc.h>
#define MODEL_ASSERT(condition) gmc_assert(condition)
