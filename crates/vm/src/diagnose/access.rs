//! Accesses that memory refuses, in the words of reports.

use super::{Teller, plural};
use crate::code::{CalleeRef, Op, Rare};
use gmc_mem::{AccessError, AccessFault};
use gmc_model::Note;

impl Teller<'_> {
    pub(super) fn access(&self, error: &AccessError) -> (String, Vec<Note>) {
        let (op, text) = match self.operation() {
            Some((op, text)) => (Some(op), text),
            None => (None, None),
        };
        let writes = self.writes(op);
        let verb = match op {
            Some(Op::Call { .. }) => "accesses",
            _ if writes => "writes",
            _ => "reads",
        };
        let subject = match (op, text) {
            _ if self.model.is_some() => self.model.map(|name| format!("`{name}`")),
            (Some(Op::Call { call }), _) => self.callee(call).map(|name| format!("`{name}`")),
            (_, text) => text.map(|text| format!("`{text}`")),
        };
        let subject = subject.unwrap_or_else(|| "the statement".to_owned());
        let bytes = plural(error.size, "byte");
        let mapped = error
            .object
            .as_ref()
            .is_some_and(|it| self.machine.compiled.library.mapped_files.is_mapped(self.machine, it.id));
        let what = match (&error.object, error.fault) {
            (_, AccessFault::Null) => format!("{subject} {verb} {bytes} through a null pointer"),
            (Some(object), AccessFault::Uninitialised { first }) => {
                format!(
                    "{subject} reads {bytes} of {}, but byte {first} was never set",
                    self.describe(object)
                )
            }
            (Some(object), AccessFault::Misaligned { required }) => format!(
                "{subject} {verb} {bytes} at offset {} of {}, which is not aligned to {required} bytes",
                error.offset,
                self.describe(object)
            ),
            (Some(object), AccessFault::ReadOnly) if mapped => {
                format!("{subject} writes to {}, which is protected (`PROT_READ`)", self.describe(object))
            }
            (Some(object), AccessFault::ReadOnly) => {
                format!("{subject} writes to {}, a constant", self.describe(object))
            }
            (Some(object), AccessFault::Barred) => {
                format!(
                    "{subject} {verb} {bytes} of {}, which is protected (`PROT_NONE`)",
                    self.describe(object)
                )
            }
            (Some(object), AccessFault::GivenBack) => format!(
                "{subject} {verb} {bytes} at offset {} of {}, a part that `munmap` gave back",
                error.offset,
                self.describe(object)
            ),
            (Some(object), AccessFault::Overlap) => {
                format!("{subject} copies {bytes} within {}, over what it copies", self.describe(object))
            }
            (Some(object), AccessFault::Function) => {
                format!("{subject} {verb} {bytes} of {}", self.describe(object))
            }
            (Some(object), _) => {
                format!("{subject} {verb} {bytes} at offset {} of {}", error.offset, self.describe(object))
            }
            (None, _) => format!("{subject} {verb} {bytes} at address {:#x}, where nothing is", error.addr),
        };
        (what, error.object.iter().flat_map(|object| self.origin(object)).collect())
    }

    /// The function of the machine that is called.
    pub(super) fn callee(&self, call: u32) -> Option<&'static str> {
        let code = &self.machine.compiled.codes[self.frame?.code];
        match code.tables.calls.get(call as usize)?.callee {
            CalleeRef::Native(id) => Some(self.machine.compiled.library.get(id).name),
            _ => None,
        }
    }

    pub(super) fn writes(&self, op: Option<Op>) -> bool {
        match op {
            Some(Op::Store8 { .. } | Op::Store16 { .. } | Op::Store32 { .. } | Op::Store64 { .. }) => true,
            Some(Op::Rare { rare }) => self.frame.is_some_and(|frame| {
                let code = &self.machine.compiled.codes[frame.code];
                matches!(
                    code.tables.rare[rare as usize],
                    Rare::StoreWide { .. } | Rare::StoreBits { .. } | Rare::Zero { .. } | Rare::Uninit { .. }
                )
            }),
            _ => false,
        }
    }
}
