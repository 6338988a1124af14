//! A plain memory model on hash maps: obviously right, and slow. The property tests compare `gmc-mem` with it, and the
//! figures measure how much faster `gmc-mem` is.
//!
//! A byte is a map entry, saving a state is cloning the maps, and a state's canonical form is a walk over everything.
//! Nothing here knows of chunks, masks, journals or increments.
#![allow(dead_code, reason = "the tests and the figures use different parts")]

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

/// An object is known by the order of its allocation.
pub(crate) type Handle = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Byte {
    Plain(u8),
    Pointer { target: Handle, offset: i64, index: u8 },
    Opaque { id: u32, index: u8, total: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Life {
    Live,
    Freed,
    OutOfScope,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    pub(crate) size: u64,
    pub(crate) capacity: u64,
    pub(crate) kind: u8,
    pub(crate) life: Life,
    pub(crate) root: Option<u64>,
    pub(crate) sealed: bool,
    pub(crate) reported: bool,
    /// Reached by several threads, or a constant through which they reach others.
    pub(crate) shared: bool,
    pub(crate) bytes: HashMap<u64, Byte>,
    pub(crate) hidden: HashSet<u64>,
}

const GLOBAL: u8 = 0;
pub(crate) const HEAP: u8 = 3;
pub(crate) const FUNCTION: u8 = 5;
const INTERNAL: u8 = 6;

impl Object {
    fn can_be_shared(&self) -> bool {
        self.life == Life::Live && self.kind != FUNCTION && self.kind != INTERNAL
    }

    /// Whether several threads reach it and it is not a constant.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared && !self.sealed
    }

    fn targets(&self) -> impl Iterator<Item = Handle> {
        self.bytes
            .values()
            .filter_map(|b| if let Byte::Pointer { target, .. } = b { Some(*target) } else { None })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) objects: HashMap<Handle, Object>,
    pub(crate) next: Handle,
}

impl Reference {
    pub(crate) fn alloc(&mut self, size: u64, capacity: u64, kind: u8) -> Handle {
        let object = Object {
            size,
            capacity: capacity.max(size),
            kind,
            life: Life::Live,
            root: None,
            sealed: false,
            reported: false,
            shared: false,
            bytes: HashMap::new(),
            hidden: HashSet::new(),
        };
        self.objects.insert(self.next, object);
        self.next += 1;
        self.next - 1
    }

    /// The kind of violation an access is, if it is one.
    pub(crate) fn judge(&self, h: Handle, offset: i64, len: u64, write: bool) -> Result<(), &'static str> {
        let o = &self.objects[&h];
        match o.life {
            Life::Freed => return Err("use-after-free"),
            Life::OutOfScope => return Err("use-after-scope"),
            Life::Live if o.kind == FUNCTION => return Err("invalid-dereference"),
            Life::Live => {}
        }
        if offset < 0 || offset as u64 + len > o.size {
            // What a global object has no more of was given back.
            let gave_back = |byte: u64| o.kind == GLOBAL && o.size <= byte && byte < o.capacity;
            let last = (offset as u64).wrapping_add(len.saturating_sub(1));
            let either = gave_back(offset as u64) || gave_back(last);
            return Err(if either { "use-after-scope" } else { "out-of-bounds" });
        }
        if write && o.sealed { Err("read-only-write") } else { Ok(()) }
    }

    pub(crate) fn free(&mut self, h: Handle, offset: i64) -> Result<(), &'static str> {
        let o = &self.objects[&h];
        match o.life {
            Life::Freed => Err("double-free"),
            Life::Live if o.kind == HEAP && offset == 0 => {
                self.bury(h, Life::Freed);
                Ok(())
            }
            _ => Err("invalid-free"),
        }
    }

    pub(crate) fn bury(&mut self, h: Handle, life: Life) {
        let o = self.objects.get_mut(&h).unwrap();
        o.life = life;
        o.root = None;
        o.bytes.clear();
        o.hidden.clear();
    }

    pub(crate) fn put(&mut self, h: Handle, offset: i64, bytes: impl IntoIterator<Item = Option<Byte>>) {
        let o = self.objects.get_mut(&h).unwrap();
        for (i, byte) in bytes.into_iter().enumerate() {
            let at = offset as u64 + i as u64;
            match byte {
                Some(byte) => o.bytes.insert(at, byte),
                None => o.bytes.remove(&at),
            };
        }
        self.close();
    }

    pub(crate) fn share(&mut self, h: Handle) {
        if let Some(o) = self.objects.get_mut(&h).filter(|o| o.can_be_shared()) {
            o.shared = true;
            self.close();
        }
    }

    /// Shares what shared objects point to until nothing is left to share.
    fn close(&mut self) {
        loop {
            let reached: HashSet<Handle> =
                self.objects.values().filter(|o| o.shared).flat_map(Object::targets).collect();
            let mut changed = false;
            for h in reached {
                if let Some(o) = self.objects.get_mut(&h).filter(|o| !o.shared && o.can_be_shared()) {
                    o.shared = true;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    pub(crate) fn get(&self, h: Handle, offset: i64, len: u64) -> Vec<Option<Byte>> {
        (0..len).map(|i| self.objects[&h].bytes.get(&(offset as u64 + i)).copied()).collect()
    }

    pub(crate) fn put_number(&mut self, h: Handle, offset: i64, len: usize, number: u64) {
        self.put(h, offset, number.to_le_bytes()[..len].iter().map(|&b| Some(Byte::Plain(b))));
    }

    pub(crate) fn grow(&mut self, h: Handle, size: u64) -> bool {
        let o = self.objects.get_mut(&h).unwrap();
        if o.life != Life::Live || size > o.capacity {
            return false;
        }
        o.size = size;
        o.bytes.retain(|&at, _| at < size);
        o.hidden.retain(|&at| at < size);
        true
    }

    /// Pointers of an object that count: maximal pieces with a byte that is not hidden, in order.
    fn pointers(&self, h: Handle) -> Vec<(u64, Handle)> {
        let o = &self.objects[&h];
        let mut found: Vec<(u64, Handle)> = Vec::new();
        let mut at = 0;
        while at < o.size {
            let Some(&Byte::Pointer { target, offset, index }) = o.bytes.get(&at) else {
                at += 1;
                continue;
            };
            // A piece ends where the pointer does, where it is cut, and (as in gmc-mem) at multiples of 64.
            let mut end = at + 1;
            while end % 64 != 0
                && o.bytes.get(&end)
                    == Some(&Byte::Pointer { target, offset, index: index + (end - at) as u8 })
            {
                end += 1;
            }
            if (at..end).any(|i| !o.hidden.contains(&i)) {
                found.push((at, target));
            }
            at = end;
        }
        found
    }

    /// Reachable objects, breadth first from the roots by name.
    pub(crate) fn order(&self) -> Vec<Handle> {
        let mut roots: Vec<(u64, Handle)> =
            self.objects.iter().filter_map(|(&h, o)| Some((o.root?, h))).collect();
        roots.sort_unstable();
        let mut queue: VecDeque<Handle> = roots.into_iter().map(|(_, h)| h).collect();
        let mut seen: HashSet<Handle> = queue.iter().copied().collect();
        let mut order = Vec::new();
        while let Some(h) = queue.pop_front() {
            order.push(h);
            for (_, target) in self.pointers(h) {
                if seen.insert(target) {
                    queue.push_back(target);
                }
            }
        }
        order
    }

    /// The state up to isomorphism of the rooted heap graph.
    pub(crate) fn canonical(&self) -> Vec<u64> {
        let order = self.order();
        let numbers: HashMap<Handle, u64> = order.iter().zip(0..).map(|(&h, n)| (h, n)).collect();
        let mut form = Vec::new();
        for &h in &order {
            let o = &self.objects[&h];
            let root = o.root.map_or(0, |name| name + 1);
            form.extend([u64::MAX, o.size, o.kind.into(), o.life as u64, o.sealed.into(), root]);
            let shown = self.pointers(h);
            for at in 0..o.size {
                let Some(byte) = o.bytes.get(&at) else { continue };
                let hidden = o.hidden.contains(&at);
                match *byte {
                    Byte::Plain(b) if !hidden => form.extend([at, 0, b.into()]),
                    // A piece counts as a whole or not at all.
                    Byte::Pointer { target, offset, index } if piece_shown(&shown, at, target) => {
                        form.extend([at, 1, numbers[&target], offset as u64, index.into()]);
                    }
                    Byte::Opaque { id, index, total } if self.opaque_shown(h, at) => {
                        form.extend([at, 2, id.into(), index.into(), total.into()]);
                    }
                    _ => {}
                }
            }
        }
        form
    }

    fn opaque_shown(&self, h: Handle, at: u64) -> bool {
        let o = &self.objects[&h];
        let Some(&Byte::Opaque { id, index, total }) = o.bytes.get(&at) else { return false };
        let same = |i: u64| {
            let index = u8::try_from(i64::from(index) + i as i64 - at as i64).ok();
            index.is_some_and(|index| o.bytes.get(&i) == Some(&Byte::Opaque { id, index, total }))
        };
        let mut from = at;
        while !from.is_multiple_of(64) && same(from - 1) {
            from -= 1;
        }
        let mut end = at + 1;
        while !end.is_multiple_of(64) && same(end) {
            end += 1;
        }
        (from..end).any(|i| !o.hidden.contains(&i))
    }

    /// The canonical form hashed, as a reference model checker would do for each state.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.canonical().hash(&mut hasher);
        hasher.finish()
    }

    /// Heap objects out of reach that nobody freed, each once. Hidden pointers reach what they point to.
    pub(crate) fn leaks(&mut self) -> Vec<Handle> {
        let mut left: Vec<Handle> =
            self.objects.iter().filter_map(|(&h, o)| o.root.is_some().then_some(h)).collect();
        let mut reached: HashSet<Handle> = left.iter().copied().collect();
        while let Some(h) = left.pop() {
            left.extend(self.objects[&h].targets().filter(|&it| reached.insert(it)));
        }
        let mut leaks = Vec::new();
        for (&h, o) in &mut self.objects {
            if o.life == Life::Live && o.kind == HEAP && !o.reported && !reached.contains(&h) {
                o.reported = true;
                leaks.push(h);
            }
        }
        leaks.sort_unstable();
        leaks
    }

    /// Drops a dead object nothing points to.
    pub(crate) fn forget_unless_pointed_to(&mut self, h: Handle) {
        if !self.pointed_to().contains(&h) {
            self.objects.remove(&h);
        }
    }

    /// Drops dead objects nothing points to.
    pub(crate) fn sweep(&mut self) {
        let pointed = self.pointed_to();
        self.objects.retain(|h, o| o.life == Life::Live || pointed.contains(h));
    }

    fn pointed_to(&self) -> HashSet<Handle> {
        self.objects.values().flat_map(Object::targets).collect()
    }
}

fn piece_shown(shown: &[(u64, Handle)], at: u64, target: Handle) -> bool {
    // Pieces are disjoint and at most eight bytes long: the one that covers `at` starts last before it.
    shown
        .iter()
        .rev()
        .find(|(start, _)| *start <= at)
        .is_some_and(|&(start, t)| t == target && at - start < 8)
}
