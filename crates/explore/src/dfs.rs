//! Depth-first search: one live state, marks on the states to come back to.
//!
//! The path from the initial state is a stack of frames, the choices of all its states one vector. A state is marked
//! only while choices of it are left to be tried after the next one: before its last choice the mark is forgotten, so
//! a chain of states with one choice each costs no marks, and returning from it is a single rewind.
//!
//! # Reduction
//!
//! Where the plan asks for it, a state is first expanded with its ample choices only (Peled: All from one, one for
//! all, CAV 1993). As soon as one of their steps leads to a state visited before (of the path, where that suffices),
//! or to no state at all, the other choices are tried as well.
//!
//! *No step is put off for ever* (the cycle proviso, C3 in Clarke, Grumberg, Peled: Model checking, 1999; the
//! ignoring problem of Valmari, 1989). Number the states in the order in which they enter the visited set. Each step
//! taken from a state that stays reduced leads to a state that was new at that moment, hence one with a larger
//! number. Along a cycle numbers cannot always grow: every cycle has a state that was expanded fully. Nothing here
//! depends on the order of the search, so the argument covers breadth-first search and several workers as well.
//!
//! A single worker knows more, and expands fewer states: those of which an ample step leads to a state *of its path*.
//! Take the state of a cycle that enters the visited set first. None of the others is visited then, so all of them
//! are entered before the path is left to which it belongs (the white-path theorem), the one before it on the cycle
//! included, whose step back is one to a state of the path. That state was expanded fully. Searches for livelocks and
//! those with checkpoints expand as several workers do.
//!
//! *No step is lost.* What the other threads can do in a reduced state they can still do after an ample step, since
//! ample steps commute with it. After a step that an assumption ends, that is a violation, or that the system cannot
//! take, there is no such state; therefore these expand the state fully as well.
//!
//! # Depth
//!
//! With a limit of depth, a state may be met first by a long path, at which its successors are cut, and later by a
//! short one, at which it is no longer new. What lies within the limit by the short path is then not visited, and the
//! result says no more than that something was cut. Breadth-first search meets each state by a shortest path first.

mod checkpointed;
mod path;

use crate::collector::{Collector, Position};
use crate::estimate::share_done;
use crate::plan::Plan;
use crate::store::Visited;
use crate::work_item::WorkItem;
pub use checkpointed::dfs_with_checkpoints;
use gmc_model::{Choice, Choices, SearchResult, Step, System};
use path::Path;

/// Visits every state that the system can reach from its current one, which it is in again afterwards.
pub fn dfs<S: System, V: Visited>(system: &mut S, visited: &mut V, plan: Plan<'_>) -> SearchResult {
    let (reduce, mut no_record) = (plan.reduce, ());
    let mut search = Search::new(system, visited, &mut no_record, reduce, Collector::new(plan));
    search.path = reduce.then(Path::default);
    search.start();
    search.run();
    search.close()
}

/// A record of what a depth-first search meets, in the order in which it meets it.
pub(crate) trait Record {
    /// A new state becomes the last one of the path. These are its choices; they will be tried from the first to the
    /// last.
    fn enter(&mut self, fingerprint: u128, choices: &[Choice]);

    /// The next choice of the path's last state was tried and led to this state, if to any.
    fn step(&mut self, to: Option<u128>, progress: bool);

    /// The path's last state is removed from it.
    fn leave(&mut self);

    /// Memory that it takes.
    fn bytes(&self) -> usize;
}

impl Record for () {
    #[inline]
    fn enter(&mut self, _: u128, _: &[Choice]) {}
    #[inline]
    fn step(&mut self, _: Option<u128>, _: bool) {}
    #[inline]
    fn leave(&mut self) {}
    #[inline]
    fn bytes(&self) -> usize {
        0
    }
}

/// The search, with a record of the states and steps that it meets.
pub(crate) fn search<S: System, V: Visited, R: Record>(
    system: &mut S,
    visited: &mut V,
    record: &mut R,
    plan: Plan<'_>,
) -> SearchResult {
    let mut search = Search::new(system, visited, record, plan.reduce, Collector::new(plan));
    search.start();
    search.run();
    search.close()
}

/// A state of the path.
struct Frame {
    /// Its choices start here.
    first: usize,
    /// How many of them were tried; the path goes on with the last of these.
    next: u32,
    /// How many of them are to be tried.
    until: u32,
    /// It has a mark. So has every state with choices left, once the first was tried.
    marked: bool,
}

/// A search under way.
pub(crate) struct Search<'a, 'b, S, V, R> {
    system: &'a mut S,
    visited: &'a mut V,
    record: &'a mut R,
    pub(crate) collector: Collector<'b>,
    /// What is open in the state that is being entered.
    here: Choices,
    /// The states of the path, where a step back to them is what matters.
    path: Option<Path>,
    frames: Vec<Frame>,
    /// Of all frames, the last frame's at the end.
    choices: Vec<Choice>,
    /// States of the path with choices left, of which one was tried.
    open: usize,
    /// A limit has ended the last step before it was through.
    unfinished: bool,
    /// The next split comes after so many transitions at the earliest.
    next_split: u64,
    /// Saves checkpoints.
    saver: Option<&'a mut dyn checkpointed::Saver<V>>,
}

