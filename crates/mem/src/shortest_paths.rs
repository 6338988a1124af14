//! The shortest-path tree, repaired where it changed: dynamic single-source shortest paths with unit weights.
//!
//! G. Ramalingam and T. Reps, *An incremental algorithm for a generalization of the shortest-path problem* (1996),
//! specialised to unit weights and a batch of changes, and extended by canonical tie-breaking. Three passes:
//!
//! 1. *Orphans*, by increasing old distance: one that has another in-neighbour a step nearer to a root keeps its
//!    distance; otherwise it is affected, and its children in the tree become orphans. Nodes a step nearer are settled
//!    before, so an affected node is never taken for support.
//! 2. *Distances*: affected nodes start from their best unaffected in-neighbour, new edges and roots may shorten paths;
//!    then Dijkstra's algorithm, by increasing distance.
//! 3. *Names*, by increasing distance: a node's parent is the in-edge from the previous level that is least by (name of
//!    the source, offset); where the name changes, the nodes of the next level that have or would prefer it as a parent
//!    are looked at.
//!
//! With unit weights every pass visits levels in order and only ever adds work at the next level, so a sorted list and
//! a queue replace the priority queue. The work is proportional to the nodes whose distance or name changed and the
//! edges at them (plus sorting the initial changes).
//!
//! *Tie-breaking.* Of the shortest access chains, one must be chosen canonically. Comparing chains of offsets would
//! cost their length; comparing the parents' *names* costs two words and is just as canonical, since names are a
//! function of the heap graph alone. On lists of 10,000 nodes a comparison of chains would walk up to 10,000 parents
//! where this looks at one.

use crate::graph::{HeapGraph, NIL, Node, UNREACHED, child_name, root_name};
use std::collections::VecDeque;

/// Nodes by increasing level, where new ones only come for the next level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    /// The initial entries, largest first.
    initial: Vec<(u32, u32)>,
    added: VecDeque<(u32, u32)>,
}

impl Levels {
    fn start(&mut self, level: u32, node: u32) {
        self.initial.push((level, node));
    }

    fn sort(&mut self) {
        if self.initial.len() > 1 {
            self.initial.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    fn add(&mut self, level: u32, node: u32) {
        debug_assert!(self.added.back().is_none_or(|&(last, _)| last <= level), "levels only rise");
        self.added.push_back((level, node));
    }

    fn next(&mut self) -> Option<(u32, u32)> {
        match (self.initial.last(), self.added.front()) {
            (Some(first), Some(second)) if second.0 < first.0 => self.added.pop_front(),
            (Some(_), _) => self.initial.pop(),
            (None, _) => self.added.pop_front(),
        }
    }
}

/// Scratch space, and what a repair changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    levels: Levels,
    affected: Vec<u32>,
    unnamed: Vec<u32>,
    /// Nodes whose name changed: what points to them must be hashed again.
    pub renamed: Vec<u32>,
    /// Nodes that were looked at and kept their name.
    pub kept: Vec<u32>,
    /// Nodes that no root reaches any more.
    pub lost: Vec<u32>,
}

impl HeapGraph {
    /// Brings distances, parents and names up to date with the changed edges and roots. Leaves what changed in `work`.
    pub(crate) fn repair(&mut self) {
        self.work.renamed.clear();
        self.work.kept.clear();
        self.work.lost.clear();
        let mut work = std::mem::take(&mut self.work);
        self.settle_orphans(&mut work);
        self.settle_distances(&mut work);
        self.settle_names(&mut work);
        self.work = work;
    }

    fn settle_orphans(&mut self, work: &mut Work) {
        for node in self.changes.orphans.drain(..) {
            let dist = self.nodes[node as usize].dist;
            if dist != UNREACHED {
                work.levels.start(dist, node);
            }
        }
        work.levels.sort();
        while let Some((level, node)) = work.levels.next() {
            let v = &self.nodes[node as usize];
            if v.dist != level || v.root.is_some() {
                continue;
            }
            let supported = level > 0
                && self.ins(node).any(|e| self.nodes[self.edges[e].source as usize].dist == level - 1);
            if supported {
                work.unnamed.push(node);
                continue;
            }
            let v = &mut self.nodes[node as usize];
            v.dist = UNREACHED;
            v.parent = NIL;
            work.affected.push(node);
            let mut out = v.outs;
            while out != NIL {
                let edge = &self.edges[out as usize];
                let child = &mut self.nodes[edge.target as usize];
                if child.parent == out {
                    child.parent = NIL;
                    work.levels.add(level + 1, edge.target);
                }
                out = edge.out_next;
            }
        }
    }

