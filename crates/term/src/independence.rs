//! Independence: conditions that share no symbols are questions of their own.
//!
//! A conjunction of formulas over disjoint symbols holds somewhere exactly if each of them does, so each is solved by
//! itself. A program's branch depends on a few of its inputs, so a path's new condition rarely touches the others,
//! whose answers are known (Cadar, Dunbar, Engler: KLEE, OSDI 2008, "constraint independence").

use crate::arena::Arena;
use crate::hash::IdMap;
use crate::node::{Binary, Node, TermId};

/// The conjuncts of conditions, each once, in an order that depends on their structure alone. `None` if one is false.
pub(crate) fn conjuncts(arena: &Arena, conditions: &[TermId]) -> Option<Vec<TermId>> {
    let (mut work, mut all) = (conditions.to_vec(), Vec::with_capacity(conditions.len()));
    let mut split = crate::hash::IdSet::default();
    while let Some(term) = work.pop() {
        debug_assert_eq!(arena.width(term), 1, "a condition is one bit");
        match arena.node(term) {
            Node::Const([0, _]) => return None,
            Node::Const(_) => {}
            // Conjunctions may share parts: each is split once.
            Node::Binary(Binary::And, a, b) => {
                if split.insert(term) {
                    work.extend([a, b]);
                }
            }
            _ => all.push(term),
        }
    }
    all.sort_unstable_by_key(|&it| (arena.hash(it), it));
    all.dedup();
    Some(all)
}

/// The conditions in parts that share no symbols, in the order of their first conditions.
pub(crate) fn parts(arena: &Arena, conditions: &[TermId]) -> Vec<Vec<TermId>> {
    // Each part leads to one with a lower number, or to itself.
    let mut leads: Vec<usize> = (0..conditions.len()).collect();
    fn root(leads: &mut [usize], mut at: usize) -> usize {
        while leads[at] != at {
            leads[at] = leads[leads[at]];
            at = leads[at];
        }
        at
    }
    let mut owners: IdMap<u32, usize> = IdMap::default();
    for (at, &condition) in conditions.iter().enumerate() {
        for &name in arena.names(arena.support(condition)) {
            let owner = *owners.entry(name).or_insert(at);
            let (one, other) = (root(&mut leads, owner), root(&mut leads, at));
            leads[one.max(other)] = one.min(other);
        }
    }
    let mut all: Vec<Vec<TermId>> = vec![Vec::new(); conditions.len()];
    for (at, &condition) in conditions.iter().enumerate() {
        all[root(&mut leads, at)].push(condition);
    }
    all.retain(|it| !it.is_empty());
    all
}
