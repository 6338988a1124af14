// What can fail in an expression: whether it can be undefined in C, which folding would hide.
#ifndef GMC_FAILING_H
#define GMC_FAILING_H

#include "gcc-api.h"

inline bool is_marked(const_tree t) {
  return TREE_CODE(t) == CALL_EXPR && !CALL_EXPR_FN(t) && CALL_EXPR_IFN(t) == IFN_LAUNDER;
}

inline bool can_overflow(const_tree type) { return INTEGRAL_TYPE_P(type) && !TYPE_UNSIGNED(type); }

// Front ends have statements without a type, such as `catch (...)`.
inline bool is_scalar(const_tree type) { return type && (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type)); }

// `s.x`, `v[3]`: a part of a variable.
inline bool is_part_of_variable(tree t) {
  while (TREE_CODE(t) == COMPONENT_REF || (TREE_CODE(t) == ARRAY_REF && TREE_CODE(TREE_OPERAND(t, 1)) == INTEGER_CST))
    t = TREE_OPERAND(t, 0);
  return DECL_P(t) || CONSTANT_CLASS_P(t);
}

// Constants, also by the name of a constant variable: static initialisers may use them.
inline bool is_constant(tree t) {
  if (TREE_CONSTANT(t))
    return true;
  if (VAR_P(t))
    return TREE_READONLY(t) && DECL_INITIAL(t) && DECL_INITIAL(t) != error_mark_node && TREE_CONSTANT(DECL_INITIAL(t));
  if (!UNARY_CLASS_P(t) && !BINARY_CLASS_P(t))
    return false;
  for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++)
    if (!is_constant(TREE_OPERAND(t, i)))
      return false;
  return true;
}

// Whether a call is of a builtin that has no result for zero.
inline bool counts_zeros(tree call) {
  tree callee = get_callee_fndecl(call);
  if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL))
    return false;
  switch (DECL_FUNCTION_CODE(callee)) {
  CASE_INT_FN(BUILT_IN_CLZ):
  CASE_INT_FN(BUILT_IN_CTZ):
    return true;
  default:
    return false;
  }
}

// OpenMP requires loops and updates of certain forms, which marks would change.
inline bool parses_openmp() { return flag_openmp || flag_openacc || flag_openmp_simd; }

// Whether evaluating an expression, apart from its operands, can be undefined.
inline bool can_fail(tree t) {
  tree type = TREE_TYPE(t);
  if (!type || TREE_CONSTANT(t))
    return false;
  switch (TREE_CODE(t)) {
  CASE_CONVERT:
  case NON_LVALUE_EXPR:
  case SAVE_EXPR:
  case BIT_NOT_EXPR:
    return can_fail(TREE_OPERAND(t, 0));
  case PLUS_EXPR:
  case MINUS_EXPR:
  case MULT_EXPR:
  case NEGATE_EXPR:
  case ABS_EXPR:
    return can_overflow(type);
  case POINTER_PLUS_EXPR:
  case POINTER_DIFF_EXPR:
  case TRUNC_DIV_EXPR:
  case TRUNC_MOD_EXPR:
  case EXACT_DIV_EXPR:
  case LSHIFT_EXPR:
  case RSHIFT_EXPR:
  case FIX_TRUNC_EXPR:
    return true;
  case INDIRECT_REF:
  case COMPONENT_REF:
  case ARRAY_REF:
    return !parses_openmp() && !is_part_of_variable(t);
  case COND_EXPR:
    return !VOID_TYPE_P(type) && TREE_OPERAND(t, 1) && TREE_OPERAND(t, 2)
           && (can_fail(TREE_OPERAND(t, 1)) || can_fail(TREE_OPERAND(t, 2)));
  case COMPOUND_EXPR:
    return can_fail(TREE_OPERAND(t, 1));
  case CALL_EXPR:
    return counts_zeros(t);
  default:
    return false;
  }
}

inline bool needs_mark(tree t) { return TREE_TYPE(t) && is_scalar(TREE_TYPE(t)) && can_fail(t) && !is_constant(t); }

// The value of an operand; none if it is not known while compiling.
inline tree known_number(tree t) {
  t = tree_strip_any_location_wrapper(t);
  if ((VAR_P(t) && is_constant(t)) || TREE_CODE(t) == CONST_DECL)
    t = DECL_INITIAL(t);
  if (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR) {
    tree number = known_number(TREE_OPERAND(t, 0));
    return number && INTEGRAL_TYPE_P(TREE_TYPE(t)) ? fold_convert(TREE_TYPE(t), number) : NULL_TREE;
  }
  return TREE_CODE(t) == INTEGER_CST ? t : NULL_TREE;
}

inline bool can_fail_on_numbers(const_tree t) {
  switch (TREE_CODE(t)) {
  case PLUS_EXPR:
  case MINUS_EXPR:
  case MULT_EXPR:
  case NEGATE_EXPR:
    return can_overflow(TREE_TYPE(t));
  case TRUNC_DIV_EXPR:
  case TRUNC_MOD_EXPR:
  case LSHIFT_EXPR:
  case RSHIFT_EXPR:
    return INTEGRAL_TYPE_P(TREE_TYPE(t));
  default:
    return false;
  }
}

// Whether an operation on known numbers overflows or has no result.
inline bool fails(tree t) {
  if (!can_fail_on_numbers(t))
    return false;
  tree first = known_number(TREE_OPERAND(t, 0));
  tree second = TREE_CODE(t) == NEGATE_EXPR ? first : known_number(TREE_OPERAND(t, 1));
  if (!first || !second)
    return false;
  tree type = TREE_TYPE(t);
  const bool shift = TREE_CODE(t) == LSHIFT_EXPR || TREE_CODE(t) == RSHIFT_EXPR;
  second = shift ? second : fold_convert(type, second);
  if (shift && (tree_int_cst_sgn(second) < 0 || compare_tree_int(second, TYPE_PRECISION(type)) >= 0))
    return true;
  tree value = TREE_CODE(t) == NEGATE_EXPR ? fold_unary(NEGATE_EXPR, type, fold_convert(type, first))
                                           : fold_binary(TREE_CODE(t), type, fold_convert(type, first), second);
  return !value || TREE_CODE(value) != INTEGER_CST || (!shift && TREE_OVERFLOW(value));
}

#endif
