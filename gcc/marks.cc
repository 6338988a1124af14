// Keeps operations as they are written in the source.
//
// Front ends fold while they parse: `a + 1 - 1` becomes `a`, `(char) (a * b)` multiplies unsigned characters,
// `x / y, z` becomes `z`, and the overflow, division or access that C leaves undefined is gone. Flags prevent some of
// this; marks prevent the rest. A mark is a call that GCC cannot look into, around an operand that must not be folded:
// `.LAUNDER (a + 1) - 1`. The exporter looks through marks, and they are removed before GCC's passes go on.
//
// C: every operand of an arithmetic operator passes `default_conversion`, which asks the target for a promoted type
// and for a conversion to it; other conversions, explicit or implicit, ask for the conversion. Both target hooks mark.
// C++: the front end folds after PLUGIN_PRE_GENERICIZE, where the whole function is marked.
// Unused values (`a + b, c`) are dropped while parsing unless they have side effects. So, until the function is
// complete, C operands are marked even where nothing in them can fail, and in C++ reading a local variable is a side
// effect.
// Both: `a / b`, `a << b` and lengths of arrays are kept by sanitizer checks (checks.h).

#include "checks.h"
#include "failing.h"
#include "marks.h"

// Only the C front ends have these.
extern tree c_fully_fold(tree, bool, bool *, bool) __attribute__((weak));
extern tree perform_integral_promotions(tree) __attribute__((weak));
// Only C++ has these. Whether the current function is a template:
extern bool in_template_function() __attribute__((weak));
// Not 0 in operands of sizeof, decltype and the like, and in constraints:
extern int cp_unevaluated_operand __attribute__((weak));
// Forgets what was folded before operands were marked:
extern void clear_fold_cache() __attribute__((weak));

