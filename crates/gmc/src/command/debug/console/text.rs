//! Numbers that users type, and texts that they read.

use crate::command::sources;
use gmc_debug::{Breakpoint, SourcePlace};
use gmc_model::{Block, Location, Variable};
use gmc_world::OpenFile;
use std::fmt::Write as _;

pub(super) fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

pub(super) fn count(text: &str) -> Result<u32, String> {
    match text {
        "" => Ok(1),
        text => text.parse().map_err(|_| format!("`{text}` is no number")),
    }
}

/// A function and where it is.
pub(super) fn called(at: &Location) -> String {
    // In C++ the name has its parameters already.
    let call = if at.function.ends_with(')') { "" } else { "()" };
    format!("{}{call} at {}:{}", at.function, at.file, at.line)
}

pub(super) fn breakpoint(it: &Breakpoint) -> String {
    let at = match &it.at {
        SourcePlace::Line(file, line) => format!("{file}:{line}"),
        SourcePlace::Function(name) => format!("{name}()"),
    };
    it.condition.as_ref().map_or_else(|| format!("stops at {at}"), |when| format!("stops at {at} if {when}"))
}

pub(super) fn source_line(file: &str, line: u32) -> Option<String> {
    let text = sources::text(file)?;
    text.lines().nth(line.checked_sub(1)? as usize).map(str::to_owned)
}

/// A variable, one part a line.
pub(super) fn variable(it: &Variable) -> String {
    if it.parts.is_empty() {
        return format!("{} = {}\n", it.name, it.value);
    }
    let mut out = format!("{}\n", it.name);
    for part in &it.parts {
        let _ = writeln!(out, "  {} = {}", part.name, part.value);
    }
    out
}

pub(super) fn listed(all: &[Variable], none: &str) -> String {
    if all.is_empty() {
        return format!("{none}\n");
    }
    all.iter().map(variable).collect()
}

pub(super) fn files(open: &[OpenFile]) -> String {
    if open.is_empty() {
        return "no file is open\n".to_owned();
    }
    let mut out = String::new();
    for it in open {
        let access = match (it.reads, it.writes) {
            (true, true) => "to read and write",
            (true, false) => "to read",
            (false, _) => "to write",
        };
        let within = match (it.position, it.size) {
            (Some(at), Some(size)) => format!(", at byte {at} of {size}"),
            (None, Some(waiting)) => format!(", {waiting} bytes to be read"),
            _ => String::new(),
        };
        let _ = writeln!(out, "{}: {}, {access}{within}", it.number, it.name);
    }
    out
}

pub(super) fn heap(blocks: &[Block]) -> String {
    if blocks.is_empty() {
        return "there is no heap memory\n".to_owned();
    }
    let mut out = String::new();
    for it in blocks {
        let ty = if it.ty.is_empty() { String::new() } else { format!(" {},", it.ty) };
        let freed = if it.freed { ", freed" } else { "" };
        let at = it
            .allocated
            .as_ref()
            .map_or(String::new(), |at| format!(", allocated at {}:{}", at.file, at.line));
        let _ = writeln!(out, "#{}:{ty} {} bytes{freed}{at}", it.number, it.size);
        for part in &it.parts {
            let _ = writeln!(out, "  {} = {}", part.name, part.value);
        }
    }
    out
}
