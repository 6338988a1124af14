// Edits: the verbs that a script changes a function with.
#ifndef GMC_EDITOR_H
#define GMC_EDITOR_H

#include "exporter.h"

// The words of a line, in turn. A word that is missing or no number makes the line wrong.
class Words {
public:
  explicit Words(const std::string &line) : line_(line) {}

  std::string next() {
    const size_t start = line_.find_first_not_of(' ', at_);
    if (start == std::string::npos) {
      wrong = true;
      return "";
    }
    const size_t end = std::min(line_.find(' ', start), line_.size());
    at_ = end;
    return line_.substr(start, end - start);
  }

  uint64_t number() { return parsed(next()); }

  uint64_t parsed(const std::string &word) {
    if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos)
      wrong = true;
    return strtoull(word.c_str(), NULL, 10);
  }

  bool wrong = false;

private:
  const std::string &line_;
  size_t at_ = 0;
};

class Editor {
public:
  Editor(const Exporter &exporter, std::vector<BodyTrees> &bodies) : exporter_(exporter), bodies_(bodies) {}

  // False if the line cannot be applied.
  bool line(const std::string &text);
  void end_function();

private:
  struct Place {
    gimple *at = NULL;         // before or after it
    basic_block first = NULL;  // at the start of the block
    edge on = NULL;            // where only the edge comes by
    bool after = false;
  };

  bool begin_function(Words &words);
  bool new_variable(Words &words);
  bool assign(Words &words);
  bool call(Words &words);
  bool remove(Words &words);
  bool recall(Words &words);
  bool duplicate(Words &words);
  bool place(Words &words, Place &out);
  gimple *stmt(Words &words);
  tree operand(Words &words, const std::string &word);
  tree function(Words &words, const std::string &word);
  tree type(Words &words, const std::string &word);
  tree argument(gimple_seq *seq, tree value, tree wanted);
  void put(const Place &where, gimple_seq seq);
  gcall *build_call(gimple_seq *seq, tree callee, const std::vector<tree> &values);
  bool arguments(Words &words, std::vector<tree> &out);
  void rename_copies();
  void copy_blocks(const std::vector<basic_block> &blocks);

  const Exporter &exporter_;
  std::vector<BodyTrees> &bodies_;
  BodyTrees *body_ = NULL;
  std::vector<tree> variables_;
  std::map<basic_block, basic_block> block_copies_;
  std::map<gimple *, gimple *> stmt_copies_;
};

std::string unhex(const std::string &word);

// Applies edits, one a line, to functions that were exported. Returns what is wrong, or nothing.
std::string apply_edits(const std::string &text, const Exporter &exporter, std::vector<BodyTrees> &bodies);

#endif