    fn settle_distances(&mut self, work: &mut Work) {
        for &node in &work.affected {
            let near = self.ins(node).map(|e| self.nodes[self.edges[e].source as usize].dist).min();
            if let Some(near) = near.filter(|&d| d != UNREACHED) {
                work.levels.start(near + 1, node);
            }
        }
        for &edge in &self.changes.gained {
            let edge = &self.edges[edge as usize];
            let (from, to) = (self.nodes[edge.source as usize].dist, self.nodes[edge.target as usize].dist);
            if from != UNREACHED && from + 1 < to {
                work.levels.start(from + 1, edge.target);
            }
        }
        for &root in &self.changes.roots {
            if self.nodes[root as usize].root.is_some() {
                work.levels.start(0, root);
                work.unnamed.push(root);
            }
        }
        work.levels.sort();
        while let Some((level, node)) = work.levels.next() {
            let v = &mut self.nodes[node as usize];
            if level >= v.dist {
                continue;
            }
            v.dist = level;
            v.parent = NIL;
            v.moved = true;
            work.unnamed.push(node);
            let mut out = v.outs;
            while out != NIL {
                let edge = &self.edges[out as usize];
                if level + 1 < self.nodes[edge.target as usize].dist {
                    work.levels.add(level + 1, edge.target);
                }
                out = edge.out_next;
            }
        }
    }

    fn settle_names(&mut self, work: &mut Work) {
        for node in work.affected.drain(..) {
            if self.nodes[node as usize].dist == UNREACHED {
                work.lost.push(node);
            }
        }
        let mut gained = std::mem::take(&mut self.changes.gained);
        for &edge in &gained {
            let e = &self.edges[edge as usize];
            let (source, target) = (&self.nodes[e.source as usize], &self.nodes[e.target as usize]);
            // Names nearer to the root may still change, but then they queue their children themselves.
            if source.dist != UNREACHED
                && source.dist + 1 == target.dist
                && self.beats_parent(source.name, e.offset, target)
            {
                work.unnamed.push(e.target);
            }
        }
        gained.clear();
        self.changes.gained = gained;
        self.changes.roots.clear();
        for node in work.unnamed.drain(..) {
            let v = &mut self.nodes[node as usize];
            if !v.queued {
                v.queued = true;
                work.levels.start(v.dist, node);
            }
        }
        work.levels.sort();
        while let Some((level, node)) = work.levels.next() {
            self.nodes[node as usize].queued = false;
            let (parent, name) = self.best_name(node, level);
            let v = &mut self.nodes[node as usize];
            v.parent = parent;
            let moved = std::mem::take(&mut v.moved);
            let mut out = v.outs;
            if v.name != name {
                v.name = name;
                work.renamed.push(node);
            } else {
                work.kept.push(node);
                // It got the name back that it had before it was unreachable: no pointer to it hashes differently, but
                // it is a new candidate parent for the next level.
                if !moved {
                    continue;
                }
            }
            while out != NIL {
                let edge = self.edges[out as usize];
                self.consider(&mut work.levels, level, name, out, edge.offset, edge.target);
                out = edge.out_next;
            }
        }
    }

    /// Whether the child at the end of a renamed node's edge must choose its parent again.
    #[inline]
    fn consider(&mut self, levels: &mut Levels, level: u32, name: u128, edge: u32, offset: u64, target: u32) {
        let child = self.nodes[target as usize];
        if child.dist != level + 1 || child.queued {
            return;
        }
        if child.parent == edge || self.beats_parent(name, offset, &child) {
            self.nodes[target as usize].queued = true;
            levels.add(level + 1, target);
        }
    }

    /// Whether a pointer at `offset` of an object named `name` is a better parent than the one a node has.
    #[inline]
    pub(crate) fn beats_parent(&self, name: u128, offset: u64, child: &Node) -> bool {
        child.parent == NIL || {
            let rival = &self.edges[child.parent as usize];
            (name, offset) < (self.nodes[rival.source as usize].name, rival.offset)
        }
    }

    /// The parent edge and name of a node at a distance.
    fn best_name(&self, node: u32, level: u32) -> (u32, u128) {
        if let Some(name) = self.nodes[node as usize].root {
            return (NIL, root_name(name));
        }
        let (name, offset, edge) = self
            .ins(node)
            .filter_map(|e| {
                let edge = &self.edges[e];
                let source = &self.nodes[edge.source as usize];
                (source.dist.wrapping_add(1) == level).then_some((source.name, edge.offset, e as u32))
            })
            .min()
            .expect("a node at a distance has an in-edge from the level before");
        (edge, child_name(name, offset))
    }

    fn ins(&self, node: u32) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.nodes[node as usize].ins;
        std::iter::from_fn(move || {
            let at = next as usize;
            (next != NIL).then(|| {
                next = self.edges[at].in_next;
                at
            })
        })
    }
}
