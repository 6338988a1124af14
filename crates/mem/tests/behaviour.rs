//! What a caller can rely on, one test per promise that the property tests do not already cover.

use gmc_mem::{
    AccessFault, AllocError, Config, Content, ExactStore, FreeFault, Interner, Layout, Memory, ObjId,
    Pointer, PointerFault, Scalar, Site, Snapshot, Storage, Target, Whole,
};
use std::cmp::Ordering;

fn memory() -> Memory {
    Memory::new(Config::default())
}

fn alloc(memory: &mut Memory, size: u64, kind: Storage) -> Pointer {
    memory.alloc(Layout::new(size, 8), kind, Site(1)).unwrap()
}

#[test]
fn every_misuse_has_a_kind_and_names_its_object() {
    let mut m = memory();
    let heap = alloc(&mut m, 16, Storage::Heap);
    let local = alloc(&mut m, 16, Storage::Frame);
    let constant = alloc(&mut m, 16, Storage::Constant);
    let function = alloc(&mut m, 1, Storage::Function);
    m.write_bytes(constant, b"constant").unwrap();
    m.seal(constant.prov);

    let kind = |e: Box<gmc_mem::AccessError>| e.kind();
    assert_eq!(m.load_u32(Pointer::NULL).map_err(kind), Err("null-dereference"));
    assert_eq!(m.load_u32(Pointer::from_number(8)).map_err(kind), Err("null-dereference"));
    assert_eq!(m.load_u32(Pointer::from_number(0x1234_5678)).map_err(kind), Err("invalid-dereference"));
    assert_eq!(m.load_u8(function).map_err(kind), Err("invalid-dereference"));
    assert_eq!(m.store_u8(constant, 1).map_err(kind), Err("read-only-write"));
    assert_eq!(m.load_u8(constant).unwrap(), Scalar::Bits(b'c'.into()));
    assert_eq!(m.check_aligned(heap.wrapping_offset(2), 4, 4).map_err(kind), Err("misaligned-access"));
    assert_eq!(m.load_u32(heap).map_err(kind), Err("uninitialized-read"));
    m.store_u8(heap, 1).unwrap();
    let error = m.load_u32(heap).unwrap_err();
    assert_eq!(error.fault, AccessFault::Uninitialised { first: 1 });
    m.fill(heap, 0, 16).unwrap();
    assert_eq!(m.copy(heap.wrapping_offset(4), heap, 8).map_err(kind), Err("overlapping-copy"));

    let error = m.store_u64(heap.wrapping_offset(9), 1).unwrap_err();
    assert_eq!((error.kind(), error.offset, error.size), ("out-of-bounds", 9, 8));
    assert_eq!(error.object.unwrap().size, 16);
    let below = m.load_u8(heap.wrapping_offset(-1)).unwrap_err();
    assert_eq!((below.fault, below.offset), (AccessFault::OutOfBounds, -1));

    assert_eq!(m.free(heap.wrapping_offset(4), Site(2)).unwrap_err().fault, FreeFault::NotStart);
    assert_eq!(m.free(local, Site(2)).unwrap_err().kind(), "invalid-free");
    assert_eq!(m.free(Pointer::from_number(77), Site(2)).unwrap_err().fault, FreeFault::NoObject);
    m.free(heap, Site(2)).unwrap();
    assert_eq!(m.free(heap, Site(3)).unwrap_err().kind(), "double-free");
    let error = m.load_u8(heap).unwrap_err();
    assert_eq!((error.kind(), error.object.unwrap().free_site), ("use-after-free", Some(Site(2))));
    m.kill(local.prov, Site(4)).unwrap();
    assert_eq!(m.load_u8(local).map_err(kind), Err("use-after-scope"));
    assert!(m.load_u8(local).unwrap_err().to_string().contains("out of scope"));
}

