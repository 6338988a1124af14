//! Sharing and watching: one test per promise.

use gmc_mem::{
    AccessFault, AccessResult, Config, FreeFault, Layout, Memory, MemoryAccess, ObjId, Pointer, Scalar, Site,
    Snapshot, Storage, Watch,
};
use std::cmp::Ordering;

fn memory() -> Memory {
    Memory::new(Config::default())
}

fn alloc(memory: &mut Memory, size: u64, kind: Storage) -> Pointer {
    memory.alloc(Layout::new(size, 8), kind, Site(1)).unwrap()
}

/// A shared object of initialised bytes.
fn shared(memory: &mut Memory, size: u64) -> Pointer {
    let p = alloc(memory, size, Storage::Heap);
    memory.fill(p, b'x', size).unwrap();
    memory.share(p.prov);
    p
}

fn read(object: ObjId, offset: u64, size: u64) -> MemoryAccess {
    MemoryAccess { object, offset, size, write: false, atomic: false }
}

fn write(object: ObjId, offset: u64, size: u64) -> MemoryAccess {
    MemoryAccess { object, offset, size, write: true, atomic: false }
}

#[test]
fn sharing_reaches_what_pointers_reach() {
    let mut m = memory();
    let objects: Vec<Pointer> = (0..6).map(|_| alloc(&mut m, 200, Storage::Heap)).collect();
    let [a, b, c, d, e, f] = objects[..] else { unreachable!() };
    m.store_pointer(a.wrapping_offset(60), b).unwrap();
    m.store_pointer(b.wrapping_offset(8), c.wrapping_offset(200)).unwrap();
    m.store_pointer(c, a).unwrap();
    m.hide(a.wrapping_offset(60), 8, true).unwrap();
    // A piece of a pointer is enough.
    m.store_pointer(c.wrapping_offset(16), d).unwrap();
    m.fill(c.wrapping_offset(16), 0, 7).unwrap();
    m.store_pointer(e, a).unwrap();
    m.store_u64(d, f.addr).unwrap();
    let is_shared = |m: &Memory| objects.iter().map(|p| m.is_shared(p.prov)).collect::<Vec<_>>();
    assert_eq!(is_shared(&m), [false; 6]);
    m.add_root(a.prov, 0);
    let before = m.fingerprint();
    m.share(a.prov);
    assert_eq!(is_shared(&m), [true, true, true, true, false, false]);
    assert_eq!(m.fingerprint(), before, "no part of the fingerprint");
    assert_eq!(m.fingerprint_from_scratch(), before);
}

#[test]
fn some_kinds_are_never_shared() {
    let mut m = memory();
    let a = alloc(&mut m, 64, Storage::Global);
    let function = alloc(&mut m, 1, Storage::Function);
    let (constant, other) = (alloc(&mut m, 16, Storage::Constant), alloc(&mut m, 8, Storage::Constant));
    let (internal, behind) = (alloc(&mut m, 8, Storage::Internal), alloc(&mut m, 8, Storage::Heap));
    let (variable, dead) = (alloc(&mut m, 8, Storage::Global), alloc(&mut m, 8, Storage::Frame));
    m.store_pointer(constant, other).unwrap();
    m.store_pointer(other, constant).unwrap();
    m.store_pointer(constant.wrapping_offset(8), variable).unwrap();
    m.store_pointer(internal, behind).unwrap();
    m.seal(constant.prov);
    for (i, p) in [function, constant, internal, dead].into_iter().enumerate() {
        m.store_pointer(a.wrapping_offset(8 * i as i64), p).unwrap();
    }
    m.kill(dead.prov, Site(2)).unwrap();
    m.share(a.prov);
    m.share(internal.prov);
    m.share(function.prov);
    m.share(dead.prov);
    m.share(ObjId::NONE);
    m.share(ObjId::from_raw(12_345));
    for p in [function, constant, internal, behind, dead] {
        assert!(!m.is_shared(p.prov), "{}", p.prov);
    }
    assert!(m.is_shared(variable.prov), "constants are walked through");
    assert!(m.is_shared(other.prov), "not sealed yet");
    let mark = m.mark();
    m.seal(other.prov);
    assert!(!m.is_shared(other.prov));
    m.watch(Watch::Stop);
    assert_eq!(m.load_pointer(other).unwrap(), constant);
    assert_eq!(m.load_pointer(constant).unwrap(), other);
    m.rewind(mark);
    assert!(m.is_shared(other.prov));
    assert_eq!(m.load_pointer(other).unwrap_err().fault, AccessFault::Shared { write: false });
}

