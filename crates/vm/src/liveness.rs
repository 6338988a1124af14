//! Which registers matter at a point of a function: those that some path from there reads before it writes them.
//!
//! What is dead is not state: two states that differ in dead registers only are the same. This is the textbook backward
//! analysis over operations. Registers of locals in memory are always live, because they say which locals exist.
//!
//! **Invariant:** a register that is reported dead is not read before it is written, on any path. Reporting one live
//! that is not costs states, never correctness. Where control is not known (computed jumps), every label is a
//! successor.

use crate::code::{Code, Op, Pc, R, Rare, Unwinding};
use std::sync::OnceLock;

/// A set of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers(Vec<u64>);

impl Registers {
    fn new(count: usize) -> Registers {
        Registers(vec![0; count.div_ceil(64)])
    }

    /// Whether a register is in the set.
    pub fn contains(&self, r: usize) -> bool {
        self.0.get(r / 64).is_some_and(|word| word >> (r % 64) & 1 != 0)
    }

    fn insert(&mut self, r: usize) {
        if let Some(word) = self.0.get_mut(r / 64) {
            *word |= 1 << (r % 64);
        }
    }

    fn remove(&mut self, r: usize) {
        if let Some(word) = self.0.get_mut(r / 64) {
            *word &= !(1 << (r % 64));
        }
    }

    /// Adds all of another set; whether that changed anything.
    fn unite(&mut self, other: &Registers) -> bool {
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }
}

/// The live registers of a function, at the start of each of its straight pieces.
#[derive(Debug)]
pub struct Liveness {
    /// First operation of each piece, in order, and what is live there.
    pieces: Vec<(Pc, Registers)>,
    /// What is live where a call may come back otherwise than by its return, whichever landing that is.
    landings: Registers,
    /// Lists made so far: twice as many as operations, see [`Code::kept`].
    lists: Box<[OnceLock<Box<[R]>>]>,
}

impl Liveness {
    /// Analyses a function.
    pub fn of(code: &Code) -> Liveness {
        let mut starts: Vec<Pc> = vec![0];
        for (at, op) in code.ops.iter().enumerate() {
            let mut jumps = false;
            each_successor(code, at as Pc, |to| {
                if to != at as Pc + 1 {
                    starts.push(to);
                    jumps = true;
                }
            });
            if jumps || matches!(op, Op::Return | Op::Unreachable) {
                starts.push(at as Pc + 1);
            }
        }
        starts.retain(|&at| (at as usize) < code.ops.len());
        starts.sort_unstable();
        starts.dedup();
        let count = code.registers;
        let mut live = Liveness {
            pieces: starts.into_iter().map(|at| (at, Registers::new(count))).collect(),
            landings: Registers::new(count),
            lists: (0..=2 * code.ops.len() + 1).map(|_| OnceLock::new()).collect(),
        };
        loop {
            let mut changed = false;
            for piece in (0..live.pieces.len()).rev() {
                let start = live.pieces[piece].0;
                let before = live.at(code, start);
                changed |= live.pieces[piece].1.unite(&before);
            }
            if !changed {
                live.landings = live.at_landings(code);
                return live;
            }
        }
    }

    /// What is live at the function's landings. A call of `setjmp` has its result there in any case.
    fn at_landings(&self, code: &Code) -> Registers {
        let mut all = Registers::new(code.registers);
        for landing in &code.tables.landings {
            let mut live = self.at(code, landing.pc);
            if let Some(call) = landing.call {
                each_written(code, &Op::Call { call }, |r, words| {
                    (r..r + words).for_each(|r| live.remove(r));
                });
            }
            all.unite(&live);
        }
        all
    }

    /// What is live just before an operation.
    pub fn at(&self, code: &Code, pc: Pc) -> Registers {
        let next = self.pieces.partition_point(|&(start, _)| start <= pc);
        let end = self.pieces.get(next).map_or(code.ops.len() as Pc, |&(start, _)| start);
        let mut live = Registers::new(code.registers);
        if end > pc {
            each_successor(code, end - 1, |to| {
                if let Ok(piece) = self.pieces.binary_search_by_key(&to, |&(start, _)| start) {
                    live.unite(&self.pieces[piece].1);
                }
            });
        }
        for at in (pc..end).rev() {
            let op = &code.ops[at as usize];
            each_written(code, op, |r, words| (r..r + words).for_each(|r| live.remove(r)));
            each_read(code, op, |r, words| (r..r + words).for_each(|r| live.insert(r)));
        }
        (0..code.objects.len()).for_each(|r| live.insert(r));
        live
    }
}

