//! The memories of other processes, for functions of the program that look at all of them: invariants of a system.
//!
//! Whoever runs processes gives them to the machine that calls such a function. What the function asks for is copied
//! into the machine's own memory (`gmc_mem::Grafts`), and goes with everything else that the function does.

use crate::interp_error::{InterpError, InterpResult};
use crate::machine::Machine;
use gmc_mem::{GraftError, Grafts, Pointer, Snapshot};
use gmc_world::ProcessId;
use std::collections::BTreeMap;

/// The memories of other processes.
#[derive(Clone, Debug, Default)]
pub struct Peers(BTreeMap<ProcessId, (Snapshot, Grafts)>);

impl Peers {
    /// Adds one.
    pub fn add(&mut self, process: ProcessId, memory: Snapshot) {
        self.0.insert(process, (memory, Grafts::default()));
    }

    /// Copies are gone.
    pub fn forget_copies(&mut self) {
        self.0.values_mut().for_each(|it| it.1 = Grafts::default());
    }
}

impl Machine {
    /// What a variable of another process has in it, and all that it leads to. Null where there is no such process.
    pub fn variable_of(&mut self, process: ProcessId, variable: Pointer) -> InterpResult<Pointer> {
        if process == self.world.process {
            return Ok(variable);
        }
        let Some(mut peers) = self.step.peers.take() else {
            return Err(InterpError::unsupported("a look at another process, except in an invariant"));
        };
        let copy =
            peers.0.get_mut(&process).map(|(memory, copies)| self.memory.graft(memory, variable, copies));
        self.step.peers = Some(peers);
        match copy {
            None => Ok(Pointer::NULL),
            Some(Ok(copy)) => Ok(copy),
            Some(Err(GraftError::Room)) => Err(InterpError::unsupported(
                "a look at another process that has more memory than there is room for",
            )),
            Some(Err(GraftError::Opaque)) => {
                Err(InterpError::unsupported("a look at values of another process that are not decided yet"))
            }
        }
    }
}
