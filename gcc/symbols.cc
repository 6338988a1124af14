// Functions and variables with static storage, as the linker sees them.

#include "exporter.h"

unit::SymbolId Exporter::symbol(tree decl) { return symbol_queue_.add(decl); }

static bool is_variable_or_function(tree decl) { return VAR_OR_FUNCTION_DECL_P(decl); }

unit::Linkage Exporter::linkage(tree decl, symtab_node *node) {
  using unit::Linkage;
  if (!is_variable_or_function(decl) || !TREE_PUBLIC(decl))
    return Linkage::Local;
  if (DECL_EXTERNAL(decl) || !node || !node->definition)
    return DECL_WEAK(decl) ? Linkage::ExternalWeak : Linkage::External;
  if (VAR_P(decl) && DECL_COMMON(decl) && !DECL_INITIAL(decl))
    return Linkage::Common;
  if (DECL_COMDAT(decl) || DECL_ONE_ONLY(decl))
    return Linkage::Comdat;
  return DECL_WEAK(decl) ? Linkage::Weak : Linkage::Global;
}

static unit::SymbolFlags function_flags(tree decl) {
  using namespace unit::symbol_flags;
  unit::SymbolFlags flags = FUNCTION;
  const int effects = flags_from_decl_or_type(decl);
  if (effects & ECF_NORETURN)
    flags |= NORETURN;
  if (TREE_NOTHROW(decl))
    flags |= NOTHROW;
  if (effects & ECF_RETURNS_TWICE)
    flags |= RETURNS_TWICE;
  if (DECL_IS_MALLOC(decl))
    flags |= MALLOC;
  if (DECL_PURE_P(decl))
    flags |= PURE;
  if (TREE_READONLY(decl))
    flags |= CONST_FUNCTION;
  if (fndecl_built_in_p(decl))
    flags |= BUILTIN;
  if (DECL_DECLARED_INLINE_P(decl))
    flags |= DECLARED_INLINE;
  if (lookup_attribute("always_inline", DECL_ATTRIBUTES(decl)))
    flags |= MUST_INLINE;
  if (DECL_STATIC_CHAIN(decl))
    flags |= NESTED;
  if (DECL_IS_OPERATOR_NEW_P(decl))
    flags |= NEW_OPERATOR;
  if (DECL_IS_OPERATOR_DELETE_P(decl))
    flags |= DELETE_OPERATOR;
  if (MAIN_NAME_P(DECL_NAME(decl)))
    flags |= MAIN;
  return flags;
}

unit::SymbolFlags Exporter::flags(tree decl) {
  using namespace unit::symbol_flags;
  unit::SymbolFlags flags = 0;
  if (DECL_ARTIFICIAL(decl))
    flags |= ARTIFICIAL;
  if (is_variable_or_function(decl) && DECL_PRESERVE_P(decl))
    flags |= USED;
  if (TREE_CODE(decl) == FUNCTION_DECL)
    return flags | function_flags(decl);
  if (TREE_CODE(decl) == CONST_DECL)
    return flags | READ_ONLY;
  if (DECL_THREAD_LOCAL_P(decl))
    flags |= THREAD_LOCAL;
  if (TREE_READONLY(decl))
    flags |= READ_ONLY;
  // The declaration's flag may be set by preserve.cc; the type says whether the source says `volatile`.
  if (TYPE_VOLATILE(TREE_TYPE(decl)))
    flags |= VOLATILE;
  if (DECL_HARD_REGISTER(decl))
    flags |= HARD_REGISTER;
  if (DECL_VIRTUAL_P(decl))
    flags |= VIRTUAL_TABLE;
  return flags;
}

