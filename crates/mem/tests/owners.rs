//! Owners and foreign accesses, and objects whose addresses go other ways than pointers.

use gmc_mem::{
    AccessFault, Config, FreeFault, Layout, Memory, MemoryAccess, Pointer, Site, Storage, ThreadId, Watch,
};
use std::collections::BTreeSet;
use std::sync::Arc;

const HERE: Site = Site(7);

fn block(memory: &mut Memory, owner: u32) -> Pointer {
    memory.act_as(ThreadId(owner));
    let block = memory.alloc(Layout::new(16, 8), Storage::Heap, HERE).expect("there is room");
    memory.store_u64(block, 1).expect("its owner may");
    block
}

#[test]
fn a_foreign_access_is_stopped_and_noted() {
    let mut memory = Memory::new(Config::default());
    let mine = block(&mut memory, 1);
    memory.watch(Watch::Stop);
    assert!(memory.load_u64(mine).is_ok() && memory.store_u64(mine, 2).is_ok());
    memory.act_as(ThreadId(2));
    for number in [mine, Pointer::from_number(mine.addr)] {
        assert_eq!(memory.load_u64(number).unwrap_err().fault, AccessFault::Shared { write: false });
        assert_eq!(memory.store_u64(number, 3).unwrap_err().fault, AccessFault::Shared { write: true });
    }
    assert_eq!(memory.fill(mine, 0, 4).unwrap_err().fault, AccessFault::Shared { write: true });
    assert_eq!(memory.free(mine, Site(0)).unwrap_err().fault, FreeFault::Shared);
    assert!(!memory.is_shared(mine.prov));
    assert!(memory.share_foreign() && memory.is_shared(mine.prov));
    assert_eq!(memory.take_late_sites(), [(Storage::Heap, HERE)]);
    assert!(!memory.share_foreign(), "it is known now");
    memory.act_as(ThreadId(1));
    assert_eq!(memory.load_u64(mine).unwrap_err().fault, AccessFault::Shared { write: false });
}

#[test]
fn a_foreign_access_is_done_and_logged_where_nothing_stops_it() {
    let mut memory = Memory::new(Config::default());
    let mine = block(&mut memory, 0);
    memory.act_as(ThreadId(1));
    memory.watch(Watch::Log);
    memory.store_u64(mine, 5).expect("it is done");
    assert_eq!(
        memory.take_accesses(),
        [MemoryAccess { object: mine.prov, offset: 0, size: 8, write: true, atomic: false }]
    );
    memory.watch(Watch::Off);
    assert!(memory.find_byte(mine, 5, 8).expect("it is done").is_some());
    assert!(memory.share_foreign());
}

#[test]
fn marks_bring_owners_back() {
    let mut memory = Memory::new(Config::default());
    let mine = block(&mut memory, 1);
    let mark = memory.mark();
    memory.transfer_ownership(ThreadId(1), Some(ThreadId(2)));
    memory.act_as(ThreadId(2));
    assert!(memory.store_u64(mine, 2).is_ok() && !memory.share_foreign(), "who joins inherits");
    memory.transfer_ownership(ThreadId(2), None);
    assert!(memory.load_u64(mine).is_ok() && memory.share_foreign(), "nobody does");
    memory.rewind(mark);
    assert!(!memory.is_shared(mine.prov));
    memory.act_as(ThreadId(1));
    assert!(memory.load_u64(mine).is_ok() && !memory.share_foreign());
    let snapshot = memory.snapshot();
    memory.transfer_ownership(ThreadId(1), Some(ThreadId(3)));
    memory.restore(&snapshot);
    assert!(memory.store_u64(mine, 4).is_ok() && !memory.share_foreign());
}

#[test]
fn known_places_are_shared_at_birth() {
    let mut memory = Memory::new(Config::default());
    memory.share_allocations_at(Arc::new(BTreeSet::from([(Storage::Heap, HERE)])));
    let mine = block(&mut memory, 1);
    assert!(!memory.is_shared(mine.prov), "who makes it may fill it first");
    memory.share_new_objects();
    assert!(memory.is_shared(mine.prov));
    let fixed = memory.alloc(Layout::new(4, 4), Storage::Global, Site(0)).expect("there is room");
    memory.share_new_objects();
    assert!(memory.is_shared(fixed.prov), "for whoever comes next");
}

#[test]
fn exposed_objects_are_reached_until_they_are_freed() {
    let mut memory = Memory::new(Config::default());
    let (hidden, lost) = (block(&mut memory, 0), block(&mut memory, 0));
    memory.note_exposed(hidden.prov);
    assert!(memory.apply_exposures());
    let leaks = memory.leaks();
    assert_eq!(leaks.iter().map(|it| it.object).collect::<Vec<_>>(), [lost.prov]);
    let before = memory.fingerprint();
    memory.store_u64(hidden, 9).expect("its owner may");
    assert_ne!(memory.fingerprint(), before, "its contents count");
    memory.store_u64(hidden, 1).expect("its owner may");
    assert_eq!(memory.fingerprint(), before);
    memory.transfer_ownership(ThreadId(0), Some(ThreadId(1)));
    assert_ne!(memory.fingerprint(), before, "and so does its owner");
    memory.act_as(ThreadId(1));
    memory.free(hidden, Site(0)).expect("it is its own");
    assert!(memory.leaks().is_empty());
}

#[test]
fn bytes_of_pointers_that_are_read_expose() {
    let mut memory = Memory::new(Config::default());
    let (from, to) = (block(&mut memory, 0), block(&mut memory, 0));
    memory.store_pointer(from, to).expect("its owner may");
    assert!(memory.load_pointer(from).is_ok() && !memory.apply_exposures(), "a pointer is followed");
    let mut bytes = [0; 8];
    memory.act_as_nobody();
    memory.read_bytes(from, &mut bytes).expect("they are there");
    assert!(!memory.apply_exposures(), "to look is not to do");
    memory.act_as(ThreadId(0));
    memory.read_bytes(from, &mut bytes).expect("they are there");
    assert!(memory.apply_exposures());
    memory.free(from, Site(0)).expect("it is its own");
    assert!(memory.leaks().is_empty());
}

#[test]
fn no_access_to_a_shared_constant_is_foreign() {
    let mut memory = Memory::new(Config::default());
    let mine = block(&mut memory, 1);
    memory.seal(mine.prov);
    memory.watch(Watch::Stop);
    memory.act_as(ThreadId(2));
    assert!(memory.load_u64(mine).is_err() && memory.share_foreign(), "it was its maker's");
    assert!(memory.load_u64(mine).is_ok() && memory.find_byte(mine, 1, 8).is_ok());
    assert!(!memory.share_foreign(), "it is for all, and cannot change");
    memory.unseal(mine.prov);
    assert!(memory.load_u64(mine).is_err() && !memory.share_foreign(), "now it can");
}
