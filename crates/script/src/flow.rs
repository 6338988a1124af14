//! Dominators and loops of a function's control-flow graph.
//!
//! Dominators by the iterative algorithm of Cooper, Harvey and Kennedy (2001). A loop is a natural one: the blocks from
//! which the source of a back edge can be reached without its target.

use crate::source::{At, BlockRef, FunctionRef};
use gmc_ir::body::Function;
use gmc_ir::id::BlockId;

/// The immediate dominator of each block; none for the first one and for what control never reaches.
pub(crate) struct Dominators {
    above: Vec<Option<usize>>,
    order: Vec<usize>,
}

fn successors(function: &Function, block: usize) -> impl Iterator<Item = usize> + '_ {
    function.blocks[block].edges.iter().filter_map(|it| it.to).map(BlockId::index)
}

impl Dominators {
    pub(crate) fn of(function: &Function) -> Dominators {
        let count = function.blocks.len();
        let mut preds = vec![Vec::new(); count];
        for block in 0..count {
            successors(function, block).for_each(|to| preds[to].push(block));
        }
        // Numbers in postorder.
        let (mut order, mut seen) = (vec![usize::MAX; count], vec![false; count]);
        let mut list = Vec::new();
        let mut stack = vec![(0, successors(function, 0).collect::<Vec<_>>())];
        seen[0] = true;
        while let Some((block, left)) = stack.last_mut() {
            match left.pop() {
                Some(to) if !std::mem::replace(&mut seen[to], true) => {
                    stack.push((to, successors(function, to).collect()));
                }
                Some(_) => {}
                None => {
                    order[*block] = list.len();
                    list.push(*block);
                    stack.pop();
                }
            }
        }
        let mut above = vec![None; count];
        above[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in list.iter().rev().skip(1) {
                let known = preds[block].iter().copied().filter(|it| above[*it].is_some());
                let new = known.reduce(|mut a, mut b| {
                    while a != b {
                        if order[a] < order[b] {
                            a = above[a].expect("known");
                        } else {
                            b = above[b].expect("known");
                        }
                    }
                    a
                });
                if new != above[block] {
                    above[block] = new;
                    changed = true;
                }
            }
        }
        above[0] = None;
        Dominators { above, order }
    }

    /// Whether all ways to a block lead through another one, or it is the same.
    pub(crate) fn dominates(&self, over: BlockId, block: BlockId) -> bool {
        let mut at = Some(block.index());
        while let Some(here) = at {
            if here == over.index() {
                return true;
            }
            at = self.above[here];
        }
        // Nothing is said of what control never reaches.
        self.order[block.index()] == usize::MAX
    }
}

/// How many natural loops a block is in.
pub(crate) fn loop_depth(block: &BlockRef) -> usize {
    let At::Block(id) = block.at else { return 0 };
    loops(&block.function).iter().filter(|it| it.1[id.index()]).count()
}

/// Each loop's head, and which blocks are in it. Loops with one head are one.
fn loops(function: &FunctionRef) -> Vec<(usize, Vec<bool>)> {
    let body = function.body();
    let dominators = Dominators::of(body);
    let mut loops: Vec<(usize, Vec<bool>)> = Vec::new();
    for block in 0..body.blocks.len() {
        for head in successors(body, block) {
            let is_reached = dominators.order[block] != usize::MAX;
            if !is_reached || !dominators.dominates(BlockId(head as u32), BlockId(block as u32)) {
                continue;
            }
            let at = loops.iter().position(|it| it.0 == head).unwrap_or_else(|| {
                let mut inside = vec![false; body.blocks.len()];
                inside[head] = true;
                loops.push((head, inside));
                loops.len() - 1
            });
            let mut left = vec![block];
            while let Some(here) = left.pop() {
                if std::mem::replace(&mut loops[at].1[here], true) {
                    continue;
                }
                left.extend((0..body.blocks.len()).filter(|it| successors(body, *it).any(|to| to == here)));
            }
        }
    }
    loops
}
