//! How good states look to a search that goes on from the best: numbers, of which the smaller is sooner. They are guesses,
//! and nothing but the order of a search may depend on them.

use gmc_model::ThreadId;
mod coverage;
mod distance;
mod rare;

use crate::{Execution, ThreadState, frame_words};
use coverage::Coverage;
use distance::Distances;
use rare::Rare;

/// Rates states of a program.
pub struct Scorer(By);

enum By {
    Rare(Rare),
    Coverage(Coverage),
    /// Many states are equally far; of these, the rarest.
    Line(Distances, Rare),
}

impl Scorer {
    /// Prefers states with values that few states have.
    pub fn rare(execution: &Execution) -> Scorer {
        Scorer(By::Rare(Rare::new(execution)))
    }

    /// Prefers states to which a thread came by going where threads seldom are.
    pub fn coverage() -> Scorer {
        Scorer(By::Coverage(Coverage::new()))
    }

    /// Prefers states in which a thread is near a line. The file is named as the program does, or by the end of its path.
    ///
    /// # Errors
    /// When there is no code in this line: where there is some.
    pub fn line(execution: &Execution, file: &str, line: u32) -> Result<Scorer, String> {
        Ok(Scorer(By::Line(
            Distances::to_line(&execution.machine.compiled, file, line)?,
            Rare::new(execution),
        )))
    }

    /// Rates the current state, after a step of this thread.
    pub fn rate(&mut self, execution: &Execution, thread: ThreadId) -> u64 {
        match &mut self.0 {
            By::Rare(rare) => rare.rate(execution),
            By::Coverage(coverage) => coverage.rate(execution, thread),
            By::Line(distances, rare) => {
                let distance =
                    execution.threads.iter().map(|state| distances.from(execution.calls(state))).min();
                u64::from(distance.unwrap_or(u32::MAX)) << 32 | rare.rate(execution).min(u32::MAX.into())
            }
        }
    }
}

impl Execution {
    /// The calls of a thread, the outermost first.
    fn calls<'a>(&'a self, state: &'a ThreadState) -> frame_words::Calls<'a> {
        let words = state.local.as_ref().map_or(&[][..], |local| local.words());
        frame_words::Calls::of(words, &self.machine.compiled.codes)
    }
}

/// Spreads bits (the finaliser of `splitmix64`).
fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
