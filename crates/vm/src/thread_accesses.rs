//! What operations read and change that is not the program's memory: the records of threads, and which threads wait.
//!
//! Different operations depend on different parts of a thread's record, so each part is recorded by itself: the end of
//! a thread matters to a thread that joins it, not to one that creates another.

use gmc_mem::{ObjectInfo, Pointer};
use gmc_model::Gate;
use gmc_model::ThreadId;
use std::cell::{Cell, RefCell};

/// What is known of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Whether it runs, waits or has been woken.
    Phase,
    /// Whether it has ended.
    End,
    /// Whether its number is one of a thread.
    Number,
    /// Detached, cancelled, and so on.
    Marks,
    /// How many threads there are; of no thread in particular.
    Count,
}

/// A read or a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadAccess {
    /// Of a thread.
    Thread {
        /// Which.
        thread: ThreadId,
        /// What.
        part: Part,
        /// Whether it was changed.
        write: bool,
        /// Whether it is about waiting.
        gate: Gate,
    },
    /// Who waits for something.
    Waiters {
        /// What they wait for: the object.
        object: u32,
        /// Where in it.
        offset: u64,
        /// Whether it was changed.
        write: bool,
    },
}

/// The accesses of the operation under way; recorded only for footprints.
#[derive(Debug, Default)]
pub struct ThreadAccesses {
    on: Cell<bool>,
    notes: RefCell<Vec<ThreadAccess>>,
}

impl ThreadAccesses {
    /// Whether accesses are recorded.
    #[inline]
    pub fn is_recording(&self) -> bool {
        self.on.get()
    }

    /// Records accesses from now on, or no longer.
    pub fn record(&self, on: bool) {
        self.on.set(on);
    }

    /// Whether anything was changed.
    pub fn has_writes(&self) -> bool {
        self.notes.borrow().iter().any(|it| match it {
            ThreadAccess::Thread { write, .. } | ThreadAccess::Waiters { write, .. } => *write,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.notes.borrow().len()
    }

    /// Forgets all but the first `count`.
    pub fn truncate(&self, count: usize) {
        self.notes.borrow_mut().truncate(count);
    }

    /// Calls `each` with every access, and forgets them.
    pub fn drain(&self, mut each: impl FnMut(ThreadAccess)) {
        self.notes.borrow_mut().drain(..).for_each(&mut each);
    }

    /// Something of a thread is looked at or changed.
    #[inline]
    pub fn add_thread(&self, thread: ThreadId, part: Part, write: bool) {
        if self.on.get() {
            self.add(ThreadAccess::Thread { thread, part, write, gate: Gate::Free });
        }
    }

    /// A thread ends, or another one goes on because it has.
    #[inline]
    pub fn add_end(&self, thread: ThreadId, gate: Gate) {
        if self.on.get() {
            let write = gate == Gate::Opens;
            self.add(ThreadAccess::Thread { thread, part: Part::End, write, gate });
        }
    }

    /// The threads that wait for something in an object are looked for or changed.
    #[inline]
    pub fn add_waiters(&self, object: Option<ObjectInfo>, at: Pointer, write: bool) {
        if self.on.get()
            && let Some(object) = object
        {
            let offset = at.addr.wrapping_sub(object.base);
            self.add(ThreadAccess::Waiters { object: object.id.index() as u32, offset, write });
        }
    }

    #[cold]
    fn add(&self, note: ThreadAccess) {
        let mut notes = self.notes.borrow_mut();
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
}