impl Code {
    /// The registers that matter just before an operation, in order. `calling`: the operation before it is a call that
    /// has not returned, so its result is not there yet. Whatever runs above the frame, what it called or a handler of
    /// signals, may jump to a landing instead of coming back here: what is live there matters, too.
    pub fn kept(&self, pc: Pc, calling: bool) -> &[R] {
        let liveness = self.liveness.get_or_init(|| Liveness::of(self));
        liveness.lists[2 * pc as usize + usize::from(calling)].get_or_init(|| {
            let mut live = liveness.at(self, pc);
            if calling && let Some(before) = pc.checked_sub(1) {
                each_written(self, &self.ops[before as usize], |r, words| {
                    (r..r + words).for_each(|r| live.remove(r));
                });
            }
            live.unite(&liveness.landings);
            (0..self.registers).filter(|&r| live.contains(r)).map(|r| r as R).collect()
        })
    }
}

/// The operations that may follow one in its function.
pub fn each_successor(code: &Code, at: Pc, mut visit: impl FnMut(Pc)) {
    match &code.ops[at as usize] {
        Op::Jump { to } => visit(*to),
        Op::BrEq { yes, no, .. }
        | Op::BrNe { yes, no, .. }
        | Op::BrLtS { yes, no, .. }
        | Op::BrLeS { yes, no, .. }
        | Op::BrLtU { yes, no, .. }
        | Op::BrLeU { yes, no, .. }
        | Op::Br { yes, no, .. } => [*yes, *no].into_iter().for_each(visit),
        Op::Switch { table, .. } => {
            let table = &code.tables.switches[*table as usize];
            table.cases.iter().map(|case| case.2).chain([table.default]).for_each(visit);
        }
        Op::Return | Op::Unreachable => {}
        Op::Rare { rare } if matches!(code.tables.rare[*rare as usize], Rare::Goto { .. }) => {
            code.tables.labels.iter().flatten().copied().for_each(visit);
        }
        // A call may come back elsewhere, by a jump out of it.
        Op::Call { call } => {
            visit(at + 1);
            if let Unwinding::Land(pad) = code.tables.calls[*call as usize].unwind {
                visit(code.tables.pads[pad as usize].pc);
            }
            code.tables.landings.iter().for_each(|it| visit(it.pc));
        }
        _ => visit(at + 1),
    }
}

/// The registers that an operation reads, with how many from each on.
pub fn each_read(code: &Code, op: &Op, mut visit: impl FnMut(usize, usize)) {
    let mut read = |r: R, words: u16| visit(usize::from(r), usize::from(words));
    match op {
        Op::Call { call } => {
            let call = &code.tables.calls[*call as usize];
            if let crate::code::CalleeRef::Pointer(r) = call.callee {
                read(r, 1);
            }
            call.args.iter().for_each(|arg| read(arg.r, arg.class.words().max(1)));
            if let Some((r, class)) = call.result
                && !class.in_registers()
            {
                read(r, 1);
            }
            call.chain.into_iter().for_each(|r| read(r, 1));
        }
        Op::Return => {
            if let Some((r, class)) = code.signature.result {
                read(r, class.words());
            }
        }
        Op::Rare { rare } => match &code.tables.rare[*rare as usize] {
            Rare::Unary { a, from, .. } | Rare::Extract { a, from, .. } => read(*a, from.words()),
            Rare::Binary { a, left, b, right, .. } => {
                read(*a, left.words());
                read(*b, right.words());
            }
            Rare::Ternary { args, .. } => args.iter().for_each(|(r, class)| read(*r, class.words())),
            Rare::StoreWide { a, b, size, .. } => {
                read(*a, 1);
                read(*b, size.div_ceil(8) as u16);
            }
            Rare::StoreBits { a, b, bits, .. } => {
                read(*a, 1);
                read(*b, if *bits > 64 { 2 } else { 1 });
            }
            Rare::Insert { d, size, a, from, .. } => {
                read(*d, size.div_ceil(8));
                read(*a, from.words());
            }
            Rare::MoveWide { a, words, .. } => read(*a, *words),
            Rare::ReturnAggregate { from, size } => {
                read(*from, 1);
                size.each_register(|r| read(r, 1));
                code.signature.result_pointer.into_iter().for_each(|r| read(r, 1));
            }
            Rare::Copy { to, from, size } => {
                [*to, *from].into_iter().for_each(|r| read(r, 1));
                size.each_register(|r| read(r, 1));
            }
            Rare::Zero { to, size } | Rare::Uninit { to, size, .. } => {
                read(*to, 1);
                size.each_register(|r| read(r, 1));
            }
            Rare::LoadWide { a, .. } | Rare::LoadBits { a, .. } | Rare::Swap { a, .. } | Rare::Goto { a } => {
                read(*a, 1);
            }
            Rare::ThreadLocal { .. }
            | Rare::Any { .. }
            | Rare::Object { .. }
            | Rare::Depth { .. }
            | Rare::NoValue
            | Rare::Unsupported { .. } => {}
        },
        simple => {
            let (_, operands) = simple.written_and_read();
            operands.into_iter().flatten().for_each(|r| read(r, 1));
        }
    }
}