#[test]
fn pointers_stay_in_their_object() {
    let mut m = memory();
    let (a, b) = (alloc(&mut m, 16, Storage::Heap), alloc(&mut m, 16, Storage::Heap));
    let end = m.offset(a, 16).unwrap();
    assert_ne!(end.addr, b.addr, "one past the end is no other object");
    assert_eq!(m.offset(a, 17).unwrap_err().fault, PointerFault::OutOfBounds);
    assert_eq!(m.offset(a, -1).unwrap_err().fault, PointerFault::OutOfBounds);
    assert_eq!(m.offset(a, i64::MIN).unwrap_err().fault, PointerFault::OutOfBounds);
    assert_eq!(m.offset(Pointer::NULL, 1).unwrap_err().fault, PointerFault::NoObject);
    assert_eq!(m.offset(Pointer::NULL, 0).unwrap(), Pointer::NULL);
    assert_eq!(m.difference(end, a).unwrap(), 16);
    assert_eq!(m.order(a, end).unwrap(), Ordering::Less);
    assert_eq!(m.order(a, b).unwrap_err().kind(), "invalid-pointer-operation");
    assert_eq!(m.difference(a, b).unwrap_err().fault, PointerFault::DifferentObjects);
    assert!(m.equal(a, a) && !m.equal(a, b));
}

#[test]
fn numbers_find_back_to_objects() {
    // An XOR list: provenance is lost on the way, the address is not.
    let mut m = memory();
    let (a, b) = (alloc(&mut m, 16, Storage::Heap), alloc(&mut m, 16, Storage::Heap));
    m.store_u64(b, 7).unwrap();
    let link = a.addr ^ b.addr;
    let found = m.pointer_from_number(link ^ a.addr);
    assert_eq!(found, b);
    assert_eq!(m.load_u64(Pointer::from_number(link ^ a.addr)).unwrap(), Scalar::Bits(7));
    assert_eq!(m.object_at(a.addr + 16), Some(a.prov), "one past the end still belongs to it");
    assert_eq!(m.object_at(a.addr + 17), None);
    assert_eq!(m.object_at(u64::MAX), None);
    assert!(b.addr < 1 << 47, "room for tags in the high bits");
}

#[test]
fn addresses_fit_the_target() {
    let mut m = Memory::new(Config { target: Target::ILP32, limit: u64::MAX });
    let big = m.alloc(Layout::new(1 << 20, 4096), Storage::Heap, Site(0)).unwrap();
    assert_eq!(big.addr % 4096, 0);
    assert!(big.addr + (1 << 20) < 1 << 32);
    let cell = alloc(&mut m, 4, Storage::Heap);
    m.store_pointer(cell, big).unwrap();
    assert_eq!(m.load_u32(cell).unwrap(), Scalar::Pointer(big));
    assert_eq!(
        m.alloc(Layout::new(1 << 33, 8), Storage::Heap, Site(0)),
        Err(AllocError::TooLarge { size: 1 << 33 })
    );
    assert_eq!(
        m.alloc(Layout::new(u64::MAX, 8), Storage::Heap, Site(0)),
        Err(AllocError::TooLarge { size: u64::MAX })
    );
    assert_eq!(m.alloc(Layout::new(8, 3), Storage::Heap, Site(0)), Err(AllocError::Alignment { align: 3 }));
    assert_eq!(
        m.alloc(Layout::new(8, 8192), Storage::Heap, Site(0)),
        Err(AllocError::Alignment { align: 8192 })
    );
}

#[test]
fn runs_that_do_the_same_get_the_same_addresses() {
    let run = |m: &mut Memory| {
        let a: Vec<Pointer> = (0..100).map(|i| alloc(m, i * 7, Storage::Heap)).collect();
        for p in a.iter().step_by(3) {
            m.free(*p, Site(0)).unwrap();
        }
        m.sweep(|_| {});
        (0..50).map(|i| alloc(m, i * 5, Storage::Heap)).collect::<Vec<Pointer>>()
    };
    let (mut a, mut b) = (memory(), memory());
    let mark = a.mark();
    let first = run(&mut a);
    assert_eq!(first, run(&mut b));
    a.rewind(mark);
    assert_eq!(first, run(&mut a), "and again after a rewind");
}

