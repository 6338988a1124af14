// Applies edits. `crates/script/src/edits.rs` writes them, and has checked them.
//
// A line is a verb and words. Operands: `v` a local, `y` a symbol, `e` an expression, `n` a new variable (each with its
// number), `i` an integer, `r` a real number, `s` a string, `x` an external variable, `f` a function, `&` an address.

#include "editor.h"

std::string unhex(const std::string &word) {
  std::string text;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (size_t i = 0; i + 1 < word.size() && word[i] != '.'; i += 2)
    text.push_back(static_cast<char>(digit(word[i]) * 16 + digit(word[i + 1])));
  return text;
}

// Declarations that scripts have made, by the linker's name; one for each unit.
static std::map<std::string, tree> declared;

bool Editor::begin_function(Words &words) {
  end_function();
  const uint64_t id = words.number();
  if (words.wrong || id >= bodies_.size())
    return false;
  body_ = &bodies_[id];
  push_cfun(DECL_STRUCT_FUNCTION(body_->node->decl));
  return true;
}

void Editor::end_function() {
  if (!body_)
    return;
  gsi_commit_edge_inserts();
  if (gimple_in_ssa_p(cfun))
    update_ssa(TODO_update_ssa);
  cgraph_edge::rebuild_edges();
  pop_cfun();
  body_ = NULL;
  variables_.clear();
  block_copies_.clear();
  stmt_copies_.clear();
}

tree Editor::type(Words &words, const std::string &word) {
  const uint64_t number = words.parsed(word.substr(std::min<size_t>(1, word.size())));
  if (!words.wrong && word[0] == 't' && number < exporter_.type_trees().size())
    return exporter_.type_trees()[number];
  // In the order of `Builtin::NAMES`.
  tree builtin[] = {
    void_type_node, boolean_type_node, char_type_node, unsigned_char_type_node, short_integer_type_node,
    short_unsigned_type_node, integer_type_node, unsigned_type_node, long_integer_type_node,
    long_unsigned_type_node, long_long_integer_type_node, long_long_unsigned_type_node, float_type_node,
    double_type_node, ptr_type_node, build_pointer_type(char_type_node), integer_ptr_type_node,
    float_ptr_type_node, double_ptr_type_node, size_type_node,
    build_pointer_type(build_qualified_type(char_type_node, TYPE_QUAL_CONST)),
  };
  if (!words.wrong && word[0] == 'b' && number < ARRAY_SIZE(builtin))
    return builtin[number];
  words.wrong = true;
  return NULL_TREE;
}

// The parts of a word, at colons.
static std::vector<std::string> parts(const std::string &word) {
  std::vector<std::string> out(1);
  for (char c : word)
    if (c == ':')
      out.emplace_back();
    else
      out.back().push_back(c);
  return out;
}

// What the unit already has under a name.
static tree known(const std::string &name, tree_code code) {
  symtab_node *node = symtab_node::get_for_asmname(get_identifier(name.c_str()));
  if (node && TREE_CODE(node->decl) == code)
    return node->decl;
  auto found = declared.find(name);
  return found != declared.end() && TREE_CODE(found->second) == code ? found->second : NULL_TREE;
}

tree Editor::function(Words &words, const std::string &word) {
  if (word[0] == 'y')
    return operand(words, word);
  const std::vector<std::string> all = parts(word.substr(1));
  if (word[0] != 'f' || all.size() != 3) {
    words.wrong = true;
    return NULL_TREE;
  }
  const std::string name = unhex(all[1]);
  if (tree decl = known(name, FUNCTION_DECL))
    return decl;
  tree result = type(words, all[0]);
  std::vector<tree> params;
  std::string rest = all[2] == "?" ? "" : all[2];
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(','), rest.size());
    params.push_back(type(words, rest.substr(0, end)));
    rest = rest.substr(std::min(end + 1, rest.size()));
  }
  if (words.wrong)
    return NULL_TREE;
  tree fntype = all[2] == "?" ? build_function_type(result, NULL_TREE)
                              : build_function_type_array(result, params.size(), params.data());
  tree decl = build_fn_decl(name.c_str(), fntype);
  SET_DECL_ASSEMBLER_NAME(decl, get_identifier(name.c_str()));
  // It does not come back into the unit: no call of it can jump anywhere.
  DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("leaf"), NULL_TREE, DECL_ATTRIBUTES(decl));
  return declared[name] = decl;
}

