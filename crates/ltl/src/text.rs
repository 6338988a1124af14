//! An automaton for people: as lines of text, and as a graph for Graphviz.

use crate::automaton::{Automaton, Cube, Edge, StateId};
use crate::word::Word;
use std::fmt::{self, Write};

/// Writes an automaton, a line for each edge: its letters, where it leads, and the acceptance sets that it is in.
pub fn write(out: &mut dyn Write, automaton: &Automaton) -> fmt::Result {
    for state in (0..).map(StateId).take(automaton.states()) {
        let initial = if state == automaton.initial() { " (initial)" } else { "" };
        writeln!(out, "state {}{initial}", state.0)?;
        if automaton.edges(state).is_empty() {
            writeln!(out, "  no edges")?;
        }
        for edge in automaton.edges(state) {
            let label = label(automaton, edge);
            writeln!(out, "  {label}  ->  {}{}", edge.target.0, marks(automaton, edge))?;
        }
    }
    Ok(())
}

/// Writes an automaton in Graphviz's language.
pub fn dot(out: &mut dyn Write, automaton: &Automaton, name: &str) -> fmt::Result {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "digraph automaton {{")?;
    writeln!(
        out,
        "  label=\"{}\"; labelloc=t; rankdir=LR; node [shape=circle, fontname=\"sans-serif\"];",
        quoted(name)
    )?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=11];")?;
    writeln!(out, "  start [shape=point]; start -> {};", automaton.initial().0)?;
    for state in (0..).map(StateId).take(automaton.states()) {
        writeln!(out, "  {};", state.0)?;
        for edge in automaton.edges(state) {
            let text = quoted(&format!("{}{}", label(automaton, edge), marks(automaton, edge)));
            writeln!(out, "  {} -> {} [label=\"{text}\"];", state.0, edge.target.0)?;
        }
    }
    writeln!(out, "}}")
}

/// The letters of an edge as a formula.
fn label(automaton: &Automaton, edge: &Edge) -> String {
    let cubes: Vec<String> = automaton.label(edge).iter().map(|cube| conjunction(automaton, *cube)).collect();
    cubes.join(" || ")
}

fn conjunction(automaton: &Automaton, cube: Cube) -> String {
    let literals = automaton.propositions().iter().enumerate().filter_map(|(bit, proposition)| {
        match (cube.positive >> bit & 1, cube.negative >> bit & 1) {
            (1, _) => Some(format!("{proposition}")),
            (_, 1) => Some(format!("!{proposition}")),
            _ => None,
        }
    });
    let literals: Vec<String> = literals.collect();
    if literals.is_empty() { "true".to_owned() } else { literals.join(" && ") }
}

fn marks(automaton: &Automaton, edge: &Edge) -> String {
    let marks = (0..automaton.sets()).filter(|set| edge.acceptance.0 >> set & 1 == 1);
    let marks: Vec<String> = marks.map(|it| it.to_string()).collect();
    if marks.is_empty() { String::new() } else { format!("  [{}]", marks.join(" ")) }
}

/// A word: its letters, those of the cycle behind `cycle:`. Letters say only what some edge looks at.
#[must_use]
pub fn word(automaton: &Automaton, word: &Word) -> String {
    let support = automaton.support();
    let shown = |letters: &[u64]| {
        let letter =
            |it: &u64| conjunction(automaton, Cube { positive: it & support, negative: !it & support });
        letters.iter().map(letter).collect::<Vec<String>>().join("; ")
    };
    match word.prefix.is_empty() {
        true => format!("cycle: {}", shown(&word.cycle)),
        false => format!("{}; cycle: {}", shown(&word.prefix), shown(&word.cycle)),
    }
}
