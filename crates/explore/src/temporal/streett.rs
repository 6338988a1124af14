//! Strongly fair cycles in a strongly connected component (Emerson, Lei: Modalities for model checking, 1987).
//!
//! A cycle is strongly fair if every thread that is enabled somewhere on it takes a step on it. If each thread that is
//! enabled in the component takes a step in it, a cycle through all of it is fair. Otherwise no fair cycle goes
//! through a state in which such a thread is enabled: these states are removed, and the components of what is left are
//! looked at in the same way. Each round removes a state, so this ends.

use super::emptiness::KeptStep;
use super::fairness::ThreadSet;

/// A strongly connected part of the states, through all of which a fair cycle goes that passes these acceptance sets of
/// the automaton, and the threads that are enabled in it. The steps are those of one strongly connected component.
pub(super) fn fair_part(steps: Vec<KeptStep>, automaton: u64) -> Option<(Vec<u32>, ThreadSet)> {
    let mut parts: Vec<Vec<KeptStep>> = vec![steps];
    while let Some(part) = parts.pop() {
        let (mut acceptance, mut moved, mut enabled) = (0, 0, 0);
        for step in &part {
            acceptance |= step.acceptance;
            moved |= step.moved.0;
            enabled |= step.enabled.0;
        }
        if part.is_empty() || acceptance & automaton != automaton {
            continue;
        }
        let starved = enabled & !moved;
        if starved == 0 {
            let mut states: Vec<u32> = part.iter().map(|it| it.from).collect();
            states.sort_unstable();
            states.dedup();
            return Some((states, ThreadSet(enabled)));
        }
        let mut gone: Vec<u32> =
            part.iter().filter(|it| it.enabled.0 & starved != 0).map(|it| it.from).collect();
        gone.sort_unstable();
        let is_left = |it: &u32| gone.binary_search(it).is_err();
        let left: Vec<KeptStep> =
            part.into_iter().filter(|it| is_left(&it.from) && is_left(&it.to)).collect();
        parts.extend(components(&left));
    }
    None
}

/// The steps inside of each strongly connected component that has any.
fn components(steps: &[KeptStep]) -> Vec<Vec<KeptStep>> {
    let mut states: Vec<u32> = steps.iter().flat_map(|it| [it.from, it.to]).collect();
    states.sort_unstable();
    states.dedup();
    let node = |state: u32| states.binary_search(&state).expect("each state is listed");
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for step in steps {
        out[node(step.from)].push(node(step.to));
    }
    let of = tarjan(&out);
    let mut parts: Vec<Vec<KeptStep>> = vec![Vec::new(); states.len()];
    for step in steps {
        let (from, to) = (of[node(step.from)], of[node(step.to)]);
        if from == to {
            parts[from].push(*step);
        }
    }
    parts.retain(|it| !it.is_empty());
    parts
}

/// The number of each node's component (Tarjan: Depth-first search and linear graph algorithms, 1972; without
/// recursion).
fn tarjan(out: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let (mut index, mut low, mut of) = (vec![NEW; out.len()], vec![0; out.len()], vec![NEW; out.len()]);
    let (mut stack, mut met, mut count) = (Vec::new(), 0, 0);
    for root in 0..out.len() {
        if index[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            if *next == 0 {
                (index[node], low[node]) = (met, met);
                met += 1;
                stack.push(node);
            }
            if let Some(&to) = out[node].get(*next) {
                *next += 1;
                if index[to] == NEW {
                    path.push((to, 0));
                } else if of[to] == NEW {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    of[member] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    of
}
