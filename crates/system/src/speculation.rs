//! Steps that are taken to see where they lead, and taken back: [`Machine::tentatively`](gmc_vm::machine::Machine) for a whole system.

use crate::Execution;
use gmc_model::System;

impl Execution {
    /// Does something with the system and takes it back. Nobody who follows the run sees anything of it.
    pub(crate) fn speculate<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let observers = (self.observer.take(), std::mem::take(&mut self.footprint));
        let step = (self.sections, std::mem::take(&mut self.edits));
        let under_way = self.machine.set_aside();
        self.mark();
        let result = work(self);
        self.rewind();
        self.forget();
        self.machine.take_up(under_way);
        (self.observer, self.footprint) = observers;
        (self.sections, self.edits) = step;
        result
    }
}