impl<'a, 'b, S: System, V: Visited, R: Record> Search<'a, 'b, S, V, R> {
    /// A search that has nothing to do yet. The system is in its initial state.
    pub(crate) fn new(
        system: &'a mut S,
        visited: &'a mut V,
        record: &'a mut R,
        reduce: bool,
        collector: Collector<'b>,
    ) -> Search<'a, 'b, S, V, R> {
        system.mark();
        let (frames, choices) = (Vec::new(), Vec::new());
        Search {
            system,
            visited,
            record,
            collector,
            here: Choices::reducing(reduce),
            path: None,
            frames,
            choices,
            open: 0,
            unfinished: false,
            next_split: 0,
            saver: None,
        }
    }

    /// Enters the initial state.
    pub(crate) fn start(&mut self) {
        let initial = self.system.fingerprint();
        if self.visited.insert(initial) {
            self.enter(initial);
        }
    }

    /// Goes to the states of a work item, whose choices are all that is left to do then.
    pub(crate) fn resume(&mut self, left: WorkItem) {
        self.system.rewind();
        let last = left.untried.len() - 1;
        for (depth, (untried, taken)) in left.untried.into_iter().zip(left.path).enumerate() {
            let first = self.choices.len();
            let marked = depth < last && !untried.is_empty();
            if marked {
                self.system.mark();
                self.open += 1;
            }
            let next = if depth < last {
                self.choices.push(taken);
                match self.system.step(taken) {
                    Step::Stopped(why) => self.collector.stopped = Some(why),
                    step => {
                        debug_assert!(
                            matches!(step, Step::Moved { .. }),
                            "equal choices lead to equal states"
                        );
                    }
                }
                1
            } else {
                0
            };
            self.choices.extend(untried);
            let until = (self.choices.len() - first) as u32;
            self.frames.push(Frame { first, next, until, marked });
            if self.collector.stopped.is_some() {
                return;
            }
        }
    }

    /// Splits the stack: gives away what every other state with choices left has left. States that are reduced keep
    /// theirs, which perhaps need not be tried at all. None if there is not enough to give.
    fn split(&mut self) -> Option<WorkItem> {
        let ends =
            self.frames.iter().skip(1).map(|it| it.first).chain([self.choices.len()]).collect::<Vec<_>>();
        let is_open = |&at: &usize| {
            let Frame { first, next, until, .. } = self.frames[at];
            next > 0 && next < until && first + until as usize == ends[at]
        };
        let open = (0..self.frames.len()).filter(is_open).collect::<Vec<_>>();
        if open.len() == 1 && open[0] + 1 == self.frames.len() {
            return None;
        }
        let given = open.into_iter().step_by(2).collect::<Vec<_>>();
        let deepest = *given.last()?;
        let path = trace(&self.frames[..=deepest], &self.choices);
        let mut untried = vec![Vec::new(); deepest + 1];
        let mut kept = Vec::with_capacity(self.choices.len());
        let mut given = given.into_iter().peekable();
        for (at, frame) in self.frames.iter_mut().enumerate() {
            let mut choices = &self.choices[frame.first..ends[at]];
            if given.next_if_eq(&at).is_some() {
                let (tried, rest) = choices.split_at(frame.next as usize);
                untried[at] = rest.to_vec();
                frame.until = frame.next;
                self.open -= 1;
                choices = tried;
            }
            frame.first = kept.len();
            kept.extend_from_slice(choices);
        }
        self.choices = kept;
        Some(WorkItem { path, untried })
    }

    /// The search is over, and the system in its initial state again.
    pub(crate) fn close(self) -> SearchResult {
        let position = self.position();
        for _ in self.frames.iter().filter(|it| it.marked) {
            self.system.forget();
        }
        self.system.rewind();
        self.system.forget();
        self.collector.close(&position, self.visited)
    }

    /// Tries what there is to try.
    pub(crate) fn run(&mut self) {
        while let Some(frame) = self.frames.last()
            && self.collector.stopped.is_none()
        {
            if frame.next < frame.until {
                self.advance();
            } else {
                if frame.marked {
                    self.system.forget();
                }
                self.choices.truncate(frame.first);
                self.frames.pop();
                if let Some(path) = &mut self.path {
                    path.pop();
                }
                self.record.leave();
            }
        }
    }