namespace {

// Promoting to this type means promoting to the operand's own promoted type, and marking it.
tree operand_type;
tree (*target_promoted_type)(const_tree);
tree (*target_convert_to_type)(tree, tree);

bool is_language(const char *prefix) { return strncmp(lang_hooks.name, prefix, strlen(prefix)) == 0; }

bool is_cxx() { return is_language("GNU C++") || is_language("GNU Objective-C++"); }

// While parsing C.

tree mark_parsed(tree value) {
  if (TREE_CODE(value) == INTEGER_CST && TREE_OVERFLOW(value))
    return marked_as(Mark::OVERFLOW_, drop_tree_overflow(value), input_location);
  // Operands in which nothing can fail are marked as well: a mark is a side effect, so what is computed from them is
  // not dropped before the function is complete.
  const bool computes = can_overflow(TREE_TYPE(value)) && !TREE_SIDE_EFFECTS(value) && !is_constant(value)
                        && !parses_openmp();
  return computes || needs_mark(value) ? marked(c_fully_fold(value, false, NULL, false), input_location) : value;
}

tree promoted_type(const_tree type) {
  if (!operand_type)
    operand_type = build_distinct_type_copy(integer_type_node);
  tree own = target_promoted_type(type);
  return own || !current_function_decl || !is_scalar(type) ? own : operand_type;
}

// Whether a front end would convert the operands of a value instead of the value, because the result is the same. Then
// the constant in `(char) (a & 128)` and in `(char) (a = 128)` overflows, and the overflow in
// `(long) (c ? INT_MAX + 1 : a)` is lost.
bool is_spread(tree type, tree value) {
  tree from = TREE_TYPE(value);
  if (!from || TREE_CODE(type) != INTEGER_TYPE || !INTEGRAL_TYPE_P(from) || is_constant(value))
    return false;
  while (CONVERT_EXPR_P(value) || TREE_CODE(value) == NON_LVALUE_EXPR)
    value = TREE_OPERAND(value, 0);
  return TREE_CODE(value) == COND_EXPR || TREE_CODE(value) == COMPOUND_EXPR || TREE_CODE(value) == MODIFY_EXPR
         || UNARY_CLASS_P(value) || BINARY_CLASS_P(value);
}

tree convert_to_type(tree type, tree value) {
  if (type == operand_type)
    return mark_parsed(INTEGRAL_TYPE_P(TREE_TYPE(value)) ? perform_integral_promotions(value) : value);
  if (tree own = target_convert_to_type(type, value))
    return own;
  if (!current_function_decl || (!needs_mark(value) && !is_spread(type, value)))
    return NULL_TREE;
  return convert(type, marked(c_fully_fold(value, false, NULL, false), input_location));
}

// Initialisers of variables are converted before the function is complete. Templates are not marked: they could not be
// instantiated.
tree convert_to_type_in_cxx(tree type, tree value) {
  if (tree own = target_convert_to_type(type, value))
    return own;
  if (!current_function_decl || cp_unevaluated_operand || in_template_function() || !is_spread(type, value))
    return NULL_TREE;
  return build1_loc(input_location, NOP_EXPR, type, marked(value, input_location));
}

void mark_while_parsing() {
  target_promoted_type = targetm.promoted_type;
  target_convert_to_type = targetm.convert_to_type;
  if (is_cxx()) {
    if (in_template_function)
      targetm.convert_to_type = convert_to_type_in_cxx;
  } else if (is_language("GNU C") && c_fully_fold && perform_integral_promotions) {
    targetm.promoted_type = promoted_type;
    targetm.convert_to_type = convert_to_type;
  }
}

// While parsing C++.

bool is_local(const_tree t) {
  return (VAR_P(t) || TREE_CODE(t) == PARM_DECL) && !TREE_STATIC(t) && !DECL_EXTERNAL(t) && !TREE_THIS_VOLATILE(t);
}

void read_with_effect(tree variable) {
  tree type = TREE_TYPE(variable);
  if (is_local(variable) && !TREE_READONLY(variable) && (is_scalar(type) || SCALAR_FLOAT_TYPE_P(type)))
    TREE_SIDE_EFFECTS(variable) = 1;
}

// The whole function.

class Marking {
public:
  void function(tree f);

private:
  static tree visit_(tree *where, int *walk_subtrees, void *data) {
    return static_cast<Marking *>(data)->visit(where, walk_subtrees);
  }
  static tree count_saved_(tree *where, int *walk_subtrees, void *data) {
    return static_cast<Marking *>(data)->count_saved(*where, walk_subtrees);
  }
  static tree share_saved_(tree *where, int *walk_subtrees, void *data) {
    return static_cast<Marking *>(data)->share_saved(*where, walk_subtrees);
  }
  static tree release_saved_(tree *where, int *walk_subtrees, void *data) {
    return static_cast<Marking *>(data)->release_saved(*where, walk_subtrees);
  }
  static tree restore_(tree *where, int *walk_subtrees, void *data) {
    return static_cast<Marking *>(data)->restore(where, walk_subtrees);
  }
  tree restore(tree *where, int *walk_subtrees);
  tree visit(tree *where, int *walk_subtrees);
  tree count_saved(tree t, int *walk_subtrees);
  tree share_saved(tree t, int *walk_subtrees);
  tree release_saved(tree t, int *walk_subtrees);
  void mark_operands(tree t);
  void mark_constants(tree t);
  void mark_count(tree t);
  void restore_sign(tree t);
  void mark_discarded(tree *where);
  bool effects(tree t);

  // Initialisers of static variables, which must stay constants.
  std::unordered_set<tree> initialisers_;
  // How often each temporary is used. Checks keep operands in temporaries; once a check is gone, only the operation
  // uses them.
  std::unordered_map<tree, unsigned> saved_;
  // How often each expression is an operand.
  std::unordered_map<tree, unsigned> uses_;
  std::unordered_set<tree> seen_;
  // The last location that was seen: constants have none of their own.
  location_t where_ = UNKNOWN_LOCATION;
};

// Marks a value that is computed and not used: GCC computes it only if it is the argument of a call.
void Marking::mark_discarded(tree *where) {
  // Of `a, b` the first value is discarded wherever it stands, and the second with the whole.
  while (*where && TREE_CODE(*where) == COMPOUND_EXPR)
    where = &TREE_OPERAND(*where, 1);
  tree t = *where;
  if (!t || !EXPR_P(t) || !is_scalar(TREE_TYPE(t)) || TREE_CONSTANT(t) || is_marked(t))
    return;
  if (UNARY_CLASS_P(t) || BINARY_CLASS_P(t) || COMPARISON_CLASS_P(t) || REFERENCE_CLASS_P(t)
      || TREE_CODE(t) == ADDR_EXPR || TREE_CODE(t) == TRUTH_NOT_EXPR || TREE_CODE(t) == COND_EXPR)
    *where = marked(t, where_);
}

void Marking::mark_operands(tree t) {
  for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++) {
    tree operand = TREE_OPERAND(t, i);
    // The operand of a conversion is marked when the conversion is visited.
    if (operand && !CONVERT_EXPR_P(operand) && needs_mark(operand))
      TREE_OPERAND(t, i) = marked(operand, where_);
  }
}

