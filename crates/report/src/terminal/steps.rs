//! A run step by step: which thread does what, where, and what it does to memory.
//!
//! ```text
//!   3  thread 1  bank.c:16  from->balance -= amount;
//!                           mine.balance is 100
//! ```

use super::escape::escaped_name;
use super::{BLUE, BOLD, PLAIN, Printer, Sources};
use crate::chart::Chart;
use gmc_model::{Effect, Event, Violation};
use std::fmt::{self, Write};

/// Writes what processes send each other, as a message-sequence chart in so many characters a line. Where the run ends
/// badly: the thread, and what is wrong.
///
/// # Errors
/// Those of `out`.
pub fn chart(
    out: &mut dyn Write,
    events: &[Event],
    end: Option<&Violation>,
    sources: &dyn Sources,
    (colour, width): (bool, usize),
) -> fmt::Result {
    Printer::new(out, sources, colour).chart(&Chart::new(events, 1, end), width)
}

/// Writes the steps, counted from 1. Steps after the first `lap` ones form a cycle that can be repeated for ever.
///
/// # Errors
/// Those of `out`.
pub fn steps(
    out: &mut dyn Write,
    events: &[Event],
    lap: Option<usize>,
    sources: &dyn Sources,
    colour: bool,
) -> fmt::Result {
    let mut printer = Printer::new(out, sources, colour);
    let source_line = |event: &Event| {
        event.location.as_ref().map_or(String::new(), |at| format!("{}:{}", escaped_name(&at.file), at.line))
    };
    let number = events.len().to_string().len();
    let name = |event: &Event| Event::name_of(event.choice.thread, std::slice::from_ref(event));
    let thread = events.iter().map(|it| name(it).len()).max().unwrap_or(8);
    let width = events.iter().map(|it| source_line(it).chars().count()).max().unwrap_or(0);
    for (at, event) in events.iter().enumerate() {
        if lap == Some(at) {
            writeln!(printer.out, "what follows can be repeated for ever:")?;
        }
        let (frame, bold, plain) = (printer.paint(BLUE), printer.paint(BOLD), printer.paint(PLAIN));
        let text = event.location.as_ref().and_then(|at| printer.shown_line(&at.file, at.line));
        let text = text.unwrap_or_else(|| event.action.clone());
        writeln!(
            printer.out,
            "{frame}{:>number$}{plain}  {:<thread$}  {:<width$}  {bold}{text}{plain}",
            at + 1,
            name(event),
            source_line(event),
        )?;
        let indent = number + thread + width + 6;
        // The source line, or the access's effect on memory, says already what the action is.
        let is_action_shown = text.starts_with(event.action.as_str())
            || !event.effects.is_empty() && !event.action.ends_with(')');
        if event.outcomes > 1 {
            writeln!(printer.out, "{:indent$}{}: outcome {}", "", event.action, event.choice.alternative)?;
        } else if !is_action_shown {
            writeln!(printer.out, "{:indent$}{}", "", event.action)?;
        }
        for (thread, text) in &event.labels {
            writeln!(printer.out, "{:indent$}{} says: {text}", "", Event::name_of(*thread, events))?;
        }
        for effect in &event.effects {
            match effect {
                Effect::Read { place, value } => writeln!(printer.out, "{:indent$}{place} is {value}", "")?,
                Effect::Written { place, before, after } => {
                    writeln!(printer.out, "{:indent$}{place}: {before} → {after}", "")?;
                }
            }
        }
    }
    Ok(())
}
