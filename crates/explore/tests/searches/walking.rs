//! Random runs: what they find is there, they depend on the seed alone, and they find as much as is promised.

use crate::toy::Toy;
use crate::toy::famous::peterson;
use crate::toy::program::{Op, Program, programs};
use crate::toy::reference::{cause, truth};
use gmc_explore::{Limits, Plan, WalkStats, Walks, confirm, walk};
use gmc_model::{SearchResult, Stopped, Verdict};
use proptest::prelude::*;

fn search(program: &Program, walks: Walks, limits: Limits) -> (SearchResult, WalkStats) {
    let mut toy = Toy::new(program.clone());
    let found = walk(&mut toy, &walks, Plan { limits, ..Plan::default() });
    assert!(toy.is_untouched());
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_is_there(program in programs(), seed in any::<u64>()) {
        let walks = Walks { runs: 20, orders: 3, seed };
        let limits = Limits { depth: Some(200), ..Limits::default() };
        let (outcome, drawn) = search(&program, walks, limits.clone());
        let holds = matches!(outcome.verdict(), Verdict::Holds { .. });
        prop_assert!(!holds, "random runs prove nothing");
        prop_assert!((0.0..=1.0).contains(&drawn.chance));
        let truth = truth(&program);
        for finding in &outcome.findings {
            prop_assert!(truth.causes.contains_key(&cause(&finding.violation)));
            prop_assert!(confirm(&mut Toy::new(program.clone()), finding).is_ok());
        }
        let (again, _) = search(&program, walks, limits);
        prop_assert_eq!(again.findings, outcome.findings);
        prop_assert_eq!(again.stats.transitions, outcome.stats.transitions);
    }
}

/// One thread fails if another one comes to its third step while it is between its second and its third.
fn rare() -> Program {
    let early = vec![Op::Local, Op::Set(0, 1), Op::Set(0, 0), Op::Local, Op::Local];
    let late = vec![Op::Local, Op::Local, Op::Local, Op::Assert(0, 0), Op::Local];
    Program { variables: 1, threads: vec![early, late], cyclic: false, unnamed: false }
}

#[test]
fn as_much_is_found_as_is_promised() {
    let (seeds, runs) = (400, 8);
    let walks = |seed| Walks { runs, orders: 2, seed };
    let mut same = rare();
    same.threads[1][3] = Op::Local;
    let (outcome, drawn) = search(&same, walks(1), Limits::default());
    assert_eq!((outcome.stopped, drawn.runs), (Some(Stopped::Runs), runs));
    // Two threads, ten steps; the first run shows how many there are.
    assert!((drawn.chance - (1.0 - 0.95_f64.powi(7))).abs() < 1e-9, "{}", drawn.chance);
    let finds = |seed: &u64| !search(&rare(), walks(*seed), Limits::default()).0.findings.is_empty();
    let share = (0..seeds).filter(finds).count() as f64 / seeds as f64;
    assert!(share >= drawn.chance, "found by {share} of the seeds, promised was {}", drawn.chance);
    assert!(share < 1.0, "that was too easy");
}

/// Threads that look again and again do not keep others from going on.
#[test]
fn loops_end() {
    let flag = vec![Op::JumpIf(0, 0, 0), Op::Local];
    let other = vec![Op::Local, Op::Set(0, 1)];
    let program =
        Program { variables: 1, threads: vec![flag.clone(), other, flag], cyclic: false, unnamed: false };
    let (outcome, drawn) = search(&program, Walks { runs: 50, orders: 2, seed: 7 }, Limits::default());
    assert_eq!((drawn.runs, outcome.stats.ended), (50, 50));
    let limits = Limits { depth: Some(300), ..Limits::default() };
    let (outcome, _) = search(&peterson(true), Walks { runs: 5, orders: 2, seed: 7 }, limits);
    assert_eq!(outcome.stats.cut, 5);
}
