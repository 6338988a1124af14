//! The numbers of threads in a group: in the order in which they came into being, over all processes.
//!
//! A thread keeps its number as long as there is anything in its place. A process that takes the place of another one
//! in the table takes over the numbers of its threads, as a new thread takes over the number of one that was joined.
//!
//! The actors of the environment (`gmc_world::Actor`) have numbers, too: those after the first thread's.
//!
//! Invariant: the threads of a process that are known have consecutive local numbers, from 0 on.

use gmc_model::ThreadId;
use gmc_world::state::print_of;
use gmc_world::{Actor, ProcessId};

/// The threads of all processes.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Where each thread is; none for an actor of the environment.
    threads: Vec<Option<(ProcessId, ThreadId)>>,
    /// The actors of the environment, and the number of the first.
    actors: (usize, Vec<Actor>),
    /// The numbers of each process's threads.
    locals: Vec<Vec<ThreadId>>,
}

impl Names {
    /// How many threads there are or have been.
    pub(super) fn len(&self) -> usize {
        self.threads.len()
    }

    /// A hash of where each thread is.
    pub(super) fn hash_of(&self) -> u64 {
        print_of(&self.threads) as u64
    }

    /// Whether there are or have been several processes.
    pub(super) fn has_several_processes(&self) -> bool {
        self.threads.iter().flatten().any(|it| Some(it.0) != self.threads[0].map(|first| first.0))
    }

    /// A process has so many threads: those that are new get numbers.
    pub(super) fn note(&mut self, process: ProcessId, count: usize) {
        if self.locals.len() <= process.index() {
            self.locals.resize(process.index() + 1, Vec::new());
        }
        let locals = &mut self.locals[process.index()];
        for local in locals.len()..count {
            locals.push(ThreadId::new(self.threads.len()));
            self.threads.push(Some((process, ThreadId::new(local))));
        }
    }

    /// Only so many threads have come into being.
    pub(super) fn truncate(&mut self, count: usize) {
        for (process, _) in self.threads.drain(count.min(self.threads.len())..).flatten() {
            self.locals[process.index()].pop();
        }
    }

    /// Where a thread is.
    pub(super) fn local(&self, thread: ThreadId) -> Option<(ProcessId, ThreadId)> {
        self.threads.get(thread.index()).copied().flatten()
    }

    /// These actors of the environment get numbers.
    pub(super) fn add_actors(&mut self, actors: impl Iterator<Item = Actor>) {
        self.actors = (self.threads.len(), actors.collect());
        self.threads.extend(self.actors.1.iter().map(|_| None));
    }

    /// The actor of the environment that has a number.
    pub(super) fn actor(&self, thread: ThreadId) -> Option<Actor> {
        self.actors.1.get(thread.index().checked_sub(self.actors.0)?).copied()
    }

    /// Whether the environment acts.
    #[inline]
    pub(super) fn has_actors(&self) -> bool {
        !self.actors.1.is_empty()
    }

    /// The actors of the environment, and their numbers.
    pub(super) fn actors(&self) -> impl Iterator<Item = (ThreadId, Actor)> {
        (self.actors.0..).map(ThreadId::new).zip(self.actors.1.iter().copied())
    }

    /// The number of a thread of a process.
    pub(super) fn global(&self, process: ProcessId, local: ThreadId) -> ThreadId {
        self.locals[process.index()].get(local.index()).copied().unwrap_or(local)
    }
}
