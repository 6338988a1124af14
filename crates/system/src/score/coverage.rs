//! Scores a state by how often threads have been seen at the code where the thread that took the step is now: code
//! that is rarely reached comes first. The whole call stack counts, because threads stop in the same few functions
//! that wait, lock or choose. Functions of models are left out.

use super::{Execution, mix};
use gmc_model::ThreadId;

/// Entries of the table. Stacks that collide look more frequent than they are.
const STACKS: usize = 1 << 16;

pub(crate) struct Coverage {
    /// How often each stack was seen, by its hash.
    seen: Vec<u32>,
}

impl Coverage {
    pub(crate) fn new() -> Coverage {
        Coverage { seen: vec![0; STACKS] }
    }

    pub(crate) fn rate(&mut self, execution: &Execution, thread: ThreadId) -> u64 {
        let count = &mut self.seen[stack(execution, thread) as usize % STACKS];
        *count = count.saturating_add(1);
        u64::from(*count)
    }
}

/// A hash of the calls that a thread is in, and where in them.
pub(crate) fn stack(execution: &Execution, thread: ThreadId) -> u64 {
    let calls = execution.threads.get(thread).into_iter().flat_map(|state| execution.calls(state));
    let own = calls.filter(|call| !execution.machine.compiled.codes[call.code].modelled);
    own.fold(0, |hash, call| mix(hash ^ (u64::from(call.code.0) << 32 | u64::from(call.pc))))
}
