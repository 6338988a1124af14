//! Memory that processes share, as whoever runs processes sees it: a process publishes what it has written before
//! others go on, and receives what others have written together with the outside.
//!
//! Nothing of it costs anything where the program maps no files.

use crate::interp_error::InterpResult;
use crate::machine::Machine;
use gmc_mem::ObjId;
use gmc_world::Outside;
use gmc_world::state::CopyOnWrite;

impl Machine {
    /// Whether any memory shares a file.
    #[inline]
    pub fn shares_memory(&self) -> bool {
        self.compiled.uses.mapped_files && self.compiled.library.shared_memory.shares(self)
    }

    /// Whether other processes may share memory with this one, so that they notice accesses to it.
    #[inline]
    pub fn shares_with_peers(&self) -> bool {
        self.compiled.uses.processes && self.shares_memory() && self.world.has_peers()
    }

    /// Whether others can see what this process does beside its calls: they share memory with it, or functions look at
    /// all processes where one yields.
    #[inline]
    pub fn is_seen_by_peers(&self) -> bool {
        self.shares_with_peers() || self.compiled.uses.peers && self.world.has_peers()
    }

    /// What the program has written to memory that shares files goes there. Whether there is any.
    #[inline]
    pub fn publish(&mut self) -> InterpResult<bool> {
        let shares = self.shares_memory();
        if shares {
            self.compiled.library.shared_memory.publish(self)?;
        }
        Ok(shares)
    }

    /// The outside is another one from now on, and memory shows what others have written.
    #[inline]
    pub fn receive_outside(&mut self, outside: &CopyOnWrite<Outside>) -> InterpResult<()> {
        let before = self.world.change_apart(|it| std::mem::replace(it.files.outside_mut(), outside.clone()));
        if self.shares_memory() {
            self.compiled.library.shared_memory.receive(self, Some(&before))?;
        }
        Ok(())
    }

    /// Memory has become a copy of another one.
    #[inline]
    pub fn memory_was_copied(&mut self) {
        if self.shares_memory() {
            self.compiled.library.shared_memory.watch_again(self);
        }
    }

    /// The number of the file that an object shares, and where in the file it starts: what all processes call it. None
    /// where the program makes no processes.
    #[inline]
    pub fn place_among_processes(&self, object: ObjId) -> Option<(u32, u64)> {
        let may = self.compiled.uses.processes && self.memory.may_be_replica(object) && self.shares_memory();
        if may { self.compiled.library.shared_memory.place(self, object) } else { None }
    }
}
