//! Branches: the ways out of the conditions and switches of a program, and which of them a run takes.
//!
//! A way is taken when the operation that it leads to comes next in the thread. So a way counts only if it was gone,
//! however often the operation behind it was reached from elsewhere.
//!
//! Invariant: ways of one operation stand next to each other, in the order of their targets.

use crate::coverage::Reached;
use gmc_ir::id::SourcePosId;
use gmc_mem::Memory;
use gmc_model::ThreadId;
use gmc_vm::code::{Code, Op, Pc};
use gmc_vm::compiled::Compiled;
use gmc_vm::exec::Witness;
use gmc_vm::stack::Registers;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A way out of a condition or switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The code and the operation, the first of those that it is out of.
    from: (u32, u32),
    pub(crate) to: Pc,
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line of the condition.
    pub line: u32,
    /// Which one of the line's conditions it is, from 0.
    pub condition: u32,
    /// Which one of the condition's ways, from 0: of a condition, 0 is where it holds.
    pub side: u32,
}

/// The branches of a program: of the functions that it can reach, without those of the library.
#[derive(Debug)]
pub struct Branches {
    ways: Vec<Way>,
    /// For each operation of each code, one more than the number of its first way; 0 if it has none.
    first: Vec<Vec<u32>>,
}

impl Branches {
    /// Those of a program.
    pub fn new(compiled: &Compiled) -> Branches {
        let mut branches = Branches { ways: Vec::new(), first: Vec::new() };
        let mut conditions = HashMap::new();
        for (number, code) in (0..).zip(compiled.codes.iter()) {
            let mut first = vec![0; code.ops.len()];
            if !code.modelled && code.body(&compiled.program).is_some() {
                branches.add(compiled, code, number, &mut first, &mut conditions);
            }
            branches.first.push(first);
        }
        branches
    }

    /// Adds those of a code. `conditions` counts the conditions of each line.
    fn add(
        &mut self,
        compiled: &Compiled,
        code: &Code,
        number: u32,
        first: &mut [u32],
        conditions: &mut HashMap<(String, u32), u32>,
    ) {
        let unit = compiled.program.unit(code.global.unit);
        // The compiler copies a condition to where it would jump to it, so one of the source may have several operations.
        let mut known: HashMap<(SourcePosId, Vec<Pc>), u32> = HashMap::new();
        for (at, first) in first.iter_mut().enumerate() {
            let position = code.source.origins[at].place;
            let (place, targets) = (unit.places[position.index()], targets(code, at));
            if targets.len() < 2 || place.line == 0 {
                continue;
            }
            let next = self.ways.len() as u32 + 1;
            *first = *known.entry((position, targets.clone())).or_insert(next);
            if *first != next {
                continue;
            }
            let (from, file, line) = ((number, at as u32), unit.str(place.file), place.line);
            let condition = conditions.entry((file.to_owned(), line)).or_default();
            for (side, to) in (0..).zip(targets) {
                let (file, condition) = (file.to_owned(), *condition);
                self.ways.push(Way { from, to, file, line, condition, side });
            }
            *condition += 1;
        }
    }

    /// All ways, by number.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// The ways out of an operation of a code, with their numbers.
    pub(crate) fn out_of(&self, code: usize, at: usize) -> impl Iterator<Item = (usize, &Way)> {
        let first = self.first[code].get(at).map_or(0, |&first| first as usize);
        let ways = if first > 0 { &self.ways[first - 1..] } else { &[] };
        let from = ways.first().map(|it| it.from);
        (first.saturating_sub(1)..).zip(ways).take_while(move |it| Some(it.1.from) == from)
    }

    /// The way from one operation of a code to another, by its number.
    fn way(&self, code: usize, from: usize, to: usize) -> Option<usize> {
        self.out_of(code, from).find(|it| it.1.to as usize == to).map(|it| it.0)
    }
}

/// Where an operation can lead, if that is not one place.
fn targets(code: &Code, at: usize) -> Vec<Pc> {
    let mut targets = Vec::new();
    match code.ops[at] {
        Op::Switch { table, .. } => {
            let table = &code.tables.switches[table as usize];
            targets.extend(table.cases.iter().map(|it| it.2).chain([table.default]));
            targets.sort_unstable();
        }
        mut op if op.is_branch() => op.each_target(|to| targets.push(*to)),
        _ => {}
    }
    targets.dedup();
    targets
}

/// The operation that a thread has executed last, if it has several ways out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    thread: ThreadId,
    code: usize,
    at: usize,
}

/// Watches a thread, and tells which ways it takes.
pub struct BranchWitness<'a, F> {
    /// The program's branches.
    pub branches: &'a Branches,
    /// The thread.
    pub thread: ThreadId,
    /// Where it stands.
    pub crossing: &'a mut Option<Crossing>,
    /// What is executed, where somebody asks for that as well.
    pub reached: Option<&'a mut Reached>,
    /// Is told each way that is taken.
    pub taken: F,
}

impl<F: FnMut(usize)> Witness for BranchWitness<'_, F> {
    fn see(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) -> ControlFlow<()> {
        let number = code.id.index();
        if let Some(from) = self.crossing.take()
            && from.thread == self.thread
            && from.code == number
            && let Some(way) = self.branches.way(number, from.at, at)
        {
            (self.taken)(way);
        }
        if self.branches.first[number].get(at).is_some_and(|&first| first > 0) {
            *self.crossing = Some(Crossing { thread: self.thread, code: number, at });
        }
        match &mut self.reached {
            Some(reached) => reached.see(code, at, regs, memory),
            None => ControlFlow::Continue(()),
        }
    }
}
