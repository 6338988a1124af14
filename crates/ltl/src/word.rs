//! Words without end that repeat themselves, u·v^ω, and what a formula says of one, by its definition.
//!
//! The judge of everything else in this crate: it shares nothing with the translation but the formula itself.

use crate::formula::{FormulaId, Formulas, Node};
use std::collections::HashMap;

/// The word that begins with `prefix` and goes on with `cycle` for ever. A letter has a bit for each proposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// What comes once.
    pub prefix: Vec<u64>,
    /// What comes for ever; not empty.
    pub cycle: Vec<u64>,
}

impl Word {
    /// The letters of prefix and cycle; the last is followed by the first of the cycle.
    #[must_use]
    pub fn letters(&self) -> Vec<u64> {
        self.prefix.iter().chain(&self.cycle).copied().collect()
    }

    /// The position that comes after one.
    #[must_use]
    pub fn after(&self, position: usize) -> usize {
        if position + 1 == self.prefix.len() + self.cycle.len() { self.prefix.len() } else { position + 1 }
    }

    /// Whether the formula holds of this word.
    #[must_use]
    pub fn satisfies(&self, formulas: &Formulas, formula: FormulaId) -> bool {
        self.truth(formulas, formula)[&formula][0]
    }

    /// Where the formula and its parts hold: for each, a value for each letter of prefix and cycle.
    #[must_use]
    pub fn truth(&self, formulas: &Formulas, formula: FormulaId) -> HashMap<FormulaId, Vec<bool>> {
        let letters = self.letters();
        let mut values: HashMap<FormulaId, Vec<bool>> = HashMap::new();
        for it in formulas.subformulas(formula) {
            let value = self.values(formulas.node(it), &letters, &values);
            values.insert(it, value);
        }
        values
    }

    /// Where a formula holds, given where its operands do.
    fn values(&self, node: &Node, letters: &[u64], known: &HashMap<FormulaId, Vec<bool>>) -> Vec<bool> {
        let all = |value: &dyn Fn(usize) -> bool| (0..letters.len()).map(value).collect();
        match node {
            Node::True => all(&|_| true),
            Node::False => all(&|_| false),
            Node::Atom(atom) => all(&|at| letters[at] >> atom.0 & 1 == 1),
            Node::Not(f) => all(&|at| !known[f][at]),
            Node::And(operands) => all(&|at| operands.iter().all(|f| known[f][at])),
            Node::Or(operands) => all(&|at| operands.iter().any(|f| known[f][at])),
            Node::Implies(f, g) => all(&|at| !known[f][at] || known[g][at]),
            Node::Iff(f, g) => all(&|at| known[f][at] == known[g][at]),
            Node::Xor(f, g) => all(&|at| known[f][at] != known[g][at]),
            Node::Next(f) => all(&|at| known[f][self.after(at)]),
            Node::Finally(f) => self.fixpoint(letters.len(), false, &|at, then| known[f][at] || then),
            Node::Globally(f) => self.fixpoint(letters.len(), true, &|at, then| known[f][at] && then),
            Node::Until(f, g) => {
                self.fixpoint(letters.len(), false, &|at, then| known[g][at] || known[f][at] && then)
            }
            Node::WeakUntil(f, g) => {
                self.fixpoint(letters.len(), true, &|at, then| known[g][at] || known[f][at] && then)
            }
            Node::Release(f, g) => {
                self.fixpoint(letters.len(), true, &|at, then| known[g][at] && (known[f][at] || then))
            }
            Node::StrongRelease(f, g) => {
                self.fixpoint(letters.len(), false, &|at, then| known[g][at] && (known[f][at] || then))
            }
        }
    }

    /// The least (from `false`) or greatest (from `true`) solution of an equation about now and the next position.
    /// Two rounds suffice: the first makes the cycle's first position right, the second the others.
    fn fixpoint(&self, length: usize, start: bool, equation: &dyn Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut values = vec![start; length];
        for _ in 0..2 {
            for at in (0..length).rev() {
                values[at] = equation(at, values[self.after(at)]);
            }
        }
        values
    }
}