tree Editor::operand(Words &words, const std::string &word) {
  if (word.empty()) {
    words.wrong = true;
    return NULL_TREE;
  }
  const std::string rest = word.substr(1);
  const auto from = [&](const std::vector<tree> &list) -> tree {
    const uint64_t number = words.parsed(rest);
    if (words.wrong || number >= list.size() || !list[number]) {
      words.wrong = true;
      return NULL_TREE;
    }
    return list[number];
  };
  switch (word[0]) {
  case 'v':
    return from(body_->locals);
  case 'y':
    return from(exporter_.symbol_trees());
  case 'n':
    return from(variables_);
  case 'e': {
    tree t = from(body_->exprs);
    return t ? unshare_expr(t) : t;
  }
  case 's': {
    const std::string text = unhex(rest);
    return build_string_literal(text.size() + 1, text.c_str());
  }
  case 'r': {
    REAL_VALUE_TYPE real;
    real_from_string(&real, rest.c_str());
    return build_real(double_type_node, real);
  }
  case 'i': {
    const std::vector<std::string> all = parts(rest);
    tree of = all.size() == 2 ? type(words, all[0]) : NULL_TREE;
    return of ? build_int_cst(of, strtoll(all[1].c_str(), NULL, 10)) : of;
  }
  case 'x': {
    const std::vector<std::string> all = parts(rest);
    tree of = all.size() == 2 ? type(words, all[0]) : NULL_TREE;
    if (!of)
      return of;
    const std::string name = unhex(all[1]);
    if (tree decl = known(name, VAR_DECL))
      return decl;
    tree decl = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name.c_str()), of);
    SET_DECL_ASSEMBLER_NAME(decl, get_identifier(name.c_str()));
    DECL_EXTERNAL(decl) = 1;
    TREE_PUBLIC(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    varpool_node::get_create(decl);
    return declared[name] = decl;
  }
  case 'f':
    return function(words, word);
  case '&': {
    tree of = operand(words, rest);
    if (!of)
      return of;
    if (VAR_P(of) || TREE_CODE(of) == PARM_DECL)
      TREE_ADDRESSABLE(of) = 1;
    return build_fold_addr_expr(of);
  }
  default:
    words.wrong = true;
    return NULL_TREE;
  }
}

gimple *Editor::stmt(Words &words) {
  const uint64_t block = words.number(), copy = words.number(), at = words.number();
  if (words.wrong || block >= body_->stmts.size() || at >= body_->stmts[block].size()) {
    words.wrong = true;
    return NULL;
  }
  gimple *g = body_->stmts[block][at];
  if (!copy)
    return g;
  auto found = stmt_copies_.find(g);
  words.wrong |= found == stmt_copies_.end();
  return words.wrong ? NULL : found->second;
}

bool Editor::place(Words &words, Place &out) {
  const std::string how = words.next();
  if (how == "first" || how == "edge") {
    const uint64_t block = words.number(), copy = words.number(), at = words.number();
    if (words.wrong || block >= body_->blocks.size())
      return false;
    basic_block bb = body_->blocks[block];
    if (copy) {
      auto found = block_copies_.find(bb);
      if (found == block_copies_.end())
        return false;
      bb = found->second;
    }
    if (how == "first")
      out.first = bb;
    else if (at < EDGE_COUNT(bb->succs))
      out.on = EDGE_SUCC(bb, at);
    return out.first || out.on;
  }
  out.after = how == "after";
  out.at = stmt(words);
  return out.at != NULL;
}

void Editor::put(const Place &where, gimple_seq seq) {
  gimple *near = where.at ? where.at : where.first ? first_stmt(where.first) : NULL;
  for (gimple_stmt_iterator i = gsi_start(seq); !gsi_end_p(i); gsi_next(&i)) {
    gimple_set_location(gsi_stmt(i), near ? gimple_location(near) : UNKNOWN_LOCATION);
    gimple_set_block(gsi_stmt(i), near ? gimple_block(near) : DECL_INITIAL(cfun->decl));
  }
  if (where.first) {
    gimple_stmt_iterator i = gsi_after_labels(where.first);
    gsi_insert_seq_before(&i, seq, GSI_NEW_STMT);
    return;
  }
  if (where.on) {
    // GCC splits edges when all edits are made, so that places stay what they are.
    gsi_insert_seq_on_edge(where.on, seq);
    return;
  }
  gimple_stmt_iterator i = gsi_for_stmt(where.at);
  if (where.after)
    gsi_insert_seq_after(&i, seq, GSI_NEW_STMT);
  else
    gsi_insert_seq_before(&i, seq, GSI_SAME_STMT);
}

