// A function's locals, scopes and blocks.

#include "body.h"
#include "marks.h"

Body::Body(Exporter &exporter, cgraph_node *node, BodyTrees *trees)
  : exporter_(exporter), trees_(trees), decl_(node->decl), fn_(DECL_STRUCT_FUNCTION(node->decl)),
    index_(exporter.next_function()) {}

// GCC's block numbers have gaps; ours count from the entry without gaps.
void Body::number_blocks() {
  basic_block entry = ENTRY_BLOCK_PTR_FOR_FN(fn_);
  if (EDGE_COUNT(entry->succs) > 0)
    block_order_.push_back(EDGE_SUCC(entry, 0)->dest);
  basic_block bb;
  FOR_EACH_BB_FN(bb, fn_)
    if (block_order_.empty() || bb != block_order_.front())
      block_order_.push_back(bb);
  for (size_t i = 0; i < block_order_.size(); i++)
    block_ids_[block_order_[i]->index] = i;
}

static unit::LocalFlags local_flags(tree t) {
  using namespace unit::local_flags;
  unit::LocalFlags flags = 0;
  if (TREE_CODE(t) == SSA_NAME)
    return flags;
  if (TREE_ADDRESSABLE(t))
    flags |= ADDRESSABLE;
  if (TYPE_VOLATILE(TREE_TYPE(t)))
    flags |= VOLATILE;
  if ((TREE_CODE(t) == PARM_DECL || TREE_CODE(t) == RESULT_DECL) && DECL_BY_REFERENCE(t))
    flags |= BY_REFERENCE;
  if (VAR_P(t) && DECL_HARD_REGISTER(t))
    flags |= HARD_REGISTER;
  if (TREE_READONLY(t))
    flags |= READ_ONLY;
  return flags;
}

unit::Local Body::local_record(tree t) {
  using unit::LocalKind;
  const bool ssa = TREE_CODE(t) == SSA_NAME;
  tree named = ssa ? SSA_NAME_IDENTIFIER(t) : DECL_NAME(t);
  std::string name = named ? IDENTIFIER_POINTER(named) : ssa ? "" : "D." + std::to_string(DECL_UID(t));
  if (ssa)
    name += "_" + std::to_string(SSA_NAME_VERSION(t));

  LocalKind kind = LocalKind::Temporary;
  if (t == fn_->static_chain_decl)
    kind = LocalKind::Chain;
  else if (TREE_CODE(t) == PARM_DECL)
    kind = LocalKind::Parameter;
  else if (TREE_CODE(t) == RESULT_DECL)
    kind = LocalKind::Result;
  else if (VAR_P(t) && DECL_HAS_VALUE_EXPR_P(t))
    kind = LocalKind::Alias;
  else if (VAR_P(t) && DECL_NAME(t) && !DECL_ARTIFICIAL(t))
    kind = LocalKind::Variable;

  tree type = TREE_TYPE(t);
  tree bytes = ssa ? TYPE_SIZE_UNIT(type) : DECL_SIZE_UNIT(t);
  return unit::Local(exporter_.string(name), exporter_.type(type), exporter_.size(bytes),
                     ssa ? TYPE_ALIGN_UNIT(type) : DECL_ALIGN_UNIT(t), kind, local_flags(t), {},
                     exporter_.source_pos(ssa ? UNKNOWN_LOCATION : DECL_SOURCE_LOCATION(t)));
}

unit::LocalId Body::local(tree t) {
  auto found = locals_.ids.try_emplace(t, locals_.records.size());
  const unit::LocalId id{found.first->second};
  if (found.second) {
    local_trees_.push_back(t);
    locals_.records.push_back(local_record(t));
  }
  return id;
}

// Arrays of run-time length: the size that the function has computed.
void Body::note_size(tree type) {
  for (; type && TREE_CODE(type) == ARRAY_TYPE; type = TREE_TYPE(type)) {
    tree bytes = TYPE_SIZE_UNIT(type);
    if (!bytes || (!VAR_P(bytes) && TREE_CODE(bytes) != SSA_NAME))
      return;
    if (VAR_P(bytes) && DECL_CONTEXT(bytes) != decl_)
      return;
    sizes_.push_back(unit::TypeSize(exporter_.type(type), expr(bytes)));
  }
}

unit::LabelId Body::label(tree label_decl) {
  auto found = labels_.ids.try_emplace(label_decl, labels_.records.size());
  const unit::LabelId id{found.first->second};
  if (found.second) {
    labels_.records.push_back(unit::Label(exporter_.identifier(DECL_NAME(label_decl)), {},
                                  FORCED_LABEL(label_decl), DECL_NONLOCAL(label_decl), {}));
    if (DECL_CONTEXT(label_decl) == decl_ || !DECL_CONTEXT(label_decl))
      exporter_.add_label(label_decl, index_, id);
    else
      exporter_.add_foreign_label(label_decl, index_, id);
  }
  return id;
}

