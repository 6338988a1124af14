//! Traces are shortened to the best there is, and bounds on changes between threads leave out what they say. The
//! measure is a search of states with everything that decides costs in them.

use crate::every::{ORDERS, Order};
use crate::toy::famous::philosophers;
use crate::toy::graph::graphs;
use crate::toy::program::programs;
use crate::toy::reference::{Cause, cause};
use crate::toy::{Rules, Toy};
use gmc_explore::{Bounded, Limits, Minimised, Plan, confirm, minimise, switches};
use gmc_model::{ContextBound, Finding, SearchResult, Step, Violation};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

/// The fewest changes of a run to each cause, up to so many: runs with their costs, without any thought of what is
/// needless.
fn fewest<R: Rules>(rules: &R, most: usize) -> BTreeMap<Cause, usize> {
    let mut best = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut todo = vec![(rules.initial(), None, 0)];
    while let Some((state, last, changes)) = todo.pop() {
        let mut found = |it: &Violation, changes: usize| {
            let known = best.entry(cause(it)).or_insert(changes);
            *known = changes.min(*known);
        };
        let mut choices = Vec::new();
        rules.choices(&state, &mut choices);
        if choices.is_empty()
            && let Some(it) = rules.end(&state)
        {
            found(&it, changes);
        }
        for choice in choices {
            let changes = changes + usize::from(last.is_some_and(|it| it != choice.thread));
            let mut to = state.clone();
            match rules.step(&mut to, choice) {
                _ if changes > most => {}
                Step::Moved { .. } if seen.insert((to.clone(), choice.thread, changes)) => {
                    todo.push((to, Some(choice.thread), changes));
                }
                Step::Violated(it) => found(&it, changes),
                _ => {}
            }
        }
    }
    best
}

fn all() -> Plan<'static> {
    Plan { all: true, ..Plan::default() }
}

#[track_caller]
fn shorten<R: Rules + Clone>(rules: &R, finding: &Finding, time: Duration) -> Minimised {
    let mut toy = Toy::new(rules.clone());
    let limits = Limits { time: Some(time), ..Limits::default() };
    let it = minimise(&mut toy, finding, &limits, None);
    assert!(toy.is_untouched());
    let shorter = Finding { trace: it.trace.clone(), ..finding.clone() };
    confirm(&mut toy, &shorter).expect("the same violation");
    it
}

/// The smallest bound within which a cause is met.
fn within<R: Rules + Clone>(rules: &R, wanted: Cause) -> (u32, usize) {
    (0..)
        .find_map(|most| {
            let mut system = Bounded::new(Toy::new(rules.clone()), ContextBound::Switches(most));
            let outcome = Order::Breadth.search(&mut system, all());
            let found = outcome.findings.iter().find(|it| cause(&it.violation) == wanted)?;
            Some((most, found.trace.len()))
        })
        .expect("it was met")
}

#[track_caller]
fn compare<R: Rules + Clone>(rules: &R) {
    for finding in Order::Depth.explore(rules.clone(), all()).findings {
        let it = shorten(rules, &finding, Duration::MAX);
        let (most, steps) = within(rules, cause(&finding.violation));
        assert!(it.proven);
        assert_eq!((switches(&it.trace), it.trace.len()), (most as usize, steps));
        // Without time there is none for steps but the first.
        let hasty = shorten(rules, &finding, Duration::ZERO);
        assert!(hasty.trace.len() == 1 || hasty.trace == finding.trace);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn traces_of_programs_become_shortest(program in programs()) {
        compare(&program);
    }

    #[test]
    fn traces_of_graphs_become_shortest(graph in graphs(20)) {
        compare(&graph);
    }

    #[test]
    fn bounds_leave_out_what_they_say(program in programs(), most in 0..4_u32) {
        let reference: BTreeSet<Cause> =
            fewest(&program, most as usize).into_keys().collect();
        let whole = Order::Depth.explore(program.clone(), all());
        for order in ORDERS {
            let mut system = Bounded::new(Toy::new(program.clone()), ContextBound::Switches(most));
            let outcome = order.search(&mut system, all());
            prop_assert_eq!(&causes(&outcome), &reference);
            prop_assert!(outcome.findings.iter().all(|it| switches(&it.trace) <= most as usize));
            if system.cut() == 0 {
                prop_assert_eq!(causes(&outcome), causes(&whole));
            }
            // A change that has to be is no preemption.
            let mut system = Bounded::new(Toy::new(program.clone()), ContextBound::Preemptions(most));
            prop_assert!(causes(&order.search(&mut system, all())).is_superset(&reference));
        }
    }
}

fn causes(outcome: &SearchResult) -> BTreeSet<Cause> {
    outcome.findings.iter().map(|it| cause(&it.violation)).collect()
}

/// Each takes a fork; who waits for the other one loses the turn for free.
#[test]
fn philosophers_need_a_change_each() {
    let program = philosophers(4);
    let finding = &Order::Depth.explore(program.clone(), Plan::default()).findings[0];
    let it = shorten(&program, finding, Duration::MAX);
    assert_eq!((switches(&it.trace), it.trace.len(), it.proven), (3, 4, true));
    let search = |bound| {
        let mut system = Bounded::new(Toy::new(program.clone()), bound);
        let found = Order::Depth.search(&mut system, Plan::default()).findings.len();
        (found, system.cut() > 0)
    };
    assert_eq!(search(ContextBound::Switches(2)), (0, true));
    assert_eq!(search(ContextBound::Switches(3)).0, 1);
    // After the first one has lost its turn, each takes the fork that the one before would need next.
    assert_eq!(search(ContextBound::Preemptions(0)), (0, true));
    assert_eq!(search(ContextBound::Preemptions(1)).0, 1);
}
