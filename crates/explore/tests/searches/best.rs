//! Best-first search: a score says who is next, and nothing else. That it changes no verdict is among what all searches
//! have to show (`agreement`, `limits`).

use crate::every::{Order, Rating};
use crate::toy::graph::Graph;
use crate::toy::lattice::Lattice;
use crate::toy::program::programs;
use crate::toy::{Rules, Toy};
use gmc_explore::{Fingerprints128, Plan, best};
use gmc_model::{Choice, ErrorKind, SearchResult, Step, ThreadId, Violation};
use proptest::prelude::*;

/// What does not depend on the clock, nor on how memory is used.
fn bare(mut outcome: SearchResult) -> SearchResult {
    outcome.stats.elapsed = std::time::Duration::ZERO;
    outcome.stats.peak_bytes = 0;
    outcome
}

proptest! {
    /// Who is met first is next where all look the same: that is breadth-first search.
    #[test]
    fn equal_scores_are_breadth_first(program in programs(), all: bool, reduce: bool) {
        let plan = || Plan { all, reduce, ..Plan::default() };
        let even = Order::Best(Rating::Equal).explore(program.clone(), plan());
        prop_assert_eq!(bare(even), bare(Order::Breadth.explore(program, plan())));
    }
}

/// Two counters, and a mistake where both have come far: who always goes on from the largest sum takes the shortest
/// way.
#[derive(Clone)]
struct Grid;

const FAR: u32 = 100;

impl Rules for Grid {
    type State = (u32, u32);

    fn initial(&self) -> (u32, u32) {
        (0, 0)
    }

    fn choices(&self, state: &(u32, u32), out: &mut Vec<Choice>) {
        let open =
            |thread, at: u32| (at < FAR).then_some(Choice { thread: ThreadId(thread), alternative: 0 });
        out.extend([open(0, state.0), open(1, state.1)].into_iter().flatten());
    }

    fn step(&self, state: &mut (u32, u32), choice: Choice) -> Step {
        let at = if choice.thread == ThreadId::FIRST { &mut state.0 } else { &mut state.1 };
        *at += 1;
        Step::Moved { progress: false }
    }

    fn end(&self, _: &(u32, u32)) -> Option<Box<Violation>> {
        let (message, location) = ("both are there".to_owned(), None);
        let (stack, notes) = (Vec::new(), Vec::new());
        Some(Box::new(Violation {
            kind: ErrorKind::Assertion,
            message,
            location,
            thread: ThreadId::FIRST,
            stack,
            notes,
            about: Vec::new(),
        }))
    }
}

#[test]
fn a_good_score_goes_straight() {
    let mut toy = Toy::new(Grid);
    let mut score = |toy: &Toy<Grid>, _: Choice| u64::from(2 * FAR - toy.state.0 - toy.state.1);
    let outcome = best(&mut toy, &mut Fingerprints128::new(), &mut score, Plan::default());
    assert_eq!(outcome.findings[0].trace.len(), 2 * FAR as usize);
    assert!(outcome.stats.states <= 4 * u64::from(FAR), "{}", outcome.stats.states);
    assert!(toy.is_untouched());
    let all = Order::Breadth.explore(Grid, Plan::default());
    assert_eq!(all.stats.states, 101 * 101);
}

/// More states wait than may have a snapshot: the others are reached by their choices, and everything is visited.
#[test]
fn states_without_snapshots_are_reached() {
    for rating in [Rating::Equal, Rating::Any] {
        let mut toy = Toy::new(Cube);
        let outcome = Order::Best(rating).search(&mut toy, Plan::default());
        assert_eq!(outcome.stats.states, 1 << BITS);
        assert_eq!(outcome.stats.transitions, u64::from(BITS) << (BITS - 1));
        assert!(outcome.is_complete() && toy.is_untouched());
        assert!(toy.most_kept < 25_000, "{}: the frontier is larger than that", toy.most_kept);
    }
}

/// Bits that are set one by one, in any order: half of the way, very many states wait.
#[derive(Clone)]
struct Cube;

const BITS: u32 = 18;

impl Rules for Cube {
    type State = u32;

    fn initial(&self) -> u32 {
        0
    }

    fn choices(&self, state: &u32, out: &mut Vec<Choice>) {
        let unset = (0..BITS).filter(|bit| state >> bit & 1 == 0);
        out.extend(unset.map(|thread| Choice { thread: ThreadId(thread), alternative: 0 }));
    }

    fn step(&self, state: &mut u32, choice: Choice) -> Step {
        *state |= 1 << choice.thread.0;
        Step::Moved { progress: false }
    }

    fn end(&self, _: &u32) -> Option<Box<Violation>> {
        None
    }
}

/// Deep states without a snapshot, too.
#[test]
fn deep_states_are_reached() {
    let mut lattice = Lattice::new(3, 60);
    let outcome = Order::Best(Rating::Any).search(&mut lattice, Plan::default());
    assert_eq!((outcome.stats.states, outcome.stats.depth), (lattice.states(), 180));
    let outcome = Order::Best(Rating::Last).explore(Graph::chain(100_000), Plan::default());
    assert_eq!(outcome.stats.depth, 99_999);
}
