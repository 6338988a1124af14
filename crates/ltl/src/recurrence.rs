//! The automaton of `G F f` from that of a guarantee `f`.
//!
//! A good prefix shows `f`. So whoever has seen one may begin to look for the next: edges to the end are turned back to
//! the beginning, where one may also wait. Esparza, Křetínský, Sickert: One theorem to rule them all (LICS 2018).

use crate::bdd::{Bdd, Diagrams};
use crate::graph::{Bundle, Edge, Graph};
use crate::prune::{Kind, components_of, kinds};

/// The automaton of `G F f`, or nothing if the automaton of `f` accepts elsewhere than in one state that has seen
/// enough.
pub(crate) fn again_and_again(diagrams: &mut Diagrams, graph: &Graph) -> Option<Graph> {
    let components = components_of(graph);
    let kinds = kinds(graph, &components);
    let mut accepting = (0..graph.states()).filter(|&it| kinds[components.of[it]] == Kind::Accepting);
    let end = accepting.next()?;
    let satisfied = matches!(graph.edges[end][..], [Edge { label: Bdd::TRUE, target, .. }] if target == end);
    if accepting.next().is_some() || !satisfied || end == graph.initial {
        return None;
    }
    let mut edges = Vec::new();
    for (state, old) in graph.edges.iter().enumerate() {
        let mut bundle = Bundle::default();
        if state == graph.initial {
            bundle.add(diagrams, Edge { label: Bdd::TRUE, marks: 0, target: state });
        }
        for edge in old {
            let back = edge.target == end;
            let target = if back { graph.initial } else { edge.target };
            bundle.add(diagrams, Edge { label: edge.label, marks: u64::from(back), target });
        }
        edges.push(bundle.edges());
    }
    Some(Graph { initial: graph.initial, sets: 1, edges })
}
