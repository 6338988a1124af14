//! The memories of other processes, for functions of the program that look at all of them: invariants of a system.
//!
//! Whoever runs processes gives them to the machine that calls such a function. What the function asks for is copied
//! into the machine's own memory (`gmc_mem::Grafts`), and goes with everything else that the function does.

use crate::compiled::Compiled;
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::Machine;
use gmc_mem::{GraftError, Grafts, ObjId, Pointer, Site, Snapshot};
use gmc_world::ProcessId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The memories of other processes.
#[derive(Clone, Default)]
pub struct Peers(BTreeMap<ProcessId, Peer>);

/// Another process.
#[derive(Clone)]
struct Peer {
    program: Arc<Compiled>,
    memory: Snapshot,
    copies: Grafts,
}

impl fmt::Debug for Peers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Peers {
    /// Adds one.
    pub fn add(&mut self, process: ProcessId, program: Arc<Compiled>, memory: Snapshot) {
        self.0.insert(process, Peer { program, memory, copies: Grafts::default() });
    }

    /// Copies are gone.
    pub fn forget_copies(&mut self) {
        self.0.values_mut().for_each(|it| it.copies = Grafts::default());
    }

    /// The objects that are copies.
    fn copies(&self) -> impl Iterator<Item = ObjId> + '_ {
        self.0.values().flat_map(|it| it.copies.made())
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
        let peer = peers.0.get_mut(&process);
        let is_other = peer.as_ref().is_some_and(|it| !Arc::ptr_eq(&it.program, &self.compiled));
        let copy =
            peer.filter(|_| !is_other).map(|it| self.memory.graft(&it.memory, variable, &mut it.copies));
        self.step.peers = Some(peers);
        if is_other {
            return Err(InterpError::unsupported(
                "a look at a process that runs another program, except by `GMC_STATIC_OF`",
            ));
        }
        grafted(copy)
    }

    /// The same for a variable of a file of the program that the process runs, whichever that is.
    pub fn variable_in_file_of(
        &mut self,
        process: ProcessId,
        file: &str,
        name: &str,
    ) -> InterpResult<Pointer> {
        let unknown = || InterpError::unsupported(format!("no variable `{name}` of the file `{file}`"));
        if process == self.world.process {
            let variable = self.compiled.variable_in_file(file, name).ok_or_else(unknown)?;
            let addr = self.memory.object(variable).map_or(0, |it| it.base);
            return Ok(Pointer { addr, prov: variable });
        }
        let Some(mut peers) = self.step.peers.take() else {
            return Err(InterpError::unsupported("a look at another process, except in an invariant"));
        };
        let copy = peers.0.get_mut(&process).map(|it| {
            let variable = it.program.variable_in_file(file, name)?;
            if !Arc::ptr_eq(&it.program, &self.compiled) {
                it.copies.are_foreign();
            }
            Some(self.memory.graft_object_of(&it.memory, variable, &mut it.copies))
        });
        self.step.peers = Some(peers);
        match copy {
            None => Ok(Pointer::NULL),
            Some(None) => Err(unknown()),
            Some(copy) => grafted(copy),
        }
    }

    /// A function that has looked at other processes is over: copies are gone.
    pub fn end_looking(&mut self) {
        let Some(peers) = self.step.peers.take() else { return };
        for copy in peers.copies() {
            // The function may not free what it looks at, so it is there.
            let _ = self.memory.kill(copy, Site(0));
        }
    }
}

/// What comes of a copy; null where there is no such process.
fn grafted(copy: Option<Result<Pointer, GraftError>>) -> InterpResult<Pointer> {
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
