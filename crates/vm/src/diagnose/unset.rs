//! Where a value that was never set was read: values may be copied without one, so what uses them comes later.

use super::{Teller, place};
use crate::code::{Op, R};
use gmc_mem::AccessFault;
use gmc_model::{Location, Note};

/// Operations that are looked at.
const MOST: usize = 64;

/// The load of bytes that were never set.
pub(super) struct UnsetRead {
    /// What was read.
    pub(super) message: String,
    /// Where the memory comes from.
    pub(super) notes: Vec<Note>,
    /// Where it was read.
    pub(super) location: Location,
}

impl Teller<'_> {
    /// The load that a register without a value has it from, if it stands shortly before, and memory is still as it
    /// was.
    pub(super) fn read_unset(&self, register: usize) -> Option<UnsetRead> {
        let frame = self.frame?;
        let code = &self.machine.compiled.codes[frame.code];
        let mut wanted = R::try_from(register).ok()?;
        let before = frame.pc.checked_sub(1)? as usize;
        for at in (0..before).rev().take(MOST) {
            let op = code.ops[at];
            let (written, _) = op.written_and_read();
            if written != Some(wanted) {
                continue;
            }
            let (a, offset, size) = match op {
                Op::Move { a, .. } | Op::ExtS { a, .. } | Op::ExtU { a, .. } => {
                    wanted = a;
                    continue;
                }
                Op::LoadS8 { a, offset, .. }
                | Op::LoadU8 { a, offset, .. }
                | Op::LoadBool { a, offset, .. } => (a, offset, 1),
                Op::LoadS16 { a, offset, .. } | Op::LoadU16 { a, offset, .. } => (a, offset, 2),
                Op::LoadS32 { a, offset, .. } | Op::LoadU32 { a, offset, .. } => (a, offset, 4),
                Op::Load64 { a, offset, .. } => (a, offset, 8),
                _ => return None,
            };
            let regs = &self.machine.threads[self.machine.current].regs;
            let address = *regs.get(frame.base + usize::from(a))?;
            let from =
                address.meta.is_whole().then(|| address.as_pointer().wrapping_offset(offset.into()))?;
            let error = self.machine.memory.load_sized(from, size).err()?;
            if !matches!(error.fault, AccessFault::Uninitialised { .. }) {
                return None;
            }
            let mut reading = frame.clone();
            reading.pc = at as u32 + 1;
            let teller = Teller { frame: Some(&reading), ..*self };
            let (message, notes) = teller.access(&error);
            let location = place(&self.machine.compiled, code.global, code.place(at));
            return Some(UnsetRead { message, notes, location });
        }
        None
    }
}
