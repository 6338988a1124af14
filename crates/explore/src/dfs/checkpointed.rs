//! A depth-first search with checkpoints: how it is saved, and how it is resumed.

use super::{Frame, Search, trace};
use crate::checkpoint::{self, Checkpoint, CheckpointError, Checkpointer, Stored};
use crate::collector::Collector;
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{Choices, SearchResult, Step, Stopped, System};
use std::io::Read;

/// A [`Checkpointer`] that knows how to write the visited set.
pub(super) trait Saver<V> {
    fn is_due(&mut self) -> bool;
    fn save(&mut self, checkpoint: &Checkpoint, visited: &V);
}

struct Described<'a> {
    checkpointer: &'a mut dyn Checkpointer,
    about: &'a str,
}

impl<V: Stored> Saver<V> for Described<'_> {
    fn is_due(&mut self) -> bool {
        self.checkpointer.is_due()
    }

    fn save(&mut self, checkpoint: &Checkpoint, visited: &V) {
        let observed = self.checkpointer.observed();
        self.checkpointer.save(&mut |to| checkpoint::write(to, self.about, &observed, checkpoint, visited));
    }
}

/// A depth-first search ([`dfs`](crate::dfs())) that is saved from time to time, and when a limit or a request ends it.
///
/// `about` describes what is searched and how; `from` is a checkpoint of a search with the same description, to be
/// resumed.
///
/// # Errors
/// When `from` cannot be resumed. The system is in the state that it was in, and has not been searched.
pub fn dfs_with_checkpoints<S: System, V: Stored>(
    system: &mut S,
    visited: &mut V,
    plan: Plan<'_>,
    about: &str,
    checkpointer: &mut dyn Checkpointer,
    from: Option<&mut dyn Read>,
) -> Result<SearchResult, CheckpointError> {
    let checkpoint = from.map(|from| checkpoint::read(from, about, visited)).transpose()?;
    if let Some((_, observed)) = &checkpoint {
        checkpointer.recall(observed)?;
    }
    let mut saver = Described { checkpointer, about };
    let mut record = ();
    let mut search = Search::new(system, visited, &mut record, plan.reduce, Collector::new(plan));
    match checkpoint {
        Some((checkpoint, _)) => {
            let states = checkpoint.stats.states;
            match search.restore(checkpoint) {
                Restored::Whole => saver.checkpointer.resumed(states),
                // The old checkpoint stays as it is.
                Restored::Stopped(why) => {
                    search.collector.stopped = Some(why);
                    return Ok(search.close());
                }
                Restored::Diverged => {
                    let _ = search.close();
                    return Err(CheckpointError::Diverged);
                }
            }
        }
        None => search.start(),
    }
    search.saver = Some(&mut saver);
    search.run();
    // A search that has met one state too many has not entered it, and could not go on from there.
    if matches!(search.collector.stopped, Some(Stopped::Time | Stopped::Memory | Stopped::Request)) {
        search.save();
    }
    Ok(search.close())
}

/// What came of going to where a search was saved.
enum Restored {
    /// The system is there.
    Whole,
    /// It does not do what it did then.
    Diverged,
    /// A limit came first.
    Stopped(Stopped),
}

impl<S: System, V: Visited, R: super::Record> Search<'_, '_, S, V, R> {
    /// Between two steps: saves the search, if it is time.
    #[cold]
    pub(super) fn save_if_due(&mut self) {
        if self.saver.as_mut().is_some_and(|saver| saver.is_due()) {
            self.save();
        }
    }

    fn save(&mut self) {
        let checkpoint = self.checkpoint();
        if let Some(saver) = &mut self.saver {
            saver.save(&checkpoint, self.visited);
        }
    }

    fn checkpoint(&self) -> Checkpoint {
        let mut frames: Vec<_> =
            self.frames.iter().map(|it| (it.first as u64, it.next, it.until, it.marked)).collect();
        if let Some((_, next, _, marked)) = frames.last_mut().filter(|_| self.unfinished) {
            // The step that a limit has ended is to be taken again.
            *next -= 1;
            *marked = *next > 0;
        }
        Checkpoint { frames, choices: self.choices.clone(), ..self.collector.checkpoint() }
    }

    /// Goes to where a search was saved. The system must do what it did then: every state of the path must have been
    /// visited.
    fn restore(&mut self, checkpoint: Checkpoint) -> Restored {
        self.choices.clone_from(&checkpoint.choices);
        let frames = checkpoint.frames.iter();
        let frames: Vec<Frame> = frames
            .map(|&(first, next, until, marked)| Frame { first: first as usize, next, until, marked })
            .collect();
        let path = trace(frames.get(..frames.len().saturating_sub(1)).unwrap_or_default(), &self.choices);
        let states = checkpoint.stats.states;
        self.collector.resume(checkpoint);
        let mut steps = path.into_iter();
        let mut open = Choices::new();
        for frame in frames {
            let fingerprint = self.system.fingerprint();
            if self.visited.insert(fingerprint) {
                return Restored::Diverged;
            }
            if frame.marked {
                self.system.mark();
                self.open += 1;
            }
            self.frames.push(frame);
            let Some(choice) = steps.next() else { break };
            self.system.choices(&mut open);
            if !open.contains(&choice) {
                return Restored::Diverged;
            }
            match self.system.step(choice) {
                Step::Moved { .. } => {}
                Step::Stopped(why) => return Restored::Stopped(why),
                Step::Pruned | Step::Violated(_) | Step::Unknown(_) => return Restored::Diverged,
            }
        }
        if self.visited.len() == states { Restored::Whole } else { Restored::Diverged }
    }
}
