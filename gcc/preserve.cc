// Keeps what front ends drop. The flags that `gmc cc` adds do most of it; here is what no flag does.

#include "preserve.h"
#include "gcc-api.h"

void keep_library_calls() {
  // C, C++, Objective-C and Objective-C++. Fortran needs its builtins.
  if (strncmp(lang_hooks.name, "GNU C", 5) == 0 || strncmp(lang_hooks.name, "GNU Objective", 13) == 0)
    flag_no_builtin = 1;
}

// Whether objects of a type have contents. What has none can be read in a constant expression, whatever it is.
static bool has_contents(tree type) {
  if (TREE_CODE(type) != RECORD_TYPE)
    return true;
  for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
    if (TREE_CODE(field) == FIELD_DECL && has_contents(TREE_TYPE(field)))
      return true;
  return false;
}

void keep_loads_of_globals(void *decl, void *) {
  tree d = static_cast<tree>(decl);
  if (!d || !VAR_P(d) || !(TREE_STATIC(d) || DECL_EXTERNAL(d)))
    return;
  // Constants stay constants: C++'s constant expressions depend on it.
  if (TREE_READONLY(d) || TYPE_READONLY(strip_array_types(TREE_TYPE(d))) || DECL_HARD_REGISTER(d)
      || !has_contents(TREE_TYPE(d)))
    return;
  TREE_THIS_VOLATILE(d) = 1;
  TREE_SIDE_EFFECTS(d) = 1;
}

// Builtins by what follows `__builtin_`.
static const std::unordered_map<std::string, tree> &builtins_by_name() {
  static std::unordered_map<std::string, tree> builtins;
  if (builtins.empty())
    for (int code = 0; code < END_BUILTINS; code++) {
      tree decl = builtin_decl_explicit(static_cast<built_in_function>(code));
      const char *name = decl && DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
      if (strncmp(name, "__builtin_", 10) == 0)
        builtins.emplace(name + 10, decl);
    }
  return builtins;
}

void rename_builtin(void *declaration, void *) {
  tree d = static_cast<tree>(declaration);
  if (!flag_no_builtin || !d || TREE_CODE(d) != FUNCTION_DECL || !TREE_PUBLIC(d) || !DECL_NAME(d)
      || !DECL_ASSEMBLER_NAME_SET_P(d) || fndecl_built_in_p(d) || !DECL_FILE_SCOPE_P(d))
    return;
  // A name that the source gives with asm begins with a star.
  const char *label = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(d));
  if (*label != '*')
    return;
  auto builtin = builtins_by_name().find(IDENTIFIER_POINTER(DECL_NAME(d)));
  if (builtin != builtins_by_name().end() && fndecl_built_in_p(builtin->second, BUILT_IN_NORMAL))
    set_builtin_user_assembler_name(builtin->second, label + 1);
}

static bool becomes_indeterminate(tree d) {
  return VAR_P(d) && !TREE_STATIC(d) && !DECL_EXTERNAL(d) && !DECL_INITIAL(d)
         && !DECL_HARD_REGISTER(d) && !DECL_HAS_VALUE_EXPR_P(d) && !DECL_ARTIFICIAL(d)
         && !TREE_THIS_VOLATILE(d) && TREE_TYPE(d) != error_mark_node && DECL_SIZE_UNIT(d)
         && TREE_CODE(DECL_SIZE_UNIT(d)) == INTEGER_CST && TREE_CODE(TREE_TYPE(d)) != REFERENCE_TYPE;
}

// Declarations between `switch (…) {` and the first label are never reached, and GCC would warn about a clobber
// there. Returns whether the first label was found.
static bool pass_unreachable(tree body, std::unordered_set<tree> &unreachable) {
  if (!body)
    return false;
  switch (TREE_CODE(body)) {
  case BIND_EXPR:
    return pass_unreachable(BIND_EXPR_BODY(body), unreachable);
  case STATEMENT_LIST:
    for (tree_stmt_iterator i = tsi_start(body); !tsi_end_p(i); tsi_next(&i))
      if (pass_unreachable(tsi_stmt(i), unreachable))
        return true;
    return false;
  case CASE_LABEL_EXPR:
  case LABEL_EXPR:
    return true;
  case DECL_EXPR:
    unreachable.insert(body);
    return false;
  default:
    return false;
  }
}

// `int x;` becomes `int x; x = {CLOBBER};`. TREE_PRIVATE tells our clobbers from GCC's.
static tree mark_declaration(tree *where, int *walk_subtrees, void *data) {
  auto &unreachable = *static_cast<std::unordered_set<tree> *>(data);
  if (TYPE_P(*where)) {
    *walk_subtrees = 0;
    return NULL_TREE;
  }
  // SWITCH_EXPR, or the front ends' own SWITCH_STMT: the body is operand 1 of both.
  if (strncmp(get_tree_code_name(TREE_CODE(*where)), "switch_", 7) == 0)
    pass_unreachable(TREE_OPERAND(*where, 1), unreachable);
  if (TREE_CODE(*where) != DECL_EXPR || unreachable.count(*where) != 0
      || !becomes_indeterminate(DECL_EXPR_DECL(*where)))
    return NULL_TREE;
  tree d = DECL_EXPR_DECL(*where);
  tree clobber = compat::build_clobber(TREE_TYPE(d));
  TREE_PRIVATE(clobber) = 1;
  tree assign = build2_loc(EXPR_LOCATION(*where), MODIFY_EXPR, TREE_TYPE(d), d, clobber);
  TREE_SIDE_EFFECTS(assign) = 1;
  tree list = NULL_TREE;
  append_to_statement_list_force(*where, &list);
  append_to_statement_list_force(assign, &list);
  *where = list;
  *walk_subtrees = 0;
  return NULL_TREE;
}

void mark_declarations(void *function, void *) {
  tree f = static_cast<tree>(function);
  std::unordered_set<tree> unreachable;
  if (TREE_CODE(f) != FUNCTION_DECL || !DECL_SAVED_TREE(f))
    return;
  walk_tree_without_duplicates(&DECL_SAVED_TREE(f), mark_declaration, &unreachable);
}