#[test]
fn pointers_stored_in_shared_objects_share_at_once() {
    let mut m = memory();
    let a = shared(&mut m, 200);
    let private = alloc(&mut m, 200, Storage::Heap);
    // Every way in which a pointer gets into memory.
    type Way = fn(&mut Memory, Pointer, Pointer) -> AccessResult<()>;
    let ways: [Way; 6] = [
        |m, to, p| m.store_pointer(to, p),
        |m, to, p| m.store_u64(to, p),
        |m, to, p| {
            // Across two chunks, and then byte by byte.
            let scratch = alloc(m, 8, Storage::Frame);
            m.store_pointer(scratch, p)?;
            let byte = m.load_u8(scratch.wrapping_offset(3))?;
            m.store_u8(to.wrapping_offset(60), byte)
        },
        |m, to, p| m.store_pointer(to.wrapping_offset(60), p),
        |m, to, p| {
            let scratch = alloc(m, 80, Storage::Frame);
            m.store_pointer(scratch.wrapping_offset(17), p)?;
            m.copy(to.wrapping_offset(5), scratch, 80)
        },
        |m, to, p| {
            let scratch = alloc(m, 80, Storage::Frame);
            m.store_pointer(scratch.wrapping_offset(60), p)?;
            m.copy_within(to.wrapping_offset(3), scratch.wrapping_offset(64), 2)
        },
    ];
    for (i, way) in ways.into_iter().enumerate() {
        let (node, next) = (alloc(&mut m, 16, Storage::Heap), alloc(&mut m, 16, Storage::Heap));
        m.store_pointer(node, next).unwrap();
        let mark = m.mark();
        way(&mut m, private, node).unwrap();
        assert!(!m.is_shared(node.prov) && !m.is_shared(next.prov), "way {i} into an unshared object");
        m.rewind(mark);
        way(&mut m, a, node).unwrap();
        assert!(m.is_shared(node.prov) && m.is_shared(next.prov), "way {i}");
        m.store_u64(a, 0).unwrap();
        assert!(m.is_shared(node.prov), "once shared, always shared");
        m.rewind(mark);
        assert!(!m.is_shared(node.prov) && !m.is_shared(next.prov), "taken back");
        m.forget(mark);
    }
    let far = alloc(&mut m, 8, Storage::Heap);
    m.store_u32(a, far).unwrap();
    m.store_u64(a, far.addr).unwrap();
    assert!(!m.is_shared(far.prov), "a number is no pointer");
}

#[test]
fn the_mark_ends_with_the_record() {
    let mut m = memory();
    let a = shared(&mut m, 300);
    m.free(a, Site(2)).unwrap();
    assert!(m.is_shared(a.prov), "as it was");
    m.watch(Watch::Stop);
    assert_eq!(m.load_u8(a).unwrap_err().fault, AccessFault::Freed);
    m.sweep(|_| {});
    assert!(!m.is_shared(a.prov));
    let next = alloc(&mut m, 300, Storage::Heap);
    assert_eq!(next, a, "number and place are used again");
    assert!(!m.is_shared(next.prov));
    m.store_u64(next, 1).unwrap();
    assert_eq!(m.load_u64(next).unwrap(), Scalar::Bits(1));
    m.watch(Watch::Off);

    let buffer = m.alloc(Layout::expanding(8, 1000, 8), Storage::Heap, Site(0)).unwrap();
    m.share(buffer.prov);
    m.grow(buffer.prov, 1000).unwrap();
    m.fill(buffer, 1, 1000).unwrap();
    m.watch(Watch::Stop);
    assert!(m.is_shared(buffer.prov));
    assert_eq!(m.load_u64(buffer.wrapping_offset(900)).unwrap_err().kind(), "shared");
}

