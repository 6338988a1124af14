//! Numbers of the program as symbolic values that can only be these numbers: for tests.
//!
//! A program computes the same whether a constant is written in it or is an input that an assumption fixes. So a run
//! with disguised constants must do what a plain run does, on another way: terms go through registers, memory, checks
//! and library functions, and each decision is a question to the solver. Whoever has plain runs judged, by native
//! ones, has symbolic execution judged with the same programs.
//!
//! A few hidden inputs are assumed to be zero, each by two conditions about half of its bits. That is plain to a
//! solver, but nothing that the simplifier or the machine puts together. A constant `c` is then `c + (x & y)`, or one
//! of a few more terms that are `c` because of that.
//!
//! Invariant: a hidden input never stands by itself, so nothing that is decided makes a number of it.

use super::{Condition, opaque_of};
use crate::code::Code;
use crate::compiled::StaticObject;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_mem::{Memory, ObjId, Pointer, Scalar};
use gmc_term::{Arena, Binary, Symbol, TermId};
use std::collections::HashMap;

/// Hidden inputs: the first names are theirs.
const HIDDEN: u32 = 3;

/// Half of the bits of a hidden input.
const HALF: u128 = 0x5555_5555_5555_5555;

/// Bytes of a variable up to which its initial value is disguised.
const LARGEST: u64 = 4096;

/// Which numbers of a program are disguised: about one in so many.
#[derive(Clone, Copy, Debug)]
pub struct Disguise {
    /// One disguises all.
    pub one_in: u32,
}

impl Disguise {
    /// Disguises constants of functions.
    pub(crate) fn constants(self, arena: &mut Arena, codes: &mut [Code]) {
        for (code, number) in codes.iter_mut().zip(1..) {
            let first = code.registers;
            for (reg, at) in code.frame[first..].iter_mut().zip(0..) {
                let draw = draw(number, at);
                if *reg == Reg::number(reg.bits) && self.picks(draw) {
                    let term = disguised(arena, reg.bits.into(), 64, draw);
                    *reg = Reg::from_scalar(Scalar::Opaque(opaque_of(arena, term)));
                }
            }
        }
    }

    /// Disguises initial values of variables. What reads several at once, or a part of one, is common.
    pub(crate) fn variables(
        self,
        arena: &mut Arena,
        memory: &mut Memory,
        statics: &HashMap<ObjId, StaticObject>,
    ) {
        let mut objects: Vec<ObjId> = statics.iter().filter(|it| is_data(it.1)).map(|it| *it.0).collect();
        objects.sort_unstable_by_key(|it| it.index());
        for object in objects {
            let Some(info) = memory.object(object).filter(|it| it.size <= LARGEST) else { continue };
            let (base, size) = (info.base, info.size);
            let mut offset = 0;
            while offset < size {
                let draw = draw(object.index() as u64, offset | 1 << 32);
                let sizes = [8, 4, 2, 1].into_iter().skip((draw >> 40) as usize % 4);
                let fits = |cell: &u64| offset.is_multiple_of(*cell) && offset + cell <= size;
                let cell = sizes.into_iter().find(fits).unwrap_or(1);
                let at = Pointer { addr: base + offset, prov: object };
                if self.picks(draw)
                    && let Ok(Scalar::Bits(number)) = memory.load_sized(at, cell as usize)
                {
                    let term = disguised(arena, number.into(), cell as u8 * 8, draw);
                    let _ = memory.store_sized(at, Scalar::Opaque(opaque_of(arena, term)), cell as usize);
                }
                offset += cell;
            }
        }
    }

    fn picks(self, draw: u64) -> bool {
        draw.is_multiple_of(self.one_in.max(1).into())
    }
}

fn is_data(object: &StaticObject) -> bool {
    !matches!(object, StaticObject::Function(_))
}

/// Something arbitrary that depends on these numbers alone (the finalizer of `SplitMix64`).
fn draw(a: u64, b: u64) -> u64 {
    let mut x = (a << 40 ^ b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A term that is this number as long as all hidden inputs are zero.
fn disguised(arena: &mut Arena, number: u128, width: u8, draw: u64) -> TermId {
    let first = (draw >> 8) as u32 % HIDDEN;
    let zero = both(arena, first, (first + 1) % HIDDEN);
    let zero = arena.extract(zero, 0, width);
    let number = arena.constant(number, width);
    match (draw >> 16) % 4 {
        0 => arena.binary(Binary::Add, number, zero),
        1 => arena.binary(Binary::Xor, number, zero),
        2 => arena.sub(number, zero),
        _ => {
            let none = arena.constant(0, width);
            let is_zero = arena.binary(Binary::Eq, zero, none);
            let other = arena.not(number);
            arena.ite(is_zero, number, other)
        }
    }
}

fn hidden(arena: &mut Arena, name: u32) -> TermId {
    arena.symbol(Symbol { name, width: 64 })
}

/// The bits that two hidden inputs have in common.
fn both(arena: &mut Arena, a: u32, b: u32) -> TermId {
    let (a, b) = (hidden(arena, a), hidden(arena, b));
    arena.binary(Binary::And, a, b)
}

/// That all hidden inputs are zero.
fn conditions(arena: &mut Arena) -> Vec<Condition> {
    let mut all = Vec::new();
    for name in 0..HIDDEN {
        for half in [HALF, !HALF] {
            let (input, half) = (hidden(arena, name), arena.constant(half, 64));
            let bits = arena.binary(Binary::And, input, half);
            let none = arena.constant(0, 64);
            all.push(arena.binary(Binary::Eq, bits, none));
        }
    }
    super::sorted(arena, all)
}

impl Machine {
    /// A machine that is about to start makes the hidden inputs of a program whose constants are disguised.
    pub(crate) fn make_hidden_inputs(&mut self) {
        let compiled = self.compiled.clone();
        let arena = &mut compiled.terms.lock();
        self.rules.symbolic = true;
        let conditions = conditions(arena);
        self.process.nondet.pin(HIDDEN, conditions, arena);
    }
}
