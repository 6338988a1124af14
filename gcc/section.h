// The unit's sections in the assembler file.
#ifndef GMC_SECTION_H
#define GMC_SECTION_H

#include "exporter.h"

// Writes the unit and the table of its symbols' addresses.
void emit_sections(Exporter &exporter, const char *configuration);

#endif
