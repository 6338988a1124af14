//! Binary decision diagrams (Bryant 1986): labels of edges, and the rules that a formula or a state stands for.
//!
//! Variables below [`PROPOSITIONS`] are propositions; they are on top of every diagram. Those from there on belong to
//! whoever uses the diagrams (what has to hold next, promises, classes of states), and occur without negation. So a
//! diagram cut below its propositions says, for each set of letters, which sets of further variables suffice:
//! [`Diagrams::residuals`] and [`Diagrams::minimal_models`]. Translation, simulation and the powerset construction
//! are all written with these two.
//!
//! Invariant: two diagrams of one arena are equal as functions exactly if they are equal as ids. An arena that has
//! become too large says so ([`Diagrams::is_exhausted`]); from then on results mean nothing, and whoever asks must not
//! use them.

use std::collections::{BTreeMap, HashMap};

/// How many variables are propositions.
pub(crate) const PROPOSITIONS: u32 = 64;

/// A diagram of a [`Diagrams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bdd(u32);

impl Bdd {
    pub(crate) const FALSE: Bdd = Bdd(0);
    pub(crate) const TRUE: Bdd = Bdd(1);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    variable: u32,
    low: Bdd,
    high: Bdd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    And,
    Or,
    /// The first and not the second.
    Difference,
}

#[derive(Clone, Copy, Debug)]
struct Cached {
    operation: Operation,
    left: Bdd,
    right: Bdd,
    result: Bdd,
}

/// How many nodes an arena may have.
const MAX_NODES: usize = 1_000_000;

/// An arena of diagrams.
#[derive(Debug)]
pub(crate) struct Diagrams {
    nodes: Vec<Node>,
    /// Open addressing over `nodes`; 0 is free.
    unique: Vec<u32>,
    /// The last result for each hash of a question.
    cache: Vec<Option<Cached>>,
    exhausted: bool,
}

/// How many places the tables have at first.
const SMALL: usize = 1 << 10;

fn hash(a: u32, b: u32, c: u32) -> usize {
    let mixed = (u64::from(a) << 42) ^ (u64::from(b) << 21) ^ u64::from(c);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    usize::try_from(mixed >> 20).expect("44 bits")
}

impl Default for Diagrams {
    fn default() -> Diagrams {
        Diagrams::new()
    }
}

impl Diagrams {
    pub(crate) fn new() -> Diagrams {
        let constant = |it| Node { variable: u32::MAX, low: it, high: it };
        Diagrams {
            nodes: vec![constant(Bdd::FALSE), constant(Bdd::TRUE)],
            unique: vec![0; SMALL],
            cache: vec![None; SMALL],
            exhausted: false,
        }
    }

    /// Whether there was no room for a node. Results since then mean nothing.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// A diagram of another arena. `known` has what was copied before.
    pub(crate) fn copy(&mut self, from: &Diagrams, it: Bdd, known: &mut HashMap<Bdd, Bdd>) -> Bdd {
        if it == Bdd::FALSE || it == Bdd::TRUE {
            return it;
        }
        if let Some(&copied) = known.get(&it) {
            return copied;
        }
        let Node { variable, low, high } = from.node(it);
        let (low, high) = (self.copy(from, low, known), self.copy(from, high, known));
        let copied = self.make(variable, low, high);
        known.insert(it, copied);
        copied
    }

    fn node(&self, it: Bdd) -> Node {
        self.nodes[it.0 as usize]
    }

    /// The variable on top; `u32::MAX` for a constant.
    pub(crate) fn top(&self, it: Bdd) -> u32 {
        self.node(it).variable
    }

    /// What is left where the variable is 0 and where it is 1; the variable is the top one or above it.
    pub(crate) fn cofactors(&self, it: Bdd, variable: u32) -> (Bdd, Bdd) {
        let node = self.node(it);
        if node.variable == variable { (node.low, node.high) } else { (it, it) }
    }

    fn slot(&self, node: Node) -> usize {
        let mask = self.unique.len() - 1;
        let mut at = hash(node.variable, node.low.0, node.high.0) & mask;
        while self.unique[at] != 0 && self.nodes[self.unique[at] as usize] != node {
            at = (at + 1) & mask;
        }
        at
    }