#[test]
fn a_pointer_across_two_chunks_is_a_pointer() {
    let mut m = memory();
    let (a, b) = (alloc(&mut m, 200, Storage::Heap), alloc(&mut m, 8, Storage::Heap));
    let place = a.wrapping_offset(60);
    m.store_pointer(place, b).unwrap();
    assert_eq!(m.load_u64(place).unwrap(), Scalar::Pointer(b));
    let found = m.load_overlapping(a.wrapping_offset(66), 1).unwrap();
    assert_eq!((found.len(), found[0].offset, found[0].len), (1, 60, 8));
    assert_eq!(found[0].content, Content::Whole(Whole::Pointer(b)));
    // memcpy to another alignment, and byte by byte to a third.
    m.copy(a.wrapping_offset(101), place, 8).unwrap();
    assert_eq!(m.load_pointer(a.wrapping_offset(101)).unwrap(), b);
    for i in 0..8 {
        let byte = m.load_u8(place.wrapping_offset(i)).unwrap();
        m.store_u8(a.wrapping_offset(123 + i), byte).unwrap();
    }
    assert_eq!(m.load_pointer(a.wrapping_offset(123)).unwrap(), b);
    // The bytes of an address are a number where nobody asks for a pointer.
    assert_eq!(m.load_u16(place).unwrap().bits(Target::LP64), Some(b.addr & 0xffff));
    let mut bytes = [0; 8];
    m.read_bytes(place, &mut bytes).unwrap();
    assert_eq!(u64::from_le_bytes(bytes), b.addr);
    // Half overwritten, it is a number.
    m.store_u8(place, 0).unwrap();
    assert_eq!(m.load_u64(place).unwrap(), Scalar::Bits(b.addr & !0xff));
}

#[test]
fn strings_compare_and_scan() {
    let mut m = memory();
    let a = alloc(&mut m, 300, Storage::Heap);
    m.fill(a, b'x', 200).unwrap();
    let b = alloc(&mut m, 300, Storage::Heap);
    m.copy(b, a, 300).unwrap();
    assert_eq!(m.compare(a, b, 200).unwrap(), Ordering::Equal);
    assert_eq!(m.compare(a, b, 201).unwrap_err().fault, AccessFault::Uninitialised { first: 200 });
    m.store_u8(b.wrapping_offset(150), u64::from(b'y')).unwrap();
    assert_eq!(m.compare(a, b, 300).unwrap(), Ordering::Less, "bytes after the difference do not matter");
    assert_eq!(m.find_byte(b, b'y', u64::MAX).unwrap(), Some(150));
    assert_eq!(m.find_byte(a, b'y', 200).unwrap(), None);
    assert_eq!(m.find_byte(a, 0, u64::MAX).unwrap_err().kind(), "uninitialized-read");
    m.fill(a, b'x', 300).unwrap();
    assert_eq!(m.find_byte(a, 0, u64::MAX).unwrap_err().kind(), "out-of-bounds");
}

#[test]
fn opaque_values_have_no_bits() {
    let mut m = memory();
    let mut terms = Interner::new();
    let (x, y) = (terms.intern("x + 1"), terms.intern("y"));
    assert_eq!(terms.intern("y"), y);
    let a = alloc(&mut m, 16, Storage::Heap);
    m.store_u64(a, Scalar::Opaque(x)).unwrap();
    m.store_opaque(a.wrapping_offset(8), y, 4).unwrap();
    assert_eq!(m.load_u64(a).unwrap(), Scalar::Opaque(x));
    let error = m.load_u64(a.wrapping_offset(4)).unwrap_err();
    assert_eq!(error.fault, AccessFault::Mixed);
    assert!(matches!(m.load_u32(a).unwrap(), Scalar::Piece(p) if p.of == Whole::Opaque(x) && p.total == 8));
    m.add_root(a.prov, 1);
    let before = m.fingerprint();
    m.store_u64(a, Scalar::Opaque(y)).unwrap();
    assert_ne!(m.fingerprint(), before);
}

