//! Random heaps, random operations, marks, rewinds, snapshots: `gmc-mem` against the plain reference model.
//!
//! Each case runs a list of operations on the reference and on two memories. The second memory has other objects in
//! the way, so everything is placed and numbered differently; its fingerprints must be the same. All states met in all
//! cases go into one table: equal canonical forms must have equal fingerprints, different forms different ones.
//!
//! Accesses happen with watching off, refused or logged; the reference says of each which bytes it is about.

// tidy: one match runs each operation on the memories and, beside it, on the reference; apart they are hard to compare

#[path = "properties/operations.rs"]
mod operations;
mod reference;

use gmc_mem::{
    Config, ExactStore, Fingerprint, Layout, Mark, Memory, ObjId, Opaque, Piece, Pointer, Scalar, Site,
    Snapshot, StateId, Storage, Target, Watch, Whole,
};
use operations::{KINDS, Op, op};
use proptest::prelude::*;
use reference::{Byte, Handle, Life, Reference};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

/// A memory with the pointers of its objects, by handle.
struct Subject {
    memory: Memory,
    pointers: Vec<Pointer>,
    marks: Vec<(Mark, usize)>,
    snapshots: Vec<(Snapshot, Vec<Pointer>)>,
    /// Puts other objects in the way: every n-th allocation.
    clutter: Option<usize>,
    count: usize,
}

impl Subject {
    fn new(config: Config, clutter: Option<usize>) -> Subject {
        Subject {
            memory: Memory::new(config),
            pointers: vec![],
            marks: vec![],
            snapshots: vec![],
            clutter,
            count: 0,
        }
    }

    fn at(&self, h: Handle, offset: i64) -> Pointer {
        self.pointers[h].wrapping_offset(offset)
    }

    fn alloc(&mut self, size: u64, capacity: u64, kind: Storage) {
        self.count += 1;
        if let Some(every) = self.clutter
            && self.count.is_multiple_of(every)
        {
            let junk = self.memory.alloc(Layout::new(size + 3, 1), Storage::Internal, Site(0)).unwrap();
            self.memory.fill(junk, 0x5a, 2).unwrap();
            if self.count.is_multiple_of(2) {
                self.memory.kill(junk.prov, Site(0)).unwrap();
            }
        }
        let layout = Layout::expanding(size, capacity, 1 << (self.count % 7));
        self.pointers.push(self.memory.alloc(layout, kind, Site(7)).unwrap());
    }

    /// What a byte is, in the reference's words.
    fn byte(&self, handles: &HashMap<ObjId, Handle>, h: Handle, offset: i64) -> Option<Byte> {
        let (scalar, missing) = self.memory.load_lenient(self.at(h, offset), 1).unwrap();
        match scalar {
            _ if missing != 0 => None,
            Scalar::Bits(bits) => Some(Byte::Plain(bits as u8)),
            Scalar::Piece(Piece { of: Whole::Pointer(p), first, .. }) => {
                let target = handles[&p.prov];
                Some(Byte::Pointer {
                    target,
                    offset: p.addr.wrapping_sub(self.pointers[target].addr) as i64,
                    index: first,
                })
            }
            Scalar::Piece(Piece { of: Whole::Opaque(o), first, total, .. }) => {
                Some(Byte::Opaque { id: o.id, index: first, total })
            }
            Scalar::Opaque(o) => Some(Byte::Opaque { id: o.id, index: 0, total: 1 }),
            other => panic!("a byte cannot be {other:?}"),
        }
    }

    fn handles(&self, model: &Reference) -> HashMap<ObjId, Handle> {
        model.objects.keys().map(|&h| (self.pointers[h].prov, h)).collect()
    }

