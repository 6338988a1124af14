//! Finds operations of a recorded run by which a native run can tell where a turn ends.

use super::recorder::Done;
use crate::view::View;
use gmc_model::{Act, Mark, Serial};
use gmc_system::At;
use gmc_vm::lower::is_of_models;

/// Finds operations in a recorded run. Threads are known by their serial numbers.
pub(super) struct Marks<'a> {
    pub(super) view: View<'a>,
    pub(super) done: &'a [Done],
    /// Of which functions of the library a native run is told.
    pub(super) is_stoppable: &'a dyn Fn(&str) -> bool,
}

impl Marks<'_> {
    /// An operation that a thread comes to when `done` things were done, if it can be recognised.
    pub(super) fn mark(&self, thread: Serial, at: At, act: Act, done: usize) -> Option<Mark> {
        if let Act::Call(name) | Act::Resume(name) = act
            && !(self.is_stoppable)(name)
        {
            return None;
        }
        let compiled = self.view.compiled();
        if is_of_models(&compiled.program, compiled.codes[at.code].global) {
            return None;
        }
        let place = self.view.location_of(at).filter(|it| it.line > 0)?;
        // However often a thread resumes a call, the call returns once.
        let counted = if let Act::Resume(name) = act { Act::Call(name) } else { act };
        let is_same = |it: &&Done| {
            it.thread == thread
                && it.act == counted
                && self
                    .view
                    .location_of(it.at)
                    .is_some_and(|other| other.line == place.line && other.file == place.file)
        };
        let before = self.done[..done].iter().filter(is_same).count() as u64;
        let nth = if counted == act { before + 1 } else { before };
        Some(Mark { act, file: place.file, line: place.line, nth })
    }

    /// The first operation of a thread that can be recognised, when `done` things were done.
    pub(super) fn next(&self, thread: Serial, done: usize) -> Option<Mark> {
        let later = self.done.iter().enumerate().skip(done).filter(|it| it.1.thread == thread);
        later.map(|(index, it)| self.mark(thread, it.at, it.act, index)).find(Option::is_some).flatten()
    }

    /// The last operation before that which can be recognised, in the thread's last step: not its first, which others
    /// can notice. That step began when `since` things were done.
    pub(super) fn last(&self, thread: Serial, since: usize, done: usize) -> Option<Mark> {
        let own = self.done[..done].iter().enumerate().skip(since).filter(|it| it.1.thread == thread);
        let private: Vec<_> = own.skip(usize::from(since > 0)).collect();
        private.into_iter().rev().find_map(|(index, it)| self.mark(thread, it.at, it.act, index))
    }

    /// What to say where a thread cannot be stopped.
    pub(super) fn complaint(&self, thread: Serial, at: At, act: Option<Act>) -> Option<String> {
        let place = self.view.location_of(at)?;
        let what = match act {
            Some(Act::Call(name) | Act::Resume(name)) => format!("the call of `{name}`"),
            _ => "what it does".to_owned(),
        };
        Some(format!(
            "thread {thread} cannot be stopped before {what} at {}:{}, and goes on",
            place.file, place.line
        ))
    }
}
