//! Dynamic partial-order reduction leaves nothing out that matters: beside the search of everything, on random
//! programs.

use crate::toy::Toy;
use crate::toy::famous::{broken_peterson, peterson, philosophers, polite_philosophers};
use crate::toy::program::{Op, Program, programs, straight_programs};
use crate::toy::reference::{cause, truth};
use gmc_explore::{DporStats, Fingerprints128, Plan, StateMatching, bfs, dpor};
use gmc_model::SearchResult;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn search(program: &Program, matching: StateMatching) -> (SearchResult, DporStats) {
    let mut toy = Toy::new(program.clone());
    let result = dpor(&mut toy, matching, Plan { all: true, ..Plan::default() });
    assert!(toy.is_untouched());
    result
}

/// Compares with the search of everything: errors, obstacles, and the states in which the program ends or is stuck.
#[track_caller]
fn compare(program: &Program, matching: StateMatching) -> (SearchResult, DporStats) {
    let truth = truth(program);
    let mut toy = Toy::new(program.clone());
    let (outcome, reduction) = dpor(&mut toy, matching, Plan { all: true, ..Plan::default() });
    assert!(toy.is_untouched());
    if reduction.give_up.is_some() {
        return (outcome, reduction);
    }
    let found: BTreeSet<_> = outcome.findings.iter().map(|it| cause(&it.violation)).collect();
    assert_eq!(found, truth.causes.keys().copied().collect());
    let line = |it: &gmc_model::Hindrance| it.obstacle.location.as_ref().expect("toys say where").line;
    let met: BTreeSet<u32> = outcome.hindrances.iter().map(line).collect();
    assert_eq!(met, truth.obstacles.keys().copied().collect());
    let mut all = Toy::new(program.clone());
    let _ = bfs(&mut all, &mut Fingerprints128::new(), Plan { all: true, ..Plan::default() });
    assert_eq!(toy.ends, all.ends);
    assert!(matching != StateMatching::On || outcome.stats.states <= truth.states);
    (outcome, reduction)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, max_shrink_iters: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_missed_among_loops(program in programs()) {
        let _ = compare(&program, StateMatching::On);
    }

    #[test]
    fn nothing_is_missed_in_any_run(program in straight_programs()) {
        let (_, reduction) = compare(&program.without_loops(), StateMatching::Off);
        // Runs that are planned turn out to be equal to none.
        prop_assert!(reduction.restart.is_some() || reduction.redundant == 0);
    }

    #[test]
    fn nothing_is_missed_by_turning(program in straight_programs()) {
        let _ = compare(&program, StateMatching::Adaptive);
    }

    #[test]
    fn nothing_is_missed(program in straight_programs()) {
        let _ = compare(&program, StateMatching::On);
    }
}

#[test]
fn famous_programs() {
    for count in 2..8 {
        let _ = compare(&philosophers(count), StateMatching::On);
        let _ = compare(&polite_philosophers(count), StateMatching::On);
    }
    for program in [peterson(false), peterson(true), broken_peterson()] {
        let _ = compare(&program, StateMatching::On);
    }
}

/// Threads that do not meet need one order; two that write one variable need two.
#[test]
fn one_run_for_each_class() {
    let run = |threads: Vec<Vec<Op>>| {
        let program = Program { variables: 8, threads, cyclic: false, unnamed: false };
        let (_, reduction) = search(&program, StateMatching::Off);
        (reduction.executions, reduction.redundant)
    };
    assert_eq!(run((0..8).map(|it| vec![Op::Set(it, 1), Op::Set(it, 2)]).collect()), (1, 0));
    assert_eq!(run(vec![vec![Op::Set(0, 1)], vec![Op::Set(0, 2)]]), (2, 0));
    assert_eq!(run(vec![vec![Op::Add(0, 1)]; 4]), (24, 0));
    // A reader and n writers of different variables: as many as there are subsets.
    let read = |it| Op::JumpIf(it, 3, 4);
    let mut threads: Vec<_> = (0..4).map(|it| vec![Op::Set(it, 1)]).collect();
    threads.push((0..4).map(read).collect());
    assert_eq!(run(threads), (16, 0));
    // Locks: orders of sections.
    assert_eq!(run(vec![vec![Op::Lock(0), Op::Unlock(0, 0)]; 4]), (24, 0));
}
