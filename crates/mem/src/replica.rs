//! Replicas: objects whose bytes somebody else keeps as well, such as memory that processes share or that a file is
//! behind.
//!
//! Who keeps the copy asks which chunks may have changed ([`Memory::take_changed_replicas`]), and brings in what
//! changed elsewhere ([`Memory::update_replica`]). Changes are noted at the gate for chunks, by their place: replicas
//! lie in one range of the arena, and what lies between them is noted without need. So other chunks pay one comparison,
//! at the first write after a mark.
//!
//! Invariant: a chunk of a replica that was written since the last [`Memory::take_changed_replicas`] is in the list, or
//! the list is not complete and says so: after a rewind or a restore, which change chunks by other ways.

use crate::check::ByteKind;
use crate::memory::Memory;
use crate::object::{Life, ObjId};
use crate::overlay::span;
use crate::slots::CHUNK;
use crate::value::Pointer;

/// Replicas, and what may have changed of them. Not part of the state.
#[derive(Default)]
pub(crate) struct Replicas {
    /// The chunks that are watched: the first, and how many.
    first: u32,
    count: u32,
    changed: Vec<u32>,
    /// More may have changed than what was noted.
    incomplete: bool,
}

/// What may have changed of replicas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedReplicas {
    /// Bytes of these objects from these offsets on, [`REPLICA_PART`] each. Some are of objects that are no replicas.
    Parts(Vec<(ObjId, u64)>),
    /// Anything.
    Anything,
}

/// Changes are told apart by parts of so many bytes.
pub const REPLICA_PART: u64 = CHUNK as u64;

/// The numbers of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}

impl Replicas {
    /// A chunk is about to change.
    #[inline(always)]
    pub(crate) fn note(&mut self, chunk: usize) {
        if (chunk as u32).wrapping_sub(self.first) < self.count {
            self.changed.push(chunk as u32);
        }
    }

    /// Chunks change in other ways.
    #[inline]
    pub(crate) fn lose(&mut self) {
        self.incomplete = self.count > 0;
        self.changed.clear();
    }
}

impl Memory {
    /// From now on changes of an object's bytes are noted. For as long as it lives, in all states.
    pub fn add_replica(&mut self, object: ObjId) {
        let record = &self.objects[object.index()];
        let start = self.chunk_at(record.base) as u32;
        let end = start + (record.capacity as usize).div_ceil(CHUNK) as u32;
        let replicas = &mut self.replicas;
        let (first, last) = match replicas.count {
            0 => (start, end),
            count => (replicas.first.min(start), (replicas.first + count).max(end)),
        };
        if (first, last - first) != (replicas.first, replicas.count) {
            (replicas.first, replicas.count) = (first, last - first);
            replicas.incomplete = true;
        }
    }

    /// Whether an object may be a replica, as far as its place tells.
    #[inline]
    pub fn may_be_replica(&self, object: ObjId) -> bool {
        let record = self.objects.get(object.index()).filter(|_| self.replicas.count > 0);
        record.is_some_and(|it| {
            (self.chunk_at(it.base) as u32).wrapping_sub(self.replicas.first) < self.replicas.count
        })
    }

    /// What may have changed of replicas since this was last asked.
    pub fn take_changed_replicas(&mut self) -> ChangedReplicas {
        let replicas = &mut self.replicas;
        let incomplete = std::mem::take(&mut replicas.incomplete);
        if incomplete {
            replicas.changed.clear();
            self.clock += 1;
            return ChangedReplicas::Anything;
        }
        if replicas.changed.is_empty() {
            return ChangedReplicas::Parts(Vec::new());
        }
        let part = |chunk: u32| {
            let here = &self.arena.chunks[chunk as usize];
            (ObjId(here.object()), u64::from(here.number) * REPLICA_PART)
        };
        let parts = replicas.changed.iter().map(|&chunk| part(chunk)).collect();
        replicas.changed.clear();
        // A chunk that is written again is noted again.
        self.clock += 1;
        ChangedReplicas::Parts(parts)
    }

    /// What changed of replicas is known to whoever asks: nothing counts as changed.
    #[inline]
    pub fn settle_replicas(&mut self) {
        if self.replicas.incomplete || !self.replicas.changed.is_empty() {
            self.replicas.incomplete = false;
            self.replicas.changed.clear();
            self.clock += 1;
        }
    }

    /// The object gets these bytes at an offset, where it has others. What has the same bytes keeps what it is, a
    /// pointer for example. Neither watched nor logged; says whether anything was different.
    pub fn update_replica(&mut self, object: ObjId, offset: u64, bytes: &[u8]) -> bool {
        let record = &self.objects[object.index()];
        let inside = offset.checked_add(bytes.len() as u64).is_some_and(|end| end <= record.size);
        assert!(record.life == Life::Live && inside, "bytes of a live object");
        let base = record.base + offset;
        let mut differs = false;
        let mut done = 0;
        while done < bytes.len() {
            let addr = base + done as u64;
            let (chunk, within) = (self.chunk_at(addr), (addr - self.arena.base) as usize % CHUNK);
            let len = (bytes.len() - done).min(CHUNK - within);
            let new = &bytes[done..done + len];
            let here = &self.arena.chunks[chunk];
            let all = span(within, len);
            if here.plain & all != all || here.data[within..within + len] != *new {
                differs |= self.update_part(chunk, within, new);
            }
            done += len;
        }
        differs
    }