// Marks operands of operations that GCC folds although one operand is a variable, or although they overflow.
void Marking::mark_constants(tree t) {
  if (!INTEGRAL_TYPE_P(TREE_TYPE(t)))
    return;
  tree first = tree_strip_any_location_wrapper(TREE_OPERAND(t, 0));
  bool folded = false;
  switch (TREE_CODE(t)) {
  case TRUNC_DIV_EXPR:
  case TRUNC_MOD_EXPR:
  case LSHIFT_EXPR:
  case RSHIFT_EXPR:
    // Anything but a variable may become a constant; what is one and succeeds should: intrinsics ask for constants.
    folded = (!DECL_P(first) || operand_equal_p(first, TREE_OPERAND(t, 1), 0))
             && (!is_constant(first) || !is_constant(TREE_OPERAND(t, 1)) || fails(t));
    // `x % -1` is always zero.
    if (integer_all_onesp(TREE_OPERAND(t, 1)))
      TREE_OPERAND(t, 1) = marked(TREE_OPERAND(t, 1), where_);
    break;
  case PLUS_EXPR:
  case MINUS_EXPR:
  case MULT_EXPR:
  case NEGATE_EXPR:
    folded = fails(t);
    break;
  default:
    break;
  }
  if (folded && !is_marked(first))
    TREE_OPERAND(t, 0) = marked(TREE_OVERFLOW_P(first) ? drop_tree_overflow(first) : first, where_);
}

// Whether the source text at a location begins with a minus sign, after parentheses and `!`.
bool is_negation_written(location_t where) {
  const expanded_location at_sign = expand_location(where);
  if (!at_sign.file)
    return false;
  const char_span line = location_get_source_line(at_sign.file, at_sign.line);
  size_t at = at_sign.column > 0 ? at_sign.column - 1 : 0;
  while (line && at < line.length() && strchr("(! \t", line[at]))
    at++;
  return line && at + 1 < line.length() && line[at] == '-' && line[at + 1] != '-';
}

// Whether an expression's leftmost operation is a negation.
bool begins_with_negation(tree t) {
  while (is_marked(t) || UNARY_CLASS_P(t) || BINARY_CLASS_P(t) || COMPARISON_CLASS_P(t) || TREE_CODE(t) == SAVE_EXPR) {
    if (TREE_CODE(t) == NEGATE_EXPR)
      return true;
    t = is_marked(t) ? CALL_EXPR_ARG(t, 0) : TREE_OPERAND(t, 0);
  }
  return false;
}

// Whether the minus sign at a location is a subtraction's, whose location is its sign's.
bool is_difference_at(tree t, location_t where) {
  while (is_marked(t) || CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR)
    t = is_marked(t) ? CALL_EXPR_ARG(t, 0) : TREE_OPERAND(t, 0);
  if (!BINARY_CLASS_P(t))
    return false;
  const expanded_location sign = expand_location(EXPR_LOCATION(t)), given = expand_location(where);
  return sign.line == given.line && sign.column == given.column;
}

// Restores the negation in `if (-a)`, which front ends drop: only the source text shows it.
void Marking::restore_sign(tree t) {
  tree value = TREE_OPERAND(t, 0);
  if (!integer_zerop(TREE_OPERAND(t, 1)) || !can_overflow(TREE_TYPE(value)) || TREE_CONSTANT(value)
      || begins_with_negation(value) || is_difference_at(value, EXPR_LOCATION(t))
      || !is_negation_written(EXPR_LOCATION(t)))
    return;
  TREE_OPERAND(t, 0) = marked(build1_loc(EXPR_LOCATION(t), NEGATE_EXPR, TREE_TYPE(value), value), where_);
}