#[test]
fn rewinding_and_restoring_bring_marks_back() {
    let mut m = memory();
    let a = alloc(&mut m, 500, Storage::Global);
    let b = alloc(&mut m, 70, Storage::Heap);
    m.fill(a, 1, 500).unwrap();
    m.fill(b, 1, 70).unwrap();
    m.store_pointer(a, b).unwrap();
    m.watch(Watch::Stop);
    let stops = |m: &Memory| {
        let stop = |p: Pointer| m.load_u32(p.wrapping_offset(64)).is_err();
        assert_eq!((stop(a), stop(b)), (m.is_shared(a.prov), m.is_shared(b.prov)));
        (stop(a), stop(b))
    };
    let private = m.snapshot();
    let first = m.mark();
    m.share(b.prov);
    let second = m.mark();
    m.share(a.prov);
    assert_eq!(stops(&m), (true, true));
    let both = m.snapshot();
    m.rewind(second);
    assert_eq!(stops(&m), (false, true));
    m.mark();
    m.rewind(first);
    assert_eq!(stops(&m), (false, false));
    m.restore(&both);
    assert_eq!(stops(&m), (true, true));
    m.restore(&private);
    assert_eq!(stops(&m), (false, false));
    assert!(both != private);

    let bytes = both.to_bytes();
    let read = Snapshot::from_bytes(&bytes, Config::default()).unwrap();
    assert!(read == both);
    let mut other = memory();
    other.watch(Watch::Stop);
    other.restore(&read);
    assert_eq!(stops(&other), (true, true));
    assert_eq!(other.fingerprint(), m.fingerprint());
}

