//! Which operations of the program were ever executed, for nothing: every operation is first replaced by one that the machine cannot do.
//! Whoever comes there puts the real one back, notes that it was reached, and goes on.
//!
//! What else looks at operations looks at those that a thread has tried, which are back by then; except for liveness, which looks
//! ahead, and is therefore found out before.

use super::Subject;
use crate::code::{Code, Op, Rare};
use crate::fault::{Fault, Outcome};
use crate::lower::Lowered;
use crate::machine::{Machine, Turn};
use gmc_model::Coverage;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What an operation says that is not there yet.
const ABSENT: &str = "\u{0}not reached before";

/// Operations that were reached, by any of the searches that share this.
#[derive(Clone, Debug, Default)]
pub struct Reached(Arc<Vec<Vec<AtomicBool>>>);

/// Puts operations back as they are reached.
pub(super) struct Cover {
    real: Vec<Vec<Op>>,
    reached: Reached,
}

impl Reached {
    /// Nothing yet, of a program that is lowered like this.
    fn new(lowered: &Lowered<'_>) -> Reached {
        let none = |code: &Code| code.ops.iter().map(|_| AtomicBool::new(false)).collect();
        Reached(Arc::new(lowered.codes.iter().map(none).collect()))
    }

    /// What was reached, by the places of the source.
    fn coverage(&self, lowered: &Lowered<'_>) -> Coverage {
        let mut out = Coverage::default();
        for (code, reached) in lowered.codes.iter().zip(self.0.iter()) {
            if code.modelled || code.body(lowered.program).is_none() {
                continue;
            }
            let unit = lowered.program.unit(code.global.unit);
            let hit = |at: usize| u64::from(reached.get(at).is_some_and(|it| it.load(Ordering::Relaxed)));
            let symbol = &unit.places[lowered.program.symbol(code.global).place.index()];
            let name = lowered.program.name(code.global).to_owned();
            let file = out.files.entry(unit.str(symbol.file).to_owned()).or_default();
            *file.functions.entry((symbol.line, name)).or_default() |= hit(0);
            for (at, op) in code.ops.iter().enumerate() {
                let place = unit.places[code.origins[at].place.index()];
                if place.line == 0 || code.statements[at] == 0 {
                    continue;
                }
                let file = out.files.entry(unit.str(place.file).to_owned()).or_default();
                *file.lines.entry(place.line).or_default() |= hit(at);
                if op.is_branch() {
                    let number =
                        file.branches.keys().filter(|it| it.0 == place.line && it.2 == 0).count() as u32;
                    let mut op = *op;
                    let mut way = 0;
                    op.each_target(|to| {
                        // Who goes there from elsewhere counts too: what is said to be missed was missed.
                        let taken = hit(at) & hit(*to as usize);
                        file.branches.insert((place.line, number, way), taken);
                        way += 1;
                    });
                }
            }
        }
        out
    }
}

impl Subject<'_> {
    /// A place to note in which operations were reached.
    pub fn reached(&self) -> Reached {
        Reached::new(&self.machine.lowered)
    }

    /// From now on notes which operations are executed. To be called before the first step.
    pub fn cover(&mut self, reached: &Reached) {
        let codes = &mut self.machine.lowered.codes;
        let mut real = Vec::new();
        for code in codes {
            for pc in 0..code.ops.len() as u32 {
                code.kept(pc, false);
                code.kept(pc, true);
            }
            let absent = Op::Rare { rare: code.rare.len() as u32 };
            code.rare.push(Rare::Unsupported { what: ABSENT.to_owned() });
            let patched = vec![absent; code.ops.len()];
            real.push(std::mem::replace(&mut code.ops, patched));
        }
        self.cover = Some(Box::new(Cover { real, reached: reached.clone() }));
    }

    /// What was reached, by the places of the source. Not for a subject that notes it itself.
    pub fn coverage(&self, reached: &Reached) -> Coverage {
        reached.coverage(&self.machine.lowered)
    }
}

impl Cover {
    /// Does what [`Machine::slice`] does, and puts operations back on its way.
    pub(super) fn slice(&mut self, machine: &mut Machine<'_>, left: &mut u64) -> Outcome<Turn> {
        loop {
            match machine.slice(left) {
                Err(fault) if matches!(&*fault, Fault::Unsupported(what) if what == ABSENT) => {
                    self.restore(machine);
                }
                turn => return turn,
            }
        }
    }

    fn restore(&mut self, machine: &mut Machine<'_>) {
        let frame = machine.threads[machine.current].frames.last_mut().expect("it was about to do something");
        frame.pc -= 1;
        let (code, at) = (frame.code as usize, frame.pc as usize);
        machine.lowered.codes[code].ops[at] = self.real[code][at];
        self.reached.0[code][at].store(true, Ordering::Relaxed);
    }
}