// Marks the count of a shift, which the gimplifier converts to `unsigned`: operands inside a mark are not converted.
void Marking::mark_count(tree t) {
  if (TREE_CODE(t) != LSHIFT_EXPR && TREE_CODE(t) != RSHIFT_EXPR)
    return;
  tree count = TREE_OPERAND(t, 1);
  tree type = TREE_TYPE(count);
  if (INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) > TYPE_PRECISION(unsigned_type_node))
    TREE_OPERAND(t, 1) = marked_as(Mark::COUNT, is_marked(count) ? CALL_EXPR_ARG(count, 0) : count, where_);
}

// Replaces a check by the operation that it checks; drops it where that operation follows.
tree Marking::restore(tree *where, int *walk_subtrees) {
  if (TYPE_P(*where))
    *walk_subtrees = 0;
  while (TREE_CODE(*where) == COMPOUND_EXPR) {
    tree call = handler_call(TREE_OPERAND(*where, 0));
    if (!call || !is_checked_operation(TREE_OPERAND(*where, 1), call))
      break;
    *where = TREE_OPERAND(*where, 1);
  }
  if (TREE_CODE(*where) == COND_EXPR)
    if (tree call = handler_call(*where))
      *where = unchecked(call);
  // Marked only so that it has side effects.
  if (is_marked(*where) && call_expr_nargs(*where) == 1 && !can_fail(CALL_EXPR_ARG(*where, 0)))
    *where = CALL_EXPR_ARG(*where, 0);
  // `p[-1]`: the access that is out of bounds is the error to report, not the pointer arithmetic.
  if (TREE_CODE(*where) == INDIRECT_REF && is_marked(TREE_OPERAND(*where, 0)))
    TREE_OPERAND(*where, 0) = CALL_EXPR_ARG(TREE_OPERAND(*where, 0), 0);
  return NULL_TREE;
}

tree Marking::visit(tree *where, int *walk_subtrees) {
  tree t = *where;
  if (TYPE_P(t) || initialisers_.count(t) != 0) {
    *walk_subtrees = 0;
    return NULL_TREE;
  }
  if (EXPR_HAS_LOCATION(t))
    where_ = EXPR_LOCATION(t);
  switch (TREE_CODE(t)) {
  case INTEGER_CST:
    if (TREE_OVERFLOW(t))
      *where = marked_as(Mark::OVERFLOW_, drop_tree_overflow(t), where_);
    return NULL_TREE;
  case CASE_LABEL_EXPR:
    *walk_subtrees = 0;
    return NULL_TREE;
  case STATEMENT_LIST:
    for (tree_stmt_iterator i = tsi_start(t); !tsi_end_p(i); tsi_next(&i))
      mark_discarded(tsi_stmt_ptr(i));
    return NULL_TREE;
  case BIND_EXPR:
    for (tree v = BIND_EXPR_VARS(t); v; v = DECL_CHAIN(v))
      if (VAR_P(v) && TREE_STATIC(v) && DECL_INITIAL(v))
        initialisers_.insert(DECL_INITIAL(v));
    mark_discarded(&BIND_EXPR_BODY(t));
    return NULL_TREE;
  case COMPOUND_EXPR:
    mark_discarded(&TREE_OPERAND(t, 0));
    return NULL_TREE;
  case COND_EXPR:
  case TRUTH_NOT_EXPR:
  case TRUTH_AND_EXPR:
  case TRUTH_OR_EXPR:
  case TRUTH_XOR_EXPR:
  case TRUTH_ANDIF_EXPR:
  case TRUTH_ORIF_EXPR:
    mark_operands(t);
    return NULL_TREE;
  default:
    break;
  }
  // The front ends' FOR_STMT has as operands initialisation, condition, the expression after each round, body.
  if (strcmp(get_tree_code_name(TREE_CODE(t)), "for_stmt") == 0)
    mark_discarded(&TREE_OPERAND(t, 2));
  else if (CONVERT_EXPR_P(t) && VOID_TYPE_P(TREE_TYPE(t)))
    mark_discarded(&TREE_OPERAND(t, 0));
  else if (UNARY_CLASS_P(t) || BINARY_CLASS_P(t) || COMPARISON_CLASS_P(t)) {
    if (TREE_CODE(t) == NE_EXPR || TREE_CODE(t) == EQ_EXPR)
      restore_sign(t);
    const bool lost = fails(t);
    mark_constants(t);
    mark_operands(t);
    mark_count(t);
    if (lost)
      *where = marked(t, where_);
  }
  return NULL_TREE;
}