#[test]
fn leaks_are_reported_once_a_path() {
    let mut m = memory();
    let root = alloc(&mut m, 8, Storage::Global);
    m.add_root(root.prov, 0);
    let list: Vec<Pointer> =
        (0..3).map(|i| m.alloc(Layout::new(8, 8), Storage::Heap, Site(10 + i)).unwrap()).collect();
    m.store_pointer(root, list[0]).unwrap();
    m.store_pointer(list[0], list[1]).unwrap();
    m.store_pointer(list[1], list[2]).unwrap();
    assert!(m.leaks().is_empty());
    let mark = m.mark();
    for _ in 0..2 {
        m.store_u64(root, 0).unwrap();
        let sites: Vec<u32> = m.leaks().iter().map(|l| l.site.0).collect();
        assert_eq!(sites, [10, 11, 12]);
        assert!(m.leaks().is_empty(), "once each");
        m.rewind(mark);
        assert!(m.leaks().is_empty());
    }
    m.free(list[2], Site(0)).unwrap();
    m.store_u64(list[0], 0).unwrap();
    let leaks = m.leaks();
    assert_eq!((leaks.len(), leaks[0].object), (1, list[1].prov), "what was freed is no leak");
}

#[test]
fn dangling_pointers_stay_apart_until_nobody_has_them() {
    let mut m = memory();
    let root = alloc(&mut m, 8, Storage::Global);
    m.add_root(root.prov, 0);
    let victim = alloc(&mut m, 8, Storage::Heap);
    m.store_pointer(root, victim).unwrap();
    m.free(victim, Site(0)).unwrap();
    m.sweep(|_| {});
    let next = alloc(&mut m, 8, Storage::Heap);
    assert_ne!(next.addr, victim.addr, "somebody still points to the dead object");
    assert_eq!(m.load_u64(victim).unwrap_err().kind(), "use-after-free");
    m.store_u64(root, 0).unwrap();
    assert_eq!(m.sweep(|registers| registers(victim.prov)), 0, "a register holds it");
    assert_eq!(m.sweep(|_| {}), 1);
    assert_eq!(alloc(&mut m, 8, Storage::Heap).addr, victim.addr, "its place is used again");
}

#[test]
fn hidden_bytes_do_not_count_and_name_nothing() {
    let mut m = memory();
    let root = alloc(&mut m, 24, Storage::Global);
    m.add_root(root.prov, 0);
    m.fill(root, 0, 24).unwrap();
    m.hide(root.wrapping_offset(8), 8, true).unwrap();
    let before = m.fingerprint();
    m.store_u64(root.wrapping_offset(8), 99).unwrap();
    assert_eq!(m.fingerprint(), before);
    let heap = alloc(&mut m, 8, Storage::Heap);
    m.store_pointer(root.wrapping_offset(8), heap).unwrap();
    assert_eq!(m.fingerprint(), before);
    assert!(m.canonical_name(heap.prov).is_none());
    assert_eq!(m.leaks(), [], "the hidden pointer still holds it");
    let mark = m.mark();
    m.store_u64(root.wrapping_offset(8), 0).unwrap();
    assert_eq!(m.leaks().len(), 1);
    m.rewind(mark);
    assert_eq!(m.leaks(), []);
    m.hide(root.wrapping_offset(8), 8, false).unwrap();
    assert_ne!(m.fingerprint(), before);
    assert!(m.canonical_name(heap.prov).is_some());
}