    fn make(&mut self, variable: u32, low: Bdd, high: Bdd) -> Bdd {
        if low == high {
            return low;
        }
        let node = Node { variable, low, high };
        let at = self.slot(node);
        if self.unique[at] != 0 {
            return Bdd(self.unique[at]);
        }
        if self.nodes.len() >= MAX_NODES {
            self.exhausted = true;
        }
        if self.exhausted {
            return Bdd::FALSE;
        }
        let id = u32::try_from(self.nodes.len()).expect("limited");
        self.nodes.push(node);
        self.unique[at] = id;
        if self.nodes.len() * 2 > self.unique.len() {
            self.unique = vec![0; self.unique.len() * 2];
            self.cache = vec![None; self.unique.len()];
            for id in 2..self.nodes.len() {
                let at = self.slot(self.nodes[id]);
                self.unique[at] = u32::try_from(id).expect("counted");
            }
        }
        Bdd(id)
    }

    /// The function that is the variable.
    pub(crate) fn variable(&mut self, variable: u32) -> Bdd {
        self.make(variable, Bdd::FALSE, Bdd::TRUE)
    }

    /// All of these propositions, and none of those.
    pub(crate) fn cube(&mut self, positive: u64, negative: u64) -> Bdd {
        (0..PROPOSITIONS).rev().fold(Bdd::TRUE, |rest, variable| {
            match (positive >> variable & 1, negative >> variable & 1) {
                (1, _) => self.make(variable, Bdd::FALSE, rest),
                (_, 1) => self.make(variable, rest, Bdd::FALSE),
                _ => rest,
            }
        })
    }

    /// All of these variables, which are sorted.
    pub(crate) fn conjunction(&mut self, variables: &[u32]) -> Bdd {
        debug_assert!(variables.is_sorted());
        variables.iter().rev().fold(Bdd::TRUE, |rest, &variable| self.make(variable, Bdd::FALSE, rest))
    }

    pub(crate) fn and(&mut self, left: Bdd, right: Bdd) -> Bdd {
        self.apply(Operation::And, left, right)
    }

    pub(crate) fn or(&mut self, left: Bdd, right: Bdd) -> Bdd {
        self.apply(Operation::Or, left, right)
    }

    pub(crate) fn not(&mut self, it: Bdd) -> Bdd {
        self.apply(Operation::Difference, Bdd::TRUE, it)
    }

    /// The first and not the second.
    pub(crate) fn difference(&mut self, left: Bdd, right: Bdd) -> Bdd {
        self.apply(Operation::Difference, left, right)
    }

    /// Whether the first implies the second.
    pub(crate) fn implies(&mut self, left: Bdd, right: Bdd) -> bool {
        self.difference(left, right) == Bdd::FALSE
    }

    fn apply(&mut self, operation: Operation, left: Bdd, right: Bdd) -> Bdd {
        let (left, right) = match operation {
            Operation::And | Operation::Or if left > right => (right, left),
            _ => (left, right),
        };
        match (operation, left, right) {
            (Operation::And, Bdd::FALSE, _) | (Operation::Difference, Bdd::FALSE, _) => return Bdd::FALSE,
            (Operation::Difference, _, Bdd::TRUE) => return Bdd::FALSE,
            (Operation::And, Bdd::TRUE, other) | (Operation::Or, Bdd::FALSE, other) => return other,
            (Operation::Or, Bdd::TRUE, _) => return Bdd::TRUE,
            (Operation::Difference, other, Bdd::FALSE) => return other,
            (Operation::And | Operation::Or, a, b) if a == b => return a,
            (Operation::Difference, a, b) if a == b => return Bdd::FALSE,
            _ if self.exhausted => return Bdd::FALSE,
            _ => {}
        }
        let place = hash(operation as u32, left.0, right.0);
        if let Some(known) = self.cache[place & (self.cache.len() - 1)]
            && (known.operation, known.left, known.right) == (operation, left, right)
        {
            return known.result;
        }
        let variable = self.top(left).min(self.top(right));
        let (left_low, left_high) = self.cofactors(left, variable);
        let (right_low, right_high) = self.cofactors(right, variable);
        let low = self.apply(operation, left_low, right_low);
        let high = self.apply(operation, left_high, right_high);
        let result = self.make(variable, low, high);
        let at = place & (self.cache.len() - 1);
        self.cache[at] = Some(Cached { operation, left, right, result });
        result
    }

