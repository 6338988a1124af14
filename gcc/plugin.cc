// gmc's GCC plugin: exports the unit's GIMPLE into a section of the object file.
//
// The unit is exported before the first interprocedural pass: exceptions, nested functions and OpenMP are lowered then,
// and nothing is optimised. It is written when GCC has finished the assembler file, because only then it is known which
// symbols were emitted.

#include "preserve.h"
#include "exporter.h"
#include "section.h"
#include "marks.h"
#include "script.h"

int plugin_is_GPL_compatible;

// Never freed: the compiler ends when the unit is written, and freeing a million nodes takes noticeable time.
static Exporter *exporter;
static const char *configuration;

static void export_unit(void *, void *) {
  end_sanitizing();
  if (seen_error() || in_lto_p)
    return;
  exporter = new Exporter;
  exporter->export_unit();
  remove_marks();
}

static void write_unit(void *, void *) {
  if (exporter && asm_out_file && !flag_syntax_only && !seen_error())
    emit_sections(*exporter, configuration);
  exporter = NULL;
}

// Keeps the garbage collector from freeing declarations that only the exporter still uses.
static void keep_declarations(void *, void *) {
  keep_marks();
  if (exporter)
    for (tree decl : exporter->symbol_trees())
      gt_ggc_mx_tree_node(decl);
}

int plugin_init(struct plugin_name_args *info, struct plugin_gcc_version *version) {
  if (!plugin_default_version_check(version, &gcc_version)) {
    error("the gmc plugin was built for GCC %s, but this is GCC %s", gcc_version.basever, version->basever);
    return 1;
  }
  configuration = version->configuration_arguments;
  if (start_script(info->base_name, configuration))
    return 0;
  keep_library_calls();
  keep_operations();
  register_callback(info->base_name, PLUGIN_FINISH_DECL, keep_loads_of_globals, NULL);
  register_callback(info->base_name, PLUGIN_FINISH_DECL, rename_builtin, NULL);
  register_callback(info->base_name, PLUGIN_FINISH_DECL, keep_discarded, NULL);
  register_callback(info->base_name, PLUGIN_START_PARSE_FUNCTION, keep_discarded, NULL);
  register_callback(info->base_name, PLUGIN_START_UNIT, keep_sums, NULL);
  register_callback(info->base_name, PLUGIN_PRE_GENERICIZE, mark_operations, NULL);
  register_callback(info->base_name, PLUGIN_PRE_GENERICIZE, mark_declarations, NULL);
  register_callback(info->base_name, PLUGIN_ALL_IPA_PASSES_START, export_unit, NULL);
  register_callback(info->base_name, PLUGIN_GGC_MARKING, keep_declarations, NULL);
  register_callback(info->base_name, PLUGIN_FINISH_UNIT, write_unit, NULL);
  return 0;
}
