//! An audit finds what a system claims and does not do, and changes nothing in the search of one that does what it
//! claims.

use crate::every::ORDERS;
use crate::toy::famous::{peterson, polite_philosophers};
use crate::toy::faulty::{Fault, Faulty};
use crate::toy::program::{Op, Program, programs, straight_programs};
use gmc_explore::{Audit, Discrepancy, Fingerprints128, Plan, StateMatching, Tally, bfs, dfs, dpor};
use gmc_model::SearchResult;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::num::NonZeroU64;

fn audit(program: &Program, fault: Fault, rate: u64) -> Audit<Faulty> {
    Audit::new(Faulty::new(program.clone(), fault), NonZeroU64::new(rate).expect("a rate"))
}

fn plan() -> Plan<'static> {
    Plan { all: true, reduce: true, ..Plan::default() }
}

/// Follows runs if the search is worth it.
fn follow(system: &mut Audit<Faulty>, outcome: &SearchResult) {
    if outcome.is_complete() && outcome.findings.is_empty() {
        system.follow_runs(50);
    }
}

/// The families of claims that do not hold, in a search depth-first, breadth-first, and with dynamic reduction.
fn families(program: &Program, fault: Fault) -> [BTreeSet<&'static str>; 3] {
    let names = |system: &Audit<Faulty>| {
        system.discrepancies().iter().map(|it: &Discrepancy| it.family).collect::<BTreeSet<_>>()
    };
    let mut depth = audit(program, fault, 1);
    let outcome = dfs(&mut depth, &mut Fingerprints128::new(), plan());
    follow(&mut depth, &outcome);
    let mut breadth = audit(program, fault, 1);
    let outcome = bfs(&mut breadth, &mut Fingerprints128::new(), plan());
    follow(&mut breadth, &outcome);
    let mut dynamic = audit(program, fault, 1);
    let (outcome, _) = dpor(&mut dynamic, StateMatching::On, plan());
    follow(&mut dynamic, &outcome);
    [names(&depth), names(&breadth), names(&dynamic)]
}

#[track_caller]
fn expect(program: &Program, fault: Fault, family: &'static str) {
    for found in families(program, fault) {
        assert!(found.contains(family), "{fault:?}: {found:?}");
    }
}

fn straight(variables: usize, threads: Vec<Vec<Op>>) -> Program {
    Program { variables, threads, cyclic: false, unnamed: false }
}

/// Two threads that choose, write and read.
fn choosing() -> Program {
    let one = vec![Op::Choose(1), Op::Set(0, 1), Op::Local, Op::JumpIf(0, 1, 5), Op::Set(1, 2)];
    let other = vec![Op::Choose(1), Op::Local, Op::Add(1, 1), Op::JumpIf(1, 2, 5), Op::Add(1, 1)];
    straight(2, vec![one, other])
}

#[test]
fn a_fingerprint_that_leaves_a_variable_out() {
    let mut system = audit(&choosing(), Fault::Forgets(0), 1);
    let outcome = dfs(&mut system, &mut Fingerprints128::new(), Plan { reduce: false, ..plan() });
    follow(&mut system, &outcome);
    assert_eq!(system.discrepancies()[0].family, "identity");
    // A reduced search seldom comes to a state twice, but has not seen how all runs end.
    for found in families(&choosing(), Fault::Forgets(0)) {
        assert!(found.contains("identity") || found.contains("run"), "{found:?}");
    }
}

/// What is left out shows long after the states were taken for one: the search has not been there a second time.
#[test]
fn what_is_left_out_and_shows_late() {
    let mut ops = vec![Op::Choose(1), Op::Set(0, 1)];
    ops.extend([Op::Local; 10]);
    ops.push(Op::Assert(0, 0));
    expect(&straight(1, vec![ops]), Fault::Forgets(0), "identity");
}

#[test]
fn a_step_that_hides_what_it_touches() {
    let program = straight(2, vec![vec![Op::Set(0, 1)], vec![Op::Set(0, 2)], vec![Op::Local; 2]]);
    expect(&program, Fault::Hides(0), "independence");
    let reads =
        straight(2, vec![vec![Op::Add(0, 1)], vec![Op::JumpIf(0, 1, 2), Op::Local], vec![Op::Local; 2]]);
    expect(&reads, Fault::Hides(0), "independence");
}

/// A step that fails after another one, and whose thread fails next in the same way if it comes before that one, is
/// no excuse: only a next step that conflicts with the other one is.
#[test]
fn a_step_that_hides_what_makes_others_fail_twice() {
    let asserts = vec![Op::Assert(0, 0), Op::Assert(0, 0), Op::Local];
    let program = straight(2, vec![vec![Op::Set(0, 1), Op::Local], asserts, vec![Op::Local; 2]]);
    expect(&program, Fault::Hides(0), "independence");
}

