//! Exceptions on their way: who handles one is found before anything is unwound (Itanium C++ ABI, "exception handling",
//! level I), so that one that nothing handles is reported with all calls that were under way.
//!
//! The search goes through the calls of the thread, innermost first, and through the clauses of the pad where an
//! exception would arrive in each. Unwinding then goes from pad to pad: each frees what belongs to its function and
//! resumes. The exception itself is an object of the program's; while it is between two functions, the thread's record
//! holds a pointer to it.
//!
//! **Invariant:** a thread whose search has found a handler reaches it, since nothing between changes the types.

use crate::code::{Clause, Op, Unwinding};
use crate::interp_error::InterpResult;
use crate::machine::Machine;
use crate::thread::{Then, own};
use gmc_mem::Pointer;

/// Who handles an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handled<T> {
    /// A handler, and what matching gave.
    By(T),
    /// None: it may not leave this call, by its place among the thread's calls.
    Terminates(usize),
    /// None: it leaves the outermost call.
    Nowhere,
}

/// Whether an exception leaves a call to the one below.
fn passes(then: Then) -> bool {
    matches!(then, Then::Caller | Then::Wake)
}

impl Machine {
    /// Where an exception goes that leaves the call which this frame of the current thread is about to return from.
    fn unwinding(&self, depth: usize) -> Unwinding {
        let frame = &self.threads[self.current].frames[depth];
        let code = &self.compiled.codes[frame.code];
        // A function of the machine that waits for the call above is called again when that returns.
        let waits = self.threads[self.current].frames.get(depth + 1).is_some_and(|it| it.then == Then::Wake);
        let at = if waits { Some(frame.pc) } else { frame.pc.checked_sub(1) };
        match at.and_then(|at| code.ops.get(at as usize)) {
            Some(Op::Call { call }) => code.tables.calls[*call as usize].unwind,
            _ => Unwinding::Leave,
        }
    }

    /// Looks for the handler of an exception that the current call throws. `of_type` says whether it is of a type, and
    /// what a handler for that gets. With `unexpected`, something handles it where a specification does not let it
    /// pass.
    pub fn handler<T>(
        &self,
        all: T,
        unexpected: bool,
        mut of_type: impl FnMut(Pointer) -> InterpResult<Option<T>>,
    ) -> InterpResult<Handled<T>> {
        let frames = &self.threads[self.current].frames;
        for depth in (0..frames.len()).rev() {
            let clauses = match self.unwinding(depth) {
                Unwinding::Leave => &[][..],
                Unwinding::Land(pad) => {
                    &self.compiled.codes[frames[depth].code].tables.pads[pad as usize].clauses
                }
                Unwinding::Terminate => return Ok(Handled::Terminates(depth)),
            };
            for clause in clauses {
                match clause {
                    Clause::MustNotThrow => return Ok(Handled::Terminates(depth)),
                    Clause::Catch(types) if types.is_empty() => return Ok(Handled::By(all)),
                    Clause::Catch(types) => {
                        for &ty in types {
                            if let Some(found) = of_type(ty)? {
                                return Ok(Handled::By(found));
                            }
                        }
                    }
                    Clause::Allowed(types) => {
                        let mut passes = false;
                        for &ty in types {
                            passes = passes || of_type(ty)?.is_some();
                        }
                        match (passes, unexpected) {
                            (true, _) => {}
                            (false, true) => return Ok(Handled::By(all)),
                            (false, false) => return Ok(Handled::Terminates(depth)),
                        }
                    }
                }
            }
            if !passes(frames[depth].then) {
                return Ok(Handled::Nowhere);
            }
        }
        Ok(Handled::Nowhere)
    }

    /// An exception leaves the current call: the thread goes on at the next landing pad. Whether there is one.
    pub fn unwind_to_pad(&mut self, exception: Pointer) -> InterpResult<bool> {
        let frames = &self.threads[self.current].frames;
        let mut depth = frames.len();
        let pad = loop {
            let Some(below) = depth.checked_sub(1) else { return Ok(false) };
            if depth < frames.len() && !passes(frames[depth].then) {
                return Ok(false);
            }
            depth = below;
            if let Unwinding::Land(pad) = self.unwinding(depth) {
                break pad;
            }
        };
        self.unwind_to(depth + 1)?;
        let slot = self.own_slot(own::EXCEPTION);
        self.memory.store_pointer(slot, exception)?;
        let compiled = self.compiled.clone();
        if let Some(frame) = self.threads[self.current].frames.last_mut() {
            frame.pc = compiled.codes[frame.code].tables.pads[pad as usize].pc;
        }
        Ok(true)
    }

    /// The exception that has arrived at the landing pad where the current thread is.
    pub fn take_exception(&mut self) -> InterpResult<Pointer> {
        let slot = self.own_slot(own::EXCEPTION);
        let exception = self.memory.load_pointer(slot)?;
        self.memory.store_pointer(slot, Pointer::NULL)?;
        Ok(exception)
    }
}