tree Marking::count_saved(tree t, int *walk_subtrees) {
  if (TYPE_P(t))
    *walk_subtrees = 0;
  else if (EXPR_P(t))
    for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++) {
      tree operand = TREE_OPERAND(t, i);
      if (!operand || !EXPR_P(operand))
        continue;
      ++uses_[operand];
      if (TREE_CODE(operand) == SAVE_EXPR)
        ++saved_[operand];
    }
  return NULL_TREE;
}

// `a += b[i++] << 8`: the shift is an operand twice, before the assignment and in it, so the temporary in the shift is
// used twice although only one expression names it.
tree Marking::share_saved(tree t, int *walk_subtrees) {
  if (TREE_CODE(t) == SAVE_EXPR)
    ++saved_[t];
  if (TYPE_P(t) || TREE_CODE(t) == SAVE_EXPR)
    *walk_subtrees = 0;
  return NULL_TREE;
}

tree Marking::release_saved(tree t, int *walk_subtrees) {
  if (TYPE_P(t))
    *walk_subtrees = 0;
  else if (BINARY_CLASS_P(t))
    for (int i = 0; i < 2; i++) {
      auto found = saved_.find(TREE_OPERAND(t, i));
      if (found != saved_.end() && found->second == 1)
        TREE_OPERAND(t, i) = TREE_OPERAND(found->first, 0);
    }
  return NULL_TREE;
}

// Sets the side-effect flag where an expression contains a mark, and clears it on arithmetic that contains none.
bool Marking::effects(tree t) {
  if (!t || TYPE_P(t) || DECL_P(t) || !seen_.insert(t).second)
    return t && !TYPE_P(t) && TREE_SIDE_EFFECTS(t);
  const bool arithmetic = UNARY_CLASS_P(t) || BINARY_CLASS_P(t) || COMPARISON_CLASS_P(t);
  bool any = !arithmetic && TREE_SIDE_EFFECTS(t);
  if (TREE_CODE(t) == STATEMENT_LIST)
    for (tree_stmt_iterator i = tsi_start(t); !tsi_end_p(i); tsi_next(&i))
      any |= effects(tsi_stmt(i));
  else if (EXPR_P(t))
    for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++) {
      tree operand = TREE_OPERAND(t, i);
      any |= effects(operand);
      // Nothing can fail in it, so a comparison that is always or never true may be folded.
      if (operand && COMPARISON_CLASS_P(operand) && !TREE_SIDE_EFFECTS(operand) && TREE_CONSTANT(fold(operand)))
        TREE_OPERAND(t, i) = fold(operand);
    }
  else
    return any;
  if (any || arithmetic)
    TREE_SIDE_EFFECTS(t) = any;
  return any;
}

// Undoes `read_with_effect`.
static tree read_freely(tree *where, int *, void *) {
  if (is_local(*where))
    TREE_SIDE_EFFECTS(*where) = 0;
  return NULL_TREE;
}

void Marking::function(tree f) {
  tree *body = &DECL_SAVED_TREE(f);
  walk_tree_without_duplicates(body, read_freely, NULL);
  if (clear_fold_cache)
    clear_fold_cache();
  walk_tree_without_duplicates(body, restore_, this);
  walk_tree_without_duplicates(body, count_saved_, this);
  if (!saved_.empty()) {
    for (const auto &used : uses_) {
      tree expression = used.first;
      if (used.second > 1 && TREE_CODE(expression) != SAVE_EXPR)
        walk_tree_without_duplicates(&expression, share_saved_, this);
    }
    walk_tree_without_duplicates(body, release_saved_, this);
  }
  walk_tree_without_duplicates(body, visit_, this);
  effects(*body);
}

} // namespace