    /// Makes the current state, which is new, the last one of the path, if there is anything to try in it.
    #[inline]
    fn enter(&mut self, fingerprint: u128) {
        let depth = self.frames.len();
        if !self.collector.admit(depth) {
            return;
        }
        self.system.choices(&mut self.here);
        self.record.enter(fingerprint, &self.here);
        if self.here.is_empty() || self.collector.is_cut(depth) {
            self.record.leave();
            if self.here.is_empty() {
                self.end();
            }
            return;
        }
        let until = self.here.bring_ample_first();
        let first = self.choices.len();
        // A state has few choices: a loop costs less than a call of memcpy.
        self.choices.reserve(self.here.len());
        for &choice in &self.here {
            self.choices.push(choice);
        }
        self.frames.push(Frame { first, next: 0, until: until as u32, marked: false });
        if let Some(path) = &mut self.path {
            path.push(fingerprint);
        }
    }

    /// Tries the next choice of the path's last state.
    #[inline]
    fn advance(&mut self) {
        if self.collector.is_look_due() {
            let position = self.position();
            self.collector.look(&position);
            if self.collector.stopped.is_some() {
                return;
            }
            self.save_if_due();
            if self.collector.has_idle_worker() && self.collector.stats.transitions >= self.next_split {
                // A split goes through the whole path, so it is not tried at every look.
                self.next_split = self.collector.stats.transitions + self.frames.len() as u64 / 4;
                if let Some(left) = self.split() {
                    self.collector.give(left);
                    return;
                }
            }
        }
        self.collector.stats.transitions += 1;
        let frame = self.frames.last_mut().expect("the caller saw it");
        let at = frame.first + frame.next as usize;
        let choice = self.choices[at];
        let is_last = at + 1 == self.choices.len();
        if frame.next > 0 {
            self.system.rewind();
            if is_last {
                self.system.forget();
                frame.marked = false;
                self.open -= 1;
            }
        } else if !is_last {
            self.system.mark();
            frame.marked = true;
            self.open += 1;
        }
        frame.next += 1;
        match self.system.step(choice) {
            Step::Moved { progress } => {
                let fingerprint = self.system.fingerprint();
                self.record.step(Some(fingerprint), progress);
                if self.visited.insert(fingerprint) {
                    if frame.next == frame.until {
                        // The ample choices were all tried, and the others need not be.
                        if !is_last {
                            self.system.forget();
                            frame.marked = false;
                            self.open -= 1;
                            self.collector.stats.reduced += 1;
                        }
                        self.choices[frame.first] = choice;
                        self.choices.truncate(frame.first + 1);
                        (frame.next, frame.until) = (1, 1);
                    }
                    self.enter(fingerprint);
                    return;
                }
                self.collector.stats.revisited += 1;
                if self.path.as_ref().is_some_and(|path| !path.contains(fingerprint)) {
                    // No cycle is closed, so the other choices need not be tried.
                    if frame.next == frame.until && !is_last {
                        self.open -= 1;
                        self.collector.stats.reduced += 1;
                    }
                    return;
                }
            }
            Step::Pruned => {
                self.record.step(None, false);
                self.collector.stats.pruned += 1;
            }
            Step::Violated(violation) => {
                self.record.step(None, false);
                let path = (&self.frames, &self.choices);
                self.collector.violated(*violation, path.0.len(), || trace(path.0, path.1));
            }
            Step::Unknown(obstacle) => {
                self.record.step(None, false);
                self.collector.hindered(*obstacle);
            }
            Step::Stopped(why) => {
                self.collector.stats.transitions -= 1;
                self.collector.stopped = Some(why);
                self.unfinished = true;
                return;
            }
        }
        let frame = self.frames.last_mut().expect("still there");
        frame.until = (self.choices.len() - frame.first) as u32;
    }

    /// The current state has no choices.
    fn end(&mut self) {
        match self.here.take_end() {
            None => self.collector.stats.ended += 1,
            Some(violation) => {
                let path = (&self.frames, &self.choices);
                self.collector.violated(*violation, path.0.len(), || trace(path.0, path.1));
            }
        }
    }

    #[cold]
    fn position(&self) -> Position {
        let own = self.frames.capacity() * size_of::<Frame>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.path.as_ref().map_or(0, Path::bytes);
        let last = self.frames.last();
        // Its choices are all to be tried, or one of them is to be tried again.
        let untouched = last.is_some_and(|it| it.next == 0 || self.unfinished && !it.marked);
        Position {
            depth: self.frames.len(),
            frontier: self.open + usize::from(untouched),
            bytes: self.system.host_bytes() + self.record.bytes() + own,
            visited: self.visited.bytes(),
            share: Some(share_done(
                self.frames.iter().map(|it| (it.next.saturating_sub(1) as usize, it.until as usize)),
            )),
        }
    }
}

/// The choices along the path.
fn trace(frames: &[Frame], choices: &[Choice]) -> Vec<Choice> {
    frames.iter().map(|frame| choices[frame.first + frame.next as usize - 1]).collect()
}
