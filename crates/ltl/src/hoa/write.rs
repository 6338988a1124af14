//! An automaton in the Hanoi format.

use crate::automaton::{Automaton, Cube, StateId, Strength};
use std::fmt::{self, Write};

/// Writes an automaton, with the formula that it is of.
pub fn write(out: &mut dyn Write, automaton: &Automaton, name: &str) -> fmt::Result {
    writeln!(out, "HOA: v1")?;
    writeln!(out, "name: {}", quoted(name))?;
    writeln!(out, "States: {}", automaton.states())?;
    writeln!(out, "Start: {}", automaton.initial().0)?;
    write!(out, "AP: {}", automaton.propositions().len())?;
    for proposition in automaton.propositions() {
        write!(out, " {}", quoted(&proposition.text))?;
    }
    let sets: Vec<String> = (0..automaton.sets()).map(|set| format!("Inf({set})")).collect();
    match sets.len() {
        0 => writeln!(out, "\nacc-name: all\nAcceptance: 0 t")?,
        1 => writeln!(out, "\nacc-name: Buchi\nAcceptance: 1 Inf(0)")?,
        many => writeln!(out, "\nacc-name: generalized-Buchi {many}\nAcceptance: {many} {}", sets.join("&"))?,
    }
    write!(out, "properties: trans-labels explicit-labels trans-acc")?;
    for (holds, property) in [
        (automaton.is_complete(), "complete"),
        (automaton.is_deterministic(), "deterministic"),
        (automaton.strength() == Strength::Weak, "weak"),
        (automaton.strength() == Strength::Terminal, "terminal"),
    ] {
        if holds {
            write!(out, " {property}")?;
        }
    }
    writeln!(out, "\n--BODY--")?;
    for state in (0..).map(StateId).take(automaton.states()) {
        writeln!(out, "State: {}", state.0)?;
        for edge in automaton.edges(state) {
            let cubes: Vec<String> = automaton.label(edge).iter().map(cube).collect();
            write!(out, "[{}] {}", cubes.join(" | "), edge.target.0)?;
            let marks: Vec<String> = (0..automaton.sets())
                .filter(|set| edge.acceptance.0 >> set & 1 == 1)
                .map(|it| it.to_string())
                .collect();
            if !marks.is_empty() {
                write!(out, " {{{}}}", marks.join(" "))?;
            }
            writeln!(out)?;
        }
    }
    writeln!(out, "--END--")
}

fn cube(cube: &Cube) -> String {
    let literals = (0..64).filter_map(|bit| match (cube.positive >> bit & 1, cube.negative >> bit & 1) {
        (1, _) => Some(format!("{bit}")),
        (_, 1) => Some(format!("!{bit}")),
        _ => None,
    });
    let literals: Vec<String> = literals.collect();
    if literals.is_empty() { "t".to_owned() } else { literals.join("&") }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
