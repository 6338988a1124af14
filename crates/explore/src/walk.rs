//! Random runs with probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte: A randomized
//! scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010).
//!
//! Threads get random priorities, and the enabled thread with the highest one takes the next step. At d − 1 random
//! steps of a run the thread that is next gets the lowest priority of all. An error of depth d (it shows whenever d
//! steps come in a certain order) is then met in a run of n threads and k steps with a probability of at least 1 / (n
//! · kᵈ⁻¹).
//!
//! The length of runs is not known beforehand. So each run takes the longest one so far for k, and only runs since
//! the last increase of k or n count for the probability. Alternatives are drawn evenly; the probability is that of
//! orders alone. A thread that makes no headway, or runs for long while others wait, gets the lowest priority, so
//! that runs end; such runs do not count.

use crate::collector::{Collector, Position};
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{Choice, Choices, Random, SearchResult, Step, Stopped, System, ThreadId};

/// Which runs are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walks {
    /// So many runs.
    pub runs: u64,
    /// The depth d of the errors that are looked for: the steps whose order makes them.
    pub orders: u32,
    /// Of the random numbers. Runs depend on nothing else.
    pub seed: u64,
}

/// What was drawn, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkStats {
    /// Runs that came to their ends.
    pub runs: u64,
    /// The probability with which an error of that depth would have been met, at least.
    pub chance: f64,
}

/// A thread that has taken so many steps in a row gives way.
const PATIENCE: u32 = 1 << 10;

/// Follows random runs from the current state, in which the system is again afterwards.
pub fn walk<S: System>(system: &mut S, walks: &Walks, plan: Plan<'_>) -> (SearchResult, WalkStats) {
    let mut search = Search {
        system,
        collector: Collector::new(plan),
        random: Random::new(walks.seed),
        orders: walks.orders,
        longest: 1,
        threads: 1,
        counted: 0,
        ranks: Vec::new(),
        choices: Choices::new(),
        trace: Vec::new(),
    };
    search.system.mark();
    let mut runs = 0;
    while runs < walks.runs && search.collector.stopped.is_none() {
        search.run();
        runs += u64::from(search.collector.stopped.is_none());
        search.system.rewind();
    }
    search.system.forget();
    search.collector.stopped = search.collector.stopped.or(Some(Stopped::Runs));
    let chance = search.chance();
    let position = search.position();
    (search.collector.close(&position, &Nothing), WalkStats { runs, chance })
}

struct Search<'a, 'b, S> {
    system: &'a mut S,
    collector: Collector<'b>,
    random: Random,
    orders: u32,
    /// Steps of the longest run so far.
    longest: u64,
    /// Threads of the run that had most.
    threads: u32,
    /// Runs of which the probability is known.
    counted: u64,
    /// The priority of each thread: random numbers, below them those that were lowered, and 0 for threads that have
    /// given way.
    ranks: Vec<u64>,
    choices: Choices,
    trace: Vec<Choice>,
}

impl<S: System> Search<'_, '_, S> {
    /// At least this likely an error would have been met.
    fn chance(&self) -> f64 {
        let orders = self.orders.saturating_sub(1).min(1000) as i32;
        let one = 1.0 / (f64::from(self.threads) * (self.longest as f64).powi(orders));
        1.0 - (1.0 - one).powf(self.counted as f64)
    }

    /// Follows a run.
    fn run(&mut self) {
        self.trace.clear();
        self.ranks.clear();
        let mut lower: Vec<u64> = (1..self.orders).map(|_| self.random.below(self.longest)).collect();
        lower.sort_unstable();
        let (mut next, mut fair, mut row) = (0, false, 0);
        let mut before = self.system.fingerprint();
        loop {
            if self.collector.is_look_due() {
                let position = self.position();
                self.collector.look(&position);
            }
            let depth = self.trace.len();
            if self.collector.stopped.is_some() || !self.collector.admit(depth) {
                return;
            }
            self.system.choices(&mut self.choices);
            if self.choices.is_empty() {
                match self.choices.take_end() {
                    None => self.collector.stats.ended += 1,
                    Some(violation) => self.collector.violated(*violation, depth, || self.trace.clone()),
                }
                break;
            }
            if self.collector.is_cut(depth) {
                fair = true;
                break;
            }
            let thread = self.first();
            while lower.get(next).is_some_and(|&at| at == depth as u64) {
                // Those that are lowered later are lower.
                self.ranks[thread.index()] = u64::from(self.orders) - next as u64;
                next += 1;
            }
            let thread = self.first();
            let same = self.trace.last().is_some_and(|last| last.thread == thread);
            row = if same { row + 1 } else { 0 };
            let own: Vec<Choice> = self.choices.iter().copied().filter(|it| it.thread == thread).collect();
            let others = own.len() < self.choices.len();
            let choice = own[self.random.below(own.len() as u64) as usize];
            self.trace.push(choice);
            self.collector.stats.transitions += 1;
            match self.system.step(choice) {
                Step::Moved { .. } => {
                    let after = self.system.fingerprint();
                    if others && (after == before || row == PATIENCE) {
                        self.give_way(thread);
                        (fair, row) = (true, 0);
                    }
                    before = after;
                }
                Step::Pruned => {
                    self.collector.stats.pruned += 1;
                    break;
                }
                Step::Violated(violation) => {
                    self.collector.violated(*violation, depth + 1, || self.trace.clone());
                    break;
                }
                Step::Unknown(obstacle) => {
                    self.collector.hindered(*obstacle);
                    break;
                }
                Step::Stopped(why) => {
                    self.collector.stats.transitions -= 1;
                    self.collector.stopped = Some(why);
                    return;
                }
            }
        }
        let (steps, threads) = (self.trace.len() as u64, self.ranks.len() as u32);
        if steps > self.longest || threads > self.threads {
            (self.longest, self.threads) = (self.longest.max(steps), self.threads.max(threads));
            self.counted = 0;
        } else if !fair {
            self.counted += 1;
        }
    }

    /// The enabled thread with the highest priority.
    fn first(&mut self) -> ThreadId {
        for choice in &self.choices {
            while self.ranks.len() <= choice.thread.index() {
                // Higher than all that are lowered.
                let rank = self.random.draw() >> 1 | 1 << 62;
                self.ranks.push(rank);
            }
        }
        let ranked = self.choices.iter().max_by_key(|it| self.ranks[it.thread.index()]);
        ranked.expect("a thread is enabled").thread
    }

    /// A thread gets the lowest priority.
    fn give_way(&mut self, thread: ThreadId) {
        for rank in &mut self.ranks {
            *rank += 1;
        }
        self.ranks[thread.index()] = 0;
    }

    #[cold]
    fn position(&self) -> Position {
        let own = self.trace.capacity() * size_of::<Choice>();
        Position {
            depth: self.trace.len(),
            frontier: 0,
            bytes: self.system.host_bytes() + own,
            visited: 0,
            share: None,
        }
    }
}

/// No state is remembered.
pub(crate) struct Nothing;

impl Visited for Nothing {
    fn insert(&mut self, _: u128) -> bool {
        true
    }
    fn len(&self) -> u64 {
        0
    }
    fn bytes(&self) -> usize {
        0
    }
    fn bits(&self) -> u32 {
        128
    }
}
