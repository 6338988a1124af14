//! Invariants that look at all processes: they are called after every step of any process, in a process that has them,
//! with the memories of all others to look at.

use super::Group;
use crate::layer::Program;
use crate::pending::Pending;
use gmc_mem::Pointer;
use gmc_model::{Step, ThreadId};
use gmc_vm::peers::Peers;
use gmc_world::ProcessId;

impl Group {
    /// What comes of a step, as far as invariants that look at all processes say.
    pub(super) fn check_invariants(&mut self, step: Step) -> Step {
        if !self.current().machine.compiled.uses.peers || !matches!(step, Step::Moved { .. }) {
            return step;
        }
        self.take_outside();
        let mut called: Vec<Pointer> = Vec::new();
        let processes: Vec<(ProcessId, usize)> = self.processes().collect();
        for &(process, at) in &processes {
            self.give_outside(at);
            let functions = self.instances[at].layers.execution().machine.process.invariants.clone();
            if functions.iter().all(|it| called.contains(it)) {
                continue;
            }
            called.extend(functions);
            let mut peers = Peers::default();
            for &(other, other_at) in processes.iter().filter(|it| it.0 != process) {
                self.give_outside(other_at);
                let memory = &mut self.instances[other_at].layers.execution_mut().machine.memory;
                peers.add(other, memory.snapshot());
            }
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
