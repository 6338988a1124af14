//! Speculation: steps that are taken to see where they lead, and rolled back. `Machine::speculate` does this for a
//! single operation, this file for whole steps.

use crate::Execution;
use gmc_model::System;

impl Execution {
    /// Does something and rolls it back. Neither the observer nor the footprint of the step under way sees anything
    /// of it.
    pub(crate) fn speculate<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let observers = (self.observer.take(), std::mem::take(&mut self.footprint));
        let step = (self.sections, std::mem::take(&mut self.cache.edits));
        let under_way = self.machine.set_aside();
        self.mark();
        let result = work(self);
        self.rewind();
        self.forget();
        self.machine.take_up(under_way);
        (self.observer, self.footprint) = observers;
        (self.sections, self.cache.edits) = step;
        result
    }
}
