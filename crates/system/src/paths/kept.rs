//! Labels that are kept from run to run (Jaffar, Murali, Navas, Santosa: TRACER, CAV 2012): a run that comes to the
//! same place in a state that meets one is safe from there, and stops.
//!
//! A label is kept only where it holds for every choice that follows. A *part* of one holds for some alternatives of
//! the choice at its place, and for everything after it; parts that together have all alternatives make a whole one.
//!
//! Invariant: labels say nothing of memory of the program's variables that no run has written so far. What they take
//! for as it was at the start is in `assumed`; a run that writes there does not look at kept labels any more.

use super::label::{Demand, Label, Word};
use super::state::{self, Frame, State};
use gmc_mem::{Memory, Pointer, hash_of_words};
use gmc_vm::CodeId;
use gmc_vm::reg::Reg;
use gmc_vm::stack::Registers;
use std::collections::{HashMap, HashSet};

/// So many labels are kept that agree in the registers that tell labels of a place apart.
const MOST_ALIKE: usize = 8;

/// So many registers tell labels of a place apart.
const TELLING: usize = 3;

/// So many labels are kept in all.
const MOST_LABELS: usize = 1 << 20;

/// Labels of finished runs.
#[derive(Default)]
pub(super) struct Kept {
    labels: Vec<Sparse>,
    places: HashMap<u128, Place>,
    parts: HashMap<u128, Vec<Part>>,
    assumed: HashSet<u64>,
}

/// A label without the places of which it demands nothing.
#[derive(PartialEq)]
struct Sparse {
    regs: Vec<(u32, Demand)>,
    words: Vec<(Word, Demand)>,
}

/// Labels of a place.
#[derive(Default)]
struct Place {
    /// Registers of which most labels demand one number each.
    telling: Vec<u32>,
    /// By these numbers.
    alike: HashMap<u128, Vec<u32>>,
    others: Vec<u32>,
}

/// A label for some alternatives of a choice.
pub(super) struct Part {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) label: Label,
}

fn key(frames: &[Frame], (code, pc): (CodeId, u32)) -> u128 {
    let callers = frames.iter().rev().skip(1).map(|it| u64::from(it.code.0) << 32 | u64::from(it.then));
    hash_of_words(u64::from(code.0) << 32 | u64::from(pc), callers)
}

fn single(demand: Demand) -> Option<u64> {
    match demand {
        Demand::Number(low, high) if low == high => Some(low as u64),
        _ => None,
    }
}

impl Sparse {
    fn new(label: &Label) -> Sparse {
        let regs = (0..).zip(&label.regs).filter(|it| *it.1 != Demand::Nothing);
        let words = label.words.iter().map(|(&word, &demand)| (word, demand));
        Sparse { regs: regs.map(|(at, &demand)| (at, demand)).collect(), words: words.collect() }
    }

    fn numbers(&self, telling: &[u32]) -> Option<u128> {
        let number = |&at: &u32| {
            let found = self.regs.binary_search_by_key(&at, |it| it.0).ok()?;
            single(self.regs[found].1)
        };
        Some(hash_of_words(0, telling.iter().map(number).collect::<Option<Vec<u64>>>()?))
    }

    fn is_met(&self, reg: &impl Fn(u32) -> Option<Reg>, memory: &Memory) -> bool {
        self.regs.iter().all(|&(at, demand)| reg(at).is_some_and(|it| demand.is_met(it)))
            && self.words.iter().all(|(word, demand)| match demand {
                Demand::Nothing => {
                    let from = Pointer { addr: word.address, prov: word.object };
                    memory.check_readable(from, word.size.into()).is_ok()
                }
                _ => state::load(memory, word).is_some_and(|it| demand.is_met(it)),
            })
    }
}

impl Kept {
    /// Whether kept labels take a byte for as it was at the start.
    pub(super) fn assumes(&self, address: u64) -> bool {
        self.assumed.contains(&address)
    }

    /// From now on labels take a word for as it was at the start.
    pub(super) fn assume(&mut self, word: &Word) {
        self.assumed.extend(word.address..word.address + u64::from(word.size));
    }

    /// A label that the state of a run meets, if there is one.
    pub(super) fn find(
        &self,
        frames: &[Frame],
        at: (CodeId, u32),
        callers: &[Vec<Reg>],
        regs: &Registers,
        memory: &Memory,
    ) -> Option<usize> {
        let place = self.places.get(&key(frames, at))?;
        let reg = |at: u32| {
            let at = at as usize;
            let call = frames.iter().rposition(|it| it.base <= at)?;
            let own = at - frames[call].base;
            if call + 1 == frames.len() {
                regs.get(own).copied()
            } else {
                callers.get(call)?.get(own).copied()
            }
        };
        let numbers: Option<Vec<u64>> = place.telling.iter().map(|&it| Some(reg(it)?.bits)).collect();
        let alike = numbers.and_then(|it| place.alike.get(&hash_of_words(0, it)));
        let labels = alike.into_iter().flatten().chain(&place.others);
        labels.rev().copied().find(|&it| self.labels[it as usize].is_met(&reg, memory)).map(|it| it as usize)
    }

    /// A label that was found.
    pub(super) fn get(&self, number: usize) -> Label {
        let Sparse { regs, words } = &self.labels[number];
        let mut label = Label::default();
        regs.iter().for_each(|&(at, demand)| label.need(at as usize, demand));
        label.words = words.iter().copied().collect();
        label
    }

    /// Keeps a label.
    pub(super) fn keep(&mut self, frames: &[Frame], at: (CodeId, u32), label: &Label) {
        if self.labels.len() >= MOST_LABELS {
            return;
        }
        let new = Sparse::new(label);
        let place = self.places.entry(key(frames, at)).or_insert_with(|| {
            let telling = new.regs.iter().filter(|it| single(it.1).is_some()).map(|it| it.0);
            Place { telling: telling.take(TELLING).collect(), ..Place::default() }
        });
        let list = match new.numbers(&place.telling) {
            Some(numbers) => place.alike.entry(numbers).or_default(),
            None => &mut place.others,
        };
        if list.iter().any(|&it| self.labels[it as usize] == new) {
            return;
        }
        if list.len() == MOST_ALIKE {
            list.remove(0);
        }
        list.push(self.labels.len() as u32);
        self.labels.push(new);
    }

    /// Parts of a label at a choice that a state meets.
    pub(super) fn parts<'k>(
        &'k self,
        state: &'k State,
        at: (CodeId, u32),
        memory: &'k Memory,
    ) -> impl Iterator<Item = &'k Part> {
        let parts = self.parts.get(&key(&state.frames, at)).into_iter().flatten();
        parts.rev().filter(|it| state.meets(memory, &it.label))
    }

    /// Keeps a part.
    pub(super) fn keep_part(&mut self, frames: &[Frame], at: (CodeId, u32), part: Part) {
        let list = self.parts.entry(key(frames, at)).or_default();
        if list.iter().any(|it| it.first == part.first && it.last == part.last && it.label == part.label) {
            return;
        }
        if list.len() == 8 * MOST_ALIKE {
            list.remove(0);
        }
        list.push(part);
    }
}