unit::SymbolValue Exporter::value(tree decl, symtab_node *node) {
  using namespace unit::symbol_value;
  if (TREE_CODE(decl) == CONST_DECL) {
    const uint64_t bytes = tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(decl)));
    return Variable(export_initializer(*this, DECL_INITIAL(decl), TREE_TYPE(decl), bytes));
  }
  if (!node)
    return Undefined{};
  if (node->alias && node->weakref) {
    if (symtab_node *to = node->analyzed ? node->get_alias_target() : NULL)
      return WeakReference(symbol(to->decl));
    return Undefined{};
  }
  if (!node->definition)
    return Undefined{};
  if (node->alias) {
    symtab_node *to = node->get_alias_target();
    if (!to)
      return Undefined{};
    if (node->ifunc_resolver)
      return Indirect(symbol(to->decl));
    return Alias(symbol(to->decl));
  }
  if (TREE_CODE(decl) == FUNCTION_DECL) {
    cgraph_node *function = dyn_cast<cgraph_node *>(node);
    if (compat::is_thunk(function)) {
      const compat::ThunkInfo info = compat::thunk(function);
      symtab_node *to = function->callees ? function->callees->callee->ultimate_alias_target() : NULL;
      if (!to)
        return Undefined{};
      std::optional<int64_t> virtual_offset;
      if (info.is_virtual)
        virtual_offset = info.virtual_offset;
      return Thunk(unit::Thunk(symbol(to->decl), info.fixed, virtual_offset, info.indirect_offset,
                               info.adjusts_this));
    }
    auto body = function_ids_.find(decl);
    if (body == function_ids_.end())
      return Undefined{};
    return Function(unit::FunctionId{body->second});
  }
  if (DECL_EXTERNAL(decl))
    return Undefined{};
  const uint64_t bytes =
    DECL_SIZE_UNIT(decl) && tree_fits_uhwi_p(DECL_SIZE_UNIT(decl)) ? tree_to_uhwi(DECL_SIZE_UNIT(decl)) : 0;
  return Variable(export_initializer(*this, DECL_INITIAL(decl), TREE_TYPE(decl), bytes));
}

static unit::Visibility visibility(tree decl) {
  using unit::Visibility;
  switch (DECL_VISIBILITY(decl)) {
  case VISIBILITY_PROTECTED: return Visibility::Protected;
  case VISIBILITY_HIDDEN: return Visibility::Hidden;
  case VISIBILITY_INTERNAL: return Visibility::Internal;
  default: return Visibility::Default;
  }
}

// The name in the source. In C++ it has the parameters, which tell overloaded functions apart: `Stack<int>::pop()`,
// made from the assembler name. Symbols that the compiler made keep their name.
static std::string source_name(tree decl, const char *assembler) {
  if (!DECL_NAME(decl))
    return "";
  const bool written = TREE_CODE(decl) == FUNCTION_DECL || !DECL_ARTIFICIAL(decl);
  if (written && strncmp(assembler, "_Z", 2) == 0)
    if (char *demangled = cplus_demangle_v3(assembler, compat::DEMANGLE_SIGNATURE)) {
      const std::string name = demangled;
      free(demangled);
      return name;
    }
  return IDENTIFIER_POINTER(DECL_NAME(decl));
}

unit::Symbol Exporter::symbol_record(tree decl) {
  const bool linked = is_variable_or_function(decl);
  const bool function = TREE_CODE(decl) == FUNCTION_DECL;
  symtab_node *node = linked ? symtab_node::get(decl) : NULL;

  const char *assembler = "";
  if (linked) {
    assembler = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
    assembler += *assembler == '*'; // GCC's sign for a name without the target's prefix
  }
  tree group = linked ? DECL_COMDAT_GROUP(decl) : NULL_TREE;
  if (group && TREE_CODE(group) != IDENTIFIER_NODE)
    group = DECL_ASSEMBLER_NAME(group);

  std::optional<uint32_t> constructor, destructor;
  if (function && DECL_STATIC_CONSTRUCTOR(decl))
    constructor = DECL_INIT_PRIORITY(decl);
  if (function && DECL_STATIC_DESTRUCTOR(decl))
    destructor = DECL_FINI_PRIORITY(decl);
  std::optional<unit::SymbolId> owner;
  tree context = DECL_CONTEXT(decl);
  if (VAR_P(decl) && context && TREE_CODE(context) == FUNCTION_DECL)
    owner = symbol(context);

  tree bytes = function ? NULL_TREE : linked ? DECL_SIZE_UNIT(decl) : TYPE_SIZE_UNIT(TREE_TYPE(decl));
  return unit::Symbol(
    string(source_name(decl, assembler)), string(assembler), type(TREE_TYPE(decl)),
    source_pos(DECL_SOURCE_LOCATION(decl)),
    linkage(decl, node), linked ? visibility(decl) : unit::Visibility::Default, flags(decl),
    string(linked && DECL_SECTION_NAME(decl) ? DECL_SECTION_NAME(decl) : ""), identifier(group),
    size(bytes), linked ? DECL_ALIGN_UNIT(decl) : TYPE_ALIGN_UNIT(TREE_TYPE(decl)), constructor,
    destructor, owner, value(decl, node));
}
