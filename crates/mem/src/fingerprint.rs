//! The fingerprint: 128 bits that are equal for states that differ only in where objects are placed.
//!
//! Every reachable object adds a term `h(its name, the sum of the hashes of its chunks, its size, kind and life)`. A
//! chunk's hash covers its bytes, which of them are initialised, and for every pointer the *name* of its target and
//! the offset in it, never an address. Tombstones that something points to count; unreachable objects, hidden bytes
//! and hidden pointers do not. Sums modulo 2^128 make all of this updatable: only dirty chunks, the pointers to
//! renamed objects and the objects these belong to are computed again. An object whose name changes costs one hash,
//! however large it is.
//!
//! Invariant: after an update `total` equals what `fingerprint_from_scratch` computes by walking everything.

use crate::chunk::{Arena, Chunk, RUNS_CHANGED};
use crate::extent::Extent;
use crate::graph::{HeapGraph, NIL, UNREACHED, child_name, root_name};
use crate::hash;
use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Site, Storage};
use crate::slots::CHUNK;
use crate::value::Pointer;
use std::collections::BTreeMap;
use std::fmt;

/// A hash of the state, the same for states that a program cannot tell apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u128);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A heap object that nothing reaches and nobody freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leak {
    /// The object.
    pub object: ObjId,
    /// Its size in bytes.
    pub size: u64,
    /// Where it was allocated.
    pub site: Site,
}

/// Spreads each bit of a byte over a byte.
pub(crate) fn spread(bits: u64) -> u64 {
    let ones = (bits & 0xff).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    // Every byte now has at most one bit; adding 0x7f carries into its top bit exactly when that one is set.
    let tops = (ones & 0x8080_8080_8080_8080) | ((ones & 0x7f7f_7f7f_7f7f_7f7f) + 0x7f7f_7f7f_7f7f_7f7f);
    ((tops & 0x8080_8080_8080_8080) >> 7).wrapping_mul(0xff)
}

/// What the record of an object contributes to its term.
fn shape(object: &Object) -> u64 {
    let flags = u64::from(object.flags.sealed)
        | u64::from(object.flags.barred) << 1
        | u64::from(object.is_exposed_elsewhere()) << 2;
    let traits = 2 | (object.kind as u64) << 8 | (object.life as u64) << 16 | flags << 24;
    let size = object.size ^ object.extent.map_or(object.start << 32, Extent::hash);
    hash::mix(size, traits | u64::from(object.exposed_by().0) << 32)
}

/// The words of a chunk with hidden bytes as zeros.
#[cold]
fn shown_words(chunk: &Chunk) -> [[u8; 8]; 8] {
    let mut words = *chunk.words();
    for (i, word) in words.iter_mut().enumerate() {
        *word = (u64::from_le_bytes(*word) & !spread(chunk.hidden >> (8 * i))).to_le_bytes();
    }
    words
}

/// Hash of a chunk's plain bytes where some bytes are hidden.
#[cold]
#[inline(never)]
fn shown_hash(chunk: &Chunk) -> u128 {
    match chunk.plain & !chunk.hidden {
        0 => 0,
        shown => hash::chunk(&shown_words(chunk), shown, chunk.number.into()),
    }
}

/// Hash of a chunk's plain bytes that are not hidden; 0 if there are none.
#[inline(never)] // Inlined into the loop over chunks it spills a third of its registers.
fn plain_hash(chunk: &Chunk) -> u128 {
    if chunk.hidden != 0 {
        shown_hash(chunk)
    } else if chunk.plain == 0 {
        0
    } else {
        hash::chunk(chunk.words(), chunk.plain, chunk.number.into())
    }
}

/// Hash of a chunk's runs and their offsets in the object, with `name` for the names of objects; 0 if there are none.
/// With the hash of its plain bytes it makes the hash of a chunk; blank chunks hash to 0.
#[inline]
fn runs_hash(arena: &Arena, objects: &[Object], chunk: usize, name: impl Fn(u32) -> u128) -> u128 {
    let here = &arena.chunks[chunk];
    let mut sum = 0u128;
    if here.over != 0 {
        for run in arena.runs(chunk).iter().filter(|r| r.mask() & !here.hidden != 0) {
            let place = u64::from(here.number) << 32
                | u64::from(u32::from_le_bytes([run.start, run.len, run.first, run.tag]));
            sum = sum.wrapping_add(if run.is_pointer() {
                let offset = run.value.wrapping_sub(objects[run.id as usize].base);
                hash::again(name(run.id), 3, hash::mix(place, offset))
            } else {
                hash::four([run.value, 0x6f70_6171_7565, place, 0])
            });
        }
    }
    sum
}

