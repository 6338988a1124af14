//! Linear temporal logic: formulas, and the automata that accept what they say.

mod bdd;
mod build;
mod formula;
mod graph;
mod lasso;
mod nnf;
mod parse;
pub mod pattern;
mod print;
mod product;
mod prune;
mod recurrence;
mod scc;
mod simplify;
mod simulation;
mod token;
mod translate;
mod weak;
mod word;

pub use formula::{Atom, AtomId, AtomKind, Facts, FormulaId, Formulas, Node};
pub use graph::{Limits, TooLarge};
pub use parse::{MAX_DEPTH, MAX_LENGTH, MAX_PROPOSITIONS, ParseError, parse};
pub use print::Shown;
pub use word::Word;

/// dbg
pub fn sizes(text: &str) -> Result<(usize, usize, usize, usize), String> {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, text).map_err(|e| format!("{e}\n{}", e.shown(text)))?;
    let mut b = build::Builder::new(formulas, Limits::default());
    let built = b.build(f).map_err(|e| e.to_string())?;
    Ok((built.graph.states(), built.graph.edge_count(), built.graph.sets as usize, usize::from(built.weak.is_some())))
}
/// dbg
pub fn debug(text: &str) -> String {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, text).unwrap();
    let mut b = build::Builder::new(formulas, Limits::default());
    let s = b.simplified(f, false);
    let built = b.build(f).unwrap();
    let raw = translate::translate(&mut b.simplifier, &mut b.diagrams, s, Limits::default()).unwrap();
    let mut out = format!("{}\n=> {}\nraw {:?} pruned {:?}\n", b.simplifier.formulas.show(f), b.simplifier.formulas.show(s), raw.size(), prune::prune(&raw).size());
    for (q, edges) in built.graph.edges.iter().enumerate() {
        for e in edges { out += &format!("{q} -> {} {:b} {:?}\n", e.target, e.marks, b.diagrams.cubes(e.label)); }
    }
    out
}
