//! What a tracer knows of one thread's registers: where their values were read, and what was last put into them.

use super::{Branch, Source};
use gmc_vm::CodeId;
use gmc_vm::machine::Machine;
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::thread::Thread;
use std::collections::BTreeMap;

/// What is known of a thread.
#[derive(Clone, Default)]
pub(super) struct ThreadTrace {
    /// Where the values of registers come from.
    pub(super) sources: BTreeMap<usize, Vec<Source>>,
    /// What was last put into registers, by depth of the call and number within it, with the function: the machine
    /// forgets registers that are not read again.
    values: BTreeMap<(usize, usize), (CodeId, Reg)>,
    /// How many calls the thread was in.
    pub(super) depth: usize,
    /// The last branch.
    pub(super) branch: Option<Branch>,
    /// What the last operation read: where it compares and the next one branches, that is what decides.
    pub(super) last: Option<Branch>,
}

impl ThreadTrace {
    /// A call begins: nothing is known of its registers but the parameters.
    pub(super) fn enter(&mut self, machine: &Machine, thread: &Thread) {
        self.depth = thread.frames.len();
        let Some(frame) = thread.frames.last() else { return };
        self.leave(self.depth - 1);
        for param in &machine.compiled.codes[frame.code].signature.params {
            self.put(thread, self.depth - 1, param.r.into());
        }
    }

    /// The call at this depth has returned, and all calls in it.
    pub(super) fn leave(&mut self, depth: usize) {
        remove_from(&mut self.values, &(depth, 0));
    }

    /// Forgets where the values come from of this register and all after it.
    pub(super) fn forget_sources(&mut self, from: usize) {
        remove_from(&mut self.sources, &from);
    }

    /// Notes what a register of a call holds.
    pub(super) fn put(&mut self, thread: &Thread, depth: usize, r: usize) {
        let Some(frame) = thread.frames.get(depth) else { return };
        let reg = thread.regs.get(frame.base + r);
        self.values.extend(reg.map(|&reg| ((depth, r), (frame.code, reg))));
    }

    /// What was last put into a register of a call of this function.
    pub(super) fn value(&self, depth: usize, r: usize, code: CodeId) -> Option<Reg> {
        let &(by, reg) = self.values.get(&(depth, r))?;
        (by == code).then_some(reg)
    }

    /// A nondeterministic value was split: where a register holds a number now, so does what is known of it.
    pub(super) fn split(&mut self, thread: &Thread) {
        for (&(depth, r), (_, known)) in &mut self.values {
            let reg = thread.frames.get(depth).and_then(|frame| thread.regs.get(frame.base + r));
            if let Some(reg) = reg.filter(|reg| known.is_nondet() && reg.meta == Meta::PLAIN) {
                *known = *reg;
            }
        }
    }
}

/// Removes this key and all after it, in time for what is removed rather than for what stays.
fn remove_from<K: Ord, V>(map: &mut BTreeMap<K, V>, first: &K) {
    while let Some(last) = map.last_entry()
        && last.key() >= first
    {
        last.remove();
    }
}
