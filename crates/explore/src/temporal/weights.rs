//! How a random walk weighs the choices of a state.
//!
//! What is drawn depends on the walk so far alone, never on other walks: samples are independent of each other, so that
//! what they say holds for the scheduler that draws them, and for no other.

use gmc_model::{Choice, Choices, Random, ThreadId};
use std::collections::HashMap;

/// The weights of choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// All choices of a state are equally likely.
    #[default]
    Uniform,
    /// Each walk draws a weight for each thread, from 1 to 1,024.
    Priorities,
    /// A thread that has taken n steps on this walk has the weight 1 / (n + 1).
    Rarity,
    /// An alternative that was taken n times on this walk by threads at the same code has the weight 1 / (n + 1).
    Coverage,
}

impl Weights {
    /// All of them.
    pub const ALL: [Weights; 4] = [Weights::Uniform, Weights::Priorities, Weights::Rarity, Weights::Coverage];

    /// As users name it.
    pub fn name(self) -> &'static str {
        match self {
            Weights::Uniform => "uniform",
            Weights::Priorities => "priorities",
            Weights::Rarity => "rarity",
            Weights::Coverage => "coverage",
        }
    }

    /// What it means, for the help.
    pub fn summary(self) -> &'static str {
        match self {
            Weights::Uniform => "All choices of a state are equally likely",
            Weights::Priorities => "Each run has threads that are fast and threads that are slow",
            Weights::Rarity => "Threads that have done little are more likely to go on",
            Weights::Coverage => "Threads that stand where the run has seldom been are more likely to go on",
        }
    }
}

/// The weight of what has not been taken yet.
const UNIT: u64 = 1 << 32;

/// What is drawn on one walk.
pub(super) struct Drawing {
    weights: Weights,
    /// The weight of each thread, or how many steps it has taken.
    threads: HashMap<ThreadId, u64>,
    /// How often each alternative was taken where threads stood.
    taken: HashMap<(u64, u32), u64>,
}

impl Drawing {
    pub(super) fn new(weights: Weights) -> Drawing {
        Drawing { weights, threads: HashMap::new(), taken: HashMap::new() }
    }

    /// Another walk begins.
    pub(super) fn begin(&mut self) {
        self.threads.clear();
        self.taken.clear();
    }

    /// Draws one of the choices, of which there is at least one. `standing` says where threads stand.
    pub(super) fn draw(
        &mut self,
        open: &Choices,
        random: &mut Random,
        standing: impl Fn(ThreadId) -> u64,
    ) -> Choice {
        let shares: Vec<u64> = match self.weights {
            Weights::Uniform => return open[random.below(open.len() as u64) as usize],
            Weights::Priorities | Weights::Rarity => self.of_threads(open, random),
            Weights::Coverage => {
                let times = |it: &Choice| self.taken.get(&(standing(it.thread), it.alternative));
                open.iter().map(|it| UNIT / (times(it).copied().unwrap_or(0) + 1)).collect()
            }
        };
        let mut left = random.below(shares.iter().sum());
        let at = shares.iter().position(|share| {
            let is_it = left < *share;
            left = left.saturating_sub(*share);
            is_it
        });
        let choice = open[at.unwrap_or(0)];
        match self.weights {
            Weights::Rarity => *self.threads.entry(choice.thread).or_default() += 1,
            Weights::Coverage => {
                *self.taken.entry((standing(choice.thread), choice.alternative)).or_default() += 1;
            }
            Weights::Uniform | Weights::Priorities => {}
        }
        choice
    }

    /// The weights of choices where threads have some. Choices of a thread stand together, and each has its share.
    fn of_threads(&mut self, open: &Choices, random: &mut Random) -> Vec<u64> {
        let of_threads = open.chunk_by(|a, b| a.thread == b.thread);
        let shares = of_threads.flat_map(|of_thread| {
            let share = self.weight(of_thread[0].thread, random) / of_thread.len() as u64;
            std::iter::repeat_n(share.max(1), of_thread.len())
        });
        shares.collect()
    }

    fn weight(&mut self, thread: ThreadId, random: &mut Random) -> u64 {
        if self.weights == Weights::Priorities {
            return UNIT * *self.threads.entry(thread).or_insert_with(|| 1 << random.below(11));
        }
        UNIT / (self.threads.get(&thread).copied().unwrap_or(0) + 1)
    }
}
