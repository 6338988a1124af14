//! Gates: boolean functions as clauses (Tseitin: On the complexity of derivation in propositional calculus, 1968).
//!
//! Invariant: the clauses of a gate define its output for all inputs, so adding gates never makes clauses
//! contradictory. Gates with constant inputs are simplified, and equal gates are built once.

use crate::hash::IdMap;
use crate::sat::{Lit, Sat};

/// A gate that exists. Inputs are in a normal order, and signs are pulled out of it where they can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Xor3(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
    Ite(Lit, Lit, Lit),
}

/// Two words.
type TwoWords = (Vec<Lit>, Vec<Lit>);

/// Gates over a SAT solver.
#[derive(Default)]
pub(crate) struct Gates<S> {
    /// Where the clauses go.
    pub(crate) sat: S,
    known: IdMap<Gate, Lit>,
    variables: usize,
    /// Quotients and remainders of dividends and divisors.
    pub(crate) divisions: IdMap<TwoWords, TwoWords>,
}

impl<S: Sat> Gates<S> {
    /// How many variables there are.
    pub(crate) fn variables(&self) -> usize {
        self.variables
    }

    /// A literal that nothing is known of.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.variables += 1;
        self.sat.new_var()
    }

    /// The output of a gate, and whether it is new.
    fn gate(&mut self, gate: Gate) -> (Lit, bool) {
        if let Some(&out) = self.known.get(&gate) {
            return (out, false);
        }
        let out = self.fresh();
        self.known.insert(gate, out);
        (out, true)
    }

    /// Conjunction.
    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match a.constant() {
            Some(true) => return b,
            Some(false) => return a,
            None if a == b => return a,
            None if a == !b => return Lit::FALSE,
            None => {}
        }
        let (out, new) = self.gate(Gate::And(a, b));
        if new {
            self.sat.clause(&[!out, a]);
            self.sat.clause(&[!out, b]);
            self.sat.clause(&[out, !a, !b]);
        }
        out
    }

    /// Disjunction.
    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Conjunction of many.
    pub(crate) fn all(&mut self, mut of: Vec<Lit>) -> Lit {
        of.sort_unstable();
        of.dedup();
        of.retain(|&it| it != Lit::TRUE);
        // Both literals of a variable are neighbours.
        if of.first() == Some(&Lit::FALSE) || of.windows(2).any(|it| it[0] == !it[1]) {
            return Lit::FALSE;
        }
        match *of {
            [] => Lit::TRUE,
            [a] => a,
            [a, b] => self.and(a, b),
            _ => {
                let out = self.fresh();
                for &it in &of {
                    self.sat.clause(&[!out, it]);
                }
                let mut clause: Vec<Lit> = of.into_iter().map(|it| !it).collect();
                clause.push(out);
                self.sat.clause(&clause);
                out
            }
        }
    }

    /// Disjunction of many.
    pub(crate) fn any(&mut self, of: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(of.into_iter().map(|it| !it).collect())
    }

    /// Exclusive disjunction.
    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return Lit::from(negated);
        }
        if a == Lit::TRUE {
            return b.negated_if(!negated);
        }
        let (out, new) = self.gate(Gate::Xor(a, b));
        if new {
            for [x, y, z] in [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]] {
                self.sat.clause(&[x, y, z]);
            }
        }
        out.negated_if(negated)
    }

    /// Exclusive disjunction of three: the sum of a full adder.
    pub(crate) fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let negated = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut of = [a, b, c].map(|it| it.negated_if(it.is_negated()));
        of.sort_unstable();
        let [a, b, c] = of;
        if a == b {
            return c.negated_if(negated);
        }
        if b == c {
            return a.negated_if(negated);
        }
        if a == Lit::TRUE {
            return self.xor(b, c).negated_if(!negated);
        }
        let (out, new) = self.gate(Gate::Xor3(a, b, c));
        if new {
            for (x, y) in [(a, b), (a, !b), (!a, b), (!a, !b)] {
                // The output is the third input, but for an odd number of the others.
                let odd = x.is_negated() != y.is_negated();
                let z = c.negated_if(odd);
                self.sat.clause(&[x, y, !out, z]);
                self.sat.clause(&[x, y, out, !z]);
            }
        }
        out.negated_if(negated)
    }

    /// At least two of three: the carry of a full adder.
    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut of = [a, b, c];
        of.sort_unstable();
        let negated = of.iter().filter(|it| it.is_negated()).count() >= 2;
        let [a, b, c] = of.map(|it| it.negated_if(negated));
        if a == b {
            return a.negated_if(negated);
        }
        if a == !b {
            return c.negated_if(negated);
        }
        if b == c {
            return b.negated_if(negated);
        }
        if b == !c {
            return a.negated_if(negated);
        }
        match a.constant() {
            Some(true) => return self.or(b, c).negated_if(negated),
            Some(false) => return self.and(b, c).negated_if(negated),
            None => {}
        }
        let (out, new) = self.gate(Gate::Majority(a, b, c));
        if new {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                self.sat.clause(&[out, !x, !y]);
                self.sat.clause(&[!out, x, y]);
            }
        }
        out.negated_if(negated)
    }

    /// `a` if `c`, otherwise `b`.
    pub(crate) fn ite(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        let (a, b) = if c.is_negated() { (b, a) } else { (a, b) };
        let constant = c.constant();
        let c = c.negated_if(c.is_negated());
        if constant.is_some() || a == b {
            return a;
        }
        if a == !b {
            return !self.xor(c, a);
        }
        if a == Lit::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Lit::FALSE || a == !c {
            return self.and(!c, b);
        }
        if b == Lit::TRUE || b == !c {
            return self.or(!c, a);
        }
        if b == Lit::FALSE || b == c {
            return self.and(c, a);
        }
        let negated = a.is_negated();
        let (a, b) = (a.negated_if(negated), b.negated_if(negated));
        let (out, new) = self.gate(Gate::Ite(c, a, b));
        if new {
            self.sat.clause(&[!c, !a, out]);
            self.sat.clause(&[!c, a, !out]);
            self.sat.clause(&[c, !b, out]);
            self.sat.clause(&[c, b, !out]);
            // Implied, but they say more to unit propagation.
            self.sat.clause(&[!a, !b, out]);
            self.sat.clause(&[a, b, !out]);
        }
        out.negated_if(negated)
    }
}