#[test]
fn expanding_objects_grow_in_place() {
    let mut m = memory();
    let buffer = m.alloc(Layout::expanding(8, 1000, 8), Storage::Internal, Site(0)).unwrap();
    m.fill(buffer, 1, 8).unwrap();
    assert_eq!(m.store_u8(buffer.wrapping_offset(8), 2).unwrap_err().kind(), "out-of-bounds");
    m.grow(buffer.prov, 1000).unwrap();
    m.store_u8(buffer.wrapping_offset(999), 2).unwrap();
    assert_eq!(m.grow(buffer.prov, 1001), Err(AllocError::Capacity { size: 1001, capacity: 1000 }));
    m.grow(buffer.prov, 4).unwrap();
    m.grow(buffer.prov, 1000).unwrap();
    assert_eq!(m.load_u8(buffer.wrapping_offset(5)).unwrap_err().kind(), "uninitialized-read");
}

#[test]
fn pointers_of_another_memory_do_no_harm() {
    let mut other = memory();
    let far = (0..50).map(|_| alloc(&mut other, 8, Storage::Heap)).last().unwrap();
    let mut m = memory();
    let a = alloc(&mut m, 16, Storage::Global);
    m.add_root(a.prov, 0);
    m.store_pointer(a, far).unwrap();
    assert!(m.load_u64(far).is_err());
    assert!(m.object(far.prov).is_none() && !m.is_live(far.prov));
    assert_eq!(m.load_u64(a).unwrap(), Scalar::Bits(far.addr), "an unknown object is no provenance");
    assert!(m.kill(far.prov, Site(0)).is_err() && m.grow(far.prov, 1).is_err());
    assert_eq!(m.fingerprint(), m.fingerprint_from_scratch());
    assert_eq!(m.canonical_name(ObjId::NONE), None);
}

#[test]
#[should_panic(expected = "the mark is not valid any more")]
fn a_mark_of_another_path_is_refused() {
    let mut m = memory();
    let first = m.mark();
    let gone = m.mark();
    m.rewind(first);
    m.mark();
    m.rewind(gone);
}

/// A memory with some of everything.
fn varied() -> Memory {
    let mut m = memory();
    let root = alloc(&mut m, 100, Storage::Global);
    m.add_root(root.prov, 3);
    let nodes: Vec<Pointer> = (0..20).map(|i| alloc(&mut m, 8 + 13 * i, Storage::Heap)).collect();
    for (i, &node) in nodes.iter().enumerate() {
        m.fill(node, i as u8, 8).unwrap();
        m.store_pointer(node, nodes[(i + 7) % 20]).unwrap();
        if i % 3 == 0 {
            m.store_u8(node.wrapping_offset(3), 1).unwrap();
        }
    }
    m.store_pointer(root, nodes[0]).unwrap();
    m.store_pointer(root.wrapping_offset(60), nodes[11]).unwrap();
    m.hide(root.wrapping_offset(64), 2, true).unwrap();
    m.store_opaque(root.wrapping_offset(80), gmc_mem::Opaque { id: 4, hash: 44 }, 6).unwrap();
    m.free(nodes[5], Site(8)).unwrap();
    let constant = alloc(&mut m, 70, Storage::Constant);
    m.fill(constant, 9, 70).unwrap();
    m.seal(constant.prov);
    m
}

#[test]
fn damaged_snapshots_are_refused_or_harmless() {
    let bytes = varied().snapshot().to_bytes();
    let config = Config::default();
    assert!(Snapshot::from_bytes(&bytes, config).is_ok());
    assert!(Snapshot::from_bytes(&bytes, Config { target: Target::ILP32, ..config }).is_err());
    for cut in 0..bytes.len() {
        assert!(Snapshot::from_bytes(&bytes[..cut], config).is_err(), "cut at {cut}");
    }
    let (mut refused, mut seed) = (0, 7u64);
    for i in 0..20_000 {
        let mut damaged = bytes.clone();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (seed >> 33) as usize % damaged.len();
        damaged[at] = if i % 2 == 0 { (seed >> 20) as u8 } else { damaged[at] ^ 1 << (i / 2 % 8) };
        match Snapshot::from_bytes(&damaged, config) {
            Err(_) => refused += 1,
            Ok(snapshot) => {
                let mut m = memory();
                m.restore(&snapshot);
                assert_eq!(m.fingerprint(), m.fingerprint_from_scratch());
                assert!(m.snapshot() == snapshot);
                m.leaks();
                m.sweep(|_| {});
                m.alloc(Layout::new(40, 8), Storage::Heap, Site(0)).unwrap();
            }
        }
    }
    assert!(refused > 5_000, "damage is noticed where it can be: {refused}");
}

