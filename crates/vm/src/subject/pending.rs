//! What a thread does next that others can notice.

use crate::machine::{Held, HeldCall};
use crate::native::Conduct;
use crate::open::Cut;
use gmc_mem::{Fault as AccessFault, ObjId, Touch};
use std::rc::Rc;

/// What a thread does next.
#[derive(Clone, Default)]
pub(super) enum Pending {
    /// Nothing: it has finished.
    Done,
    /// It goes on; whether others can notice is not known yet.
    #[default]
    Onward,
    /// A load or store.
    Access(Touch),
    /// Another operation on memory that others can reach.
    Operation,
    /// A call of a function of the machine.
    Call(Rc<HeldCall>),
    /// An operation that depends on a value that is not decided yet.
    Open(Rc<Cut>),
    /// Nothing, ever: it stands before an assumption that does not hold.
    Never,
}

impl From<Held> for Pending {
    fn from(held: Held) -> Pending {
        match held {
            Held::Operation => Pending::Operation,
            Held::Call(call) => Pending::Call(call),
            Held::Open(cut) => Pending::Open(cut),
            Held::Access(error) => {
                let write = matches!(error.fault, AccessFault::Shared { write: true });
                let object = error.object.map_or(ObjId::NONE, |info| info.id);
                Pending::Access(Touch { object, offset: error.offset as u64, size: error.size, write })
            }
        }
    }
}

impl Pending {
    /// Whether it accesses memory that the program names, and if so, whether it does so atomically.
    pub(super) fn accesses(&self) -> Option<Atomicity> {
        match self {
            Pending::Done | Pending::Onward | Pending::Open(_) | Pending::Never => None,
            Pending::Access(_) | Pending::Operation => Some(Atomicity::Plain),
            Pending::Call(held) => match held.native.conduct {
                Conduct::Memory | Conduct::Outside | Conduct::Output => Some(Atomicity::Plain),
                Conduct::Atomic => Some(Atomicity::Atomic),
                Conduct::Shared | Conduct::Sync(_) => None,
            },
        }
    }

    /// Whether it may touch an object, as far as can be told at a glance.
    pub(super) fn may_touch(&self, object: ObjId) -> bool {
        match self {
            Pending::Done | Pending::Onward | Pending::Open(_) | Pending::Never => false,
            Pending::Access(touch) => touch.object == object,
            Pending::Operation => true,
            Pending::Call(held) => held.call.regs.iter().any(|reg| reg.meta.prov() == object),
        }
    }

    /// The objects that it may touch; none when that cannot be told at a glance.
    pub(super) fn objects(&self) -> Option<Vec<ObjId>> {
        match self {
            Pending::Operation => None,
            Pending::Done | Pending::Onward | Pending::Open(_) | Pending::Never => Some(Vec::new()),
            Pending::Access(touch) => Some(vec![touch.object]),
            Pending::Call(held) => Some(held.call.regs.iter().map(|reg| reg.meta.prov()).collect()),
        }
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atomicity {
    /// As any variable.
    Plain,
    /// In one operation that synchronises.
    Atomic,
}