    /// The diagrams that are left below the propositions, each with the letters that lead to it.
    pub(crate) fn residuals(&mut self, it: Bdd) -> Vec<(Bdd, Bdd)> {
        // By variable, so that all letters of a node are known when it is its turn.
        let mut above = BTreeMap::from([((self.top(it), it), Bdd::TRUE)]);
        let mut below: BTreeMap<Bdd, Bdd> = BTreeMap::new();
        while let Some(((variable, node), letters)) = above.pop_first() {
            if variable >= PROPOSITIONS {
                if node != Bdd::FALSE {
                    below.insert(node, letters);
                }
                continue;
            }
            let (low, high) = self.cofactors(node, variable);
            let proposition = self.variable(variable);
            for (child, part) in
                [(low, self.difference(letters, proposition)), (high, self.and(letters, proposition))]
            {
                let place = (self.top(child), child);
                let known = above.get(&place).copied().unwrap_or(Bdd::FALSE);
                above.insert(place, self.or(known, part));
            }
        }
        below.into_iter().map(|(rest, letters)| (letters, rest)).collect()
    }

    /// The smallest sets of variables that make a diagram true, of one that is monotone (no variable is negated).
    ///
    /// These are its prime implicants, and there is no other sum of products without redundant ones. Nothing, if there
    /// are more than the limit on the way.
    pub(crate) fn minimal_models(&self, it: Bdd, limit: usize) -> Option<Vec<Vec<u32>>> {
        let mut known = HashMap::from([(Bdd::FALSE, Vec::new()), (Bdd::TRUE, vec![Vec::new()])]);
        self.find_models(it, limit, &mut known)?;
        known.remove(&it)
    }

    fn find_models(&self, it: Bdd, limit: usize, known: &mut HashMap<Bdd, Vec<Vec<u32>>>) -> Option<()> {
        if known.contains_key(&it) {
            return Some(());
        }
        let Node { variable, low, high } = self.node(it);
        self.find_models(low, limit, known)?;
        self.find_models(high, limit, known)?;
        let mut models = known[&low].clone();
        for model in known[&high].iter().filter(|it| !self.holds(low, it)) {
            let mut longer = Vec::with_capacity(model.len() + 1);
            longer.push(variable);
            longer.extend_from_slice(model);
            models.push(longer);
        }
        if models.len() > limit {
            return None;
        }
        known.insert(it, models);
        Some(())
    }

    /// Whether a diagram holds where exactly these variables (sorted) are 1.
    fn holds(&self, mut it: Bdd, mut model: &[u32]) -> bool {
        while it != Bdd::FALSE && it != Bdd::TRUE {
            let node = self.node(it);
            while model.first().is_some_and(|&it| it < node.variable) {
                model = &model[1..];
            }
            it = if model.first() == Some(&node.variable) { node.high } else { node.low };
        }
        it == Bdd::TRUE
    }

    /// Whether a letter satisfies a diagram over propositions.
    pub(crate) fn contains(&self, mut it: Bdd, letter: u64) -> bool {
        while it != Bdd::FALSE && it != Bdd::TRUE {
            let node = self.node(it);
            it = if letter >> node.variable & 1 == 1 { node.high } else { node.low };
        }
        it == Bdd::TRUE
    }

    /// A letter that satisfies a diagram over propositions: the one with the fewest 1s that is found first.
    pub(crate) fn letter(&self, mut it: Bdd) -> Option<u64> {
        let mut letter = 0;
        while it != Bdd::FALSE && it != Bdd::TRUE {
            let node = self.node(it);
            if node.low == Bdd::FALSE {
                letter |= 1 << node.variable;
                it = node.high;
            } else {
                it = node.low;
            }
        }
        (it == Bdd::TRUE).then_some(letter)
    }

    /// A sum of products without redundant ones (Minato 1992), as pairs of propositions that are 1 and that are 0.
    /// Nothing, if there are more than the limit.
    pub(crate) fn cubes(&mut self, it: Bdd, limit: usize) -> Option<Vec<(u64, u64)>> {
        let mut cubes = Vec::new();
        self.minato(it, it, (0, 0), limit, &mut cubes)?;
        Some(cubes)
    }

