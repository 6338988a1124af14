//! A value or a term becomes a number: everywhere at once.

use super::{arena_term, opaque_of};
use crate::machine::Machine;
use crate::nondet::Term;
use crate::reg::Reg;
use gmc_mem::{Opaque, Pointer, Scalar, Watch};
use gmc_term::{Symbol, TermId};
use gmc_world::Byte;
use std::collections::HashMap;

impl Machine {
    /// A nondeterministic value is a number from now on: in memory, in the current thread's registers, and in what is
    /// known. Registers of other threads are in memory. Conditions that are to be looked at anew.
    pub(crate) fn settle_nondet(&mut self, name: u32, number: u64) -> Vec<TermId> {
        self.process.nondet.remove(name);
        let mut known = HashMap::new();
        let compiled = self.compiled.clone();
        let mut simpler = |term: TermId| {
            let arena = &mut compiled.terms.lock();
            if !arena.mentions(term, name) {
                return term;
            }
            arena.substitute(term, &mut known, |arena, symbol: Symbol| {
                if symbol.name == name {
                    arena.constant(number.into(), symbol.width)
                } else {
                    arena.symbol(symbol)
                }
            })
        };
        let affine = |term: Term| (term.name == name).then(|| term.number(number));
        self.replace(&affine, &mut simpler);
        if self.process.nondet.conditions.is_empty() {
            return Vec::new();
        }
        let old = std::mem::take(&mut self.process.nondet.conditions);
        let (same, changed): (Vec<_>, Vec<_>) = old.into_iter().partition(|it| simpler(it.term) == it.term);
        self.process.nondet.conditions = same;
        changed.into_iter().map(|it| simpler(it.term)).collect()
    }

    /// A term is a number from now on, wherever it stands.
    pub(crate) fn settle_term(&mut self, term: TermId, number: u64) {
        let compiled = self.compiled.clone();
        let width = compiled.terms.lock().width(term);
        let mut simpler = |it: TermId| {
            if it == term { compiled.terms.lock().constant(number.into(), width) } else { it }
        };
        self.replace(&|_| None, &mut simpler);
    }

    /// Replaces values by numbers and terms by simpler ones, in memory and in the current thread's registers.
    fn replace(&mut self, affine: &dyn Fn(Term) -> Option<u64>, simpler: &mut dyn FnMut(TermId) -> TermId) {
        let watch = self.memory.watch(Watch::Off);
        // What stands there of the current thread's own registers is written anew when it stops.
        let own = self.threads[self.current].record.prov;
        let compiled = self.compiled.clone();
        let mut other = |value: Opaque| match arena_term(value) {
            None => affine(Term::of_opaque(value)?).map(Scalar::Bits),
            Some(term) => {
                let new = simpler(term);
                if new == term {
                    return None;
                }
                let arena = compiled.terms.lock();
                Some(match arena.number(new) {
                    Some(number) => Scalar::Bits(number as u64),
                    None => Scalar::Opaque(opaque_of(&arena, new)),
                })
            }
        };
        self.memory.replace_opaques(|object, value| if object == own { None } else { other(value) });
        self.replace_sizes(&mut other);
        self.memory.watch(watch);
        if self.world_has_terms() {
            self.world.replace_terms(|byte| match other(super::opaque_byte(byte))? {
                Scalar::Bits(number) => Some(Byte::Plain(number as u8)),
                Scalar::Opaque(new) => Some(super::outside::term_byte(new)),
                Scalar::Pointer(_) | Scalar::Piece(_) => None,
            });
        }
        // Threads that the step has created are not in memory yet either.
        let created = self.step.created.iter().copied().filter(|&it| it != self.current);
        for thread in created.chain([self.current]).collect::<Vec<_>>() {
            let thread = &mut self.threads[thread];
            for reg in thread.regs.iter_mut().filter(|reg| reg.is_open()) {
                match reg.as_open_pointer() {
                    Some((from, term)) => *reg = moved(from, simpler_of(&mut other, term)),
                    None => {
                        if let Some(scalar) = reg.opaque().and_then(&mut other) {
                            *reg = Reg::from_scalar(scalar);
                        }
                    }
                }
            }
            thread.lowest = 0;
        }
    }
}

/// The term that an offset is now.
fn simpler_of(other: &mut impl FnMut(Opaque) -> Option<Scalar>, term: u32) -> Offset {
    let old = Opaque { id: crate::nondet::ARENA | term, hash: 0 };
    match other(old) {
        Some(Scalar::Bits(bytes)) => Offset::Number(bytes),
        Some(Scalar::Opaque(new)) => Offset::Term(new.id & !crate::nondet::ARENA),
        _ => Offset::Term(term),
    }
}

#[derive(Clone, Copy)]
enum Offset {
    Number(u64),
    Term(u32),
}

fn moved(from: Pointer, offset: Offset) -> Reg {
    match offset {
        Offset::Number(bytes) => Reg::pointer(from.wrapping_offset(bytes as i64)),
        Offset::Term(term) => Reg::open_pointer(from, term),
    }
}
