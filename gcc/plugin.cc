// A stand-in for the exporter: loads, and checks that GCC is the one that it was built for.
#include "unit-format.h"

#include "gcc-plugin.h"
#include "plugin-version.h"

int plugin_is_GPL_compatible;

int plugin_init(plugin_name_args *, plugin_gcc_version *version) {
  return plugin_default_version_check(version, &gcc_version) ? 0 : 1;
}