// A value of the wanted type, in a form that statements take.
tree Editor::argument(gimple_seq *seq, tree value, tree wanted) {
  if (AGGREGATE_TYPE_P(TREE_TYPE(value)))
    return value;
  if (wanted && !useless_type_conversion_p(wanted, TREE_TYPE(value)))
    value = fold_convert(wanted, value);
  gimple_seq own = NULL;
  value = force_gimple_operand(value, &own, true, NULL_TREE);
  gimple_seq_add_seq(seq, own);
  return value;
}

bool Editor::arguments(Words &words, std::vector<tree> &out) {
  const uint64_t count = words.number();
  for (uint64_t i = 0; i < count && !words.wrong; i++)
    out.push_back(operand(words, words.next()));
  return !words.wrong;
}

gcall *Editor::build_call(gimple_seq *seq, tree callee, const std::vector<tree> &values) {
  std::vector<tree> args;
  tree fntype = TREE_TYPE(callee);
  tree param = TYPE_ARG_TYPES(fntype);
  for (tree value : values) {
    tree wanted = NULL_TREE;
    if (param && param != void_list_node) {
      wanted = TREE_VALUE(param);
      param = TREE_CHAIN(param);
    } else if (INTEGRAL_TYPE_P(TREE_TYPE(value)) &&
               TYPE_PRECISION(TREE_TYPE(value)) < TYPE_PRECISION(integer_type_node))
      wanted = integer_type_node;
    else if (TYPE_MAIN_VARIANT(TREE_TYPE(value)) == float_type_node)
      wanted = double_type_node;
    args.push_back(argument(seq, value, wanted));
  }
  vec<tree> list = vNULL;
  for (tree arg : args)
    list.safe_push(arg);
  gcall *call = gimple_build_call_vec(callee, list);
  list.release();
  return call;
}

bool Editor::call(Words &words) {
  Place where;
  if (!place(words, where))
    return false;
  const std::string to = words.next();
  tree target = to == "-" ? NULL_TREE : operand(words, to);
  tree callee = function(words, words.next());
  std::vector<tree> values;
  if (!arguments(words, values) || !callee)
    return false;
  gimple_seq seq = NULL;
  gcall *call = build_call(&seq, callee, values);
  gimple_seq_add_stmt(&seq, call);
  if (target) {
    tree result = TREE_TYPE(TREE_TYPE(callee));
    if (useless_type_conversion_p(TREE_TYPE(target), result))
      gimple_call_set_lhs(call, target);
    else {
      tree temporary = create_tmp_var(result);
      gimple_call_set_lhs(call, temporary);
      tree value = argument(&seq, temporary, TREE_TYPE(target));
      gimple_seq_add_stmt(&seq, gimple_build_assign(target, value));
    }
  }
  put(where, seq);
  return true;
}

static tree_code operation_named(const std::string &name) {
  static const std::map<std::string, tree_code> codes = {
    {"nop_expr", NOP_EXPR},
    {"negate_expr", NEGATE_EXPR},
    {"bit_not_expr", BIT_NOT_EXPR},
    {"plus_expr", PLUS_EXPR},
    {"minus_expr", MINUS_EXPR},
    {"mult_expr", MULT_EXPR},
    {"trunc_div_expr", TRUNC_DIV_EXPR},
    {"trunc_mod_expr", TRUNC_MOD_EXPR},
    {"rdiv_expr", RDIV_EXPR},
    {"lshift_expr", LSHIFT_EXPR},
    {"rshift_expr", RSHIFT_EXPR},
    {"bit_and_expr", BIT_AND_EXPR},
    {"bit_ior_expr", BIT_IOR_EXPR},
    {"bit_xor_expr", BIT_XOR_EXPR},
    {"min_expr", MIN_EXPR},
    {"max_expr", MAX_EXPR},
    {"pointer_plus_expr", POINTER_PLUS_EXPR},
    {"lt_expr", LT_EXPR},
    {"le_expr", LE_EXPR},
    {"gt_expr", GT_EXPR},
    {"ge_expr", GE_EXPR},
    {"eq_expr", EQ_EXPR},
    {"ne_expr", NE_EXPR},
  };
  auto found = codes.find(name);
  return found == codes.end() ? ERROR_MARK : found->second;
}

