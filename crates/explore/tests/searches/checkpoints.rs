//! A search that was kept and goes on ends as if nothing had happened.

use crate::toy::famous::{peterson, philosophers, polite_philosophers};
use crate::toy::halting::Halting;
use crate::toy::lattice::Lattice;
use crate::toy::program::programs;
use crate::toy::{Rules, Toy};
use gmc_explore::{
    Bitstate, CheckpointError, Checkpointer, Fingerprints64, Fingerprints128, Limits, Plan, Stored,
    dfs_with_checkpoints,
};
use gmc_model::{SearchResult, Stopped};
use proptest::prelude::*;
use std::cell::Cell;
use std::io::{self, Read, Write};
use std::time::Duration;

/// Keeps a search at every opportunity.
#[derive(Default)]
struct Shelf {
    files: Vec<Vec<u8>>,
    /// Asks to be left alone after this many.
    most: usize,
}

impl Checkpointer for Shelf {
    fn is_due(&mut self) -> bool {
        self.files.len() < self.most
    }

    fn observed(&self) -> Vec<u64> {
        OBSERVED.to_vec()
    }

    fn recall(&mut self, observed: &[u64]) -> Result<(), CheckpointError> {
        if observed == OBSERVED { Ok(()) } else { Err(CheckpointError::Unobserved) }
    }

    fn resumed(&mut self, states: u64) {
        assert!(states > 0);
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let mut file = Vec::new();
        write(&mut file).expect("a vector takes everything");
        self.files.push(file);
    }
}

const ABOUT: &str = "a toy";

const OBSERVED: [u64; 2] = [7, u64::MAX];

fn search<R: Rules, V: Stored>(
    rules: R,
    mut visited: V,
    plan: Plan<'_>,
    most: usize,
    from: Option<&[u8]>,
) -> (Result<SearchResult, CheckpointError>, Vec<Vec<u8>>) {
    let mut toy = Toy::new(rules);
    let mut shelf = Shelf { files: Vec::new(), most };
    let mut from = from;
    let from = from.as_mut().map(|file| file as &mut dyn Read);
    let outcome = dfs_with_checkpoints(&mut toy, &mut visited, plan, ABOUT, &mut shelf, from);
    assert!(toy.is_untouched());
    (outcome, shelf.files)
}

/// What does not depend on the clock.
fn timeless(outcome: SearchResult) -> SearchResult {
    let mut outcome = outcome;
    outcome.stats.elapsed = Duration::ZERO;
    outcome.stats.peak_bytes = 0;
    outcome.stats.visited_bytes = 0;
    outcome
}

/// Keeps a search everywhere, and goes on from everywhere; and from there again.
fn interrupt<R: Rules + Clone, V: Stored>(rules: &R, visited: impl Fn() -> V, reduce: bool) -> usize {
    let plan = || Plan { all: true, reduce, ..Plan::default() };
    let (whole, files) = search(rules.clone(), visited(), plan(), 100, None);
    let whole = timeless(whole.expect("nothing to read"));
    for file in &files {
        let (outcome, later) = search(rules.clone(), visited(), plan(), 3, Some(file));
        assert_eq!(timeless(outcome.expect("what was kept is of use")), whole);
        for file in later {
            let (outcome, _) = search(rules.clone(), visited(), plan(), 0, Some(&file));
            assert_eq!(timeless(outcome.expect("what was kept is of use")), whole);
        }
    }
    files.len()
}

#[test]
fn it_ends_as_if_nothing_had_happened() {
    for reduce in [false, true] {
        assert!(interrupt(&philosophers(6), Fingerprints128::new, reduce) > 5);
        assert!(interrupt(&polite_philosophers(5), Fingerprints64::new, reduce) > 5);
        assert!(interrupt(&peterson(true), Fingerprints128::new, reduce) > 2);
        assert!(interrupt(&philosophers(5), || Bitstate::new(1 << 14), reduce) > 5);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn programs_go_on(program in programs(), reduce in any::<bool>()) {
        interrupt(&program, Fingerprints128::new, reduce);
    }
}

/// A limit ends a search where it can go on, however often.
#[test]
fn a_search_that_ran_out_of_time_goes_on() {
    let lattice = || Lattice::new(5, 9);
    let mut shelf = Shelf::default();
    let mut rounds = 0;
    let outcome = loop {
        rounds += 1;
        let last = shelf.files.pop();
        let mut from = last.as_deref();
        let from = from.as_mut().map(|file| file as &mut dyn Read);
        let time = Some(Duration::from_millis(5 * rounds));
        let plan = Plan { limits: Limits { time, ..Limits::default() }, ..Plan::default() };
        let outcome =
            dfs_with_checkpoints(&mut lattice(), &mut Fingerprints128::new(), plan, ABOUT, &mut shelf, from)
                .expect("of use");
        match outcome.stopped {
            Some(Stopped::Time) => assert_eq!(shelf.files.len(), 1, "it was kept at the end"),
            stopped => break (stopped, outcome),
        }
    };
    assert_eq!(outcome.0, None);
    assert_eq!(outcome.1.stats.states, lattice().states());
    assert_eq!(outcome.1.stats.transitions, lattice().transitions());
    assert!(rounds > 1);
}

/// A limit that comes in the middle of a step leaves that step to be taken.
#[test]
fn a_step_that_was_ended_is_taken_again() {
    for reduce in [false, true] {
        let plan = || Plan { all: true, reduce, ..Plan::default() };
        let whole = search(philosophers(5), Fingerprints128::new(), plan(), 0, None).0;
        let whole = timeless(whole.expect("nothing to read"));
        for first in 0..60 {
            let (mut file, mut left) = (None::<Vec<u8>>, first);
            let outcome = loop {
                let rules = Halting { rules: philosophers(5), left: Cell::new(left) };
                let (outcome, mut files) = search(rules, Fingerprints128::new(), plan(), 0, file.as_deref());
                let outcome = outcome.expect("of use");
                if outcome.stopped.is_none() {
                    break outcome;
                }
                // Where the way to what was kept is too long already, that stays as it is.
                file = files.pop().or(file);
                left = left * 2 + 7;
            };
            assert_eq!(timeless(outcome), whole, "{first} steps, reduce: {reduce}");
        }
    }
}

#[test]
fn what_is_of_no_use_is_refused() {
    let rules = philosophers(4);
    let (_, files) = search(rules.clone(), Fingerprints128::new(), Plan::default(), 5, None);
    let file = files.last().expect("it was kept");
    let resume = |rules, file: &[u8]| search(rules, Fingerprints128::new(), Plan::default(), 0, Some(file)).0;
    assert!(resume(rules.clone(), file).is_ok());
    // Every byte counts, and so does the end.
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        let refused = resume(rules.clone(), &damaged).unwrap_err();
        assert!(
            matches!(refused, CheckpointError::Damaged | CheckpointError::OtherSearch),
            "byte {at}: {refused:?}"
        );
    }
    for length in [0, 5, file.len() / 2, file.len() - 1] {
        assert!(matches!(resume(rules.clone(), &file[..length]), Err(CheckpointError::Damaged)));
    }
    assert!(matches!(resume(rules.clone(), &[&file[..], b"x"].concat()), Err(CheckpointError::Damaged)));
    // Another set, another system.
    let half = search(rules, Fingerprints64::new(), Plan::default(), 0, Some(file)).0;
    assert!(half.is_err());
    assert!(matches!(resume(polite_philosophers(4), file), Err(CheckpointError::Diverged)));
}
