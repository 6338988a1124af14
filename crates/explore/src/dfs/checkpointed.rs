//! A depth-first search that somebody keeps: how it is checkpoint, and how it goes on.

use super::{Frame, Search, trace};
use crate::checkpoint::{self, Checkpoint, CheckpointError, Checkpointer, Stored};
use crate::collector::Collector;
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{Choices, SearchResult, Step, Stopped, System};
use std::io::Read;

/// Who keeps a search, and under which name.
pub(super) trait Keeper<V> {
    fn is_due(&mut self) -> bool;
    fn keep(&mut self, checkpoint: &Checkpoint, visited: &V);
}

struct Named<'a> {
    keep: &'a mut dyn Checkpointer,
    about: &'a str,
}

impl<V: Stored> Keeper<V> for Named<'_> {
    fn is_due(&mut self) -> bool {
        self.keep.is_due()
    }

    fn keep(&mut self, checkpoint: &Checkpoint, visited: &V) {
        self.keep.keep(&mut |to| checkpoint::write(to, self.about, checkpoint, visited));
    }
}

/// A depth-first search ([`dfs`](crate::dfs())) that is kept from time to time, and when a limit or a request ends it.
///
/// `about` says what is searched and how; `from` is what was kept of a search that was about the same, which goes on then.
///
/// # Errors
/// When `from` is of no use. The system is in the state that it was in, and has not been searched.
pub fn dfs_with_checkpoints<S: System, V: Stored>(
    system: &mut S,
    visited: &mut V,
    plan: Plan<'_>,
    about: &str,
    keep: &mut dyn Checkpointer,
    from: Option<&mut dyn Read>,
) -> Result<SearchResult, CheckpointError> {
    let checkpoint = from.map(|from| checkpoint::read(from, about, visited)).transpose()?;
    let mut named = Named { keep, about };
    let mut record = ();
    let mut search = Search::new(system, visited, &mut record, plan.reduce, Collector::new(plan));
    match checkpoint {
        Some(checkpoint) => {
            let states = checkpoint.stats.states;
            match search.thaw(checkpoint) {
                Thawed::Whole => named.keep.resumed(states),
                // What was kept stays as it is.
                Thawed::Stopped(why) => {
                    search.collector.stopped = Some(why);
                    return Ok(search.close());
                }
                Thawed::Strange => {
                    let _ = search.close();
                    return Err(CheckpointError::Strange);
                }
            }
        }
        None => search.start(),
    }
    search.keeper = Some(&mut named);
    search.run();
    // A search that has met one state too many has not entered it, and could not go on from there.
    if matches!(search.collector.stopped, Some(Stopped::Time | Stopped::Memory | Stopped::Request)) {
        search.keep();
    }
    Ok(search.close())
}

/// What came of going to where a search was kept.
enum Thawed {
    /// The system is there.
    Whole,
    /// It does not do what it did then.
    Strange,
    /// A limit came first.
    Stopped(Stopped),
}

impl<S: System, V: Visited, R: super::Record> Search<'_, '_, S, V, R> {
    /// Between two steps: has the search kept, if it is time.
    #[cold]
    pub(super) fn keep_if_due(&mut self) {
        if self.keeper.as_mut().is_some_and(|keeper| keeper.is_due()) {
            self.keep();
        }
    }

    fn keep(&mut self) {
        let checkpoint = self.checkpoint();
        if let Some(keeper) = &mut self.keeper {
            keeper.keep(&checkpoint, self.visited);
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

    /// Goes on from a search that was kept. The system must do what it did then: every state of the path must have been
    /// visited.
    fn thaw(&mut self, checkpoint: Checkpoint) -> Thawed {
        self.choices.clone_from(&checkpoint.choices);
        let frames = checkpoint.frames.iter();
        let frames: Vec<Frame> = frames
            .map(|&(first, next, until, marked)| Frame { first: first as usize, next, until, marked })
            .collect();
        let path = trace(frames.get(..frames.len().saturating_sub(1)).unwrap_or_default(), &self.choices);
        let states = checkpoint.stats.states;
        self.collector.thaw(checkpoint);
        let mut steps = path.into_iter();
        let mut open = Choices::new();
        for frame in frames {
            let fingerprint = self.system.fingerprint();
            if self.visited.insert(fingerprint) {
                return Thawed::Strange;
            }
            if frame.marked {
                self.system.mark();
                self.open += 1;
            }
            self.frames.push(frame);
            let Some(choice) = steps.next() else { break };
            self.system.choices(&mut open);
            if !open.contains(&choice) {
                return Thawed::Strange;
            }
            match self.system.step(choice) {
                Step::Moved { .. } => {}
                Step::Stopped(why) => return Thawed::Stopped(why),
                Step::Pruned | Step::Violated(_) | Step::Unknown(_) => return Thawed::Strange,
            }
        }
        if self.visited.len() == states { Thawed::Whole } else { Thawed::Strange }
    }
}
