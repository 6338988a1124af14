// The exporter: tables that give ids to GCC's trees and, at the end, the records of the unit.
//
// Trees are exported on demand. A type, symbol or literal gets its id when it is first mentioned, and waits in a queue;
// `drain` makes the records, which mention further ones, until the queues are empty.
#ifndef GMC_EXPORTER_H
#define GMC_EXPORTER_H

#include "gcc-api.h"

// Gives equal records equal ids, by their encoded form.
template <typename Record, typename Id>
class Interner {
public:
  Id add(const Record &record) {
    key_.clear();
    unit::put(key_, record);
    auto found = ids_.try_emplace(key_, records_.size());
    if (found.second)
      records_.push_back_encoded(key_);
    return Id{found.first->second};
  }

  unit::Encoded<Record> take() { return std::move(records_); }

private:
  unit::Writer key_; // a member so that its memory is reused
  std::unordered_map<unit::Writer, uint32_t> ids_;
  unit::Encoded<Record> records_;
};

class Strings {
public:
  Strings() { add(""); }
  unit::StrId add(const std::string &text);
  unit::StrId add(const char *text) { return add(std::string(text ? text : "")); }
  unit::Strings take();

private:
  std::unordered_map<std::string, uint32_t> ids_;
  std::vector<uint32_t> ends_;
  std::string bytes_;
};

// Ids by tree, and the trees in order of their ids.
template <typename Id>
class Queue {
public:
  Id add(tree t) {
    auto found = ids_.try_emplace(t, trees_.size());
    if (found.second)
      trees_.push_back(t);
    return Id{found.first->second};
  }
  bool contains(tree t) const { return ids_.count(t) != 0; }
  size_t size() const { return trees_.size(); }
  tree operator[](size_t i) const { return trees_[i]; }
  const std::vector<tree> &trees() const { return trees_; }

private:
  std::unordered_map<tree, uint32_t> ids_;
  std::vector<tree> trees_;
};

// Records in order of their ids, and the ids by what GCC knows them by.
template <typename Key, typename Record>
struct Table {
  std::unordered_map<Key, uint32_t> ids;
  std::vector<Record> records;
};

struct LabelKey {
  uint32_t function; // index into Exporter::functions
  unit::LabelId label;
};

// The labels of all functions, and those of enclosing functions that nested ones mention.
struct LabelTable {
  std::unordered_map<tree, LabelKey> known;
  std::vector<std::pair<tree, LabelKey>> foreign;
};

// What the ids of a function stand for, for edits that refer to them.
struct BodyTrees {
  cgraph_node *node;
  std::vector<basic_block> blocks;
  std::vector<std::vector<gimple *>> stmts; // by block
  std::vector<tree> locals, exprs;
};

class Exporter {
public:
  // Exports the whole unit; no optimisation pass has changed it yet.
  void export_unit();
  // Exports one function, as it is now, and what it mentions.
  void export_alone(cgraph_node *node);
  // From now on, what the ids of functions stand for is kept there.
  void keep_trees(std::vector<BodyTrees> *trees) { trees_ = trees; }

  // Call after the assembler text is written: adds which symbols were emitted, and encodes the unit.
  void note_emitted();
  std::string encode(const char *configuration);

  const std::vector<tree> &symbol_trees() const { return symbol_queue_.trees(); }
  const std::vector<tree> &type_trees() const { return type_queue_.trees(); }
  const std::vector<unit::Symbol> &symbols() const { return symbols_; }

  // Ids, for the exporters of bodies and initializers.
  unit::StrId string(const char *text) { return strings_.add(text); }
  unit::StrId string(const std::string &text) { return strings_.add(text); }
  unit::StrId identifier(tree t);
  unit::StrId file(const char *name);
  unit::SourcePosId source_pos(location_t location);
  unit::TypeId type(tree t);
  unit::SymbolId symbol(tree decl);
  unit::LiteralId literal(tree string_cst);
  std::optional<unit::FieldIndex> field_index(tree field);
  unit::Size size(tree size_unit);
  LabelKey label(tree label_decl);
  void add_label(tree label_decl, uint32_t function, unit::LabelId id) { labels_.known[label_decl] = {function, id}; }
  // A label of an enclosing function, mentioned by a nested one.
  void add_foreign_label(tree label_decl, uint32_t function, unit::LabelId id) {
    labels_.foreign.push_back({label_decl, {function, id}});
  }
  uint32_t next_function() const { return functions_.size(); }

private:
  void export_body(cgraph_node *node);
  void drain();

  unit::Type type_record(tree t);
  unit::TypeKind type_kind(tree t);
  std::vector<unit::Field> fields(tree record);

  unit::Symbol symbol_record(tree decl);
  unit::Linkage linkage(tree decl, symtab_node *node);
  unit::SymbolFlags flags(tree decl);
  unit::SymbolValue value(tree decl, symtab_node *node);
  unit::Target target(const char *configuration);

  Strings strings_;
  Interner<unit::SourcePos, unit::SourcePosId> positions_;
  std::unordered_map<location_t, uint32_t> position_ids_;
  std::unordered_map<const char *, unit::StrId> file_ids_;
  Interner<unit::Literal, unit::LiteralId> literals_;
  Queue<unit::TypeId> type_queue_;
  std::vector<unit::Type> types_;
  Queue<unit::SymbolId> symbol_queue_;
  std::vector<unit::Symbol> symbols_;
  std::vector<unit::Function> functions_;
  std::unordered_map<tree, uint32_t> function_ids_;
  std::unordered_map<tree, uint32_t> field_indices_;
  LabelTable labels_;
  std::vector<unit::StrId> asm_;
  std::optional<unit::TypeId> long_double_;
  std::vector<BodyTrees> *trees_ = NULL;
};

// Whether a function is exported with its body.
bool has_body(cgraph_node *node);

// body.cc
unit::Function export_function(Exporter &exporter, cgraph_node *node, BodyTrees *trees);

// initializer.cc
unit::Initializer export_initializer(Exporter &exporter, tree initial, tree type, uint64_t size);

// Predicates that several files use.
unit::Int128 int_value(tree int_cst);
int64_t mem_offset(tree mem_ref);
bool lives_in_unit(tree decl); // static storage: a symbol, not a local

#endif