// Keeps GCC from rearranging sums of these types: C++ folds initialisers of variables before they can be marked.
static void set_associative(bool associative) {
  if (!is_cxx() || flag_wrapv)
    return;
  for (tree type : {integer_type_node, long_integer_type_node, long_long_integer_type_node})
    for (tree variant = TYPE_MAIN_VARIANT(type); variant; variant = TYPE_NEXT_VARIANT(variant))
      TYPE_SATURATING(variant) = !associative;
}

// A difference of pointers of a saturating type is never a constant, and constant expressions need such constants. So it
// has a type of its own that is the same type to C++ (as `typedef long L __attribute__((may_alias))` is): a sum of it
// and a `long` is a `long`.
static void fold_differences() {
  if (!TYPE_SATURATING(ptrdiff_type_node))
    return;
  tree difference = build_distinct_type_copy(ptrdiff_type_node);
  TYPE_CANONICAL(difference) = TYPE_CANONICAL(ptrdiff_type_node);
  TYPE_SATURATING(difference) = 0;
  ptrdiff_type_node = difference;
}

void keep_sums(void *, void *) {
  set_associative(false);
  fold_differences();
}

void keep_discarded(void *declaration, void *) {
  tree d = static_cast<tree>(declaration);
  if (!d || !is_cxx() || parses_openmp())
    return;
  if (VAR_P(d))
    read_with_effect(d);
  else if (TREE_CODE(d) == FUNCTION_DECL)
    for (tree parameter = DECL_ARGUMENTS(d); parameter; parameter = DECL_CHAIN(parameter))
      read_with_effect(parameter);
}

void keep_operations() {
  if (flag_wrapv)
    our_sanitizers = SANITIZE_DIVIDE | SANITIZE_SHIFT_EXPONENT | SANITIZE_VLA;
  else
    our_sanitizers = SANITIZE_SI_OVERFLOW | SANITIZE_DIVIDE | SANITIZE_SHIFT_EXPONENT | SANITIZE_VLA;
  our_sanitizers &= ~flag_sanitize;
  flag_sanitize |= our_sanitizers;
  mark_while_parsing();
}

void end_sanitizing() {
  flag_sanitize &= ~our_sanitizers;
  set_associative(true);
}

void mark_operations(void *function, void *) {
  tree f = static_cast<tree>(function);
  if (TREE_CODE(f) == FUNCTION_DECL && DECL_SAVED_TREE(f))
    Marking().function(f);
}

Mark mark_of(const gimple *g) {
  if (!is_gimple_call(g) || !gimple_call_internal_p(g, IFN_LAUNDER))
    return Mark::NONE;
  if (gimple_call_num_args(g) < 2)
    return Mark::VALUE;
  return static_cast<Mark>(tree_to_uhwi(gimple_call_arg(g, 1)));
}

bool converts(const gimple *mark) {
  tree to = TREE_TYPE(gimple_call_lhs(mark)), from = TREE_TYPE(gimple_call_arg(mark, 0));
  return INTEGRAL_TYPE_P(to) && INTEGRAL_TYPE_P(from) && TYPE_PRECISION(to) != TYPE_PRECISION(from);
}

static void remove_marks(struct function *fn) {
  basic_block bb;
  FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);) {
      gimple *g = gsi_stmt(i);
      if (mark_of(g) == Mark::NONE) {
        gsi_next(&i);
        continue;
      }
      tree target = gimple_call_lhs(g);
      if (!target) {
        gsi_remove(&i, true);
        continue;
      }
      tree value = gimple_call_arg(g, 0);
      gassign *assign =
        converts(g) ? gimple_build_assign(target, NOP_EXPR, value) : gimple_build_assign(target, value);
      gimple_set_location(assign, gimple_location(g));
      gimple_set_block(assign, gimple_block(g));
      gsi_replace(&i, assign, false);
      gsi_next(&i);
    }
}

void remove_marks() {
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
    if (struct function *fn = DECL_STRUCT_FUNCTION(node->decl))
      if (fn->cfg) {
        push_cfun(fn);
        remove_marks(fn);
        pop_cfun();
      }
}

void keep_marks() {
  if (operand_type)
    gt_ggc_mx_tree_node(operand_type);
}
