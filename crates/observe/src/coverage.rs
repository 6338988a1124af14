//! Coverage: which operations of the program searches have executed.
//!
//! Steps from the step cache add nothing: the same worker has executed them before, and they were seen then. What a
//! search has executed before a checkpoint is kept in it.
//!
//! Invariant: what is reported as missed was never executed.

use crate::branches::Branches;
use gmc_mem::Memory;
use gmc_model::Coverage;
use gmc_system::observer::{Observer, Record};
use gmc_vm::InterpResult;
use gmc_vm::code::Code;
use gmc_vm::compiled::Compiled;
use gmc_vm::exec::Witness;
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::stack::Registers;
use std::iter;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The operations that were executed, shared by the workers of a search.
#[derive(Clone, Debug, Default)]
pub struct Reached(Arc<Vec<Vec<AtomicBool>>>);

impl Witness for Reached {
    fn see(&mut self, code: &Code, at: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        if let Some(reached) = self.0[code.id.index()].get(at)
            && !reached.load(Ordering::Relaxed)
        {
            reached.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}

impl Reached {
    /// Nothing so far, of this program.
    pub fn new(compiled: &Compiled) -> Reached {
        let none = |code: &Code| code.ops.iter().map(|_| AtomicBool::new(false)).collect();
        Reached(Arc::new(compiled.codes.iter().map(none).collect()))
    }

    /// What was executed, by lines, functions and branches of the source.
    pub fn coverage(&self, compiled: &Compiled) -> Coverage {
        let mut out = Coverage::default();
        let branches = Branches::new(compiled);
        for (code, reached) in compiled.codes.iter().zip(self.0.iter()) {
            if code.modelled || code.body(&compiled.program).is_none() {
                continue;
            }
            let unit = compiled.program.unit(code.global.unit);
            let hit = |at: usize| u64::from(reached.get(at).is_some_and(|it| it.load(Ordering::Relaxed)));
            let symbol = &unit.places[compiled.program.symbol(code.global).place.index()];
            let name = compiled.program.name(code.global).to_owned();
            let file = out.files.entry(unit.str(symbol.file).to_owned()).or_default();
            *file.functions.entry((symbol.line, name)).or_default() |= hit(0);
            for at in 0..code.ops.len() {
                let place = unit.places[code.source.origins[at].place.index()];
                if place.line == 0 {
                    continue;
                }
                let file = out.files.entry(unit.str(place.file).to_owned()).or_default();
                if code.source.statements[at] > 0 {
                    *file.lines.entry(place.line).or_default() |= hit(at);
                }
                for (_, way) in branches.out_of(code.id.index(), at) {
                    // A target that was reached from elsewhere counts as taken.
                    let taken = hit(at) & hit(way.to as usize);
                    *file.branches.entry((way.line, way.condition, way.side)).or_default() |= taken;
                }
            }
        }
        out
    }
}

/// A bit for each operation, after their number.
impl Record for Reached {
    fn save(&self) -> Vec<u64> {
        let all: Vec<&AtomicBool> = self.0.iter().flatten().collect();
        let word = |ops: &[&AtomicBool]| {
            let bits = ops.iter().enumerate().map(|(at, it)| u64::from(it.load(Ordering::Relaxed)) << at);
            bits.fold(0, |word, bit| word | bit)
        };
        iter::once(all.len() as u64).chain(all.chunks(64).map(word)).collect()
    }

    fn recall(&self, saved: &[u64]) -> bool {
        let ops = || self.0.iter().flatten();
        let count = ops().count();
        let Some((&saved_count, words)) = saved.split_first() else { return false };
        if saved_count != count as u64 || words.len() != count.div_ceil(64) {
            return false;
        }
        for (at, reached) in ops().enumerate() {
            if words[at / 64] >> (at % 64) & 1 == 1 {
                reached.store(true, Ordering::Relaxed);
            }
        }
        true
    }
}

impl Observer for Reached {
    fn follows_run(&self) -> bool {
        false
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        // Places of other programs are not those of this one.
        if !machine.runs_first_program() {
            return machine.slice(left);
        }
        machine.slice_with(left, self)
    }
}
