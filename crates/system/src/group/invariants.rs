//! Invariants that look at all processes: they are called after every step of any process, in a process that has them,
//! with the memories of all others to look at.

use super::{Group, Instance};
use crate::layer::Program;
use crate::pending::Pending;
use gmc_mem::Pointer;
use gmc_model::{Access, Step, ThreadId};
use gmc_vm::programs::ProgramId;
use gmc_world::ProcessId;

impl Group {
    /// Whether a function has to hold in every state, now or later.
    pub(super) fn may_have_invariants(&self) -> bool {
        self.processes().any(|(_, at)| {
            let machine = &self.instances[at].layers.execution().machine;
            machine.compiled.uses.invariants || !machine.process.invariants.is_empty()
        })
    }

    /// What comes of a step, as far as invariants that look at all processes say.
    pub(super) fn check_invariants(&mut self, step: Step) -> Step {
        if self.may_have_invariants() {
            // An invariant reads anything, in the state after each step.
            self.footprint.0.push(Access::everything());
        }
        // What is told of messages changes memory after the step of another process.
        let looks = |it: &Instance| {
            let machine = &it.layers.execution().machine;
            machine.compiled.uses.peers || !machine.process.message_handlers.is_empty()
        };
        if !matches!(step, Step::Moved { .. })
            || !self.instances.iter().filter(|it| it.layers.is_taken()).any(looks)
        {
            return step;
        }
        self.take_outside();
        let mut called: Vec<(ProgramId, Pointer)> = Vec::new();
        let processes: Vec<(ProcessId, usize)> = self.processes().collect();
        for &(process, at) in &processes {
            self.give_outside(at);
            let program = self.instances[at].program;
            let functions = &self.instances[at].layers.execution().machine.process.invariants;
            let functions: Vec<_> = functions.iter().map(|&it| (program, it)).collect();
            if functions.iter().all(|it| called.contains(it)) {
                continue;
            }
            called.extend(functions);
            let peers = self.peers_of(process);
            let execution = self.instances[at].layers.execution_mut();
            let stands = |it: &(ThreadId, &crate::ThreadState)| !matches!(it.1.pending, Pending::Done);
            let Some((thread, _)) = execution.threads.entries().find(stands) else { continue };
            execution.machine.step.peers = Some(Box::new(peers));
            let found = execution.broken_invariant(thread, None);
            execution.machine.step.peers = None;
            let broken = match found {
                Ok(None) => continue,
                Ok(Some(violation)) => Step::Violated(violation),
                Err(error) => execution.judge(&error),
            };
            return self.told(process, broken);
        }
        step
    }
}
