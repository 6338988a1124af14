//! The control-flow graph of a function in Graphviz' language.
//!
//! Statements can hold anything (string literals, assembly), so every text is escaped for a label: what the language
//! or its escape sequences would read as more than text comes out as text.

use crate::body::{EdgeFlags, Function, StmtKind};
use crate::id::BlockId;
use crate::text::{BodyText, Names};
use std::fmt::{self, Write};

/// Writes the control-flow graph of a function of a verified unit.
pub fn control_flow(out: &mut dyn Write, names: &Names<'_>, function: &Function) -> fmt::Result {
    let name = names.symbol(function.symbol);
    writeln!(out, "digraph \"{}\" {{", escape(name))?;
    writeln!(out, "  label=\"{}\";\n  labelloc=t;", escape(name))?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\", fontsize=10];")?;
    writeln!(out, "  edge [fontname=\"monospace\", fontsize=9];")?;
    let mut text = BodyText::new(names, function);
    for (at, block) in (0..).zip(&function.blocks) {
        let id = BlockId(at);
        write!(out, "  {id} [label=\"{id}:\\l")?;
        for stmt in block.stmts.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Begin)) {
            write!(out, "{}\\l", escape(&text.stmt(stmt)))?;
        }
        writeln!(out, "\"];")?;
    }
    let mut leaves = false;
    for (at, block) in (0..).zip(&function.blocks) {
        for edge in &block.edges {
            let style = style(edge.flags);
            match edge.to {
                Some(to) => writeln!(out, "  {} -> {to}{style};", BlockId(at))?,
                None => {
                    leaves = true;
                    writeln!(out, "  {} -> exit{style};", BlockId(at))?;
                }
            }
        }
    }
    if leaves {
        writeln!(out, "  exit [shape=oval];")?;
    }
    writeln!(out, "}}")
}

fn style(flags: EdgeFlags) -> &'static str {
    if flags.contains(EdgeFlags::WHEN_TRUE) {
        " [label=\"true\"]"
    } else if flags.contains(EdgeFlags::WHEN_FALSE) {
        " [label=\"false\"]"
    } else if flags.contains(EdgeFlags::EH) {
        " [label=\"exception\", color=red]"
    } else if flags.intersects(EdgeFlags::ABNORMAL | EdgeFlags::ABNORMAL_CALL) {
        " [label=\"abnormal\", style=dashed]"
    } else if flags.contains(EdgeFlags::FAKE) {
        " [label=\"never\", style=dotted]"
    } else {
        ""
    }
}

/// Text inside a quoted label.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Graphviz reads entities in labels.
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