impl HeapGraph {
    /// Brings the edges of a chunk up to date.
    #[inline(never)]
    pub(crate) fn update_edges(&mut self, arena: &Arena, chunk: u32) {
        let at = chunk as usize;
        let here = &arena.chunks[at];
        let (hidden, start) = (here.hidden, u64::from(here.number) * CHUNK as u64);
        let shown = arena.runs(at).iter().filter(|r| r.is_pointer() && r.mask() & !hidden != 0);
        let shown = shown.map(|r| (start + u64::from(r.start), r.id));
        if self.has_edges(at, here.object(), shown.clone()) {
            return;
        }
        let mut pointers = std::mem::take(&mut self.pointers);
        pointers.clear();
        pointers.extend(shown);
        self.set_edges(at, here.object(), &pointers);
        self.pointers = pointers;
    }
}

impl Memory {
    /// The fingerprint of the current state.
    #[inline]
    pub fn fingerprint(&mut self) -> Fingerprint {
        self.update_graph();
        Fingerprint(self.graph.total)
    }

    /// The term that a root adds to the fingerprint, and the one it would add under another name. `None` if another
    /// name would change more: the names of objects that it points to, or the hashes of those that point to it.
    #[inline]
    pub fn root_term_under(&mut self, root: ObjId, name: u64) -> Option<(u128, u128)> {
        self.update_graph();
        let node = self.graph.nodes.get(root.index())?;
        let mut out = node.outs;
        while let Some(edge) = self.graph.edges.get(out as usize) {
            // Roots have names of their own, which do not depend on this one.
            self.graph.nodes[edge.target as usize].root?;
            out = edge.out_next;
        }
        let named = node.root.is_some() && node.ins == NIL;
        named.then(|| (node.term, hash::again(root_name(name), node.sum, node.shape)))
    }

    /// The canonical name of an object, the same in every run; `None` if no root reaches it.
    pub fn canonical_name(&mut self, object: ObjId) -> Option<u128> {
        self.update_graph();
        self.graph.nodes.get(object.index()).filter(|n| n.dist != UNREACHED).map(|n| n.name)
    }

    /// A pointer as the name of its object and the offset in it: what stands for it in hashes of state kept outside of
    /// memory, such as registers. `None` for null, numbers, and pointers to what no root reaches.
    pub fn canonical_pointer(&mut self, pointer: Pointer) -> Option<(u128, i64)> {
        let name = self.canonical_name(pointer.prov)?;
        Some((name, pointer.addr.wrapping_sub(self.objects[pointer.prov.index()].base) as i64))
    }

    /// Heap objects that became unreachable without being freed, each reported once on the path to this state: a rewind
    /// takes the report back, so every branch gets its own. In the order of their numbers. Hidden pointers hold what
    /// they point to.
    #[inline]
    pub fn leaks(&mut self) -> Vec<Leak> {
        self.update_graph();
        if self.graph.unreached.is_empty() { Vec::new() } else { self.report_leaks() }
    }

    /// Heap objects that live now are somebody else's business: their leaks are not reported on this path any more.
    pub fn forgive_leaks(&mut self) {
        for id in 0..self.objects.len() as u32 {
            let o = &self.objects[id as usize];
            if o.life == Life::Live && o.kind == Storage::Heap && !o.flags.leak_reported {
                self.prepare_object(id);
                self.objects[id as usize].flags.leak_reported = true;
            }
        }
    }

    fn report_leaks(&mut self) -> Vec<Leak> {
        let mut candidates = std::mem::take(&mut self.graph.unreached);
        candidates.sort_unstable();
        candidates.dedup();
        candidates.retain(|&id| {
            let o = &self.objects[id as usize];
            let unreachable = self.graph.nodes.get(id as usize).is_none_or(|n| n.dist == UNREACHED);
            unreachable && o.life == Life::Live && o.kind == Storage::Heap && !o.flags.leak_reported
        });
        let held = if self.graph.hides && !candidates.is_empty() { self.held() } else { Vec::new() };
        let is_held = |id: u32| held.get(id as usize).is_some_and(|it| *it);
        let mut leaks = Vec::new();
        for &id in candidates.iter().filter(|&&id| !is_held(id)) {
            self.prepare_object(id);
            let o = &mut self.objects[id as usize];
            o.flags.leak_reported = true;
            leaks.push(Leak { object: ObjId(id), size: o.size, site: o.alloc_site });
        }
        // What only hidden pointers hold leaks when they are gone, of which the graph knows nothing.
        candidates.retain(|&id| is_held(id));
        self.graph.unreached = candidates;
        leaks
    }

