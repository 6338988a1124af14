//! Livelocks: runs that go on for ever, treat every thread fairly, and have no progress from some point on.
//!
//! The search writes down the graph of all states and steps. A run without progress from some point on stays, from
//! some later point on, in one set of states that it visits again and again; that set is strongly connected by steps
//! that are no progress. The run is fair (weakly) if no thread could go on at every moment from some point on and
//! never does. For a strongly connected set C that means:
//!
//! > every thread has a step inside of C, or no choice in some state of C.
//!
//! *Maximal sets suffice.* If a part of C meets the condition, so does C: a thread's step inside of the part is one
//! inside of C, and a state of the part is one of C. Conversely, a lap through all states and steps of a set that
//! meets the condition, repeated for ever, is a fair run without progress. So there is a livelock if and only if one
//! of the maximal strongly connected sets, which Tarjan's algorithm yields in linear time, meets the condition.
//!
//! Fairness is about threads, not about alternatives: a loop that ends only when the program's own choice has another
//! result is a livelock. Reduction is not used, since it does not preserve which threads are enabled at every moment.

mod components;
mod graph;
mod lasso;

use crate::dfs;
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{ErrorKind, Finding, SearchResult, Stopped, System, ThreadId, Violation};
use graph::Graph;

/// Searches depth-first as [`dfs`](crate::dfs()) does, and then for livelocks in what was visited. They count as one
/// cause, and the finding has the lap that is closest to the initial state. The plan's wish for reduction is ignored.
///
/// A livelock in a part of the graph is one in the whole, so limits do not make findings wrong.
pub fn livelocks<S: System, V: Visited>(system: &mut S, visited: &mut V, mut plan: Plan<'_>) -> SearchResult {
    let most = u64::from(u32::MAX);
    plan.limits.states = Some(plan.limits.states.map_or(most, |states| states.min(most)));
    plan.reduce = false;
    let mut graph = Graph::default();
    let mut outcome = dfs::search(system, visited, &mut graph, plan);
    let hurry = matches!(outcome.stopped, Some(Stopped::Violation | Stopped::Request | Stopped::Memory));
    if !hurry {
        outcome.findings.extend(find(&graph));
    }
    outcome
}

fn find(graph: &Graph) -> Option<Finding> {
    let components = components::components(graph);
    let fair: Vec<_> = components.into_iter().filter_map(|it| lasso::Component::new(graph, it)).collect();
    let lasso = lasso::lasso(graph, &fair)?;
    let names: Vec<_> = lasso.threads.iter().map(ThreadId::to_string).collect();
    let message = match &names[..] {
        [one] => format!("thread {one} can go on for ever without progress"),
        several => format!("threads {} can go on for ever without progress", several.join(", ")),
    };
    let thread = *lasso.threads.first().expect("somebody moves in a lap");
    let (stack, notes) = (Vec::new(), Vec::new());
    let violation = Violation {
        kind: ErrorKind::Livelock,
        message,
        location: None,
        thread,
        stack,
        notes,
        about: Vec::new(),
    };
    Some(Finding {
        violation,
        trace: lasso.trace,
        lap: Some(lasso.lap),
        count: fair.len() as u64,
        property: None,
    })
}
