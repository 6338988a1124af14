//! Threads: frames of registers.

use crate::code::R;
use crate::reg::Reg;
use crate::stack::Stack;
use gmc_mem::{ObjId, Pointer};

/// Calls nested more deeply than this end in `stack-overflow`.
pub(crate) const MAX_FRAMES: usize = 1 << 20;

/// Registers of one thread beyond which calls end in `stack-overflow`: 256 MiB of them.
pub(crate) const MAX_REGISTERS: usize = 16 << 20;

/// A function call under way.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The function's code.
    pub code: u32,
    /// The next operation.
    pub pc: u32,
    /// Its first register.
    pub base: usize,
    /// Tells this frame from any other of the thread, also from those that stood here before.
    pub serial: u64,
    /// The arguments beyond the named ones.
    pub varargs: Pointer,
    /// What `alloca` gave, in order.
    pub allocas: Vec<ObjId>,
    /// What happens when the function returns.
    pub then: Then,
    /// How the loop does that, where it is simple.
    pub back: Back,
}

/// How a frame returns to the one below, which called it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Back {
    /// Not simply.
    Anyhow,
    /// Nothing is handed over.
    Nothing,
    /// A register is: from here to there.
    Value {
        /// The function's.
        from: R,
        /// The caller's.
        to: R,
    },
}

impl From<Option<(R, R)>> for Back {
    fn from(result: Option<(R, R)>) -> Back {
        result.map_or(Back::Nothing, |(from, to)| Back::Value { from, to })
    }
}

/// What happens when a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// The frame below goes on, with the result where its call wants it.
    Caller,
    /// The frame below goes on; it did not call.
    Discard,
    /// The thread's start function has returned.
    Finish,
}

/// A thread.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    /// The registers of all frames.
    pub regs: Stack,
    /// Calls under way, innermost last.
    pub frames: Vec<Frame>,
    /// Thread-local variables that exist already.
    pub locals: Vec<Option<Pointer>>,
    /// Where its `errno` is, once anybody has asked.
    pub errno: Option<Pointer>,
    /// Counts frames.
    pub serial: u64,
    /// What the thread is doing.
    pub state: ThreadState,
}

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThreadState {
    /// Runs, or could.
    Ready,
    /// Has returned from its start function.
    Finished(Reg),
}

impl Thread {
    /// A thread without any frame.
    pub(crate) fn new(thread_locals: usize) -> Thread {
        Thread {
            regs: Stack::new(),
            frames: Vec::new(),
            locals: vec![None; thread_locals],
            errno: None,
            serial: 0,
            state: ThreadState::Ready,
        }
    }
}
