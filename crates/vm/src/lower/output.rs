//! The code of one function, as lowering writes it.
//!
//! While it is written, jumps name blocks, not operations: [`Output::settle`] puts the operations in when all blocks
//! have a start. The lists by operation (`ops` and three of `source`) always have the same length.

use super::registers::Settled;
use crate::code::{CallSite, Op, Origin, Pc, Rare, SourceMap, SwitchTable};
use gmc_ir::id::{BlockId, StmtIndex};

/// Operations and the tables that they refer to.
#[derive(Default)]
pub(super) struct Output {
    pub(super) ops: Vec<Op>,
    pub(super) source: SourceMap,
    pub(super) rare: Vec<Rare>,
    pub(super) calls: Vec<CallSite>,
    pub(super) switches: Vec<SwitchTable>,
    /// Statements that no operation stands for yet.
    pending: u8,
    /// The first of them.
    first: Option<(BlockId, StmtIndex)>,
}

impl Output {
    /// The next operation belongs to one more statement.
    pub(super) fn count_statement(&mut self, stmt: (BlockId, StmtIndex)) {
        if self.pending == 0 {
            self.first = Some(stmt);
        }
        self.pending = self.pending.saturating_add(1);
    }

    /// Adds an operation.
    pub(super) fn push(&mut self, op: Op, origin: Origin) {
        self.ops.push(op);
        self.source.statements.push(std::mem::take(&mut self.pending));
        self.source.origins.push(origin);
        self.source.begins.push(self.first.unwrap_or((BlockId(0), StmtIndex(0))));
    }

    /// Adds a rare operation, which stands in a table.
    pub(super) fn push_rare(&mut self, rare: Rare, origin: Origin) {
        let id = self.rare.len() as u32;
        self.rare.push(rare);
        self.push(Op::Rare { rare: id }, origin);
    }

    /// The operation that is written next.
    pub(super) fn here(&self) -> Pc {
        self.ops.len() as Pc
    }

    /// Turns provisional numbers into final ones: of registers, and of blocks, whose first operations are given.
    pub(super) fn settle(&mut self, registers: Settled<'_>, starts: &[Pc]) {
        let start = |block: Pc| starts[block as usize];
        for op in &mut self.ops {
            op.each_target(|to| *to = start(*to));
            op.each_register(|r| registers.renumber(r));
        }
        for rare in &mut self.rare {
            rare.each_register(|r| registers.renumber(r));
        }
        for call in &mut self.calls {
            call.each_register(|r| registers.renumber(r));
        }
        for switch in &mut self.switches {
            switch.default = start(switch.default);
            for case in &mut switch.cases {
                case.2 = start(case.2);
            }
        }
        self.straighten();
    }

    /// Jumps to a jump go where that one goes; a jump to a branch or to the function's end becomes what it jumps to.
    fn straighten(&mut self) {
        for at in 0..self.ops.len() {
            let mut op = self.ops[at];
            op.each_target(|to| *to = self.behind_jumps(*to));
            if let Op::Jump { to } = op {
                let to = to as usize;
                let there = self.ops[to];
                if there.is_branch() || matches!(there, Op::Return) {
                    op = there;
                    op.each_target(|to| *to = self.behind_jumps(*to));
                    let SourceMap { statements, origins, joined, .. } = &mut self.source;
                    origins[at] = origins[to];
                    if statements[to] > 0 {
                        joined.push((at as Pc, to as Pc));
                    }
                    statements[at] = statements[at].saturating_add(statements[to]);
                }
            }
            self.ops[at] = op;
        }
    }

    /// The first operation that does something, from this one on, if jumps are all that lies before it.
    fn behind_jumps(&self, mut to: Pc) -> Pc {
        // Jumps may go in a circle: that is an endless loop of the program's.
        for _ in 0..8 {
            match self.ops[to as usize] {
                Op::Jump { to: next } if self.source.statements[to as usize] == 0 => to = next,
                _ => break,
            }
        }
        to
    }
}
