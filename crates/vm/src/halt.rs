//! Limits, checked while the machine works: between slices of a few thousand operations, before it takes much memory,
//! and in the loops of library functions.
//!
//! A step that ends early leaves a useless state: searches roll it back, and say that they were stopped.

use crate::interp_error::{InterpError, InterpResult};
use crate::machine::Machine;
use crate::thread::MOST_STACK;
use gmc_mem::ObjId;
use gmc_model::{ErrorKind, Halt};

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
        let frames = &self.threads[self.current].frames;
        let calls = frames.last().map_or(0, |frame| frame.stack);
        let size = |&object: &ObjId| self.memory.object(object).map_or(0, |info| info.size);
        let made: u64 = frames.iter().flat_map(|frame| &frame.allocas).map(size).sum();
        if bytes.saturating_add(made).saturating_add(calls.into()) <= MOST_STACK.into() {
            return Ok(());
        }
        Err(InterpError::other(
            ErrorKind::StackOverflow,
            format!(
                "a local variable of {bytes} bytes does not fit the {} MiB that a stack has",
                MOST_STACK >> 20
            ),
        ))
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