    /// Everything the reference knows is here.
    fn check_content(&mut self, model: &Reference) {
        let watch = self.memory.watching();
        self.memory.watch(Watch::Off);
        let handles = self.handles(model);
        for (&h, o) in &model.objects {
            let info = self.memory.object(self.pointers[h].prov).expect("the object is known");
            assert_eq!((info.size, info.kind), (o.size, KINDS[o.kind as usize]));
            assert_eq!(info.base, self.pointers[h].addr);
            assert_eq!(self.memory.is_live(info.id), o.life == Life::Live);
            assert_eq!(self.memory.is_shared(info.id), o.is_shared(), "sharing of object {h}");
            if o.life == Life::Live && o.kind != reference::FUNCTION {
                for at in 0..o.size.min(400) {
                    let byte = self.byte(&handles, h, at as i64);
                    assert_eq!(byte, o.bytes.get(&at).copied(), "byte {at} of object {h}");
                }
            }
        }
        self.memory.watch(watch);
    }

    /// The bytes accessed since the last time, in the reference's words.
    fn accessed(&mut self, handles: &HashMap<ObjId, Handle>) -> BTreeSet<(Handle, u64, bool)> {
        let accesses = self.memory.take_accesses();
        let bytes =
            |t: gmc_mem::MemoryAccess| (t.offset..t.offset + t.size).map(move |at| (t.object, at, t.write));
        accesses
            .into_iter()
            .flat_map(bytes)
            .map(|(object, at, write)| (handles[&object], at, write))
            .collect()
    }
}

