//! Where calls of certain functions begin and end: threads stop there, so that states tell calls apart.
//!
//! A thread stops before the first operation of such a function, when the call has just begun, and before its return.
//! So between two stops a thread enters or leaves at most one of these calls.

use crate::code::{Code, Op};
use crate::exec::Witness;
use crate::id::CodeId;
use crate::stack::Registers;
use gmc_mem::Memory;
use std::ops::ControlFlow;

/// Stops threads at the boundaries of calls.
#[derive(Clone, Debug, Default)]
pub struct Boundaries {
    /// The functions, sorted.
    codes: Vec<CodeId>,
    /// The next operation is done whatever it is: the thread has stopped before it already.
    pub pass: bool,
    /// The thread stands before a boundary.
    pub reached: bool,
}

impl Boundaries {
    /// Those of these functions, which are sorted.
    pub fn new(codes: Vec<CodeId>) -> Boundaries {
        Boundaries { codes, pass: false, reached: false }
    }
}

impl Witness for Boundaries {
    fn see(&mut self, code: &Code, at: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        if std::mem::take(&mut self.pass) {
            return ControlFlow::Continue(());
        }
        let is_boundary = at == 0 || matches!(code.ops.get(at), Some(Op::Return));
        if is_boundary && self.codes.binary_search(&code.id).is_ok() {
            self.reached = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
