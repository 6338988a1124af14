// GCC's headers, in the order that they require, and what differs between GCC 10 and 14.
#ifndef GMC_GCC_API_H
#define GMC_GCC_API_H

// The standard library comes first: GCC's system.h poisons names that it uses.
#include "unit-format.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <unordered_map>
#include <map>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_set>

#include "gcc-plugin.h"
#include "plugin-version.h"

#include "tree.h"
#include "tree-pass.h"
#include "context.h"
#include "pass_manager.h"
#include "function.h"
#include "basic-block.h"
#include "builtins.h"
#include "calls.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"
#include "input.h"
#include "except.h"
#include "fold-const.h"
#include "internal-fn.h"
#include "langhooks.h"
#include "options.h"
#include "output.h"
#include "real.h"
#include "ssa.h"
#include "stor-layout.h"
#include "target.h"
#include "toplev.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-iterator.h"
#include "tree-pretty-print.h"
#include "varasm.h"
#include "wide-int.h"
#if GCCPLUGIN_VERSION >= 11000
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "symtab-thunks.h"
#endif

// GCC's lto-compress.h; it includes headers that some distributions leave out.
struct lto_compression_stream;
lto_compression_stream *lto_start_compression(void (*callback)(const char *, unsigned, void *), void *opaque);
void lto_compress_block(lto_compression_stream *stream, const char *base, size_t count);
void lto_end_compression(lto_compression_stream *stream);

// libiberty's demangle.h, which is not among the plugin headers.
extern "C" char *cplus_demangle_v3(const char *mangled, int options);

namespace compat {

// The options of cplus_demangle_v3: with parameters and qualifiers, without what a function returns.
enum { DEMANGLE_SIGNATURE = 1 << 0 | 1 << 1 | 1 << 6 };

// A thunk's adjustments: a member of the node up to GCC 10, a summary since.
struct ThunkInfo {
  int64_t fixed;
  bool is_virtual;
  int64_t virtual_offset;
  int64_t indirect_offset;
  bool adjusts_this;
};

inline bool is_thunk(cgraph_node *node) {
#if GCCPLUGIN_VERSION >= 11000
  return node->thunk;
#else
  return node->thunk.thunk_p;
#endif
}

inline ThunkInfo thunk(cgraph_node *node) {
#if GCCPLUGIN_VERSION >= 11000
  const thunk_info *info = thunk_info::get(node);
  return {info->fixed_offset, info->virtual_offset_p, info->virtual_value, info->indirect_offset,
          info->this_adjusting};
#else
  const cgraph_thunk_info &info = node->thunk;
  return {info.fixed_offset, info.virtual_offset_p, info.virtual_value, info.indirect_offset,
          info.this_adjusting};
#endif
}

// Whether a clobber ends its variable's storage. GCC says so since version 12; before, a clobbered variable was
// always one at the end of its scope.
inline bool ends_storage(tree target, tree clobber) {
#if GCCPLUGIN_VERSION >= 14000
  (void)target;
  return CLOBBER_KIND(clobber) == CLOBBER_STORAGE_END;
#elif GCCPLUGIN_VERSION >= 12000
  (void)target;
  return CLOBBER_KIND(clobber) == CLOBBER_EOL;
#else
  (void)clobber;
  return DECL_P(target);
#endif
}

inline tree build_clobber(tree type) {
#if GCCPLUGIN_VERSION >= 11000
  return ::build_clobber(type);
#else
  tree clobber = build_constructor(type, NULL);
  TREE_THIS_VOLATILE(clobber) = 1;
  return clobber;
#endif
}

inline bool from_new_or_delete(const gcall *call) {
#if GCCPLUGIN_VERSION >= 11000
  return gimple_call_from_new_or_delete(call);
#else
  (void)call;
  return false;
#endif
}

inline bool is_bit_int(tree type) {
#if GCCPLUGIN_VERSION >= 14000
  return TREE_CODE(type) == BITINT_TYPE;
#else
  (void)type;
  return false;
#endif
}

} // namespace compat

#endif