    /// Adds cubes that cover `lower` and stay within `upper`; returns what they cover.
    fn minato(
        &mut self,
        lower: Bdd,
        upper: Bdd,
        within: (u64, u64),
        limit: usize,
        cubes: &mut Vec<(u64, u64)>,
    ) -> Option<Bdd> {
        if self.exhausted {
            return None;
        }
        if lower == Bdd::FALSE {
            return Some(Bdd::FALSE);
        }
        if upper == Bdd::TRUE {
            cubes.push(within);
            return (cubes.len() <= limit).then_some(Bdd::TRUE);
        }
        let variable = self.top(lower).min(self.top(upper));
        let bit = 1 << variable;
        let (lower_low, lower_high) = self.cofactors(lower, variable);
        let (upper_low, upper_high) = self.cofactors(upper, variable);
        let only_low = self.difference(lower_low, upper_high);
        let only_high = self.difference(lower_high, upper_low);
        let covered_low = self.minato(only_low, upper_low, (within.0, within.1 | bit), limit, cubes)?;
        let covered_high = self.minato(only_high, upper_high, (within.0 | bit, within.1), limit, cubes)?;
        let left_low = self.difference(lower_low, covered_low);
        let left_high = self.difference(lower_high, covered_high);
        let (left, both) = (self.or(left_low, left_high), self.and(upper_low, upper_high));
        let covered = self.minato(left, both, within, limit, cubes)?;
        let (low, high) = (self.or(covered_low, covered), self.or(covered_high, covered));
        Some(self.make(variable, low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bdd, Diagrams, PROPOSITIONS};

    /// A function of four propositions and two further variables, from the bits of a number.
    fn function(diagrams: &mut Diagrams, table: u64) -> Bdd {
        let mut sum = Bdd::FALSE;
        for row in (0..16).filter(|row| table >> row & 1 == 1) {
            let cube = diagrams.cube(row, !row & 15);
            sum = diagrams.or(sum, cube);
        }
        sum
    }

    fn table(diagrams: &Diagrams, it: Bdd) -> u64 {
        (0..16).filter(|&row| diagrams.contains(it, row)).fold(0, |sum, row| sum | 1 << row)
    }

    #[test]
    fn operations_are_those_of_tables() {
        let mut diagrams = Diagrams::new();
        let mut state = 1_u64;
        for _ in 0..500 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (a, b) = (state >> 20 & 0xffff, state >> 40 & 0xffff);
            let (left, right) = (function(&mut diagrams, a), function(&mut diagrams, b));
            for (made, expected) in [
                (diagrams.and(left, right), a & b),
                (diagrams.or(left, right), a | b),
                (diagrams.difference(left, right), a & !b),
                (diagrams.not(left), !a & 0xffff),
            ] {
                assert_eq!(table(&diagrams, made), expected);
                assert_eq!(function(&mut diagrams, expected), made);
            }
            assert_eq!(diagrams.implies(left, right), a & !b == 0);
            let cubes = diagrams.cubes(left, 16).expect("at most eight");
            let covered =
                (0..16_u64).filter(|row| cubes.iter().any(|it| row & it.0 == it.0 && row & it.1 == 0));
            assert_eq!(covered.fold(0, |sum, row| sum | 1 << row), a);
            assert_eq!(diagrams.letter(left).is_some(), a != 0);
            assert!(diagrams.letter(left).is_none_or(|it| a >> it & 1 == 1));
        }
    }

    #[test]
    fn residuals_and_their_models() {
        let mut diagrams = Diagrams::new();
        let [x, y, z] = [0, 1, 2].map(|it| diagrams.variable(PROPOSITIONS + it));
        let (p, q) = (diagrams.variable(0), diagrams.variable(1));
        // p && x || q && y && z
        let (px, yz) = (diagrams.and(p, x), diagrams.and(y, z));
        let qyz = diagrams.and(q, yz);
        let all = diagrams.or(px, qyz);
        let mut found: Vec<(u64, Vec<Vec<u32>>)> = Vec::new();
        for (label, rest) in diagrams.residuals(all) {
            let models = diagrams.minimal_models(rest, 10).expect("few");
            let models = models.iter().map(|it| it.iter().map(|it| it - PROPOSITIONS).collect()).collect();
            found.push((table(&diagrams, label) & 15, models));
        }
        found.sort();
        assert_eq!(found, [(2, vec![vec![0]]), (4, vec![vec![1, 2]]), (8, vec![vec![1, 2], vec![0]])]);
        let wide = (0..20).fold(Bdd::TRUE, |sum, it| {
            let pair = [0, 1].map(|side| diagrams.variable(PROPOSITIONS + 2 * it + side));
            let either = diagrams.or(pair[0], pair[1]);
            diagrams.and(sum, either)
        });
        assert_eq!(diagrams.minimal_models(wide, 1000), None);
    }

    #[test]
    fn what_becomes_too_large_says_so() {
        let mut diagrams = Diagrams::new();
        // (p0 && p32) || (p1 && p33) || …: exponential in this order.
        let mut sum = Bdd::FALSE;
        for it in 0..32 {
            let pair = diagrams.cube(1 << it | 1 << (it + 32), 0);
            sum = diagrams.or(sum, pair);
        }
        assert!(diagrams.is_exhausted());
    }
}