#[test]
fn registers_hash_by_canonical_pointers() {
    let build = |clutter: u64| {
        let mut m = memory();
        for i in 0..clutter {
            alloc(&mut m, i, Storage::Internal);
        }
        let root = alloc(&mut m, 8, Storage::Global);
        m.add_root(root.prov, 0);
        let node = alloc(&mut m, 32, Storage::Heap);
        m.store_pointer(root, node).unwrap();
        (m, node)
    };
    let ((mut a, p), (mut b, q)) = (build(0), build(9));
    assert_ne!(p.addr, q.addr);
    let name = a.canonical_pointer(p.wrapping_offset(12)).unwrap();
    assert_eq!(b.canonical_pointer(q.wrapping_offset(12)), Some(name));
    assert_ne!(b.canonical_pointer(q), Some(name));
    assert_eq!(a.canonical_pointer(Pointer::NULL), None);
}

#[test]
fn a_root_tells_what_it_would_add_under_another_name() {
    let mut m = memory();
    let [one, other] = [1u64, 2].map(|name| {
        let root = alloc(&mut m, 16, Storage::Internal);
        m.add_root(root.prov, name);
        m.store_u64(root, 10 * name).unwrap();
        root
    });
    let before = m.fingerprint().0;
    let shares = [(one, 2), (other, 1)].map(|(root, name)| m.root_term_under(root.prov, name).unwrap());
    let told = shares.iter().fold(before, |sum, (old, new)| sum.wrapping_sub(*old).wrapping_add(*new));
    assert_eq!(m.root_term_under(one.prov, 1).map(|(old, new)| old == new), Some(true));
    m.add_root(one.prov, 2);
    m.add_root(other.prov, 1);
    assert_eq!(m.fingerprint().0, told);
    assert_eq!(m.fingerprint(), m.fingerprint_from_scratch());
    m.add_root(one.prov, 1);
    m.add_root(other.prov, 2);
    assert_eq!(m.fingerprint().0, before);

    m.store_pointer(one.wrapping_offset(8), other).unwrap();
    assert!(m.root_term_under(one.prov, 3).is_some(), "another root has its name from elsewhere");
    assert_eq!(m.root_term_under(other.prov, 3), None, "who points to it has its name");
    let node = alloc(&mut m, 8, Storage::Heap);
    m.store_pointer(one.wrapping_offset(8), node).unwrap();
    assert_eq!(m.root_term_under(one.prov, 3), None, "the node has its name from it");
    assert_eq!(m.root_term_under(node.prov, 3), None, "it is no root");
}

#[test]
fn a_memory_can_move_to_another_thread() {
    fn check<T: Send>() {}
    check::<Memory>();
}

#[test]
fn snapshots_travel() {
    let mut m = varied();
    let snapshot = m.snapshot();
    let fingerprint = m.fingerprint();
    let there = std::thread::spawn(move || {
        let mut other = memory();
        other.restore(&snapshot);
        let root = other.pointer_from_number(other.objects().next().unwrap().base);
        let same = other.fingerprint();
        other.store_u8(root.wrapping_offset(90), 1).unwrap();
        (same, other.fingerprint())
    });
    let (same, changed) = there.join().unwrap();
    assert_eq!(same, fingerprint);
    assert_ne!(changed, fingerprint);
}

