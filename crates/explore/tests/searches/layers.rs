//! Layers change what they say they change, and nothing else.

use crate::every::ORDERS;
use crate::toy::Toy;
use crate::toy::graph::{Edge, Graph, graphs};
use gmc_explore::{Allow, Plan};
use gmc_model::{Choice, ErrorKind, ErrorPolicy, SearchResult, ThreadId};
use proptest::prelude::*;

fn searches(graph: &Graph, allowed: &[ErrorKind]) -> Vec<(SearchResult, u64)> {
    let search = |order: crate::every::Order| {
        let mut system = Allow::new(Toy::new(graph.clone()), ErrorPolicy::allowing(allowed.iter().copied()));
        let outcome = order.search(&mut system, Plan { all: true, ..Plan::default() });
        let met = system.met().iter().map(|it| it.count).sum();
        (outcome, met)
    };
    ORDERS.map(search).into()
}

/// An error on the way that is allowed hides what comes after it, and is counted.
#[test]
fn what_is_allowed_is_met() {
    let mut graph = Graph::new(3, &[(0, 0, 1, false), (1, 0, 2, false)]);
    let choice = |outcome| Choice { thread: ThreadId(1), alternative: outcome };
    graph.nodes[0].edges.push((choice(0), Edge::Violated(7)));
    graph.nodes[1].edges.push((choice(0), Edge::Violated(7)));
    graph.nodes[1].edges.push((choice(1), Edge::Violated(8)));
    graph.nodes[2].stuck = true;
    for (outcome, met) in searches(&graph, &[ErrorKind::Assertion]) {
        assert_eq!(
            outcome.findings.iter().map(|it| it.violation.kind).collect::<Vec<_>>(),
            [ErrorKind::Deadlock]
        );
        assert_eq!((met, outcome.stats.pruned), (3, 3));
    }
    for (outcome, met) in searches(&graph, &[ErrorKind::Deadlock]) {
        assert_eq!((outcome.findings.len(), met), (2, 0), "nothing comes after the end");
        assert_eq!(outcome.stats.ended, 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Errors are violations or allowed, and states are visited all the same.
    #[test]
    fn allowing_hides_nothing_else(graph in graphs(40)) {
        for ((plain, none), (allowed, met)) in
            searches(&graph, &[]).into_iter().zip(searches(&graph, &[ErrorKind::Assertion]))
        {
            prop_assert_eq!(none, 0);
            let count = |outcome: &SearchResult, kind| {
                outcome.findings.iter().filter(|it| it.violation.kind == kind).map(|it| it.count).sum::<u64>()
            };
            prop_assert_eq!(count(&plain, ErrorKind::Assertion), met);
            prop_assert_eq!(count(&allowed, ErrorKind::Assertion), 0);
            prop_assert_eq!(count(&plain, ErrorKind::Deadlock), count(&allowed, ErrorKind::Deadlock));
            prop_assert_eq!(plain.stats.states, allowed.stats.states);
            prop_assert_eq!(plain.stats.transitions, allowed.stats.transitions);
            prop_assert_eq!(plain.stats.pruned + met, allowed.stats.pruned);
        }
    }
}
