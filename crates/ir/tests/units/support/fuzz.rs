//! A mutation fuzzer of the reader: damaged sections go through every stage, and nothing may panic, hang or take memory
//! out of proportion.
//!
//! Mutations are made at three depths, because a checksum stops all that do not repair it: of the section as it is, of
//! the compressed payload with checksum and length made good, and of the decompressed payload framed anew. Whatever
//! still verifies is linked and printed in every form. Inputs depend on nothing but the seed.

use gmc_ir::constructs::constructs;
use gmc_ir::image::{DynamicLinkage, Image, ImageKind, LinkedUnit};
use gmc_ir::program::Program;
use gmc_ir::text::{self, Names, NoSource};
use gmc_ir::unit::Unit;
use gmc_ir::verify::verify;
use gmc_ir::wire::{Bounds, UnitId, decode, encode_payload, encode_raw, frames};
use std::fmt;

/// SplitMix64 (Steele, Lea, Flood 2014): small, and good enough to pick mutations.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// What inputs are made from.
pub struct Seed {
    section: Vec<u8>,
    payload: Vec<u8>,
    raw: Vec<u8>,
}

impl Seed {
    /// A seed from a unit in memory.
    pub fn of(unit: &Unit) -> Seed {
        let raw = postcard::to_allocvec(unit).expect("a unit has no part that cannot be encoded");
        let section = encode_raw(UnitId(1), &raw);
        let payload = frames(&section).expect("well-formed")[0].payload.to_vec();
        Seed { section, payload, raw }
    }

    /// Makes a damaged section.
    pub fn mutate(&self, random: &mut Random) -> Vec<u8> {
        match random.below(8) {
            0 => damage(&self.section, random),
            1 => {
                let payload = damage(&self.payload, random);
                let len = if random.below(4) == 0 {
                    random.next() >> random.below(64)
                } else {
                    self.raw.len() as u64
                };
                encode_payload(UnitId(random.next()), len, &payload)
            }
            2..4 => encode_raw(UnitId(1), &damage(&self.raw, random)),
            _ => encode_raw(UnitId(1), &confuse(&self.raw, random)),
        }
    }
}

/// Replaces a few one-byte numbers by others. Lengths stay, so most of these decode, and nonsense reaches the verifier
/// and all later stages.
fn confuse(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let near = bytes[at].wrapping_add(random.below(5) as u8).wrapping_sub(2);
        let value = if random.below(2) == 0 { near } else { random.next() as u8 };
        if bytes[at] < 0x80 {
            bytes[at] = value & 0x7f;
        }
    }
    bytes
}

/// Applies a few mutations to a whole file and reads it; whatever comes of it must be an answer.
pub fn read_damaged(file: &[u8], random: &mut Random) {
    let bytes = damage(file, random);
    if let Ok(image) = Image::read("fuzz", &bytes) {
        let _ = Program::link(vec![image]);
    }
}

/// Applies a few mutations.
fn damage(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(8) {
            _ if bytes.is_empty() => bytes.push(random.next() as u8),
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.next() as u8,
            // Numbers at the edges: small ones, and those that go on for many bytes.
            2 => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xff][random.below(6)],
            3 => {
                let count = random.below(12);
                bytes.splice(at..at, std::iter::repeat_n(0xff, count));
            }
            4 => {
                bytes.remove(at);
            }
            5 => bytes.insert(at, random.next() as u8),
            6 => {
                let len = random.below(64).min(bytes.len() - at);
                let piece = bytes[at..at + len].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// How far an input came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reached {
    NoFrame,
    NotDecoded,
    NotVerified,
    NotLinked,
    Printed,
}

/// The output of the printer, of which only the length is kept.
#[derive(Default)]
struct Sink(usize);

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// What decoding a section may allocate.
pub fn bound(section: &[u8]) -> u64 {
    let payloads = frames(section).unwrap_or_default();
    payloads.iter().map(|frame| Bounds::of(frame.payload.len()).memory).max().unwrap_or(1 << 20)
}

/// Reads a section up to its units.
pub fn read(section: &[u8]) -> Result<Vec<(UnitId, Unit)>, Reached> {
    let frames = frames(section).map_err(|_| Reached::NoFrame)?;
    let decoded: Result<Vec<_>, _> = frames.iter().map(|frame| Ok((frame.id, decode(frame)?))).collect();
    let decoded: Result<Vec<_>, gmc_ir::wire::ReadError> = decoded;
    decoded.map_err(|_| Reached::NotDecoded)
}

/// Sends a section through every stage.
pub fn run(section: &[u8]) -> Reached {
    match read(section) {
        Ok(units) => process(units),
        Err(reached) => reached,
    }
}

/// Verifies, links and prints units.
pub fn process(units: Vec<(UnitId, Unit)>) -> Reached {
    let mut sink = Sink::default();
    for (_, unit) in &units {
        if let Err(error) = verify(unit) {
            assert!(!error.to_string().is_empty());
            return Reached::NotVerified;
        }
        constructs(unit);
        text::types(&mut sink, unit).expect("prints");
        let names = Names::new(unit);
        for function in &unit.functions {
            gmc_ir::dot::control_flow(&mut sink, &names, function).expect("prints");
        }
    }
    let units = units.into_iter().map(|(id, unit)| LinkedUnit { id, unit, addresses: None }).collect();
    let Ok(image) = Image::new("fuzz", ImageKind::Executable, DynamicLinkage::default(), units) else {
        return Reached::NotVerified;
    };
    let Ok(program) = Program::link(vec![image]) else { return Reached::NotLinked };
    text::program(&mut sink, &program, &NoSource).expect("prints");
    text::globals(&mut sink, &program).expect("prints");
    text::functions(&mut sink, &program).expect("prints");
    text::externals(&mut sink, &program).expect("prints");
    text::unsupported(&mut sink, &program).expect("prints");
    gmc_ir::json::write(&mut std::io::sink(), &program).expect("writes");
    program.main();
    Reached::Printed
}