// What an operation computes, as a value of the type that is wanted.
static tree computed(tree_code code, tree wanted, std::vector<tree> values) {
  if (code == NOP_EXPR)
    return fold_convert(wanted, values[0]);
  if (TREE_CODE_CLASS(code) == tcc_comparison) {
    tree other = fold_convert(TREE_TYPE(values[0]), values[1]);
    return fold_convert(wanted, fold_build2(code, boolean_type_node, values[0], other));
  }
  if (code == POINTER_PLUS_EXPR)
    return fold_convert(wanted, fold_build2(code, TREE_TYPE(values[0]), values[0],
                                            fold_convert(sizetype, values[1])));
  tree first = fold_convert(wanted, values[0]);
  if (values.size() == 1)
    return fold_build1(code, wanted, first);
  if (code == RDIV_EXPR && !FLOAT_TYPE_P(wanted))
    code = TRUNC_DIV_EXPR;
  if ((code == TRUNC_DIV_EXPR) && FLOAT_TYPE_P(wanted))
    code = RDIV_EXPR;
  const bool shifts = code == LSHIFT_EXPR || code == RSHIFT_EXPR;
  return fold_build2(code, wanted, first, fold_convert(shifts ? unsigned_type_node : wanted, values[1]));
}

bool Editor::assign(Words &words) {
  Place where;
  if (!place(words, where))
    return false;
  tree target = operand(words, words.next());
  const std::string name = words.next();
  std::vector<tree> values;
  if (!arguments(words, values) || !target || values.empty())
    return false;
  gimple_seq seq = NULL;
  tree value = values[0];
  if (name != "-") {
    const tree_code code = operation_named(name);
    if (code == ERROR_MARK)
      return false;
    for (tree &it : values)
      it = argument(&seq, it, NULL_TREE);
    value = computed(code, TREE_TYPE(target), values);
  }
  value = argument(&seq, value, TREE_TYPE(target));
  gimple_seq_add_stmt(&seq, gimple_build_assign(target, value));
  put(where, seq);
  return true;
}

bool Editor::new_variable(Words &words) {
  const uint64_t number = words.number();
  tree of = type(words, words.next());
  const std::string kind = words.next(), name = unhex(words.next());
  if (words.wrong || number != variables_.size())
    return false;
  if (kind == "temporary") {
    variables_.push_back(create_tmp_var(of, "script"));
    return true;
  }
  tree decl = build_decl(DECL_SOURCE_LOCATION(cfun->decl), VAR_DECL, get_identifier(name.c_str()), of);
  DECL_CONTEXT(decl) = cfun->decl;
  TREE_USED(decl) = 1;
  DECL_SEEN_IN_BIND_EXPR_P(decl) = 1;
  add_local_decl(cfun, decl);
  variables_.push_back(decl);
  return true;
}

bool Editor::remove(Words &words) {
  gimple *g = stmt(words);
  if (!g)
    return false;
  gimple_stmt_iterator i = gsi_for_stmt(g);
  unlink_stmt_vdef(g);
  gsi_remove(&i, true);
  return true;
}

bool Editor::recall(Words &words) {
  gcall *call = dyn_cast<gcall *>(stmt(words));
  tree callee = function(words, words.next());
  if (words.wrong || !call || !callee)
    return false;
  gimple_call_set_fndecl(call, callee);
  gimple_call_set_fntype(call, TREE_TYPE(callee));
  gimple_call_set_ctrl_altering(call, gimple_call_flags(call) & ECF_NORETURN);
  update_stmt(call);
  return true;
}

bool Editor::line(const std::string &text) {
  Words words(text);
  const std::string verb = words.next();
  if (verb == "function")
    return begin_function(words);
  if (!body_)
    return false;
  if (verb == "variable")
    return new_variable(words);
  if (verb == "assign")
    return assign(words);
  if (verb == "call")
    return call(words);
  if (verb == "remove")
    return remove(words);
  if (verb == "recall")
    return recall(words);
  if (verb == "duplicate")
    return duplicate(words);
  return false;
}

std::string apply_edits(const std::string &text, const Exporter &exporter, std::vector<BodyTrees> &bodies) {
  Editor editor(exporter, bodies);
  size_t at = 0;
  std::string wrong;
  // A function of which nothing is to be changed is left alone.
  std::string function;
  while (at < text.size() && wrong.empty()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.compare(0, 9, "function ") == 0) {
      function = line;
      continue;
    }
    if (!function.empty() && !editor.line(function))
      wrong = function;
    function.clear();
    if (wrong.empty() && !editor.line(line))
      wrong = line;
  }
  editor.end_function();
  return wrong;
}