    /// What pointers lead to from roots, those included that are hidden, by object number.
    fn held(&self) -> Vec<bool> {
        let is_root = |it: &(usize, &Object)| it.1.flags.root && it.1.life == Life::Live;
        let mut left: Vec<usize> = self.objects.iter().enumerate().filter(is_root).map(|it| it.0).collect();
        let mut held = vec![false; self.objects.len()];
        left.iter().for_each(|&id| held[id] = true);
        while let Some(id) = left.pop() {
            for chunk in self.chunks_of(id as u32) {
                for run in self.arena.runs(chunk).iter().filter(|it| it.is_pointer()) {
                    if !std::mem::replace(&mut held[run.id as usize], true) {
                        left.push(run.id as usize);
                    }
                }
            }
        }
        held
    }

    /// Whether nothing changed since the last update of the graph.
    pub(crate) fn is_graph_current(&self) -> bool {
        self.dirty.chunks.is_empty() && self.dirty.objects.is_empty()
    }

    /// Notes that the graph is up to date: what had changed was put back, and the hashes with it.
    pub(crate) fn set_graph_current(&mut self) {
        for &chunk in &self.dirty.chunks {
            self.arena.chunks[chunk as usize].changes = 0;
        }
        for &id in &self.dirty.objects {
            let object = &mut self.objects[id as usize];
            object.dirty = false;
            if let Some(node) = self.graph.nodes.get_mut(id as usize) {
                node.shape = shape(object);
            }
        }
        self.dirty.chunks.clear();
        // The rewind may have taken back that a leak was reported.
        self.suspect_leaks();
    }

    /// Brings the graph, the names and the sum up to date.
    #[inline]
    pub(crate) fn update_graph(&mut self) {
        if !self.is_graph_current() {
            self.update_stale_graph();
        }
    }

    fn update_stale_graph(&mut self) {
        self.graph.make_room(self.objects.len(), self.arena.chunks.len());
        if !self.dirty.objects.is_empty() {
            self.update_roots();
        }
        self.update_chunks();
        if !self.graph.changes.is_empty() {
            self.graph.repair();
            self.update_names();
        }
        if !self.graph.rehash.is_empty() {
            self.update_hashes();
        }
        if !self.graph.stale_terms.is_empty() {
            self.update_terms();
        }
        self.clock += 1;
    }

    fn update_roots(&mut self) {
        for &id in &self.dirty.objects {
            let object = &mut self.objects[id as usize];
            object.dirty = false;
            let root = (object.flags.root && object.life == Life::Live).then_some(object.root_name);
            self.graph.set_root(id, root);
            self.graph.queue_term(id);
            self.graph.nodes[id as usize].shape = shape(object);
        }
        self.suspect_leaks();
    }

    /// Makes the dirty objects candidates for leaks, and clears the list. Callers that never ask for leaks pay a few
    /// bytes for each object.
    fn suspect_leaks(&mut self) {
        self.graph.unreached.append(&mut self.dirty.objects);
        if self.graph.unreached.len() > 1024 + 2 * self.objects.len() {
            self.graph.unreached.sort_unstable();
            self.graph.unreached.dedup();
        }
    }

    /// Computes the hashes of dirty chunks, or their edges where hashes have to wait for names.
    #[inline(never)]
    fn update_chunks(&mut self) {
        for &chunk in &self.dirty.chunks {
            let at = chunk as usize;
            let here = &mut self.arena.chunks[at];
            let changes = std::mem::take(&mut here.changes);
            let seen = &self.graph.chunks[at];
            if changes & RUNS_CHANGED == 0 && seen.object == here.object() {
                // The usual case: other plain bytes, and nothing that depends on names.
                self.graph.set_plain_hash(chunk, plain_hash(here));
            } else if here.over == 0 && seen.edges == NIL {
                self.graph.set_hash(chunk, here.object(), plain_hash(here), 0);
            } else {
                self.graph.queue_hash(chunk);
                self.graph.update_edges(&self.arena, chunk);
            }
        }
        self.dirty.chunks.clear();
    }