    /// Likewise, for bytes of one chunk, some of which are no numbers or others.
    fn update_part(&mut self, chunk: usize, within: usize, new: &[u8]) -> bool {
        let start = chunk * CHUNK + within;
        let from = Pointer { addr: self.arena.base + start as u64, prov: ObjId::NONE };
        let here = &self.arena.chunks[chunk];
        let (all, over) = (span(within, new.len()), here.over & span(within, new.len()));
        // The bytes of pointers and opaque values that change. Those of opaque values differ from all numbers.
        let mut cut = 0u64;
        for at in bits(over) {
            let byte = new[at - within];
            if !self.byte(start + at - within, from, new.len() as u64).is_ok_and(|it| it == byte) {
                cut |= 1 << at;
            }
        }
        let here = &self.arena.chunks[chunk];
        let numbers = all & !over;
        // Who calls knows that something differs; where there are pointers, that may be these.
        let differs = over == 0
            || here.plain & numbers != numbers
            || bits(numbers).any(|at| here.data[at] != new[at - within]);
        if cut == 0 && !differs {
            return false;
        }
        self.prepare_chunk(chunk);
        bits(cut).for_each(|at| self.arena.uncover(chunk, at, 1));
        let here = &mut self.arena.chunks[chunk];
        here.plain |= numbers | cut;
        match over {
            0 => here.data[within..within + new.len()].copy_from_slice(new),
            _ => bits(numbers | cut).for_each(|at| here.data[at] = new[at - within]),
        }
        true
    }

    /// The bytes of an object from an offset on, those of pointers too; a byte that has no value gets that of
    /// `otherwise`. Neither watched nor logged. None where a byte is one of an opaque value.
    pub fn fill_replica(&mut self, object: ObjId, offset: u64, otherwise: &[u8]) -> Option<Vec<u8>> {
        let record = self.objects[object.index()];
        let addr = record.base + offset;
        let start = (addr - self.arena.base) as usize;
        let mut bytes = otherwise.to_vec();
        let from = Pointer { addr, prov: object };
        let mut at = 0;
        while at < bytes.len() {
            match self.plain_part(start + at, bytes.len() - at) {
                [] => {
                    let (chunk, within) = ((start + at) / CHUNK, (start + at) % CHUNK);
                    let covered = self.arena.chunks[chunk].over >> within & 1 != 0;
                    if covered {
                        bytes[at] = self.byte(start + at, from, otherwise.len() as u64).ok()?;
                        if let ByteKind::Covered(run) = self.classify(start + at, 1).0 {
                            self.note_exposed(ObjId(run.id));
                        }
                    } else {
                        self.prepare_chunk(chunk);
                        let here = &mut self.arena.chunks[chunk];
                        here.plain |= 1 << within;
                        here.data[within] = otherwise[at];
                    }
                    at += 1;
                }
                part => {
                    bytes[at..at + part.len()].copy_from_slice(part);
                    at += part.len();
                }
            }
        }
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Layout, Scalar, Site, Storage};

    fn replica() -> (Memory, Pointer) {
        let mut memory = Memory::new(Config::default());
        let it = memory.alloc(Layout::new(256, 64), Storage::Global, Site(0)).expect("there is room");
        memory.fill(it, 0, 256).expect("it is there");
        memory.add_replica(it.prov);
        (memory, it)
    }

    fn parts(changed: ChangedReplicas) -> Vec<u64> {
        match changed {
            ChangedReplicas::Parts(parts) => parts.into_iter().map(|it| it.1).collect(),
            ChangedReplicas::Anything => vec![u64::MAX],
        }
    }

    #[test]
    fn changes_are_noted_once_until_they_are_taken() {
        let (mut memory, it) = replica();
        assert_eq!(parts(memory.take_changed_replicas()), [u64::MAX]);
        assert!(parts(memory.take_changed_replicas()).is_empty());
        for round in 0..3 {
            memory.store_u32(it.wrapping_offset(68), round).expect("it is there");
            memory.store_u32(it.wrapping_offset(72), round).expect("it is there");
            assert_eq!(parts(memory.take_changed_replicas()), [64]);
        }
        let mark = memory.mark();
        memory.store_u32(it, 1).expect("it is there");
        memory.rewind(mark);
        assert_eq!(parts(memory.take_changed_replicas()), [u64::MAX]);
    }

    #[test]
    fn what_has_the_same_bytes_stays_what_it_is() {
        let (mut memory, it) = replica();
        memory.store_pointer(it, it).expect("it is there");
        let bytes = memory.fill_replica(it.prov, 0, &[0; 64]).expect("no opaque values");
        assert_eq!(bytes[..8], it.addr.to_le_bytes());
        assert!(!memory.update_replica(it.prov, 0, &bytes));
        assert_eq!(memory.load_pointer(it).expect("a pointer"), it);
        let mut other = bytes.clone();
        other[0] ^= 1;
        assert!(memory.update_replica(it.prov, 0, &other));
        assert_ne!(memory.load_pointer(it).map(|it| it.prov).ok(), Some(it.prov));
    }

    #[test]
    fn bytes_without_a_value_get_one() {
        let (mut memory, it) = replica();
        memory.uninitialise(it, 4).expect("it is there");
        let bytes = memory.fill_replica(it.prov, 0, &[7; 64]).expect("no opaque values");
        assert_eq!((bytes[..4].to_vec(), bytes[4]), (vec![7; 4], 0));
        assert_eq!(memory.load_u32(it).expect("it is there"), Scalar::Bits(0x0707_0707));
    }
}