/// Likewise for choices that are said to suffice.
#[test]
fn choices_that_do_not_suffice_where_others_fail_twice() {
    let asserts = vec![Op::Assert(0, 0), Op::Assert(0, 0), Op::Local];
    let program = straight(1, vec![asserts, vec![Op::Set(0, 1), Op::Local], vec![Op::Local; 2]]);
    let [depth, breadth, _] = families(&program, Fault::FirstIsAmple);
    assert!(depth.contains("ample") && breadth.contains("ample"), "{depth:?} {breadth:?}");
}

#[test]
fn who_waits_for_what_others_do() {
    let program = straight(1, vec![vec![Op::Set(0, 1), Op::Local], vec![Op::Await(0, 1)]]);
    expect(&program, Fault::WaitsForNothing, "independence");
}

#[test]
fn what_opens_nothing() {
    let program = straight(1, vec![vec![Op::Set(0, 1)], vec![Op::JumpIf(0, 1, 1)]]);
    expect(&program, Fault::Opens, "gate");
}

#[test]
fn choices_that_do_not_suffice() {
    let program = straight(1, vec![vec![Op::Set(0, 1), Op::Local], vec![Op::Set(0, 2), Op::Local]]);
    let [depth, breadth, _] = families(&program, Fault::FirstIsAmple);
    assert!(depth.contains("ample") && breadth.contains("ample"), "{depth:?} {breadth:?}");
    // The order decides how it ends, and the search has followed one.
    assert!(depth.contains("run") && breadth.contains("run"), "{depth:?} {breadth:?}");
}

#[test]
fn a_step_that_is_recalled_wrongly() {
    expect(&choosing(), Fault::Recalls(1), "step");
}

/// Who does not know what a step touches may keep one that an assumption ends, but its thread stays where it is then.
#[test]
fn a_step_behind_an_assumption() {
    let program = straight(1, vec![vec![Op::Local, Op::Set(0, 1), Op::Local], vec![Op::Local; 2]]);
    expect(&program, Fault::Prunes, "step");
}

#[test]
fn a_state_that_is_not_come_back_to() {
    let program = straight(1, vec![vec![Op::Set(0, 1)], vec![Op::Local; 2]]);
    expect(&program, Fault::LeavesBehind(0), "rewind");
}

#[test]
fn a_state_that_is_not_restored() {
    let [_, breadth, _] = families(&choosing(), Fault::Garbles(0));
    assert!(breadth.contains("restore"), "{breadth:?}");
}

#[test]
fn threads_that_are_not_alike() {
    expect(&choosing(), Fault::Alike, "symmetry");
}

#[test]
fn what_was_kept_and_is_stale() {
    expect(&choosing(), Fault::Stale, "cache");
}

/// Most states are not looked at, always the same ones.
#[test]
fn one_state_of_many() {
    let count = |rate| {
        let mut system = audit(&polite_philosophers(6), Fault::None, rate);
        let _ = dfs(&mut system, &mut Fingerprints128::new(), Plan { reduce: false, ..plan() });
        system.tally().states
    };
    let (all, some) = (count(1), count(8));
    assert!(all > 8 * some / 2 && some > 0 && all < 8 * some * 2, "{all} {some}");
    assert_eq!(some, count(8));
}

/// A discrepancy has the run that leads to it.
#[test]
fn a_discrepancy_has_a_run() {
    let mut system = audit(&choosing(), Fault::Forgets(0), 1);
    let _ = dfs(&mut system, &mut Fingerprints128::new(), plan());
    let first = &system.discrepancies()[0];
    assert!(!first.trace.is_empty() && first.what.starts_with("identity: in state "), "{}", first.what);
}

/// Searches a system that does what it claims: nothing differs, and the search is the one without audit.
fn compare(program: &Program) {
    for order in ORDERS {
        let mut plain = Faulty::new(program.clone(), Fault::None);
        let mut outcome = order.search(&mut plain, plan());
        let mut system = audit(program, Fault::None, 1);
        let watched = order.search(&mut system, plan());
        outcome.stats.elapsed = watched.stats.elapsed;
        outcome.stats.peak_bytes = watched.stats.peak_bytes;
        assert_eq!(outcome, watched);
        follow(&mut system, &outcome);
        assert_eq!(system.discrepancies(), []);
    }
    let mut system = audit(program, Fault::None, 1);
    let (outcome, reduction) = dpor(&mut system, StateMatching::Adaptive, plan());
    if reduction.give_up.is_none() {
        follow(&mut system, &outcome);
    }
    assert_eq!(system.discrepancies(), []);
}

#[test]
fn right_systems_are_compared() {
    compare(&peterson(true));
    compare(&polite_philosophers(4));
    let mut system = audit(&polite_philosophers(4), Fault::None, 1);
    let _ = dfs(&mut system, &mut Fingerprints128::new(), plan());
    let Tally { states, revisits, steps, pairs, .. } = system.tally();
    assert!(states > 0 && revisits > 0 && steps > 0 && pairs > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn nothing_differs_among_loops(program in programs()) {
        compare(&program);
    }

    #[test]
    fn nothing_differs(program in straight_programs()) {
        compare(&program);
    }
}
