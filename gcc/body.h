// The exporter of one function's body.
#ifndef GMC_BODY_H
#define GMC_BODY_H

#include "exporter.h"

class Body {
public:
  // What the ids of the body stand for is kept in `trees`, if there is one.
  Body(Exporter &exporter, cgraph_node *node, BodyTrees *trees);
  unit::Function take();

private:
  // body.cc
  void number_blocks();
  void export_scopes(tree block, std::optional<unit::ScopeId> parent);
  void note_marks();
  // Whether a statement is a mark that the exporter looks through.
  bool is_bare_mark(gimple *g) const;
  void export_blocks();
  unit::Block block(basic_block bb);
  unit::EdgeFlags edge_flags(edge e) const;
  unit::Stmt phi(gphi *g);
  unit::LocalId local(tree t);
  unit::Local local_record(tree t);
  void note_size(tree type);
  unit::LabelId label(tree label_decl);
  std::optional<unit::BlockId> block_of(tree label_decl);

  // statements.cc
  unit::Stmt statement(gimple *g);
  unit::StmtKind statement_kind(gimple *g);
  unit::StmtKind assign(gassign *g);
  tree shift_count(gassign *g) const;
  unit::StmtKind call(gcall *g);
  unit::StmtKind switch_(gswitch *g);
  unit::StmtKind asm_(gasm *g);
  unit::Unwind unwind(gimple *g);

  // expressions.cc
  unit::ExprId expr(tree t);
  unit::ExprId new_expr(tree t);
  std::optional<unit::ExprId> optional_expr(tree t);
  unit::ExprId operation(tree_code code, tree type, const std::vector<tree> &operands);
  unit::ExprId constant(tree t);
  unit::ExprId component(tree t);
  unit::ExprId element(tree t);
  unit::ExprId constructor(tree t);
  unit::ExprId scaled(tree value, uint64_t factor);
  unit::ExprId add(const unit::Expr &e) { return exprs_.add(e); }

  // exceptions.cc
  void export_regions(eh_region region, std::optional<unit::RegionId> parent);
  std::vector<unit::SymbolId> exception_types(tree list);
  unit::RegionId region(int index);
  unit::ExprId region_number(tree number);

  Exporter &exporter_;
  BodyTrees *trees_;
  tree decl_;
  struct function *fn_;
  uint32_t index_; // the function's id in the unit
  Table<tree, unit::Local> locals_;
  std::vector<tree> local_trees_;
  Interner<unit::Expr, unit::ExprId> exprs_;
  Table<tree, unit::Label> labels_;
  Table<tree, unit::Scope> scopes_;
  Table<int, unit::Region> regions_; // by GCC's number
  Table<int, unit::Pad> pads_;       // by GCC's number
  std::vector<basic_block> block_order_;
  std::unordered_map<int, uint32_t> block_ids_;
  unit::Encoded<unit::Block> blocks_;
  std::vector<unit::TypeSize> sizes_;
  std::unordered_map<tree, tree> marked_values_; // temporaries that stand for another value
  std::unordered_set<tree> counts_;              // temporaries that hold counts of shifts before their conversion
  std::unordered_set<location_t> seen_;          // where the statements so far come from, for scripts
};

// expressions.cc
std::optional<unit::BinaryOp> binary_op(tree_code code);

#endif
