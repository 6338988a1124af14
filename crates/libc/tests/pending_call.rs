//! What is worked out once of a call that is about to happen.

use gmc_libc::library;
use gmc_mem::{Config, Layout, Memory, Pointer, Site, Storage};
use gmc_vm::effects::Atomicity;
use gmc_vm::lower::class::Class;
use gmc_vm::native::Call;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::reg::Reg;

fn held(name: &'static str, arguments: &[Reg]) -> PendingCall {
    let native = library().named(name).expect("a function of the library");
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
    for call in [held("pthread_mutex_lock", &[Reg::pointer(lock)]), held("pthread_create", &[Reg::ZERO; 4])] {
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