fn opaque(id: u8) -> Opaque {
    Opaque { id: id.into(), hash: u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
}

/// Bytes that an operation is about: where, how many, and whether it writes them.
type Range = (Handle, i64, u64, bool);

/// The states met so far, to tell same from different.
#[derive(Default)]
struct Book {
    by_form: HashMap<Vec<u64>, (Fingerprint, StateId)>,
    by_fingerprint: HashMap<Fingerprint, Vec<u64>>,
    exact: ExactStore,
}

impl Book {
    fn enter(&mut self, form: Vec<u64>, fingerprint: Fingerprint, memory: &Memory) {
        let (id, new) = self.exact.insert(memory);
        let known = self.by_form.get(&form);
        assert_eq!(known.is_none(), new, "the exact store knows exactly the states met");
        if let Some(&(f, i)) = known {
            assert_eq!(f, fingerprint, "equal states, equal fingerprints");
            assert_eq!(i, id);
        } else {
            let other = self.by_fingerprint.insert(fingerprint, form.clone());
            assert!(other.is_none(), "different states, different fingerprints");
            self.by_form.insert(form, (fingerprint, id));
        }
    }
}

struct Case {
    model: Reference,
    models: Vec<Reference>,
    saved: Vec<Reference>,
    watch: Watch,
    subjects: [Subject; 2],
}

impl Case {
    fn new(config: Config) -> Case {
        Case {
            model: Reference::default(),
            models: vec![],
            saved: vec![],
            watch: Watch::Off,
            subjects: [Subject::new(config, None), Subject::new(config, Some(3))],
        }
    }

    /// A few objects to begin with, two of them roots, so that most operations have something to do.
    fn begin(&mut self, book: &mut Book) {
        for (i, (kind, size)) in
            [(0, 96), (4, 40), (3, 24), (3, 24), (3, 130), (2, 8), (3, 64), (3, 24)].into_iter().enumerate()
        {
            self.run(&Op::Alloc { kind, size, spare: 60 * (i as u16 % 2) }, book);
            if i < 2 {
                self.run(&Op::Root { h: 0, on: true }, book);
            } else {
                // Hang every second one on what is there, the others on the youngest.
                let (h, offset) = if i % 2 == 0 { (i as u8, 8 * i as i16) } else { (1, 8) };
                self.run(&Op::StorePointer { h, offset, target: 0, to: i as u8 % 3 }, book);
            }
        }
    }

    fn pick(&self, h: u8) -> Option<Handle> {
        let mut known: Vec<Handle> = self.model.objects.keys().copied().collect();
        known.sort_unstable();
        // Prefer young objects, but reach all.
        (!known.is_empty()).then(|| known[known.len() - 1 - h as usize % known.len()])
    }

    /// Does an access to some ranges on all subjects and compares with the reference's judgement.
    fn access(
        &mut self,
        expected: Result<(), &'static str>,
        ranges: &[Range],
        act: impl Fn(&mut Subject) -> Result<(), Box<gmc_mem::AccessError>>,
    ) -> bool {
        self.perform(expected, ranges, |s| act(s).map_err(|e| e.kind()))
    }

    fn perform(
        &mut self,
        expected: Result<(), &'static str>,
        ranges: &[Range],
        act: impl Fn(&mut Subject) -> Result<(), &'static str>,
    ) -> bool {
        let shared = ranges.iter().filter(|(h, _, len, _)| *len > 0 && self.model.objects[h].is_shared());
        let accessed: BTreeSet<(Handle, u64, bool)> = shared
            .flat_map(|&(h, offset, len, write)| (0..len).map(move |i| (h, offset as u64 + i, write)))
            .collect();
        let (mut expected, mut logged) = (expected, BTreeSet::new());
        match self.watch {
            Watch::Stop if expected.is_ok() && !accessed.is_empty() => expected = Err("shared"),
            Watch::Log if expected.is_ok() => logged = accessed,
            _ => {}
        }
        for subject in &mut self.subjects {
            subject.memory.clear_accesses();
            let handles = subject.handles(&self.model);
            let result = act(subject);
            assert_eq!(result, expected);
            assert_eq!(subject.accessed(&handles), logged, "what is accessed");
        }
        expected.is_ok()
    }

    fn run(&mut self, op: &Op, book: &mut Book) {
        let pointer_size = self.subjects[0].memory.target().pointer_size() as u64;
        match *op {
            Op::Alloc { kind, size, spare } => {
                let (size, capacity) = (u64::from(size), u64::from(size) + u64::from(spare / 50) * 100);
                self.model.alloc(size, capacity, kind);
                for s in &mut self.subjects {
                    s.alloc(size, capacity, KINDS[kind as usize]);
                }
            }
            Op::Free { h, offset } => {
                let Some(h) = self.pick(h) else { return };
                let mut after = self.model.clone();
                let expected = after.free(h, offset.into());
                let all = (h, 0, self.model.objects[&h].size.max(1), true);
                if self.perform(expected, &[all], |s| {
                    s.memory.free(s.at(h, offset.into()), Site(9)).map_err(|e| e.kind())
                }) {
                    self.model = after;
                }
            }
            Op::Kill { h } if h % 3 == 0 => {
                // Unheld: the test never uses the pointer again unless memory still has one.
                let Some(h) = self.pick(h) else { return };
                let o = &self.model.objects[&h];
                let may = o.life == Life::Live && o.kind != reference::HEAP;
                let all = (h, 0, o.size.max(1), true);
                let expected = if may { Ok(()) } else { Err(kill_fault(o)) };
                if self.perform(expected, &[all], |s| {
                    s.memory.kill_unheld(s.pointers[h].prov, Site(9)).map_err(|e| e.kind())
                }) {
                    self.model.bury(h, Life::OutOfScope);
                    self.model.forget_unless_pointed_to(h);
                }
            }
            Op::Kill { h } => {
                let Some(h) = self.pick(h) else { return };
                let o = &self.model.objects[&h];
                let may = o.life == Life::Live && o.kind != reference::HEAP;
                let all = (h, 0, o.size.max(1), true);
                let expected = if may { Ok(()) } else { Err(kill_fault(o)) };
                if self.perform(expected, &[all], |s| {
                    s.memory.kill(s.pointers[h].prov, Site(9)).map_err(|e| e.kind())
                }) {
                    self.model.bury(h, Life::OutOfScope);
                }
            }
            Op::Store { h, offset, size, value } => {
                let Some(h) = self.pick(h) else { return };
                let expected = self.model.judge(h, offset.into(), size.into(), true);
                let range = (h, offset.into(), size.into(), true);
                if self.access(expected, &[range], |s| match size {
                    1 => s.memory.store::<1>(s.at(h, offset.into()), value),
                    2 => s.memory.store::<2>(s.at(h, offset.into()), value),
                    4 => s.memory.store::<4>(s.at(h, offset.into()), value),
                    8 => s.memory.store::<8>(s.at(h, offset.into()), value),
                    _ => s.memory.store_sized(s.at(h, offset.into()), value, size.into()),
                }) {
                    let number = if self.subjects[0].memory.target().endian == gmc_mem::Endian::Big {
                        value.swap_bytes() >> (64 - 8 * u32::from(size))
                    } else {
                        value
                    };
                    self.model.put_number(h, offset.into(), size.into(), number);
                    let mask = u64::MAX >> (64 - 8 * u32::from(size));
                    for s in &self.subjects {
                        let loaded = s.memory.load_sized(s.at(h, offset.into()), size.into()).unwrap();
                        assert_eq!(loaded, Scalar::Bits(value & mask));
                        if size == 8 {
                            assert_eq!(s.memory.load::<8>(s.at(h, offset.into())).unwrap(), loaded);
                        }
                    }
                }
            }
            Op::StorePointer { h, offset, target, to } => {
                let (Some(h), Some(target)) = (self.pick(h), self.pick(target)) else { return };
                let expected = self.model.judge(h, offset.into(), pointer_size, true);
                if self.access(expected, &[(h, offset.into(), pointer_size, true)], |s| {
                    s.memory.store_pointer(s.at(h, offset.into()), s.at(target, to.into()))
                }) {
                    let pieces = (0..pointer_size as u8).map(|index| Byte::Pointer {
                        target,
                        offset: to.into(),
                        index,
                    });
                    self.model.put(h, offset.into(), pieces.map(Some));
                    for s in &self.subjects {
                        assert_eq!(
                            s.memory.load_pointer(s.at(h, offset.into())).unwrap(),
                            s.at(target, to.into())
                        );
                    }
                }
            }
            Op::StoreOpaque { h, offset, size, id } => {
                let Some(h) = self.pick(h) else { return };
                let expected = self.model.judge(h, offset.into(), size.into(), true);
                if self.access(expected, &[(h, offset.into(), size.into(), true)], |s| {
                    s.memory.store_opaque(s.at(h, offset.into()), opaque(id), size.into())
                }) {
                    let pieces = (0..size).map(|index| Byte::Opaque { id: id.into(), index, total: size });
                    self.model.put(h, offset.into(), pieces.map(Some));
                }
            }
            Op::Fill { h, offset, len, byte } => {
                let Some(h) = self.pick(h) else { return };
                let expected =
                    if len == 0 { Ok(()) } else { self.model.judge(h, offset.into(), len.into(), true) };
                let range = (h, offset.into(), len.into(), true);
                if self
                    .access(expected, &[range], |s| s.memory.fill(s.at(h, offset.into()), byte, len.into()))
                {
                    self.model.put(h, offset.into(), (0..len).map(|_| Some(Byte::Plain(byte))));
                }
            }
            Op::Copy { h, offset, from, start, len } => {
                let (Some(h), Some(from)) = (self.pick(h), self.pick(from)) else { return };
                let read = self.model.judge(from, start.into(), len.into(), false);
                let expected = if len == 0 {
                    Ok(())
                } else {
                    read.and_then(|()| self.model.judge(h, offset.into(), len.into(), true))
                };
                let overlap = h == from && (start - offset).unsigned_abs() < u16::from(len);
                if overlap && expected.is_ok() {
                    let result = |s: &mut Subject| {
                        s.memory.copy(s.at(h, offset.into()), s.at(from, start.into()), len.into())
                    };
                    self.access(Err("overlapping-copy"), &[], result);
                }
                let ranges = [(from, start.into(), len.into(), false), (h, offset.into(), len.into(), true)];
                if self.access(expected, &ranges, |s| {
                    let (to, source) = (s.at(h, offset.into()), s.at(from, start.into()));
                    if overlap {
                        s.memory.copy_within(to, source, len.into())
                    } else {
                        s.memory.copy(to, source, len.into())
                    }
                }) {
                    let bytes = self.model.get(from, start.into(), len.into());
                    self.model.put(h, offset.into(), bytes);
                }
            }
            Op::CopyBytewise { h, offset, from, start, len } => {
                let (Some(h), Some(from)) = (self.pick(h), self.pick(from)) else { return };
                let fine = self.model.judge(from, start.into(), len.into(), false).is_ok()
                    && self.model.judge(h, offset.into(), len.into(), true).is_ok();
                if !fine || len == 0 {
                    return;
                }
                for i in 0..i64::from(len) {
                    let Some(byte) = self.model.get(from, i64::from(start) + i, 1)[0] else { continue };
                    let ranges =
                        [(from, i64::from(start) + i, 1, false), (h, i64::from(offset) + i, 1, true)];
                    if !self.access(Ok(()), &ranges, |s| {
                        let loaded = s.memory.load::<1>(s.at(from, i64::from(start) + i))?;
                        s.memory.store::<1>(s.at(h, i64::from(offset) + i), loaded)
                    }) {
                        return;
                    }
                    self.model.put(h, i64::from(offset) + i, [Some(byte)]);
                }
            }
            Op::Uninitialise { h, offset, len } => {
                let Some(h) = self.pick(h) else { return };
                let expected =
                    if len == 0 { Ok(()) } else { self.model.judge(h, offset.into(), len.into(), true) };
                let range = (h, offset.into(), len.into(), true);
                if self
                    .access(expected, &[range], |s| s.memory.uninitialise(s.at(h, offset.into()), len.into()))
                {
                    self.model.put(h, offset.into(), (0..len).map(|_| None));
                }
            }
            Op::Hide { h, offset, len, hidden } => {
                let Some(h) = self.pick(h) else { return };
                let expected =
                    if len == 0 { Ok(()) } else { self.model.judge(h, offset.into(), len.into(), false) };
                let range = (h, offset.into(), len.into(), true);
                if self
                    .access(expected, &[range], |s| s.memory.hide(s.at(h, offset.into()), len.into(), hidden))
                {
                    let o = self.model.objects.get_mut(&h).unwrap();
                    for at in (0..u64::from(len)).map(|i| offset as u64 + i) {
                        if hidden {
                            o.hidden.insert(at)
                        } else {
                            o.hidden.remove(&at)
                        };
                    }
                }
            }
            Op::Root { h, on } => {
                let Some(h) = self.pick(h) else { return };
                let o = self.model.objects.get_mut(&h).unwrap();
                if o.life != Life::Live {
                    return;
                }
                o.root = on.then_some(h as u64);
                for s in &mut self.subjects {
                    let id = s.pointers[h].prov;
                    if on { s.memory.add_root(id, h as u64) } else { s.memory.remove_root(id) }
                }
            }
            Op::Grow { h, size } => {
                let Some(h) = self.pick(h) else { return };
                let may = self.model.grow(h, size.into());
                for s in &mut self.subjects {
                    assert_eq!(s.memory.grow(s.pointers[h].prov, size.into()).is_ok(), may);
                }
            }
            Op::Seal { h } => {
                let Some(h) = self.pick(h) else { return };
                let o = self.model.objects.get_mut(&h).unwrap();
                if o.life == Life::Live && o.kind == 1 {
                    o.sealed = true;
                    for s in &mut self.subjects {
                        s.memory.seal(s.pointers[h].prov);
                    }
                }
            }
            Op::Share { h } => {
                let Some(h) = self.pick(h) else { return };
                self.model.share(h);
                for s in &mut self.subjects {
                    s.memory.share(s.pointers[h].prov);
                }
            }
            Op::Watch { watch } => {
                self.watch = watch;
                for s in &mut self.subjects {
                    s.memory.watch(watch);
                }
            }
            Op::Find { h, offset, len, byte } => {
                let Some(h) = self.pick(h) else { return };
                if len == 0 || self.model.judge(h, offset.into(), len.into(), false).is_err() {
                    return;
                }
                let bytes = self.model.get(h, offset.into(), len.into());
                let Some(end) = bytes.iter().position(|b| !matches!(b, Some(Byte::Plain(b)) if *b != byte))
                else {
                    self.access(Ok(()), &[(h, offset.into(), len.into(), false)], |s| {
                        let found = s.memory.find_byte(s.at(h, offset.into()), byte, len.into());
                        found.map(|found| assert_eq!(found, None))
                    });
                    return;
                };
                if let Some(Byte::Plain(_)) = bytes[end] {
                    self.access(Ok(()), &[(h, offset.into(), end as u64 + 1, false)], |s| {
                        let found = s.memory.find_byte(s.at(h, offset.into()), byte, len.into());
                        found.map(|found| assert_eq!(found, Some(end as u64)))
                    });
                }
            }
            Op::Compare { h, offset, other, start, len } => {
                let (Some(h), Some(other)) = (self.pick(h), self.pick(other)) else { return };
                let readable = self.model.judge(h, offset.into(), len.into(), false).is_ok()
                    && self.model.judge(other, start.into(), len.into(), false).is_ok();
                if !readable || len == 0 {
                    return;
                }
                let pairs = self.model.get(h, offset.into(), len.into()).into_iter();
                let pairs = pairs.zip(self.model.get(other, start.into(), len.into()));
                let (mut seen, mut order) = (0, Ordering::Equal);
                for pair in pairs {
                    // Addresses differ between the subjects: only plain bytes have an order that all know.
                    let (Some(Byte::Plain(a)), Some(Byte::Plain(b))) = pair else { return };
                    seen += 1;
                    order = a.cmp(&b);
                    if order != Ordering::Equal {
                        break;
                    }
                }
                let ranges = [(h, offset.into(), seen, false), (other, start.into(), seen, false)];
                self.access(Ok(()), &ranges, |s| {
                    let (a, b) = (s.at(h, offset.into()), s.at(other, start.into()));
                    s.memory.compare(a, b, len.into()).map(|found| assert_eq!(found, order))
                });
            }
            Op::Mark => {
                self.models.push(self.model.clone());
                for s in &mut self.subjects {
                    let mark = s.memory.mark();
                    s.marks.push((mark, s.pointers.len()));
                    assert_eq!(s.memory.marks(), self.models.len());
                }
            }
            Op::Rewind { to } => {
                if self.models.is_empty() {
                    return;
                }
                let to = self.models.len() - 1 - to as usize % self.models.len();
                self.models.truncate(to + 1);
                self.model = self.models[to].clone();
                for s in &mut self.subjects {
                    let (mark, pointers) = s.marks[to];
                    s.memory.rewind(mark);
                    s.marks.truncate(to + 1);
                    s.pointers.truncate(pointers);
                    s.check_content(&self.model);
                }
            }
            Op::Forget { from } => {
                if self.models.is_empty() {
                    return;
                }
                let from = self.models.len() - 1 - from as usize % self.models.len();
                self.models.truncate(from);
                for s in &mut self.subjects {
                    s.memory.forget(s.marks[from].0);
                    s.marks.truncate(from);
                }
            }
            Op::Snapshot => {
                self.saved.push(self.model.clone());
                for s in &mut self.subjects {
                    let snapshot = s.memory.snapshot();
                    s.snapshots.push((snapshot, s.pointers.clone()));
                }
            }
            Op::Restore { which } => {
                if self.saved.is_empty() {
                    return;
                }
                let which = which as usize % self.saved.len();
                self.model = self.saved[which].clone();
                self.models.clear();
                for s in &mut self.subjects {
                    let (snapshot, pointers) = s.snapshots[which].clone();
                    s.memory.restore(&snapshot);
                    s.pointers = pointers;
                    s.marks.clear();
                    s.check_content(&self.model);
                    assert!(s.memory.snapshot() == snapshot, "restoring restores everything");
                }
            }
            Op::Serialise => {
                for s in &mut self.subjects {
                    let snapshot = s.memory.snapshot();
                    let bytes = snapshot.to_bytes();
                    let config = Config { target: s.memory.target(), ..Config::default() };
                    let back = Snapshot::from_bytes(&bytes, config).expect("what was written can be read");
                    assert!(back == snapshot, "read back equal");
                    let mut other = Memory::new(config);
                    other.restore(&back);
                    assert!(s.memory.objects().all(|o| other.is_shared(o.id) == s.memory.is_shared(o.id)));
                    assert_eq!(other.fingerprint(), s.memory.fingerprint());
                    let allocated =
                        |m: &mut Memory| m.alloc(Layout::new(24, 8), Storage::Frame, Site(0)).unwrap();
                    let mark = s.memory.mark();
                    assert_eq!(allocated(&mut other), allocated(&mut s.memory), "the same place comes next");
                    s.memory.rewind(mark);
                    s.memory.forget(mark);
                }
            }
            Op::Fingerprint => self.check_fingerprint(book),
            Op::Leaks => {
                let expected = self.model.leaks();
                for s in &mut self.subjects {
                    let handles = s.handles(&self.model);
                    let mut leaks: Vec<Handle> =
                        s.memory.leaks().iter().map(|l| handles[&l.object]).collect();
                    leaks.sort_unstable();
                    assert_eq!(leaks, expected);
                }
            }
            Op::Sweep => {
                self.model.sweep();
                for s in &mut self.subjects {
                    s.memory.sweep(|_| {});
                }
            }
        }
    }

    fn check_fingerprint(&mut self, book: &mut Book) {
        let [a, b] = &mut self.subjects;
        let fingerprint = a.memory.fingerprint();
        assert_eq!(fingerprint, a.memory.fingerprint_from_scratch(), "incremental is from scratch");
        assert_eq!(
            b.memory.fingerprint(),
            b.memory.fingerprint_from_scratch(),
            "incremental is from scratch"
        );
        assert_eq!(fingerprint, b.memory.fingerprint(), "placement does not matter");
        book.enter(self.model.canonical(), fingerprint, &a.memory);
    }

    fn finish(&mut self, book: &mut Book) {
        for s in &mut self.subjects {
            s.check_content(&self.model);
        }
        self.check_fingerprint(book);
        // Unwind everything: each mark gives back its state, with its fingerprint.
        while let Some(model) = self.models.pop() {
            self.model = model;
            for s in &mut self.subjects {
                let (mark, pointers) = s.marks.pop().unwrap();
                s.memory.rewind(mark);
                s.memory.forget(mark);
                s.pointers.truncate(pointers);
                s.check_content(&self.model);
            }
            self.check_fingerprint(book);
        }
    }
}

/// What is wrong with ending the scope of an object for which that is not possible.
fn kill_fault(o: &reference::Object) -> &'static str {
    if o.life == Life::Live { "invalid-free" } else { "double-free" }
}