// None if the code after the label was unreachable.
std::optional<unit::BlockId> Body::block_of(tree label_decl) {
  basic_block bb = label_decl ? label_to_block(fn_, label_decl) : NULL;
  if (!bb)
    return {};
  return unit::BlockId{block_ids_.at(bb->index)};
}

void Body::export_scopes(tree block, std::optional<unit::ScopeId> parent) {
  for (; block; block = BLOCK_CHAIN(block)) {
    const unit::ScopeId id{static_cast<uint32_t>(scopes_.records.size())};
    scopes_.ids[block] = id.value;
    std::vector<unit::LocalId> locals;
    std::vector<unit::SymbolId> symbols;
    for (tree v = BLOCK_VARS(block); v; v = DECL_CHAIN(v)) {
      if (!VAR_P(v))
        continue;
      if (!lives_in_unit(v))
        locals.push_back(local(v));
      else if (symtab_node::get(v))
        symbols.push_back(exporter_.symbol(v));
    }
    scopes_.records.push_back(unit::Scope(parent, std::move(locals), std::move(symbols)));
    export_scopes(BLOCK_SUBBLOCKS(block), id);
  }
}

unit::EdgeFlags Body::edge_flags(edge e) const {
  const int flags = e->flags;
  namespace to = unit::edge_flags;
  unit::EdgeFlags out = 0;
  if (flags & EDGE_FALLTHRU)
    out |= to::FALLTHRU;
  if (flags & EDGE_ABNORMAL)
    out |= to::ABNORMAL;
  if (flags & EDGE_ABNORMAL_CALL)
    out |= to::ABNORMAL_CALL;
  if (flags & EDGE_EH)
    out |= to::EH;
  if (flags & EDGE_TRUE_VALUE)
    out |= to::WHEN_TRUE;
  if (flags & EDGE_FALSE_VALUE)
    out |= to::WHEN_FALSE;
  if (flags & EDGE_FAKE)
    out |= to::FAKE;
  if (trees_ && !RESERVED_LOCATION_P(e->goto_locus) && !seen_.count(e->goto_locus))
    out |= to::OWN_PLACE;
  return out;
}

// A phi is among what the unit format has no record for: the result, then each value with the number of the block that
// it comes from. Those of memory as a whole are left out.
unit::Stmt Body::phi(gphi *g) {
  const unit::TypeId number = exporter_.type(integer_type_node);
  std::vector<unit::ExprId> operands{expr(gimple_phi_result(g))};
  for (unsigned i = 0; i < gimple_phi_num_args(g); i++) {
    operands.push_back(expr(gimple_phi_arg_def(g, i)));
    // The entry is no block of ours: it is -1.
    basic_block src = gimple_phi_arg_edge(g, i)->src;
    const int64_t from = src == ENTRY_BLOCK_PTR_FOR_FN(fn_) ? -1 : int64_t(block_ids_.at(src->index));
    operands.push_back(add(unit::expr::Integer(number, from, false)));
  }
  return unit::Stmt(exporter_.source_pos(gimple_location(g)), unit::ScopeId{0}, unit::unwind::Leave{},
                    unit::stmt_kind::Other(exporter_.string("gimple_phi"), std::move(operands)));
}

unit::Block Body::block(basic_block bb) {
  std::vector<unit::Stmt> stmts;
  std::vector<gimple *> kept;
  for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i); gsi_next(&i))
    if (!virtual_operand_p(gimple_phi_result(i.phi()))) {
      stmts.push_back(phi(i.phi()));
      kept.push_back(i.phi());
    }
  for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
    if (!is_bare_mark(gsi_stmt(i))) {
      stmts.push_back(statement(gsi_stmt(i)));
      kept.push_back(gsi_stmt(i));
      if (trees_)
        seen_.insert(gimple_location(gsi_stmt(i)));
    }
  if (trees_)
    trees_->stmts.push_back(std::move(kept));
  std::vector<unit::Edge> edges;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE(e, ei, bb->succs) {
    std::optional<unit::BlockId> to;
    if (e->dest != EXIT_BLOCK_PTR_FOR_FN(fn_))
      to = unit::BlockId{block_ids_.at(e->dest->index)};
    edges.push_back(unit::Edge(to, edge_flags(e), exporter_.source_pos(e->goto_locus)));
  }
  return unit::Block(std::move(stmts), std::move(edges));
}

