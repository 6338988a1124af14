//! Scores states for a best-first search: the smaller the number, the sooner. Scores are guesses, and only the
//! order of a search may depend on them.

use gmc_model::ThreadId;
mod coverage;
mod distance;
mod rare;

use crate::{Execution, ThreadState, frame_words};
use coverage::Coverage;
pub(crate) use coverage::stack;
use distance::Distances;
use rare::Rare;

/// Scores states of a program.
pub struct Scorer(By);

enum By {
    Rare(Rare),
    Coverage(Coverage),
    /// Many states have the same distance; among these, the rarest comes first.
    Line(Distances, Rare),
}

impl Scorer {
    /// Prefers states with values that few states have.
    pub fn rare(execution: &Execution) -> Scorer {
        Scorer(By::Rare(Rare::new(execution)))
    }

    /// Prefers states in which the last thread is at code that threads rarely reach.
    pub fn coverage() -> Scorer {
        Scorer(By::Coverage(Coverage::new()))
    }

    /// Prefers states in which a thread is near a line. The file is named as in the program, or by the end of its
    /// path.
    ///
    /// # Errors
    /// If the line has no code. The message names the nearest line that has some.
    pub fn line(execution: &Execution, file: &str, line: u32) -> Result<Scorer, String> {
        Ok(Scorer(By::Line(
            Distances::to_line(&execution.machine.compiled, file, line)?,
            Rare::new(execution),
        )))
    }

    /// The score of the current state, after a step of this thread.
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
    pub(crate) fn calls<'a>(&'a self, state: &'a ThreadState) -> frame_words::Calls<'a> {
        let words = state.local.as_ref().map_or(&[][..], |local| local.words());
        frame_words::Calls::of(words, &self.machine.compiled.codes)
    }
}

/// Mixes bits (the finaliser of `splitmix64`).
fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
