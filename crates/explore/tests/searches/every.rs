//! Every way to search a system.

use crate::toy::{Rules, Toy};
use gmc_explore::{Fingerprints64, Fingerprints128, Plan, Visited, bfs, dfs};
use gmc_model::{Outcome, System};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Depth,
    Breadth,
}

pub const ORDERS: [Order; 2] = [Order::Depth, Order::Breadth];

impl Order {
    pub fn search<S: System>(self, system: &mut S, plan: Plan<'_>) -> Outcome {
        self.search_with(system, &mut Fingerprints128::new(), plan)
    }

    fn search_with<S: System>(self, system: &mut S, visited: &mut impl Visited, plan: Plan<'_>) -> Outcome {
        match self {
            Order::Depth => dfs(system, visited, plan),
            Order::Breadth => bfs(system, visited, plan),
        }
    }

    /// Searches a toy, which must be untouched afterwards.
    #[track_caller]
    pub fn explore<R: Rules>(self, rules: R, plan: Plan<'_>) -> Outcome {
        let mut toy = Toy::new(rules);
        let outcome = self.search(&mut toy, plan);
        assert!(toy.is_untouched());
        outcome
    }
}

/// Both searches, with both stores: all of them must say the same but for what the order makes different.
#[track_caller]
pub fn explore_both_ways<R: Rules + Clone>(rules: &R, plan: impl Fn() -> Plan<'static>) -> [Outcome; 2] {
    ORDERS.map(|order| {
        let whole = order.explore(rules.clone(), plan());
        let mut toy = Toy::new(rules.clone());
        let mut half = order.search_with(&mut toy, &mut Fingerprints64::new(), plan());
        assert!(toy.is_untouched());
        assert!(half.omission > whole.omission && half.omission < 1e-9);
        // What depends on the store and on the clock.
        half.omission = whole.omission;
        half.stats.visited_bytes = whole.stats.visited_bytes;
        half.stats.peak_bytes = whole.stats.peak_bytes;
        half.stats.elapsed = whole.stats.elapsed;
        assert_eq!(half, whole);
        whole
    })
}
