//! All opaque values in memory at once: finding them, and replacing them once more is known of them.
//!
//! The caller decides late what an opaque value is (a nondeterministic input, say). Then every copy of it, whole or in
//! pieces, must become that number, or another opaque value that is simpler.

use crate::memory::Memory;
use crate::object::{Life, ObjId, Storage};
use crate::overlay::Run;
use crate::slots::CHUNK;
use crate::value::{Opaque, Scalar, Whole};

impl Memory {
    /// Calls `visit` with every opaque value in a live object, and with the object.
    pub fn each_opaque(&self, mut visit: impl FnMut(ObjId, Opaque)) {
        for chunk in self.chunks_with_opaques() {
            let object = ObjId(self.arena.chunks[chunk].object());
            for run in self.arena.runs(chunk) {
                if let Whole::Opaque(value) = run.of() {
                    visit(object, value);
                }
            }
        }
    }

    /// Replaces opaque values by numbers (those of up to 8 bytes) or by other opaque values, where `other` has one. Not
    /// an access of the program: it is neither watched nor logged.
    pub fn replace_opaques(&mut self, mut other: impl FnMut(ObjId, Opaque) -> Option<Scalar>) {
        let mut found = Vec::new();
        for chunk in self.chunks_with_opaques() {
            let object = ObjId(self.arena.chunks[chunk].object());
            for run in self.arena.runs(chunk) {
                if let Whole::Opaque(value) = run.of()
                    && let Some(scalar) = other(object, value)
                {
                    found.push((chunk * CHUNK + run.start as usize, *run, scalar));
                }
            }
        }
        for (at, run, scalar) in found {
            match scalar {
                Scalar::Opaque(value) => {
                    let whole = Run::whole(Whole::Opaque(value), run.total().into());
                    self.put_run(at, Run { first: run.first, len: run.len, ..whole });
                }
                Scalar::Bits(bits) if run.total() <= 8 => {
                    let bytes = self.config.target.bytes(bits, run.total().into());
                    let first = run.first as usize;
                    self.put_bytes(at, &bytes[first..first + run.len as usize]);
                }
                _ => {}
            }
        }
    }

    /// Chunks with opaque values that are not out of reach, from the lists of runs, however large objects are. What
    /// cannot be written now may have been written before.
    fn chunks_with_opaques(&self) -> impl Iterator<Item = usize> + '_ {
        let is_state = |chunk: &usize| {
            let object = &self.objects[self.arena.chunks[*chunk].object() as usize];
            object.life == Life::Live && object.kind != Storage::Function
        };
        self.arena.overlays.chunks_with_opaques().into_iter().filter(is_state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Layout, Pointer, Scalar, Site, Storage};

    #[test]
    fn a_number_takes_the_place_of_every_copy() {
        let mut memory = Memory::new(Config::default());
        let mut object = || memory.alloc(Layout::new(100, 8), Storage::Heap, Site(0)).expect("room");
        let (a, b, gone) = (object(), object(), object());
        let (eleven, twelve) = (Opaque { id: 1, hash: 11 }, Opaque { id: 2, hash: 12 });
        let put =
            |memory: &mut Memory, at: Pointer, value| memory.store_opaque(at, value, 4).expect("stored");
        put(&mut memory, a, eleven);
        // Over the end of a chunk.
        put(&mut memory, b.wrapping_offset(62), eleven);
        put(&mut memory, b, twelve);
        put(&mut memory, gone, eleven);
        // Of this one, a part is left.
        put(&mut memory, a.wrapping_offset(8), eleven);
        memory.store_u16(a.wrapping_offset(8), 0u64).expect("stored");
        memory.free(gone, Site(0)).expect("freed");
        let mut found = Vec::new();
        memory.each_opaque(|object, value| found.push((object, value.id)));
        let count = |object, id| found.iter().filter(|it| **it == (object, id)).count();
        assert_eq!((count(a.prov, 1), count(b.prov, 1), count(b.prov, 2), count(gone.prov, 1)), (2, 2, 1, 0));
        let mark = memory.mark();
        memory.replace_opaques(|_, value| (value.id == 1).then_some(Scalar::Bits(0x0403_0201)));
        assert_eq!(memory.load_u32(a), Ok(Scalar::Bits(0x0403_0201)));
        assert_eq!(memory.load_u32(b.wrapping_offset(62)), Ok(Scalar::Bits(0x0403_0201)));
        assert_eq!(memory.load_u32(a.wrapping_offset(8)), Ok(Scalar::Bits(0x0403_0000)));
        assert_eq!(memory.load_u32(b), Ok(Scalar::Opaque(twelve)));
        memory.rewind(mark);
        assert_eq!(memory.load_u32(a), Ok(Scalar::Opaque(eleven)));
    }
}