bool Body::is_bare_mark(gimple *g) const {
  if (!is_value(mark_of(g)))
    return false;
  tree target = gimple_call_lhs(g);
  return !target || marked_values_.count(target) != 0;
}

// A temporary that is set once, to a constant or to another such temporary, needs no statement.
void Body::note_marks() {
  for (basic_block bb : block_order_)
    for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
      gimple *g = gsi_stmt(i);
      if (!is_value(mark_of(g)) || !gimple_call_lhs(g) || TREE_CODE(gimple_call_lhs(g)) != SSA_NAME)
        continue;
      if (mark_of(g) == Mark::COUNT)
        counts_.insert(gimple_call_lhs(g));
      tree value = gimple_call_arg(g, 0);
      if (TREE_CODE(value) == SSA_NAME || CONSTANT_CLASS_P(value))
        marked_values_.emplace(gimple_call_lhs(g), value);
    }
}

void Body::export_blocks() {
  note_marks();
  for (size_t i = 0; i < block_order_.size(); i++) {
    basic_block bb = block_order_[i];
    for (gimple_stmt_iterator s = gsi_start_bb(bb); !gsi_end_p(s); gsi_next(&s)) {
      glabel *head = dyn_cast<glabel *>(gsi_stmt(s));
      if (!head)
        break;
      const unit::LabelId id = label(gimple_label_label(head));
      labels_.records[id.value].block = unit::BlockId{static_cast<uint32_t>(i)};
    }
  }
  for (basic_block bb : block_order_)
    blocks_.push_back(block(bb));
}

static unit::FunctionFlags function_flags(tree decl, struct function *fn) {
  using namespace unit::function_flags;
  unit::FunctionFlags flags = 0;
  if (fn->calls_setjmp)
    flags |= CALLS_SETJMP;
  if (fn->calls_alloca)
    flags |= CALLS_ALLOCA;
  if (fn->has_nonlocal_label)
    flags |= NONLOCAL_LABEL;
  if (fn->stdarg || stdarg_p(TREE_TYPE(decl)))
    flags |= VARIADIC;
  if (!TREE_NOTHROW(decl))
    flags |= CAN_THROW;
  // GCC keeps the sanitizers in `no_sanitize` as a mask.
  const tree unsanitized = lookup_attribute("no_sanitize", DECL_ATTRIBUTES(decl));
  if (unsanitized && TREE_VALUE(unsanitized) && TREE_CODE(TREE_VALUE(unsanitized)) == INTEGER_CST &&
      (TREE_INT_CST_LOW(TREE_VALUE(unsanitized)) & SANITIZE_POINTER_OVERFLOW))
    flags |= WILD_POINTERS;
  return flags;
}

unit::Function Body::take() {
  std::vector<unit::LocalId> params;
  for (tree p = DECL_ARGUMENTS(decl_); p; p = DECL_CHAIN(p))
    params.push_back(local(p));
  std::optional<unit::LocalId> result, chain;
  if (DECL_RESULT(decl_) && !VOID_TYPE_P(TREE_TYPE(DECL_RESULT(decl_))))
    result = local(DECL_RESULT(decl_));
  if (fn_->static_chain_decl)
    chain = local(fn_->static_chain_decl);

  number_blocks();
  export_scopes(DECL_INITIAL(decl_), {});
  if (scopes_.records.empty())
    scopes_.records.push_back(unit::Scope({}, {}, {}));
  if (fn_->eh && fn_->eh->region_tree)
    export_regions(fn_->eh->region_tree, {});
  export_blocks();

  // Values of names may mention further locals, which are added to the list.
  for (size_t i = 0; i < locals_.records.size(); i++) {
    tree t = local_trees_[i];
    if (VAR_P(t) && DECL_HAS_VALUE_EXPR_P(t)) {
      const unit::ExprId value = expr(DECL_VALUE_EXPR(t));
      locals_.records[i].value = value;
    }
    note_size(TREE_TYPE(t));
  }
  if (trees_) {
    trees_->blocks = block_order_;
    trees_->locals = local_trees_;
  }
  return unit::Function(exporter_.symbol(decl_), std::move(params), result, chain,
                        std::move(locals_.records), exprs_.take(), std::move(labels_.records),
                        std::move(scopes_.records), std::move(regions_.records), std::move(pads_.records),
                        std::move(blocks_), std::move(sizes_), exporter_.source_pos(fn_->function_end_locus),
                        function_flags(decl_, fn_));
}

unit::Function export_function(Exporter &exporter, cgraph_node *node, BodyTrees *trees) {
  return Body(exporter, node, trees).take();
}
