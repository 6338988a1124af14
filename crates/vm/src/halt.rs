//! Limits, checked while the machine works: between slices of a few thousand operations, before it takes much memory,
//! and in the loops of library functions.
//!
//! A step that ends early leaves a useless state: searches roll it back, and say that they were stopped.

use crate::interp_error::{InterpError, InterpResult};
use crate::machine::Machine;
use crate::symbolic::Symbolic;
use crate::thread::MOST_STACK;
use gmc_mem::ObjId;
use gmc_model::{ErrorKind, Halt};
use gmc_term::{Binary, TermId};

/// Transfers of control between two looks: less than a millisecond, and with a tracer some tens of them.
const SLICE: u64 = 1 << 14;

/// Requests for less memory than this are looked at afterwards only.
const MUCH: u64 = 1 << 20;

/// Bytes of the host that a byte of the program takes, at most: what is known of it, and what goes back to earlier
/// states.
const SHARE: u64 = 3;

/// Variables of changing size that take less are not counted.
const NOTICED: u64 = 1 << 10;

impl Machine {
    /// From now on ends when it is asked to.
    pub fn heed(&mut self, halt: &Halt) {
        self.rules.halt = halt.clone();
    }

    /// Fails if the run is to end.
    #[inline]
    pub fn look_at_limits(&self) -> InterpResult<()> {
        match self.rules.halt.asked() {
            None => Ok(()),
            Some(why) => Err(Box::new(InterpError::Stopped(why))),
        }
    }

    /// Fails if so many bytes of the program's memory are more than gmc may take. What the program may not take anyway
    /// is refused by its memory.
    #[inline]
    pub fn look_at_room(&self, bytes: u64) -> InterpResult<()> {
        if bytes < MUCH
            || bytes > self.memory.limit()
            || self.rules.halt.has_room(bytes.saturating_mul(SHARE))
        {
            return Ok(());
        }
        self.look_at_limits()
    }

    /// Fails if so many bytes, not the program's but of the machine itself, are more than gmc may take.
    #[inline]
    pub fn look_at_own_room(&self, bytes: u64) -> InterpResult<()> {
        if bytes < MUCH || self.rules.halt.has_room(bytes) { Ok(()) } else { self.look_at_limits() }
    }

    /// Fails if the current thread's stack has no room for a variable of so many bytes. Small ones count with their
    /// call only.
    pub fn look_at_stack(&self, bytes: u64) -> InterpResult<()> {
        if bytes < NOTICED {
            return Ok(());
        }
        let size = |object: ObjId| self.memory.object(object).map_or(0, |info| info.size);
        let made: u64 = self.allocas().map(size).sum();
        if bytes.saturating_add(made).saturating_add(self.stack_of_calls()) <= MOST_STACK.into() {
            return Ok(());
        }
        Err(stack_overflow(bytes))
    }

    /// Likewise, where its size is a term, or that of another one on the stack is.
    pub fn look_at_open_stack(&self, bytes: TermId) -> Symbolic<()> {
        let sizes: Vec<TermId> = self.allocas().filter_map(|it| self.size_term(it)).collect();
        let too_much = self.build(|arena| {
            let [most, noticed, calls] = [MOST_STACK.into(), NOTICED, self.stack_of_calls()]
                .map(|it: u64| arena.constant(it.into(), 64));
            // Each of them fits by itself, so that their sum goes round no end.
            let made = sizes.iter().fold(calls, |sum, &it| arena.binary(Binary::Add, sum, it));
            let all = arena.binary(Binary::Add, made, bytes);
            let (large, full) =
                (arena.binary(Binary::Ult, most, bytes), arena.binary(Binary::Ult, most, all));
            let (wrong, small) =
                (arena.binary(Binary::Or, large, full), arena.binary(Binary::Ult, bytes, noticed));
            let counts = arena.not(small);
            arena.binary(Binary::And, counts, wrong)
        });
        self.forbid(too_much, |m, model| stack_overflow(m.value_in(model, bytes) as u64))
    }

    /// What the current thread's calls have from `alloca`.
    fn allocas(&self) -> impl Iterator<Item = ObjId> + '_ {
        self.threads[self.current].frames.iter().flat_map(|frame| &frame.allocas).copied()
    }

    fn stack_of_calls(&self) -> u64 {
        self.threads[self.current].frames.last().map_or(0, |frame| frame.stack.into())
    }

    /// Does a part of the work that is left.
    #[inline]
    pub fn within_limits<T>(
        &mut self,
        left: &mut u64,
        slice: impl FnOnce(&mut Self, &mut u64) -> InterpResult<T>,
    ) -> InterpResult<T> {
        self.look_at_limits()?;
        let share = (*left).min(SLICE);
        let mut unused = share;
        let done = slice(self, &mut unused);
        *left -= share - unused;
        done
    }
}

fn stack_overflow(bytes: u64) -> Box<InterpError> {
    let most = MOST_STACK >> 20;
    let message = format!("a local variable of {bytes} bytes does not fit the {most} MiB that a stack has");
    InterpError::other(ErrorKind::StackOverflow, message)
}
