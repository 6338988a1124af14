//! `fork`: a copy of a process becomes another one.
//!
//! The call is made twice: in the parent, where it enters the child into the table of processes and returns its number,
//! and then in a copy of what the parent was before the call, where it returns 0. In the copy only the thread that has
//! made the call is left. Both run on to their next visible operations.

use super::Group;
use crate::layer::Program;
use crate::observer::Motion;
use crate::pending::Pending;
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Step, System, ThreadId};
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_world::ProcessId;
use std::rc::Rc;

impl Group {
    /// What a process is before a thread of it makes a process; none if its operation makes none.
    pub(super) fn before_fork(&mut self, at: usize, thread: ThreadId) -> Option<ProcessSnapshot> {
        let execution = self.instances[at].layers.execution();
        let forks =
            matches!(&execution.threads[thread].pending, Pending::Call(op) if op.native.has(Traits::FORKS));
        if !forks {
            return None;
        }
        // The child has what the parent has written when it was alone.
        let execution = self.instances[at].layers.execution_mut();
        self.fault = execution.machine.publish().err();
        Some(self.instances[at].layers.snapshot())
    }

    /// The child of a process begins, where the parent stood before it made this choice. What comes of its first step.
    pub(super) fn begin_child(&mut self, child: ProcessId, parent: &ProcessSnapshot, choice: Choice) -> Step {
        let parent_at = self.current;
        let at = self.spare(self.instances[self.current].program);
        let mut roster = Vec::clone(&self.roster);
        roster.resize(roster.len().max(child.index() + 1), None);
        roster[child.index()] = Some(at);
        self.roster = Rc::new(roster);
        self.take_outside();
        self.instances[at].layers.restore(parent);
        let mut observer = None;
        if let Some(parents) = &mut self.current_mut().observer {
            parents.moved(&mut Motion::Fork(&mut observer));
        }
        self.instances[at].layers.execution_mut().observer = observer;
        self.turn_to(at);
        let execution = self.current_mut();
        if let Err(error) = execution.keep_only(choice.thread) {
            return execution.judge(&error);
        }
        execution.machine.step.child = Some(child);
        let step = self.instances[at].layers.step(choice);
        self.current_mut().machine.step.child = None;
        if !self.current().machine.process.message_handlers.is_empty() {
            // They are told in the process that has named them, once.
            self.current_mut().machine.process.message_handlers.clear();
        }
        let known = self.names.len();
        self.names.note(child, self.instances[at].layers.execution().threads.len());
        self.publish(at);
        self.footprint.1.extend((known..self.names.len()).map(ThreadId::new));
        self.collect_footprint(child, at);
        if matches!(step, Step::Moved { .. }) {
            self.turn_to(parent_at);
        }
        step
    }
}

impl Execution {
    /// Only this thread is left. What the others had on their stacks and had locked stays as it is.
    fn keep_only(&mut self, thread: ThreadId) -> InterpResult<()> {
        for other in self.threads.ids().filter(|&it| it != thread) {
            self.machine.abandon(other)?;
            let state = &mut self.threads[other];
            state.pending = Pending::Done;
            state.local = None;
        }
        Ok(())
    }
}
