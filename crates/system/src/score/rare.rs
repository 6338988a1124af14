//! Scores a state by its rarest value: of variables with static storage, of registers, and of the places where
//! threads are.
//!
//! The rarity of a value is `count · values / states`: how often it was seen, compared to the average value of the
//! variable. So a counter that has got further than ever is rare, but a variable that never has the same value
//! twice is not, because it tells nothing. (This is novelty as in planning: Lipovetzky, Geffner: Width and
//! serialization of classical planning problems, ECAI 2012.)
//!
//! Counts are kept in hash tables of fixed size; values that collide look more frequent than they are. Heap memory
//! is deliberately absent: its addresses and names differ from run to run.

use super::{Execution, mix};
use crate::variables::variables_of;
use gmc_mem::{Memory, Pointer, Scalar};

/// Entries of the table of values.
const VALUES: usize = 1 << 18;

/// Entries of the table of variables.
const VARIABLES: usize = 1 << 12;

/// The most words of static storage that are scored.
const WORDS: usize = 256;

/// The score of an average value.
const AVERAGE: u64 = 1 << 16;

pub(crate) struct Rare {
    /// The words of static storage that are scored.
    words: Vec<(Pointer, usize)>,
    tables: Tables,
}

struct Tables {
    /// How often each value was seen.
    values: Vec<u32>,
    /// Of each variable, how many values were seen, and how many different ones.
    variables: Vec<(u32, u32)>,
    /// The score of the rarest value of the current state so far.
    rarest: u64,
}

impl Rare {
    pub(crate) fn new(execution: &Execution) -> Rare {
        let memory = &execution.machine.memory;
        let mut words = Vec::new();
        for (_, at) in variables_of(&execution.machine) {
            let size = memory.object(at.prov).map_or(0, |object| object.size) as usize;
            for offset in (0..size).step_by(8) {
                words.push((at.wrapping_offset(offset as i64), (size - offset).min(8)));
            }
        }
        words.truncate(WORDS);
        let (values, variables) = (vec![0; VALUES], vec![(0, 0); VARIABLES]);
        Rare { words, tables: Tables { values, variables, rarest: 0 } }
    }

    /// The score of the rarest value of the current state. Counts the state.
    pub(crate) fn rate(&mut self, execution: &Execution) -> u64 {
        let Rare { words, tables } = self;
        tables.rarest = u64::MAX;
        for (number, &(at, size)) in words.iter().enumerate() {
            match load(&execution.machine.memory, at, size) {
                // Most variables have four bytes.
                Some(Scalar::Bits(bits)) => {
                    tables.count(number as u64, bits & 0xffff_ffff);
                    if size > 4 {
                        tables.count(1 << 32 | number as u64, bits >> 32);
                    }
                }
                Some(Scalar::Pointer(pointer)) => tables.count(number as u64, pointer.addr),
                _ => {}
            }
        }
        for (thread, state) in execution.threads.entries() {
            for (depth, call) in execution.calls(state).enumerate() {
                let place = u64::from(call.code.0) << 32 | u64::from(call.pc);
                tables.count(2 << 32 | (u64::from(thread.0)) << 8 | (depth as u64).min(255), place);
                for (&r, word) in call.registers.iter().zip(call.words) {
                    let variable = 1 << 63 | u64::from(call.code.0) << 16 | u64::from(r);
                    tables.count(variable, word.bits ^ word.meta.0 << 32);
                }
            }
        }
        tables.rarest
    }
}

/// The value of some bytes, if they have one.
fn load(memory: &Memory, at: Pointer, size: usize) -> Option<Scalar> {
    let size = if size.is_power_of_two() { size } else { 1 };
    memory.load_sized(at, size).ok()
}

impl Tables {
    fn count(&mut self, variable: u64, value: u64) {
        let variable = mix(variable);
        let value = mix(variable ^ value);
        let count = &mut self.values[value as usize % VALUES];
        let (all, different) = &mut self.variables[variable as usize % VARIABLES];
        *different = different.saturating_add(u32::from(*count == 0));
        *count = count.saturating_add(1);
        *all = all.saturating_add(1);
        let rarity = (u64::from(*count) * u64::from(*different)).saturating_mul(AVERAGE) / u64::from(*all);
        self.rarest = self.rarest.min(rarity);
    }
}
