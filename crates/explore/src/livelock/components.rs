//! Strongly connected components of the steps that are no progress (R. Tarjan: Depth-first search and linear graph
//! algorithms, 1972), with a stack of its own instead of recursion.

use super::graph::{Graph, NOWHERE};

/// The components in which one can go on for ever: several states, or one with a step to itself.
pub(super) fn components(graph: &Graph) -> Vec<Vec<u32>> {
    let mut tarjan = Tarjan {
        graph,
        met: vec![NEVER; graph.len()],
        low: vec![NEVER; graph.len()],
        open: Vec::new(),
        count: 0,
        found: Vec::new(),
    };
    for root in 0..graph.len() as u32 {
        if tarjan.met[root as usize] == NEVER {
            tarjan.explore(root);
        }
    }
    tarjan.found
}

const NEVER: u32 = u32::MAX;

struct Tarjan<'a> {
    graph: &'a Graph,
    /// When each state was met.
    met: Vec<u32>,
    /// The earliest state that is known to be in the same component; [`NEVER`] as soon as the component is complete.
    low: Vec<u32>,
    /// States whose component is not complete.
    open: Vec<u32>,
    count: u32,
    found: Vec<Vec<u32>>,
}

impl Tarjan<'_> {
    fn explore(&mut self, root: u32) {
        // States on the way here, each with its next edge.
        let mut path = vec![(root, 0)];
        self.meet(root);
        while let Some((state, next)) = path.last_mut() {
            let state = *state;
            let Some(edge) = self.graph.edges(state).get(*next) else {
                path.pop();
                let low = self.low[state as usize];
                if low == self.met[state as usize] {
                    self.complete(state);
                } else if let Some((parent, _)) = path.last() {
                    let parent = &mut self.low[*parent as usize];
                    *parent = low.min(*parent);
                }
                continue;
            };
            *next += 1;
            // A state that was met and never entered has no edges.
            if edge.progress || edge.to == NOWHERE || edge.to as usize >= self.graph.len() {
                continue;
            }
            let to = edge.to as usize;
            if self.met[to] == NEVER {
                self.meet(edge.to);
                path.push((edge.to, 0));
            } else if self.low[to] != NEVER {
                let low = &mut self.low[state as usize];
                *low = self.met[to].min(*low);
            }
        }
    }

    fn meet(&mut self, state: u32) {
        self.met[state as usize] = self.count;
        self.low[state as usize] = self.count;
        self.count += 1;
        self.open.push(state);
    }

    /// The states from this one on are a component.
    fn complete(&mut self, state: u32) {
        let first = self.open.iter().rposition(|&it| it == state).expect("it is open");
        let component = self.open.split_off(first);
        for &it in &component {
            self.low[it as usize] = NEVER;
        }
        let mut edges = self.graph.edges(state).iter();
        if component.len() > 1 || edges.any(|edge| edge.to == state && !edge.progress) {
            self.found.push(component);
        }
    }
}