fn check(target: Target, cases: u32, length: usize) {
    // Unoptimised, the reference is too slow for all of them.
    let cases = if cfg!(debug_assertions) { cases.div_ceil(10) } else { cases };
    // For a night of them: GMC_MEM_FACTOR=1000.
    let factor = std::env::var("GMC_MEM_FACTOR").ok().and_then(|f| f.parse().ok()).unwrap_or(1);
    let cases = cases * factor;
    let config = Config { target, ..Config::default() };
    let book = std::cell::RefCell::new(Book::default());
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        ProptestConfig {
            cases,
            failure_persistence: None,
            max_shrink_iters: 4000,
            ..ProptestConfig::default()
        },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let result = runner.run(&prop::collection::vec(op(), 1..length), |ops| {
        let mut case = Case::new(config);
        let mut book = book.borrow_mut();
        case.begin(&mut book);
        for op in &ops {
            case.run(op, &mut book);
        }
        case.finish(&mut book);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let book = book.borrow();
    println!("{} different states, {} bytes in the exact store", book.by_form.len(), book.exact.bytes());
}

#[test]
fn memory_is_the_reference_on_64_bit_targets() {
    check(Target::LP64, 4000, 120);
}

#[test]
fn memory_is_the_reference_on_32_bit_targets() {
    check(Target::ILP32, 1000, 120);
}

#[test]
fn memory_is_the_reference_on_big_endian_targets() {
    check(Target::LP64_BIG, 300, 120);
    check(Target::ILP32_BIG, 200, 120);
}

#[test]
fn long_runs() {
    check(Target::LP64, 60, 2500);
}
