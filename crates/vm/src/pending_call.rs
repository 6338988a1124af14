//! A call of a library function that a thread is about to make, with what race detection needs to know of it.
//!
//! Every step of a search asks for that, of every thread, so what follows from the function and its arguments is worked
//! out once. Whether others can reach an object is part of the state, and looked up each time.

use crate::effects::{Atomicity, Visibility};
use crate::lower::class::Class;
use crate::native::{Call, Native};
use crate::reg::Meta;
use gmc_mem::{Memory, ObjId};
use smallvec::SmallVec;
use std::fmt;

/// A call of a library function that a thread is about to make.
///
/// Invariant: it never changes, so what was worked out of it stays true.
pub struct PendingCall {
    /// The function.
    pub native: &'static Native,
    /// The call.
    pub call: Call,
    /// Whether it may touch more than its arguments point to: what the library keeps, or what happens to be at a
    /// number.
    pub is_wide: bool,
    /// Whether it does nothing but what synchronises, whatever others can reach.
    pub only_synchronises: bool,
    /// How it accesses memory that the program names, if it does, and none of the `variables` is shared.
    access: Option<Atomicity>,
    /// Objects that it accesses as plain variables, by its row.
    variables: SmallVec<[ObjId; 2]>,
}

impl PendingCall {
    /// `leads_on`: pointers stand where its arguments point to.
    #[inline]
    pub fn new(native: &'static Native, call: Call, leads_on: bool) -> PendingCall {
        let effects = &native.effects;
        let (is_wide, access) = match native.visibility {
            Visibility::Shared | Visibility::Outside | Visibility::Output => (true, Some(Atomicity::Plain)),
            Visibility::Memory => (false, Some(Atomicity::Plain)),
            Visibility::Atomic => (false, Some(Atomicity::Atomic)),
            Visibility::Sync(_) => (false, effects.spans.first().map(|_| Atomicity::Atomic)),
        };
        let is_wide = is_wide || leads_on || has_number(&call);
        let given = effects.plain_spans().filter_map(|it| call.pointer(it.at).ok());
        let variables = given.map(|it| it.prov).filter(|it| !it.is_none());
        let variables: SmallVec<[ObjId; 2]> = variables.collect();
        let only_synchronises = access != Some(Atomicity::Plain) && variables.is_empty();
        PendingCall { native, is_wide, only_synchronises, access, variables, call }
    }

    /// Whether it accesses memory that the program names, and if so, whether it does nothing but what synchronises.
    #[inline]
    pub fn accesses(&self, memory: &Memory) -> Option<Atomicity> {
        let is_plain = self.variables.iter().any(|&it| memory.is_shared(it));
        if is_plain { Some(Atomicity::Plain) } else { self.access }
    }

    /// Whether it may touch an object, as far as can be told at a glance.
    #[inline]
    pub fn may_touch(&self, object: ObjId) -> bool {
        self.is_wide || self.call.regs.iter().any(|reg| reg.meta.prov() == object)
    }

    /// The objects that its arguments point to.
    #[inline]
    pub fn objects(&self) -> impl Iterator<Item = ObjId> {
        self.call.regs.iter().map(|reg| reg.meta.prov()).filter(|it| !it.is_none())
    }
}

impl fmt::Debug for PendingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.native.name)
    }
}

/// Whether a number is among the pointers that a call is given: it may touch what happens to be there.
fn has_number(call: &Call) -> bool {
    call.args.iter().any(|&(class, at)| {
        let reg = call.regs[usize::from(at)];
        matches!(class, Class::Pointer) && reg.meta == Meta::PLAIN && reg.bits != 0
    })
}
