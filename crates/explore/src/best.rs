//! Best-first search: the state that looks best is next (Edelkamp, Lluch Lafuente, Leue: Directed explicit-state
//! model checking in the validation of communication protocols, STTT 2004; Groce, Visser: Heuristics for model
//! checking Java programs, STTT 2004).
//!
//! A [`Score`] says how good a state looks when it is met; of equally good ones the one that was met first is next. A
//! score changes the order of the search and nothing else: what it rates badly comes late, not never.
//!
//! Such a search is worth its while where there are far too many states for a snapshot of each in the frontier. So
//! the best ones have a snapshot, and the others are reached again by their choices when they are next: from the
//! nearest state on the way that has a snapshot. Some states on the way get one then.

use crate::frontier::{self, Frontier, ROOT, SearchTree, WaitingState};
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{Choice, Obstacle, SearchResult, Step, System};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

/// States of the frontier with a snapshot.
const SNAPSHOTS: usize = 1 << 14;

/// Of the states on the way to one without, each so many steps from the last is kept.
const STRIDE: u32 = 16;

/// So many of these; then all are forgotten.
const STATIONS: usize = 1 << 12;

/// How good states look.
pub trait Score<S> {
    /// Rates the state that the system is in, which is new, after a step by this choice. Smaller is sooner.
    fn rate(&mut self, system: &S, by: Choice) -> u64;
}

impl<S, F: FnMut(&S, Choice) -> u64> Score<S> for F {
    fn rate(&mut self, system: &S, by: Choice) -> u64 {
        self(system, by)
    }
}

/// Visits every state that the system can reach from its current one, which it is in again afterwards; those first that
/// look good.
///
/// It ends as if there were a limit when it has visited 2³² − 1 states.
pub fn best<S: System, V: Visited>(
    system: &mut S,
    visited: &mut V,
    score: &mut impl Score<S>,
    plan: Plan<'_>,
) -> SearchResult {
    let ranks = Ranks {
        score,
        initial: system.snapshot(),
        near: BTreeMap::new(),
        far: BinaryHeap::new(),
        stations: HashMap::new(),
        path: Vec::new(),
    };
    frontier::search(system, visited, ranks, plan)
}

/// What decides which state is next: the score, then the order in which they were met.
type Rank = (u64, u32);

/// A state, and its choices.
type Waiting = (WaitingState, Box<[Choice]>);

/// States by rank.
struct Ranks<'a, S: System, C> {
    score: &'a mut C,
    initial: S::Snapshot,
    /// States with a snapshot.
    near: BTreeMap<Rank, (Waiting, S::Snapshot)>,
    /// States without one.
    far: BinaryHeap<Reverse<(Rank, Waiting)>>,
    /// States on the way to some that had none. Never iterated over.
    stations: HashMap<u32, S::Snapshot>,
    path: Vec<(u32, Choice)>,
}

impl<S: System, C: Score<S>> Frontier<S> for Ranks<'_, S, C> {
    fn push(&mut self, system: &mut S, open: WaitingState, choices: &[Choice], tree: &SearchTree) {
        let rank = (self.score.rate(system, tree.origin(open.node).1), open.node);
        let waiting = (open, choices.into());
        if self.near.len() >= SNAPSHOTS {
            if self.near.last_key_value().is_some_and(|(last, _)| *last < rank) {
                return self.far.push(Reverse((rank, waiting)));
            }
            if let Some((rank, (waiting, _))) = self.near.pop_last() {
                self.far.push(Reverse((rank, waiting)));
            }
        }
        self.near.insert(rank, (waiting, system.snapshot()));
    }

    fn pop(
        &mut self,
        system: &mut S,
        choices: &mut Vec<Choice>,
        tree: &SearchTree,
    ) -> Option<Result<WaitingState, Obstacle>> {
        let far = self.far.peek().map(|Reverse((rank, _))| *rank);
        let near = self.near.first_key_value().map(|(rank, _)| *rank);
        let (open, kept) = if near.is_some_and(|near| far.is_none_or(|far| near < far)) {
            let (_, (waiting, snapshot)) = self.near.pop_first()?;
            system.restore(&snapshot);
            waiting
        } else {
            let Reverse((_, waiting)) = self.far.pop()?;
            if let Err(obstacle) = self.reach(system, waiting.0, tree) {
                return Some(Err(obstacle));
            }
            waiting
        };
        choices.clear();
        choices.extend_from_slice(&kept);
        Some(Ok(open))
    }

    fn len(&self) -> usize {
        self.near.len() + self.far.len()
    }

    fn bytes(&self) -> usize {
        // Choices are few.
        let choices = 4 * size_of::<Choice>();
        self.near.len() * (size_of::<(Rank, Waiting, S::Snapshot)>() + choices)
            + self.far.capacity() * size_of::<(Rank, Waiting)>()
            + self.far.len() * choices
            + self.stations.capacity() * size_of::<(u32, S::Snapshot)>()
    }
}

impl<S: System, C> Ranks<'_, S, C> {
    /// Brings the system to a state without a snapshot.
    fn reach(&mut self, system: &mut S, open: WaitingState, tree: &SearchTree) -> Result<(), Obstacle> {
        self.path.clear();
        let mut at = open.node;
        while at != ROOT && !self.stations.contains_key(&at) {
            let (parent, choice) = tree.origin(at);
            self.path.push((at, choice));
            at = parent;
        }
        system.restore(self.stations.get(&at).unwrap_or(&self.initial));
        let first = open.depth + 1 - self.path.len() as u32;
        for (depth, &(node, choice)) in (first..).zip(self.path.iter().rev()) {
            if !matches!(system.step(choice), Step::Moved { .. }) {
                debug_assert!(false, "equal choices lead to equal states");
                let what = "a state that was met was not met again by the same choices".to_owned();
                return Err(Obstacle { what, location: None });
            }
            if depth % STRIDE == 0 {
                if self.stations.len() == STATIONS {
                    self.stations.clear();
                }
                self.stations.insert(node, system.snapshot());
            }
        }
        Ok(())
    }
}
