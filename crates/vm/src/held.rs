//! A call of a function of the machine that is about to happen, with what races need to know of it.
//!
//! Every step of a search asks for that, of every thread: what follows from the function and its arguments is worked out once.
//! Whether others can reach an object is a part of the state, and looked up each time.

use crate::effects::{Atomicity, Conduct};
use crate::lower::class::Class;
use crate::native::{Call, Native};
use crate::reg::Meta;
use gmc_mem::{Memory, ObjId};
use smallvec::SmallVec;

/// A call of a function of the machine, about to happen.
///
/// Invariant: it does not change, so what was worked out of it stays true.
pub struct PendingCall {
    /// The function.
    pub native: &'static Native,
    /// The call.
    pub call: Call,
    /// Whether it may touch more than its arguments point to: what the library keeps, or what happens to be at a number.
    pub is_wide: bool,
    /// Whether it does nothing but what synchronises, whatever others can reach.
    pub only_synchronises: bool,
    /// How it accesses memory that the program names, if it does, and none of the `variables` is shared.
    access: Option<Atomicity>,
    /// What it accesses as anybody does, by its row.
    variables: SmallVec<[ObjId; 2]>,
}

impl PendingCall {
    /// `leads_on`: pointers stand where its arguments point to.
    #[inline]
    pub fn new(native: &'static Native, call: Call, leads_on: bool) -> PendingCall {
        let effects = &native.effects;
        let (is_wide, access) = match native.conduct {
            Conduct::Shared | Conduct::Outside | Conduct::Output => (true, Some(Atomicity::Plain)),
            Conduct::Memory => (false, Some(Atomicity::Plain)),
            Conduct::Atomic => (false, Some(Atomicity::Atomic)),
            Conduct::Sync(_) => (false, effects.spans.first().map(|_| Atomicity::Atomic)),
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
    pub fn may_touch(&self, object: ObjId) -> bool {
        self.is_wide || self.call.regs.iter().any(|reg| reg.meta.prov() == object)
    }

    /// The objects that its arguments point to.
    pub fn objects(&self) -> impl Iterator<Item = ObjId> {
        self.call.regs.iter().map(|reg| reg.meta.prov()).filter(|it| !it.is_none())
    }
}

/// Whether a number is among the pointers that a call is given: it may touch what happens to be there.
fn has_number(call: &Call) -> bool {
    call.args.iter().any(|&(class, at)| {
        let reg = call.regs[usize::from(at)];
        class == Class::Pointer && reg.meta == Meta::PLAIN && reg.bits != 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native;
    use crate::reg::Reg;
    use gmc_mem::{Config, Layout, Pointer, Site, Storage};

    fn held(name: &'static str, arguments: &[Reg]) -> PendingCall {
        let native = native::get(native::find(name).expect("a function of the machine"));
        let mut call = Call::new(native.name, Site(0));
        arguments.iter().for_each(|&it| call.push(Class::Pointer, &[it]));
        PendingCall::new(native, call, false)
    }

    fn object(memory: &mut Memory, kind: Storage) -> Pointer {
        memory.alloc(Layout::new(64, 8), kind, Site(1)).expect("there is room")
    }

    #[test]
    fn what_others_can_reach_is_asked_of_each_state() {
        let mut memory = Memory::new(Config::default());
        let (result, start) = (object(&mut memory, Storage::Frame), object(&mut memory, Storage::Global));
        let arguments = [Reg::pointer(result), Reg::ZERO, Reg::pointer(start), Reg::ZERO];
        let create = held("pthread_create", &arguments);
        assert!(!create.only_synchronises);
        assert_eq!(create.accesses(&memory), Some(Atomicity::Atomic));
        let mark = memory.mark();
        memory.share(result.prov);
        assert_eq!(create.accesses(&memory), Some(Atomicity::Plain));
        memory.rewind(mark);
        assert_eq!(create.accesses(&memory), Some(Atomicity::Atomic));
    }

    #[test]
    fn what_only_synchronises_does_so_whatever_is_shared() {
        let mut memory = Memory::new(Config::default());
        let lock = object(&mut memory, Storage::Global);
        memory.share(lock.prov);
        // The one has no variables but its lock, the other one is given none.
        for call in
            [held("pthread_mutex_lock", &[Reg::pointer(lock)]), held("pthread_create", &[Reg::ZERO; 4])]
        {
            assert!(call.only_synchronises);
            assert_eq!(call.accesses(&memory), Some(Atomicity::Atomic));
        }
        let copy = held("memcpy", &[Reg::pointer(lock), Reg::pointer(lock)]);
        assert!(!copy.only_synchronises);
        assert_eq!(copy.accesses(&memory), Some(Atomicity::Plain));
    }

    #[test]
    fn a_number_may_lead_anywhere() {
        let mut memory = Memory::new(Config::default());
        let (lock, other) = (object(&mut memory, Storage::Global), object(&mut memory, Storage::Global));
        let narrow = held("pthread_mutex_lock", &[Reg::pointer(lock)]);
        assert!(narrow.may_touch(lock.prov) && !narrow.may_touch(other.prov));
        assert_eq!(narrow.objects().collect::<Vec<_>>(), [lock.prov]);
        assert!(held("pthread_mutex_lock", &[Reg::number(lock.addr)]).may_touch(other.prov));
    }
}
