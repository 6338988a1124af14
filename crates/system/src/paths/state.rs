//! A state of a recorded run, as far as the analysis needs it: registers of all calls, and memory.
//!
//! The analysis goes through the run backward, and undoes what each operation wrote. Memory is that of the end of the
//! run, and what was written since then on top.
//!
//! Invariant: what it says of a byte or register is what it was at that point of the run, or that it is not known.

use super::label::{Demand, Label, Word};
use gmc_mem::{Memory, ObjId, Pointer, Scalar};
use gmc_vm::CodeId;
use gmc_vm::code::{Op, R};
use gmc_vm::reg::{Meta, Reg};
use std::collections::HashMap;

/// A call under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) code: CodeId,
    /// Its first register, counted from the outermost call.
    pub(super) base: usize,
    /// Where it goes on when what it called returns.
    pub(super) then: u32,
    /// What it hands over to its caller: from its register to the caller's.
    pub(super) result: Option<(R, R)>,
}

/// An object that has ended since: where it was.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) base: u64,
    pub(super) size: u64,
}

/// A state.
pub(super) struct State {
    pub(super) regs: Vec<Reg>,
    /// Which registers hold what depends on choices, as far as it is known. Only a hint.
    pub(super) tainted: Vec<bool>,
    pub(super) frames: Vec<Frame>,
    /// Bytes that are not as they are at the end of the run; none where that is not known.
    bytes: HashMap<u64, Option<u8>>,
    /// Objects that are gone at the end of the run.
    pub(super) gone: HashMap<ObjId, Extent>,
}

/// What an operation accesses.
#[derive(Clone, Copy)]
pub(super) struct Access {
    /// The register with the pointer.
    pub(super) a: R,
    pub(super) offset: i32,
    pub(super) size: u8,
    pub(super) signed: bool,
    /// The alignment minus one.
    pub(super) mask: u8,
    /// The register that is stored.
    pub(super) stores: Option<R>,
}

/// What a load or store of up to eight bytes accesses.
pub(super) fn access(op: &Op) -> Option<Access> {
    let load = |a, offset, size, signed, mask| Some(Access { a, offset, size, signed, mask, stores: None });
    let store =
        |a, offset, size, mask, b| Some(Access { a, offset, size, signed: false, mask, stores: Some(b) });
    match *op {
        Op::LoadS8 { a, offset, .. } => load(a, offset, 1, true, 0),
        Op::LoadU8 { a, offset, .. } | Op::LoadBool { a, offset, .. } => load(a, offset, 1, false, 0),
        Op::LoadS16 { a, offset, mask, .. } => load(a, offset, 2, true, mask),
        Op::LoadU16 { a, offset, mask, .. } => load(a, offset, 2, false, mask),
        Op::LoadS32 { a, offset, mask, .. } => load(a, offset, 4, true, mask),
        Op::LoadU32 { a, offset, mask, .. } => load(a, offset, 4, false, mask),
        Op::Load64 { a, offset, mask, .. } => load(a, offset, 8, false, mask),
        Op::Store8 { a, b, offset } => store(a, offset, 1, 0, b),
        Op::Store16 { a, b, offset, mask } => store(a, offset, 2, mask, b),
        Op::Store32 { a, b, offset, mask } => store(a, offset, 4, mask, b),
        Op::Store64 { a, b, offset, mask } => store(a, offset, 8, mask, b),
        _ => None,
    }
}

/// The word that a pointer in a register and an access lead to.
pub(super) fn word(pointer: Reg, access: &Access) -> Option<Word> {
    let address = pointer.bits.wrapping_add_signed(access.offset.into());
    let is_object = pointer.meta.is_whole() && !pointer.meta.prov().is_none();
    let fits = address.checked_add(8).is_some() && address & u64::from(access.mask) == 0;
    (is_object && fits).then_some(Word {
        address,
        object: pointer.meta.prov(),
        size: access.size,
        signed: access.signed,
    })
}

/// A number of so many bytes, extended.
pub(super) fn extend(bits: u64, size: u8, signed: bool) -> u64 {
    let sh = 64 - 8 * u32::from(size);
    if signed { ((bits << sh) as i64 >> sh) as u64 } else { (bits << sh) >> sh }
}

/// What memory holds at a word; none where that is no number and no pointer.
pub(super) fn load(memory: &Memory, word: &Word) -> Option<Reg> {
    let from = Pointer { addr: word.address, prov: word.object };
    match memory.load_sized(from, word.size.into()).ok()? {
        Scalar::Bits(bits) => Some(Reg::number(extend(bits, word.size, word.signed))),
        Scalar::Pointer(pointer) => Some(Reg::pointer(pointer)),
        _ => None,
    }
}

impl State {
    /// The state at the end of a run.
    pub(super) fn new(regs: Vec<Reg>, tainted: Vec<bool>, frames: Vec<Frame>) -> State {
        State { regs, tainted, frames, bytes: HashMap::new(), gone: HashMap::new() }
    }

    /// What a word holds, if it is known.
    pub(super) fn load(&self, memory: &Memory, word: &Word) -> Option<Reg> {
        let addresses = word.address..word.address + u64::from(word.size);
        if !addresses.clone().any(|it| self.bytes.contains_key(&it)) {
            return load(memory, word);
        }
        let mut bits = 0;
        for (at, address) in addresses.enumerate() {
            let byte = match self.bytes.get(&address) {
                Some(byte) => (*byte)?,
                None => {
                    let one = Word { address, size: 1, signed: false, ..*word };
                    load(memory, &one).filter(|it| it.meta == Meta::PLAIN)?.bits as u8
                }
            };
            bits |= u64::from(byte) << (8 * at);
        }
        Some(Reg::number(extend(bits, word.size, word.signed)))
    }

    /// From now on memory holds this at an address; none: it is not known.
    pub(super) fn store(&mut self, address: u64, size: u8, bits: Option<u64>) {
        for at in 0..u64::from(size) {
            self.bytes.insert(address + at, bits.map(|it| (it >> (8 * at)) as u8));
        }
    }

    /// Whether a word lies within its object.
    pub(super) fn is_within(&self, memory: &Memory, word: &Word, writes: bool) -> bool {
        let extent = match self.gone.get(&word.object) {
            Some(extent) => *extent,
            None => match memory.object(word.object) {
                Some(info) if memory.is_live(word.object) && !info.barred && !(writes && info.sealed) => {
                    Extent { base: info.base, size: info.size }
                }
                _ => return false,
            },
        };
        word.address >= extent.base && word.address + u64::from(word.size) <= extent.base + extent.size
    }

    /// Whether the state meets a label.
    pub(super) fn meets(&self, memory: &Memory, label: &Label) -> bool {
        let regs = label.regs.iter().enumerate();
        regs.filter(|it| *it.1 != Demand::Nothing)
            .all(|(at, demand)| self.regs.get(at).is_some_and(|&reg| demand.is_met(reg)))
            && label.words.iter().all(|(word, demand)| match demand {
                Demand::Nothing => self.is_within(memory, word, false),
                _ => self.load(memory, word).is_some_and(|reg| demand.is_met(reg)),
            })
    }
}
