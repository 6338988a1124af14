//! Every store on systems with known counts.

use crate::every::ORDERS;
use crate::toy::famous::{pell_lucas, philosophers, polite_philosophers};
use crate::toy::lattice::Lattice;
use crate::toy::{Rules, Toy};
use gmc_explore::{Bitstate, Fingerprints64, Fingerprints128, Numbers, Plan, Shared, Visited, bfs, dfs};
use gmc_model::{Choice, Choices, Gap, HostMemory, SearchResult, Step, System, Verdict};
use std::collections::HashMap;

/// A toy whose states are known by number, none by two.
struct Numbered<R: Rules> {
    toy: Toy<R>,
    numbers: HashMap<R::State, u32>,
}

impl<R: Rules> System for Numbered<R> {
    type Snapshot = <Toy<R> as System>::Snapshot;

    fn choices(&mut self, out: &mut Choices) {
        self.toy.choices(out);
    }
    fn step(&mut self, choice: Choice) -> Step {
        self.toy.step(choice)
    }
    fn fingerprint(&mut self) -> u128 {
        let next = self.numbers.len() as u32;
        u128::from(*self.numbers.entry(self.toy.state.clone()).or_insert(next))
    }
    fn mark(&mut self) {
        self.toy.mark();
    }
    fn rewind(&mut self) {
        self.toy.rewind();
    }
    fn forget(&mut self) {
        self.toy.forget();
    }
    fn snapshot(&mut self) -> Self::Snapshot {
        self.toy.snapshot()
    }
    fn restore(&mut self, snapshot: &Self::Snapshot) {
        self.toy.restore(snapshot);
    }
}

impl<R: Rules> HostMemory for Numbered<R> {
    fn host_bytes(&self) -> usize {
        self.toy.host_bytes()
    }
}

/// A depth-first and a breadth-first search.
fn both<S: System, V: Visited>(system: impl Fn() -> S, visited: impl Fn() -> V) -> [SearchResult; 2] {
    let plan = || Plan { all: true, ..Plan::default() };
    [dfs(&mut system(), &mut visited(), plan()), bfs(&mut system(), &mut visited(), plan())]
}

/// Outcomes of all stores: whole and half fingerprints, numbers, bits.
fn everywhere<R: Rules + Clone>(rules: &R) -> [[SearchResult; 2]; 4] {
    let toy = || Toy::new(rules.clone());
    [
        both(toy, Fingerprints128::new),
        both(toy, Fingerprints64::new),
        both(|| Numbered { toy: toy(), numbers: HashMap::new() }, Numbers::new),
        both(toy, || Bitstate::new(1 << 20)),
    ]
}

#[test]
fn every_store_counts_the_same() {
    for count in 2..7 {
        for outcome in everywhere(&philosophers(count)).iter().flatten() {
            assert_eq!(outcome.stats.states, pell_lucas(count));
            assert_eq!(outcome.findings.len(), 1);
        }
    }
    for [depth, breadth] in everywhere(&polite_philosophers(5)) {
        assert_eq!(depth.stats.states, breadth.stats.states);
        assert_eq!(depth.stats.ended, breadth.stats.ended);
    }
    let mut lattice = Lattice::new(4, 7);
    for order in ORDERS {
        assert_eq!(order.search(&mut lattice, Plan::default()).stats.states, 4096);
    }
}

#[test]
fn only_a_set_that_forgets_nothing_proves_anything() {
    let [whole, half, exact, bits] = everywhere(&polite_philosophers(4));
    for outcome in whole.iter().chain(&half) {
        assert!(
            matches!(outcome.verdict(), Verdict::Holds { omission } if omission > 0.0 && omission < 1e-9)
        );
    }
    for outcome in &exact {
        assert_eq!(outcome.verdict(), Verdict::Holds { omission: 0.0 });
    }
    for outcome in &bits {
        let missed = outcome.missed.expect("it forgets");
        assert!(missed < 0.1, "{missed}");
        assert_eq!(outcome.verdict(), Verdict::Unknown { gaps: vec![Gap::Bitstate { missed: 1 }] });
        assert!(!outcome.is_complete());
    }
}

/// More states than bits: the search ends, visits a part, and says how large a part of what it met it was.
#[test]
fn a_table_that_is_too_small_is_honest() {
    let mut lattice = Lattice::new(5, 9);
    let outcome = dfs(&mut lattice, &mut Bitstate::new(1 << 10), Plan::default());
    assert!(outcome.stats.states < 50_000, "{}", outcome.stats.states);
    assert!(outcome.missed.is_some_and(|missed| missed > 1000.0), "{:?}", outcome.missed);
    assert!(!outcome.is_complete());
    // Steps to states that were visited before count the same as those to states that were omitted.
    assert_eq!(outcome.stats.states - 1 + outcome.stats.revisited, outcome.stats.transitions);
}

#[test]
fn workers_share_a_table_of_bits() {
    let shared = Shared::new(|| Bitstate::new(1 << 16));
    let mut set = &shared;
    assert!((0..1000).all(|n| set.insert(n << 70 | n)));
    assert!((0..1000).all(|n| !set.insert(n << 70 | n)));
    assert!(set.missed().is_some_and(|missed| missed < 0.1));
}
