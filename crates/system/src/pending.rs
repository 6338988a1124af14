//! What a thread does next that others can notice.

use gmc_mem::{AccessFault, MemoryAccess, ObjId};
use gmc_vm::effects::Atomicity;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::{Machine, VisibleOp};
use gmc_vm::open::Split;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::read_write_set::Word;
use gmc_vm::reg::Meta;
use std::rc::Rc;

/// What a thread does next.
#[derive(Clone, Default)]
pub enum Pending {
    /// Nothing: it has finished.
    Done,
    /// It goes on; whether others can notice is not known yet.
    #[default]
    Running,
    /// A load or store.
    Access(MemoryAccess),
    /// Another operation on memory that others can reach.
    Operation,
    /// A call of a function of the machine.
    Call(Rc<PendingCall>),
    /// An operation that depends on something that is not decided yet.
    Split(Rc<Split>),
    /// Nothing, ever: it stands before an assumption that does not hold.
    AssumptionFailed,
}

impl From<VisibleOp> for Pending {
    fn from(op: VisibleOp) -> Pending {
        match op {
            VisibleOp::Operation => Pending::Operation,
            VisibleOp::Call(call) => Pending::Call(call),
            VisibleOp::Open(split) => Pending::Split(split),
            VisibleOp::Access(error) => {
                let write = matches!(error.fault, AccessFault::Shared { write: true });
                let object = error.object.map_or(ObjId::NONE, |info| info.id);
                Pending::Access(MemoryAccess { object, offset: error.offset as u64, size: error.size, write })
            }
        }
    }
}

impl Pending {
    /// Whether it accesses memory that the program names, and if so, whether it does nothing but what synchronises.
    #[inline]
    pub fn accesses(&self, machine: &Machine) -> Option<Atomicity> {
        match self {
            Pending::Done | Pending::Running | Pending::Split(_) | Pending::AssumptionFailed => None,
            Pending::Access(_) | Pending::Operation => Some(Atomicity::Plain),
            Pending::Call(op) => op.accesses(&machine.memory),
        }
    }

    /// Whether it does nothing but what synchronises, as far as can be told at a glance.
    #[inline]
    pub fn only_synchronises(&self) -> bool {
        matches!(self, Pending::Call(op) if op.only_synchronises)
    }

    /// Whether it may touch an object, as far as can be told at a glance.
    pub fn may_touch(&self, object: ObjId) -> bool {
        match self {
            Pending::Done | Pending::Running | Pending::Split(_) | Pending::AssumptionFailed => false,
            Pending::Access(access) => access.object == object,
            Pending::Operation => true,
            Pending::Call(op) => op.may_touch(object),
        }
    }

    /// Whether how many outcomes it has may depend on a word of the program: functions that wait look at the start of what
    /// their arguments point to.
    #[inline]
    pub(crate) fn may_wait_for(&self, word: &Word) -> bool {
        let Pending::Call(op) = self else { return false };
        op.call.args.iter().any(|&(class, at)| {
            let reg = op.call.regs[usize::from(at)];
            // A number leads to whatever happens to be there.
            let anywhere = class == Class::Pointer && reg.meta == Meta::PLAIN && reg.bits != 0;
            let end = word.at.addr + u64::from(word.size);
            let near = end > reg.bits && word.at.addr < reg.bits.saturating_add(op.native.effects.reach);
            anywhere || near && reg.meta.prov() == word.at.prov
        })
    }

    /// Whether the other one is the same operation, given that both threads stand at the same place.
    pub(crate) fn is_same(&self, other: &Pending) -> bool {
        match (self, other) {
            (Pending::Done, Pending::Done)
            | (Pending::Running, Pending::Running)
            | (Pending::Operation, Pending::Operation) => true,
            (Pending::Access(a), Pending::Access(b)) => a == b,
            (Pending::Call(a), Pending::Call(b)) => {
                std::ptr::eq(a.native, b.native)
                    && a.call.args == b.call.args
                    && a.call.regs == b.call.regs
                    && a.call.result_pointer == b.call.result_pointer
            }
            _ => false,
        }
    }

    /// Whether the two touch no object in common, as far as can be told at a glance.
    pub(crate) fn is_disjoint(&self, other: &Pending) -> bool {
        match (self, other) {
            (Pending::Access(access), it) | (it, Pending::Access(access)) => !it.may_touch(access.object),
            (Pending::Call(op), it) | (it, Pending::Call(op)) if !op.is_wide => {
                op.objects().all(|object| !it.may_touch(object))
            }
            (Pending::Operation | Pending::Call(_), Pending::Operation | Pending::Call(_)) => false,
            _ => true,
        }
    }
}
