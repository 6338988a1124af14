//! Bounded rounds (`--unwind`): a loop goes back to its head only so often in a row, and a function is called only so
//! often before it returns. A run that would go on ends there, and the search says so.
//!
//! Each head of a loop gets a register that counts, and code on the edges that lead to it: what comes from outside
//! starts to count anew, what goes back counts one more, and stops the run where that is too many. A head is where an
//! edge leads back to in a depth-first walk of the blocks, so every circle of blocks has one (Aho, Sethi, Ullman 1986,
//! 10.9). Counters are registers like others: they are part of the state as long as the loop goes on.
//!
//! Deliberately absent: circles by computed jumps and `longjmp`, and the functions of the models.

use super::body::Body;
use crate::code::{Op, Pc, R, Rare};
use crate::reg::Reg;
use gmc_ir::id::SourcePosId;
use std::collections::{BTreeMap, HashSet};

/// An edge from a block to a block.
type Edge = (Pc, Pc);

impl Body<'_, '_> {
    /// The bound, where there is one for this function.
    pub(super) fn most_rounds(&self) -> Option<u32> {
        self.lower.options.unwind.filter(|_| !self.modelled)
    }

    /// A function that makes calls may be in the middle of only so many calls of itself.
    pub(super) fn bound_depth(&mut self) {
        if let Some(most) = self.most_rounds() {
            self.place = self.unit.symbols[self.function.symbol.index()].place;
            self.rare(Rare::Depth { most });
            self.place = SourcePosId::NONE;
        }
    }

    /// Counts the rounds of all loops of the blocks, whose first operations are given. Returns the registers that
    /// count, which are 0 when the function is entered.
    pub(super) fn bound_rounds(&mut self, starts: &mut Vec<Pc>) -> Vec<R> {
        let Some(most) = self.most_rounds() else { return Vec::new() };
        let back = back_edges(&self.successors(starts));
        let heads: Vec<Pc> = {
            let mut heads: Vec<Pc> = back.iter().map(|it| it.1).collect();
            heads.sort_unstable();
            heads.dedup();
            heads
        };
        // New blocks behind the others, three for each head: from outside, one more round, too many.
        let first = starts.len() as Pc;
        let new: BTreeMap<Pc, Pc> = heads.iter().copied().zip((first..).step_by(3)).collect();
        self.each_edge(starts, |from, to| {
            if let Some(new) = new.get(to) {
                *to = if back.contains(&(from, *to)) { new + 1 } else { *new };
            }
        });
        let counters = self.unused_registers(heads.len());
        let (none, one) = (self.constant(Reg::number(0)), self.constant(Reg::number(1)));
        let bound = self.constant(Reg::number(most.into()));
        for (&head, &d) in heads.iter().zip(&counters) {
            self.place = self.output.source.origins[starts[head as usize] as usize].place;
            self.expr = None;
            starts.push(self.output.here());
            self.op(Op::Move { d, a: none });
            self.op(Op::Jump { to: head });
            starts.push(self.output.here());
            self.op(Op::AddU { d, a: d, b: one, sh: 0 });
            self.op(Op::BrLeU { a: d, b: bound, yes: head, no: new[&head] + 2 });
            starts.push(self.output.here());
            self.rare(Rare::Unsupported {
                what: format!("a loop that goes round more than {most} times (--unwind)"),
            });
        }
        counters
    }

    /// The blocks that follow each block.
    fn successors(&mut self, starts: &[Pc]) -> Vec<Vec<Pc>> {
        let mut next = vec![Vec::new(); starts.len()];
        self.each_edge(starts, |from, to| next[from as usize].push(*to));
        next
    }

    /// Visits all edges. Each is a jump: no block falls through into the next one where rounds are bounded.
    fn each_edge(&mut self, starts: &[Pc], mut visit: impl FnMut(Pc, &mut Pc)) {
        let output = &mut self.output;
        for (at, op) in output.ops.iter_mut().enumerate() {
            let block = starts.partition_point(|&start| start <= at as Pc);
            // What stands before the first block jumps nowhere.
            let Some(block) = block.checked_sub(1).map(|it| it as Pc) else { continue };
            op.each_target(|to| visit(block, to));
            if let Op::Switch { table, .. } = *op {
                let table = &mut output.switches[table as usize];
                table.cases.iter_mut().for_each(|case| visit(block, &mut case.2));
                visit(block, &mut table.default);
            }
        }
    }
}

/// The edges that lead back to a block on the way to them, in a depth-first walk from the first block, and then from
/// all that this one does not come to.
fn back_edges(next: &[Vec<Pc>]) -> HashSet<Edge> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        OnTheWay,
        Done,
    }
    let mut seen = vec![Seen::No; next.len()];
    let mut back = HashSet::new();
    for start in 0..next.len() as Pc {
        let mut path: Vec<(Pc, usize)> = Vec::new();
        if seen[start as usize] == Seen::No {
            seen[start as usize] = Seen::OnTheWay;
            path.push((start, 0));
        }
        while let Some((block, at)) = path.last_mut() {
            let from = *block;
            let Some(&to) = next[from as usize].get(*at) else {
                seen[from as usize] = Seen::Done;
                path.pop();
                continue;
            };
            *at += 1;
            match seen[to as usize] {
                Seen::No => {
                    seen[to as usize] = Seen::OnTheWay;
                    path.push((to, 0));
                }
                Seen::OnTheWay => {
                    back.insert((from, to));
                }
                Seen::Done => {}
            }
        }
    }
    back
}

#[cfg(test)]
mod tests {
    use super::back_edges;
    use std::collections::HashSet;

    #[test]
    fn every_circle_has_an_edge_back() {
        // 0 → 1 ⇄ 2, 2 → 2, 2 → 3; nothing leads to 4 ⇄ 5.
        let next = [vec![1], vec![2], vec![1, 2, 3], vec![], vec![5], vec![4]];
        assert_eq!(back_edges(&next), HashSet::from([(2, 1), (2, 2), (5, 4)]));
    }
}