/// Everything that accesses two objects, by name.
type Operation = (&'static str, bool, fn(&mut Memory, Pointer, Pointer) -> AccessResult<()>);

const OPERATIONS: [Operation; 25] = [
    ("load", false, |m, a, _| m.load_u32(a).map(|_| ())),
    ("load across chunks", false, |m, a, _| m.load_u64(a.wrapping_offset(60)).map(|_| ())),
    ("load of a number", false, |m, a, _| m.load_u8(Pointer::from_number(a.addr)).map(|_| ())),
    ("load of a pointer", false, |m, a, _| m.load_pointer(a.wrapping_offset(8)).map(|_| ())),
    ("load of a pointer as bits", false, |m, a, _| m.load_u64(a.wrapping_offset(8)).map(|_| ())),
    ("load of uninitialised bytes", false, |m, a, _| m.load_u8(a.wrapping_offset(199)).map(|_| ())),
    ("wide load", false, |m, a, _| m.load_wide(a).map(|_| ())),
    ("sized load", false, |m, a, _| m.load_sized(a, 3).map(|_| ())),
    ("lenient load", false, |m, a, _| m.load_lenient(a, 8).map(|_| ())),
    ("overlapping", false, |m, a, _| m.load_overlapping(a, 9).map(|_| ())),
    ("read", false, |m, a, _| m.read_bytes(a, &mut [0; 8])),
    ("compare, left", false, |m, a, b| m.compare(a, b, 8).map(|_| ())),
    ("compare, right", false, |m, a, b| m.compare(b, a, 8).map(|_| ())),
    ("find", false, |m, a, _| m.find_byte(a, 9, 8).map(|_| ())),
    ("copy from", false, |m, a, b| m.copy(b, a, 100)),
    ("store", true, |m, a, _| m.store_u64(a, 5)),
    ("store across chunks", true, |m, a, _| m.store_u64(a.wrapping_offset(60), 5)),
    ("store of a pointer", true, |m, a, b| m.store_pointer(a, b)),
    ("store of an opaque value", true, |m, a, _| m.store_opaque(a, gmc_mem::Opaque { id: 1, hash: 2 }, 4)),
    ("fill", true, |m, a, _| m.fill(a, 1, 200)),
    ("write", true, |m, a, _| m.write_bytes(a, b"abc")),
    ("uninitialise", true, |m, a, _| m.uninitialise(a, 4)),
    ("hide", true, |m, a, _| m.hide(a, 4, true)),
    ("copy to", true, |m, a, b| m.copy(a, b, 100)),
    ("copy within", true, |m, a, _| m.copy_within(a, a.wrapping_offset(1), 50)),
];

#[test]
fn watching_refuses_before_any_effect() {
    for (name, writes, act) in OPERATIONS {
        let mut m = memory();
        let (a, b) = (alloc(&mut m, 200, Storage::Global), alloc(&mut m, 200, Storage::Frame));
        for p in [a, b] {
            m.fill(p, 7, 150).unwrap();
            m.store_pointer(p.wrapping_offset(8), p).unwrap();
        }
        m.watch(Watch::Stop);
        let mark = m.mark();
        let private = act(&mut m, a, b);
        assert!(private.is_ok() || name.contains("uninitialised"), "{name} of unshared objects");
        m.rewind(mark);
        m.share(a.prov);
        let before = m.snapshot();
        let error = act(&mut m, a, b).unwrap_err();
        assert_eq!((error.fault, error.kind()), (AccessFault::Shared { write: writes }, "shared"), "{name}");
        assert_eq!(error.object.unwrap().id, a.prov, "{name}");
        assert!(error.addr >= a.addr && error.size > 0 && error.offset == (error.addr - a.addr) as i64);
        assert!(m.snapshot() == before, "{name} had an effect");
        m.watch(Watch::Log);
        assert_eq!(act(&mut m, a, b), private, "{name}");
        let accesses = m.take_accesses();
        assert!(accesses.iter().all(|t| t.object == a.prov), "{name}");
        assert!(accesses.iter().any(|t| t.write == writes), "{name}");
        assert!(accesses.iter().any(|t| t.offset == error.offset as u64), "{name}");
        m.watch(Watch::Off);
        assert_eq!(act(&mut m, a, b), private, "{name}");
        assert!(m.accesses().is_empty());
    }
}

#[test]
fn the_end_of_shared_objects_is_watched() {
    let mut m = memory();
    let (heap, local) = (shared(&mut m, 24), alloc(&mut m, 8, Storage::Frame));
    let (unheld, empty) = (alloc(&mut m, 100, Storage::Frame), alloc(&mut m, 0, Storage::Heap));
    for p in [local, unheld, empty] {
        m.share(p.prov);
    }
    m.watch(Watch::Stop);
    assert_eq!(m.free(heap.wrapping_offset(8), Site(0)).unwrap_err().fault, FreeFault::NotStart);
    let error = m.free(heap, Site(0)).unwrap_err();
    assert_eq!((error.fault, error.kind(), error.addr), (FreeFault::Shared, "shared", heap.addr));
    assert_eq!(m.kill(local.prov, Site(0)).unwrap_err().fault, FreeFault::Shared);
    assert_eq!(m.kill_unheld(unheld.prov, Site(0)).unwrap_err().fault, FreeFault::Shared);
    assert!([heap, local, unheld].iter().all(|p| m.is_live(p.prov)));
    m.watch(Watch::Log);
    m.free(heap, Site(0)).unwrap();
    m.kill(local.prov, Site(0)).unwrap();
    m.kill_unheld(unheld.prov, Site(0)).unwrap();
    m.free(empty, Site(0)).unwrap();
    let all = [
        write(heap.prov, 0, 24),
        write(local.prov, 0, 8),
        write(unheld.prov, 0, 100),
        write(empty.prov, 0, 1),
    ];
    assert_eq!(m.accesses(), all);
}

#[test]
fn errors_of_the_program_come_first() {
    let mut m = memory();
    let a = shared(&mut m, 64);
    let constant = alloc(&mut m, 64, Storage::Constant);
    m.fill(constant, 1, 64).unwrap();
    m.seal(constant.prov);
    for watch in [Watch::Stop, Watch::Log] {
        m.watch(watch);
        assert_eq!(m.load_u64(a.wrapping_offset(60)).unwrap_err().fault, AccessFault::OutOfBounds);
        assert_eq!(m.store_u64(a.wrapping_offset(-1), 1).unwrap_err().fault, AccessFault::OutOfBounds);
        assert_eq!(m.copy(a, a.wrapping_offset(4), 8).unwrap_err().fault, AccessFault::Overlap);
        assert_eq!(m.copy(constant, a, 8).unwrap_err().fault, AccessFault::ReadOnly);
        assert_eq!(m.copy(Pointer::NULL, a, 8).unwrap_err().fault, AccessFault::Null);
        assert_eq!(m.compare(a, Pointer::NULL, 8).unwrap_err().fault, AccessFault::Null);
        assert_eq!(m.find_byte(a.wrapping_offset(64), 0, 8).unwrap_err().fault, AccessFault::OutOfBounds);
        let piece = gmc_mem::Piece {
            of: gmc_mem::Whole::Opaque(gmc_mem::Opaque { id: 1, hash: 1 }),
            first: 0,
            len: 2,
            total: 4,
        };
        assert_eq!(m.store_u64(a, Scalar::Piece(piece)).unwrap_err().fault, AccessFault::Mixed);
        m.check_readable(a, 64).unwrap();
        assert!(m.accesses().is_empty());
    }
    // What the bytes are is another thread's business: it comes second.
    m.uninitialise(a, 1).unwrap();
    m.take_accesses();
    m.watch(Watch::Stop);
    assert_eq!(m.load_u8(a).unwrap_err().kind(), "shared");
    m.watch(Watch::Log);
    assert_eq!(m.load_u8(a).unwrap_err().kind(), "uninitialized-read");
    assert_eq!(m.accesses(), [read(a.prov, 0, 1)]);
}

#[test]
fn the_log_is_exact() {
    let mut m = memory();
    let (a, b) = (shared(&mut m, 300), shared(&mut m, 300));
    let private = alloc(&mut m, 300, Storage::Frame);
    m.fill(private, b'x', 300).unwrap();
    m.store_u8(a.wrapping_offset(150), 0).unwrap();
    m.watch(Watch::Log);
    let mut log = |act: &dyn Fn(&mut Memory), expected: &[MemoryAccess]| {
        act(&mut m);
        assert_eq!(m.accesses(), expected);
        m.clear_accesses();
        assert!(m.accesses().is_empty());
    };
    let at = |p: Pointer, offset| p.wrapping_offset(offset);
    log(&|m| assert_eq!(m.find_byte(a, 0, u64::MAX), Ok(Some(150))), &[read(a.prov, 0, 151)]);
    log(&|m| assert_eq!(m.find_byte(at(a, 10), 0, 20), Ok(None)), &[read(a.prov, 10, 20)]);
    log(&|m| assert!(m.find_byte(at(b, 10), 0, 999).is_err()), &[read(b.prov, 10, 290)]);
    log(
        &|m| assert_eq!(m.compare(a, b, 300), Ok(Ordering::Less)),
        &[read(a.prov, 0, 151), read(b.prov, 0, 151)],
    );
    log(&|m| assert_eq!(m.compare(private, at(b, 7), 9), Ok(Ordering::Equal)), &[read(b.prov, 7, 9)]);
    log(&|m| m.copy(at(a, 4), at(b, 8), 16).unwrap(), &[read(b.prov, 8, 16), write(a.prov, 4, 16)]);
    log(&|m| m.copy(private, at(b, 8), 16).unwrap(), &[read(b.prov, 8, 16)]);
    log(&|m| m.copy(private, b, 0).unwrap(), &[]);
    log(&|m| m.store_u64(at(a, 60), 1).unwrap(), &[write(a.prov, 60, 8)]);
    log(&|m| m.store_u16(at(a, 64), 1).unwrap(), &[write(a.prov, 64, 2)]);
    log(&|m| assert!(m.load_u16(at(a, 64)).is_ok()), &[read(a.prov, 64, 2)]);
    log(&|m| assert!(m.load_wide(at(a, 64)).is_ok()), &[read(a.prov, 64, 16)]);
    log(&|m| m.store_u64(private, 1).unwrap(), &[]);
    // A pointer stops a comparison like other bytes.
    log(&|m| m.store_pointer(at(b, 16), private).unwrap(), &[write(b.prov, 16, 8)]);
    log(
        &|m| assert!(m.compare(at(b, 8), at(b, 108), 64).is_ok()),
        &[read(b.prov, 8, 9), read(b.prov, 108, 9)],
    );
}

#[test]
fn accesses_of_one_range_and_kind_become_one() {
    let mut m = memory();
    let (a, b) = (shared(&mut m, 100), shared(&mut m, 100));
    m.watch(Watch::Log);
    for i in 0..10 {
        m.load_u32(a.wrapping_offset(4 * i)).unwrap();
        m.load_u32(a.wrapping_offset(4 * i)).unwrap();
    }
    m.load_u8(a.wrapping_offset(3)).unwrap();
    m.load_u32(a.wrapping_offset(41)).unwrap();
    m.store_u32(a.wrapping_offset(48), 1).unwrap();
    m.store_u32(b.wrapping_offset(52), 1).unwrap();
    m.store_u32(b.wrapping_offset(48), 1).unwrap();
    let expected = vec![read(a.prov, 0, 40), read(a.prov, 41, 4), write(a.prov, 48, 4), write(b.prov, 48, 8)];
    // The log is no part of the state, and stays when nothing is noted any more.
    let mark = m.mark();
    m.watch(Watch::Off);
    m.load_u32(b).unwrap();
    m.rewind(mark);
    assert_eq!(m.watching(), Watch::Off);
    assert_eq!(m.take_accesses(), expected);
    assert!(m.accesses().is_empty());
}
