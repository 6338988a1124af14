//! From a component to a run that shows the livelock: a shortest way to it, then a lap in which each of its threads
//! moves, and those that never do have nothing to do at some point.

use super::graph::{Edge, Graph, NOWHERE};
use gmc_model::{Choice, ThreadId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// A fair component.
pub(super) struct Component {
    states: HashSet<u32>,
    /// Threads with steps inside: all of them shall move in the lap.
    moving: BTreeSet<ThreadId>,
    /// Threads without, each of which shall have no choice at some point of the lap.
    resting: BTreeSet<ThreadId>,
}

impl Component {
    /// None where the component is not fair.
    pub(super) fn new(graph: &Graph, states: Vec<u32>) -> Option<Component> {
        // In how many states each thread has a choice.
        let mut open = BTreeMap::<ThreadId, usize>::new();
        let states: HashSet<u32> = states.into_iter().collect();
        let mut moving = BTreeSet::new();
        for &state in &states {
            let edges = graph.edges(state);
            moving.extend(edges.iter().filter(|it| is_inside(&states, it)).map(|it| it.choice.thread));
            for thread in edges.iter().map(|it| it.choice.thread).collect::<BTreeSet<_>>() {
                *open.entry(thread).or_default() += 1;
            }
        }
        let is_fair = |(thread, &count): (&ThreadId, &usize)| moving.contains(thread) || count < states.len();
        let resting = open.keys().copied().filter(|thread| !moving.contains(thread)).collect();
        open.iter().all(is_fair).then_some(Component { states, moving, resting })
    }
}

/// Whether a step goes on in the component, without progress.
fn is_inside(states: &HashSet<u32>, edge: &Edge) -> bool {
    !edge.progress && states.contains(&edge.to)
}

pub(super) struct Lasso {
    pub(super) trace: Vec<Choice>,
    /// Where in the trace the lap starts.
    pub(super) lap: usize,
    /// The threads that move in the lap.
    pub(super) threads: BTreeSet<ThreadId>,
}

/// A run into the component that is closest to the initial state, and a lap in it.
pub(super) fn lasso(graph: &Graph, components: &[Component]) -> Option<Lasso> {
    let home: HashMap<u32, &Component> =
        components.iter().flat_map(|it| it.states.iter().map(move |&state| (state, it))).collect();
    if home.is_empty() {
        return None;
    }
    let way = walk(graph, 0, &|edge| edge.to != NOWHERE, &|state, _| home.contains_key(&state))?;
    let (mut trace, start) = (way.choices, way.end);
    let lap = trace.len();
    let component = home[&start];
    let inside = |edge: &Edge| is_inside(&component.states, edge);
    let (mut moving, mut resting) = (component.moving.clone(), component.resting.clone());
    let mut here = start;
    loop {
        let rests =
            |state: u32, thread: ThreadId| graph.edges(state).iter().all(|it| it.choice.thread != thread);
        resting.retain(|&thread| !rests(here, thread));
        if moving.is_empty() && resting.is_empty() {
            break;
        }
        let wanted = |state: u32, by: Option<&Edge>| {
            by.is_some_and(|it| moving.contains(&it.choice.thread))
                || resting.iter().any(|&it| rests(state, it))
        };
        let way = walk(graph, here, &inside, &wanted)?;
        for choice in &way.choices {
            moving.remove(&choice.thread);
        }
        trace.extend(way.choices);
        here = way.end;
    }
    if here != start {
        trace.extend(walk(graph, here, &inside, &|state, _| state == start)?.choices);
    }
    let threads = trace[lap..].iter().map(|it| it.thread).collect();
    Some(Lasso { trace, lap, threads })
}

struct Way {
    choices: Vec<Choice>,
    end: u32,
}

/// A shortest way along the `allowed` edges to where one is `wanted`: a state, or the edge by which it is reached.
fn walk(
    graph: &Graph,
    from: u32,
    allowed: &dyn Fn(&Edge) -> bool,
    wanted: &dyn Fn(u32, Option<&Edge>) -> bool,
) -> Option<Way> {
    if wanted(from, None) {
        return Some(Way { choices: Vec::new(), end: from });
    }
    // How each state was reached first.
    let mut reached: HashMap<u32, (u32, Choice)> = HashMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        for edge in graph.edges(state).iter().filter(|edge| allowed(edge)) {
            if wanted(edge.to, Some(edge)) {
                let mut choices = vec![edge.choice];
                let mut at = state;
                while at != from {
                    let (before, choice) = reached[&at];
                    choices.push(choice);
                    at = before;
                }
                choices.reverse();
                return Some(Way { choices, end: edge.to });
            }
            if edge.to != from && !reached.contains_key(&edge.to) {
                reached.insert(edge.to, (state, edge.choice));
                queue.push_back(edge.to);
            }
        }
    }
    None
}
