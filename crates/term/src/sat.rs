//! The SAT solver: five operations, and `batsat` behind them.
//!
//! `batsat` is a port of MiniSat (Eén, Sörensson: An extensible SAT-solver, 2003) in plain Rust. It is incremental:
//! clauses are only added, each question names literals that hold for it alone, and what is learnt stays.
//!
//! Invariant: variable 0 is true. A question is given up after a number of conflicts, never by the clock, so the same
//! questions get the same answers.

use batsat::{Callbacks, SolverInterface, lbool};
use std::ops::Not;

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// True.
    pub const TRUE: Lit = Lit(0);
    /// False.
    pub const FALSE: Lit = Lit(1);

    /// Whether it is a variable's negation.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The variable, or its negation if `negated`.
    pub fn negated_if(self, negated: bool) -> Lit {
        Lit(self.0 ^ u32::from(negated))
    }

    /// What it is, if that is the same always.
    pub fn constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Lit::TRUE)
    }
}

impl From<bool> for Lit {
    fn from(value: bool) -> Lit {
        Lit::TRUE.negated_if(!value)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// An incremental SAT solver.
pub trait Sat: Default {
    /// A variable that nothing is known of.
    fn new_var(&mut self) -> Lit;

    /// Adds: one of these literals is true.
    fn clause(&mut self, lits: &[Lit]);

    /// Whether all clauses and assumptions can be true at once. `None` after this number of conflicts.
    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Option<bool>;

    /// What a literal is in the assignment that the last question found.
    fn value(&self, lit: Lit) -> bool;

    /// Those of the last question's assumptions that cannot be true at once.
    fn core(&self, assumptions: &[Lit]) -> Vec<Lit>;
}

/// Counts conflicts: each yields one clause.
#[derive(Default)]
struct Conflicts {
    seen: u64,
    most: u64,
}

impl Callbacks for Conflicts {
    fn on_new_clause(&mut self, _: &[batsat::Lit], _: batsat::ClauseKind) {
        self.seen += 1;
    }

    fn stop(&self) -> bool {
        self.seen >= self.most
    }
}

/// `batsat`.
pub struct Batsat {
    solver: batsat::Solver<Conflicts>,
    clause: Vec<batsat::Lit>,
}

fn outer(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.0 >> 1), !lit.is_negated())
}

impl Default for Batsat {
    fn default() -> Batsat {
        let solver = batsat::Solver::new(batsat::SolverOpts::default(), Conflicts::default());
        let mut new = Batsat { solver, clause: Vec::new() };
        let truth = new.new_var();
        debug_assert_eq!(truth, Lit::TRUE);
        new.clause(&[truth]);
        new
    }
}

impl Sat for Batsat {
    fn new_var(&mut self) -> Lit {
        Lit(self.solver.new_var_default().idx() << 1)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|&it| outer(it)));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Option<bool> {
        *self.solver.cb_mut() = Conflicts { seen: 0, most: conflicts };
        let assumptions: Vec<_> = assumptions.iter().map(|&it| outer(it)).collect();
        match self.solver.solve_limited(&assumptions) {
            it if it == lbool::TRUE => Some(true),
            it if it == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(outer(lit)) == lbool::TRUE
    }

    fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
        let is_in = |it: Lit| self.solver.unsat_core_contains_var(outer(it).var());
        assumptions.iter().copied().filter(|&it| is_in(it)).collect()
    }
}
