//! Every way to search a system.

use crate::toy::{Rules, Toy};
use gmc_explore::{Fingerprints64, Fingerprints128, Plan, Visited, best, bfs, dfs};
use gmc_model::{Choice, SearchResult, System};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Depth,
    Breadth,
    Best(Rating),
}

/// Scores that know nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// All states look the same.
    Equal,
    /// What is met last looks best: the opposite of what it takes to be fair.
    Last,
    /// Anything looks better than anything.
    Any,
}

impl Rating {
    /// What a search that rates like this calls.
    pub fn score<S>(self) -> impl FnMut(&S, Choice) -> u64 {
        let mut met = 0u64;
        move |_, _| {
            met += 1;
            match self {
                Rating::Equal => 7,
                Rating::Last => u64::MAX - met,
                Rating::Any => met.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            }
        }
    }
}

pub const ORDERS: [Order; 5] = [
    Order::Depth,
    Order::Breadth,
    Order::Best(Rating::Equal),
    Order::Best(Rating::Last),
    Order::Best(Rating::Any),
];

impl Order {
    pub fn search<S: System>(self, system: &mut S, plan: Plan<'_>) -> SearchResult {
        self.search_with(system, &mut Fingerprints128::new(), plan)
    }

    fn search_with<S: System>(
        self,
        system: &mut S,
        visited: &mut impl Visited,
        plan: Plan<'_>,
    ) -> SearchResult {
        match self {
            Order::Depth => dfs(system, visited, plan),
            Order::Breadth => bfs(system, visited, plan),
            Order::Best(rating) => best(system, visited, &mut rating.score(), plan),
        }
    }

    /// Searches a toy, which must be untouched afterwards.
    #[track_caller]
    pub fn explore<R: Rules>(self, rules: R, plan: Plan<'_>) -> SearchResult {
        let mut toy = Toy::new(rules);
        let outcome = self.search(&mut toy, plan);
        assert!(toy.is_untouched());
        outcome
    }
}

/// All searches, with both stores: all of them must say the same but for what the order makes different.
#[track_caller]
pub fn explore_every_way<R: Rules + Clone>(
    rules: &R,
    plan: impl Fn() -> Plan<'static>,
) -> [SearchResult; ORDERS.len()] {
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