    fn update_names(&mut self) {
        let work = std::mem::take(&mut self.graph.work);
        for &id in &work.renamed {
            self.graph.queue_term(id);
            self.graph.queue_pointers_to(id);
        }
        for &id in work.kept.iter().chain(&work.lost) {
            self.graph.queue_term(id);
        }
        self.graph.unreached.extend_from_slice(&work.lost);
        self.graph.work = work;
    }

    fn update_hashes(&mut self) {
        let mut rehash = std::mem::take(&mut self.graph.rehash);
        for &chunk in &rehash {
            let at = chunk as usize;
            let here = &self.arena.chunks[at];
            let over = runs_hash(&self.arena, &self.objects, at, |id| self.graph.nodes[id as usize].name);
            self.graph.chunks[at].queued = false;
            self.graph.set_hash(chunk, here.object(), plain_hash(here), over);
        }
        rehash.clear();
        self.graph.rehash = rehash;
    }

    fn update_terms(&mut self) {
        for &id in &self.graph.stale_terms {
            let node = &mut self.graph.nodes[id as usize];
            node.stale_term = false;
            let new = node.new_term();
            self.graph.total = self.graph.total.wrapping_sub(node.term).wrapping_add(new);
            node.term = new;
        }
        self.graph.stale_terms.clear();
    }

    /// The fingerprint by walking everything that is reachable: slow, independent of everything incremental, and equal
    /// to [`Memory::fingerprint`]. For tests.
    pub fn fingerprint_from_scratch(&self) -> Fingerprint {
        let mut names: BTreeMap<u32, u128> = BTreeMap::new();
        let mut level: BTreeMap<u32, u128> = BTreeMap::new();
        for (id, object) in self.objects.iter().enumerate() {
            if object.life == Life::Live && object.flags.root {
                level.insert(id as u32, root_name(object.root_name));
            }
        }
        while !level.is_empty() {
            names.extend(&level);
            let mut next: BTreeMap<u32, (u128, u64)> = BTreeMap::new();
            for (&id, &name) in &level {
                self.each_pointer(id, |place, target| {
                    if !names.contains_key(&target) {
                        let best = next.entry(target).or_insert((name, place));
                        *best = (*best).min((name, place));
                    }
                });
            }
            level = next.into_iter().map(|(id, (parent, place))| (id, child_name(parent, place))).collect();
        }
        let mut total = 0u128;
        for (&id, &name) in &names {
            let sum = self
                .chunks_of(id)
                .map(|chunk| {
                    let name = |target| names.get(&target).copied().unwrap_or(0);
                    let over = runs_hash(&self.arena, &self.objects, chunk, name);
                    plain_hash(&self.arena.chunks[chunk]).wrapping_add(over)
                })
                .fold(0u128, u128::wrapping_add);
            total = total.wrapping_add(hash::again(name, sum, shape(&self.objects[id as usize])));
        }
        Fingerprint(total)
    }

    /// The chunks that hold the bytes of an object.
    pub(crate) fn chunks_of(&self, id: u32) -> std::ops::Range<usize> {
        let object = &self.objects[id as usize];
        if object.life != Life::Live {
            return 0..0;
        }
        let first = self.chunk_at(object.base);
        first..first + (object.size as usize).div_ceil(CHUNK)
    }

    /// Every pointer of an object that is not hidden: its offset and its target, in order.
    pub(crate) fn each_pointer(&self, id: u32, mut visit: impl FnMut(u64, u32)) {
        let chunks = self.chunks_of(id);
        let first = chunks.start;
        for chunk in chunks {
            let hidden = self.arena.chunks[chunk].hidden;
            for run in self.arena.runs(chunk) {
                if run.is_pointer() && run.mask() & !hidden != 0 {
                    visit(((chunk - first) * CHUNK) as u64 + u64::from(run.start), run.id);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn bits_spread_over_bytes() {
        for bits in 0..256u64 {
            let expected = (0..8).filter(|i| bits >> i & 1 != 0).fold(0u64, |w, i| w | 0xff << (8 * i));
            assert_eq!(spread(bits), expected, "{bits:08b}");
        }
    }
}
