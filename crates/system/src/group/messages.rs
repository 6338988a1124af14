//! Functions of programs that are called with each message that passes (`gmc_on_message`), after the step in which it
//! does, in the process that has named them.
//!
//! What they do to the memory of their process is done, so they can be automata that say what is right, or references
//! that do the same as what is checked. So their process changes in steps of others: it gets a mark of its own, and
//! every step depends on every other, as with invariants (`invariants`).

use super::Group;
use crate::Execution;
use crate::layer::Program;
use crate::pending::Pending;
use crate::properties::call_function;
use gmc_mem::Pointer;
use gmc_model::{Obstacle, Step, ThreadId, Violation};
use gmc_vm::diagnose;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::messages::Told;
use gmc_vm::peers::Peers;
use gmc_world::ProcessId;

impl Group {
    /// What has passed over the network in the last step, where somebody watches that.
    pub(crate) fn take_passed(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.passed)
    }

    /// What a process is called. Of one that has ended, its number is known.
    pub(crate) fn process_name(&self, process: ProcessId) -> String {
        match self.roster.get(process.index()).copied().flatten() {
            Some(at) => self.instances[at].layers.execution().machine.process_name(),
            None => format!("process {}", process.index() + 1),
        }
    }

    /// Tells functions of programs what has passed in a step of a process, or of the environment. What comes of that.
    pub(super) fn tell_messages(&mut self, step: Step, by: Option<ProcessId>) -> Step {
        self.passed.clear();
        if !matches!(step, Step::Moved { .. }) || !self.current().machine.world.files.has_traffic() {
            return step;
        }
        let passages = self.current_mut().machine.world.files.take_traffic();
        self.take_outside();
        let processes: Vec<(ProcessId, usize)> = self.processes().collect();
        let taker = |group: &Group, passage: &_| {
            let takes = |it: &&(ProcessId, usize)| {
                group.instances[it.1].layers.execution().machine.world.files.takes(passage)
            };
            processes.iter().find(takes).map(|it| it.0)
        };
        for &(_, at) in &processes {
            self.give_outside(at);
        }
        let told = |passage| Told { receiver: taker(self, &passage), passage, sender: by };
        self.passed = passages.into_iter().map(told).collect();
        for &(process, at) in &processes {
            let handlers = &self.instances[at].layers.execution().machine.process.message_handlers;
            if handlers.is_empty() {
                continue;
            }
            let handlers = handlers.clone();
            if self.passed.iter().any(|it| !it.passage.data.is_plain()) {
                // What is known of it is known in the process that sends it.
                let what = "a message with a value that is not decided yet, where functions see messages: bound it before";
                return Step::Unknown(Box::new(Obstacle { what: what.to_owned(), location: None }));
            }
            for message in 0..self.passed.len() {
                let told = self.passed[message].clone();
                for &handler in &handlers {
                    if let Some(wrong) = self.tell_message((process, at), handler, &told) {
                        return self.told(process, wrong);
                    }
                }
            }
        }
        step
    }

    /// Calls a function with what has passed. What is wrong, if something is.
    fn tell_message(
        &mut self,
        (process, at): (ProcessId, usize),
        handler: Pointer,
        told: &Told,
    ) -> Option<Step> {
        let stands = |it: &(ThreadId, &crate::ThreadState)| !matches!(it.1.pending, Pending::Done);
        let (thread, _) = self.instances[at].layers.execution().threads.entries().find(stands)?;
        self.mark_instance(at);
        let looks = self.instances[at].layers.execution().machine.compiled.uses.peers;
        let peers = looks.then(|| Box::new(self.peers_of(process)));
        let execution = self.instances[at].layers.execution_mut();
        execution.machine.step.peers = peers;
        let found = execution.call_handler(thread, handler, told);
        execution.machine.end_looking();
        execution.drop_alternatives();
        match found {
            Ok(None) => None,
            Ok(Some(violation)) => Some(Step::Violated(violation)),
            Err(error) => Some(execution.judge(&error)),
        }
    }

    /// The memories of all other processes.
    pub(super) fn peers_of(&mut self, process: ProcessId) -> Peers {
        let mut peers = Peers::default();
        for (other, at) in self.processes().filter(|it| it.0 != process) {
            self.give_outside(at);
            let machine = &mut self.instances[at].layers.execution_mut().machine;
            peers.add(other, machine.compiled.clone(), machine.memory.snapshot());
        }
        peers
    }
}

impl Execution {
    /// Calls a function with a message. The violation, if something is wrong in there.
    fn call_handler(
        &mut self,
        thread: ThreadId,
        handler: Pointer,
        told: &Told,
    ) -> InterpResult<Option<Box<Violation>>> {
        self.load_registers(thread);
        self.machine.between(thread, |machine| {
            let called = machine.with_message(told, |machine, argument| {
                // An error is told where it happened, before its frames are gone.
                Ok(call_function(machine, None, handler, Some(argument)).map_err(|error| {
                    let violation =
                        error.kind().map(|kind| Box::new(diagnose::violation(machine, &error, kind)));
                    (error, violation)
                }))
            })?;
            match called {
                Ok(_) => Ok(None),
                Err((_, Some(violation))) => Ok(Some(violation)),
                Err((error, None)) => Err(error),
            }
        })
    }
}
