//! The pending operation of a thread: its next visible operation, the one that other threads can notice.
//!
//! It is known before it is performed. The choices in a state and most checks for races and independence need
//! nothing else.

use crate::propositions::Look;
use gmc_mem::{AccessFault, MemoryAccess, ObjId};
use gmc_vm::effects::Atomicity;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::{Machine, VisibleOp};
use gmc_vm::nondet::Split;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::read_write_set::Word;
use gmc_vm::reg::Meta;
use std::rc::Rc;

/// The next visible operation of a thread.
#[derive(Clone, Default)]
pub enum Pending {
    /// None: the thread has finished.
    Done,
    /// Not known yet: the thread runs on.
    #[default]
    Running,
    /// A load or store of shared memory.
    Access(MemoryAccess),
    /// Another operation on shared memory.
    Operation,
    /// A call of a library function.
    Call(Rc<PendingCall>),
    /// The split of a nondeterministic value, before an operation that depends on it.
    Split(Rc<Split>),
    /// The split of a value that a proposition depends on, before what the thread does next.
    Look(Rc<Look>),
    /// None: the thread stands before an assumption that does not hold, and never goes on.
    AssumptionFailed,
    /// None: the thread goes round in circles, where nobody can notice it, until a signal comes.
    Circling,
}

impl From<VisibleOp> for Pending {
    fn from(op: VisibleOp) -> Pending {
        match op {
            VisibleOp::Operation => Pending::Operation,
            VisibleOp::Call(call) => Pending::Call(call),
            VisibleOp::Split(split) => Pending::Split(split),
            VisibleOp::Access(error) => {
                let write = matches!(error.fault, AccessFault::Shared { write: true });
                let object = error.object.map_or(ObjId::NONE, |info| info.id);
                Pending::Access(MemoryAccess {
                    object,
                    offset: error.offset as u64,
                    size: error.size,
                    write,
                    atomic: false,
                })
            }
        }
    }
}

impl Pending {
    /// The split of a nondeterministic value, if it is one.
    pub fn split(&self) -> Option<&Split> {
        match self {
            Pending::Split(split) => Some(split),
            Pending::Look(look) => Some(&look.split),
            _ => None,
        }
    }

    /// What the thread does once propositions have a value.
    pub fn after_look(&self) -> &Pending {
        if let Pending::Look(look) = self { &look.then } else { self }
    }

    /// How it accesses the program's memory: only atomically, or also by plain accesses. None if it does not access
    /// it.
    #[inline]
    pub fn accesses(&self, machine: &Machine) -> Option<Atomicity> {
        match self {
            Pending::Done
            | Pending::Running
            | Pending::Split(_)
            | Pending::Look(_)
            | Pending::AssumptionFailed
            | Pending::Circling => None,
            Pending::Access(access) if access.atomic => Some(Atomicity::Atomic),
            Pending::Access(_) | Pending::Operation => Some(Atomicity::Plain),
            Pending::Call(op) => op.accesses(&machine.memory),
        }
    }

    /// Whether it certainly accesses memory only to synchronise. A cheap test that may miss some.
    #[inline]
    pub fn only_synchronises(&self) -> bool {
        matches!(self, Pending::Call(op) if op.only_synchronises)
    }

    /// Whether it may touch an object. A cheap test that errs on the side of yes.
    #[inline]
    pub fn may_touch(&self, object: ObjId) -> bool {
        match self {
            Pending::Done
            | Pending::Running
            | Pending::Split(_)
            | Pending::Look(_)
            | Pending::AssumptionFailed
            | Pending::Circling => false,
            Pending::Access(access) => access.object == object,
            Pending::Operation => true,
            Pending::Call(op) => op.may_touch(object),
        }
    }

    /// Whether its number of alternatives may depend on a word. Functions that wait look only at the first bytes
    /// that their arguments point to (`effects.reach`).
    #[inline]
    pub(crate) fn may_wait_for(&self, word: &Word) -> bool {
        let Pending::Call(op) = self else { return false };
        op.call.args.iter().any(|&(class, at)| {
            let reg = op.call.regs[usize::from(at)];
            // A pointer without provenance may point to any object.
            let anywhere = matches!(class, Class::Pointer) && reg.meta == Meta::PLAIN && reg.bits != 0;
            let end = word.at.addr + u64::from(word.size);
            let near = end > reg.bits && word.at.addr < reg.bits.saturating_add(op.native.effects.reach);
            anywhere || near && reg.meta.prov() == word.at.prov
        })
    }

    /// Whether this is the same operation, for two threads with the same frame words.
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

    /// Whether two operations certainly touch no common object. A cheap test that may miss some.
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