#[test]
fn exact_states_can_be_read_back() {
    let mut m = varied();
    let mut store = ExactStore::new();
    let (first, new) = store.insert(&m);
    assert!(new);
    let written = store.state(first).unwrap();
    assert_eq!(written[0][1] & 0xff, Storage::Global as u32);
    let root = m.pointer_from_number(m.objects().next().unwrap().base);
    m.store_u8(root.wrapping_offset(90), 1).unwrap();
    let (second, new) = store.insert(&m);
    assert!(new && second != first);
    assert_eq!(store.state(first).unwrap(), written);
    assert_ne!(store.state(second).unwrap(), written);
    assert_eq!(store.len(), 2);
}

#[test]
fn a_hub_that_everything_points_to_keeps_its_name() {
    let mut m = memory();
    let root = alloc(&mut m, 8 * 200, Storage::Global);
    m.add_root(root.prov, 0);
    let hub = alloc(&mut m, 8, Storage::Heap);
    m.store_u64(hub, 1).unwrap();
    m.store_pointer(root, hub).unwrap();
    for i in 1..200 {
        let node = alloc(&mut m, 16, Storage::Heap);
        m.store_pointer(node, hub).unwrap();
        m.store_pointer(root.wrapping_offset(8 * i), node).unwrap();
    }
    let name = m.canonical_name(hub.prov).unwrap();
    let mark = m.mark();
    m.store_u64(root, 0).unwrap();
    let other = m.canonical_name(hub.prov).unwrap();
    assert_ne!(name, other, "now it hangs on a node");
    assert_eq!(m.fingerprint(), m.fingerprint_from_scratch());
    m.rewind(mark);
    assert_eq!(m.canonical_name(hub.prov), Some(name));
    assert_eq!(m.fingerprint(), m.fingerprint_from_scratch());
}

/// The same pointer in the same chunk, but of another object: an undone step leaves edges where they were.
#[test]
fn edges_go_back_to_the_object_they_came_from() {
    let mut memory = Memory::new(Config::default());
    let local =
        |memory: &mut Memory, size| memory.alloc(Layout::new(size, 8), Storage::Frame, Site(1)).unwrap();
    let root = memory.alloc(Layout::new(16, 8), Storage::Global, Site(0)).unwrap();
    memory.add_root(root.prov, 1);
    let target = memory.alloc(Layout::new(8, 8), Storage::Heap, Site(2)).unwrap();
    memory.store_u64(target, 7).unwrap();
    memory.store_pointer(root, target).unwrap();
    let before = local(&mut memory, 8);
    memory.store_pointer(before, target).unwrap();
    memory.fingerprint();
    let mark = memory.mark();

    memory.kill_unheld(before.prov, Site(3)).unwrap();
    let large = local(&mut memory, 1 << 16);
    assert_eq!(large.prov, before.prov, "the number is used again");
    let after = local(&mut memory, 8);
    assert_eq!(after.addr, before.addr, "and so is the place");
    memory.store_pointer(after, target).unwrap();
    memory.fingerprint();
    memory.rewind(mark);

    memory.store_pointer(root.wrapping_offset(8), before).unwrap();
    memory.store_u64(root, 0).unwrap();
    assert_eq!(memory.fingerprint(), memory.fingerprint_from_scratch());
    assert!(memory.canonical_name(target.prov).is_some());
}

#[test]
fn a_rewind_brings_alignment_back() {
    let mut memory = Memory::new(Config::default());
    let alloc = |memory: &mut Memory, align| {
        memory.alloc(Layout::new(8, align), Storage::Frame, Site(1)).expect("there is room")
    };
    let local = alloc(&mut memory, 8);
    let mark = memory.mark();
    memory.kill_unheld(local.prov, Site(0)).expect("live");
    // The same record but for the alignment, in the same slot.
    assert_eq!(alloc(&mut memory, 16), local);
    memory.mark();
    memory.rewind(mark);
    assert_eq!(memory.alignment_mask(local.prov), 7);
}