/// The registers that an operation writes whatever happens, with how many from each on.
pub fn each_written(code: &Code, op: &Op, mut visit: impl FnMut(usize, usize)) {
    let mut written = |r: R, words: u16| visit(usize::from(r), usize::from(words));
    match op {
        Op::Call { call } => {
            if let Some((r, class)) = code.tables.calls[*call as usize].result
                && class.in_registers()
            {
                written(r, class.words());
            }
        }
        Op::Rare { rare } => match &code.tables.rare[*rare as usize] {
            Rare::Unary { d, to, .. }
            | Rare::Binary { d, to, .. }
            | Rare::Ternary { d, to, .. }
            | Rare::Extract { d, to, .. } => written(*d, to.words()),
            Rare::LoadWide { d, size, .. } => written(*d, size.div_ceil(8) as u16),
            Rare::LoadBits { d, bits, .. } => written(*d, if *bits > 64 { 2 } else { 1 }),
            Rare::MoveWide { d, words, .. } => written(*d, *words),
            Rare::Swap { d, .. }
            | Rare::ThreadLocal { d, .. }
            | Rare::Any { d, .. }
            | Rare::Object { d, .. } => written(*d, 1),
            _ => {}
        },
        simple => simple.written_and_read().0.into_iter().for_each(|r| written(r, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{Arg, SideTables, Signature, SourceMap};
    use crate::id::CodeId;
    use crate::lower::class::Class;
    use crate::reg::Reg;
    use gmc_ir::id::SymbolId;
    use gmc_ir::program::{Global, UnitIndex};

    const INT: Class = Class::Int { bits: 32, signed: true, size: 4 };

    fn code(ops: Vec<Op>, registers: usize, result: Option<R>) -> Code {
        Code {
            id: CodeId(0),
            global: Global { unit: UnitIndex(0), symbol: SymbolId(0) },
            modelled: false,
            source: SourceMap::nowhere(ops.len()),
            ops,
            frame: vec![Reg::UNDEF; registers],
            signature: Signature {
                params: vec![Arg { r: 0, class: INT }],
                variadic: false,
                prototyped: true,
                chain: None,
                result: result.map(|r| (r, INT)),
                result_pointer: None,
            },
            objects: Vec::new(),
            stack: 0,
            tables: SideTables::default(),
            allow: crate::allow::Allow::default(),
            registers,
            liveness: OnceLock::new(),
        }
    }

    fn live(code: &Code, pc: Pc) -> Vec<usize> {
        let set = Liveness::of(code).at(code, pc);
        (0..code.registers).filter(|&r| set.contains(r)).collect()
    }

    #[test]
    fn straight_code() {
        let code = code(
            vec![Op::AddS { d: 1, a: 0, b: 0, sh: 32 }, Op::AddS { d: 2, a: 1, b: 1, sh: 32 }, Op::Return],
            3,
            Some(2),
        );
        assert_eq!(live(&code, 0), [0]);
        assert_eq!(live(&code, 1), [1]);
        assert_eq!(live(&code, 2), [2]);
    }

    #[test]
    fn a_loop_keeps_what_it_will_read() {
        // r1 = r0; while (r1 < r2) r1 += r3; return r1
        let code = code(
            vec![
                Op::Move { d: 1, a: 0 },
                Op::BrLtS { a: 1, b: 2, yes: 2, no: 4 },
                Op::AddS { d: 1, a: 1, b: 3, sh: 32 },
                Op::Jump { to: 1 },
                Op::Return,
            ],
            4,
            Some(1),
        );
        assert_eq!(live(&code, 0), [0, 2, 3]);
        assert_eq!(live(&code, 1), [1, 2, 3]);
        assert_eq!(live(&code, 3), [1, 2, 3]);
        assert_eq!(live(&code, 4), [1]);
    }

    #[test]
    fn what_is_overwritten_on_every_path_is_dead() {
        let code = code(
            vec![
                Op::Br { a: 0, yes: 1, no: 3 },
                Op::Forget { d: 1 },
                Op::Jump { to: 4 },
                Op::Move { d: 1, a: 0 },
                Op::Return,
            ],
            2,
            Some(1),
        );
        assert_eq!(live(&code, 0), [0]);
    }
}
