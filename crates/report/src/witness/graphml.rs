//! Witness format 1.0: an automaton as a GraphML graph.

use super::{Task, specification};
use crate::answer::{Answer, Replayed};
use crate::junit::escaped;
use std::fmt::Write as _;

/// Id, name, type and the element that each key is for.
const KEYS: [(&str, &str, &str, &str); 18] = [
    ("witness-type", "witness-type", "string", "graph"),
    ("sourcecodelang", "sourcecodeLanguage", "string", "graph"),
    ("producer", "producer", "string", "graph"),
    ("specification", "specification", "string", "graph"),
    ("programfile", "programFile", "string", "graph"),
    ("programhash", "programHash", "string", "graph"),
    ("architecture", "architecture", "string", "graph"),
    ("creationtime", "creationTime", "string", "graph"),
    ("entry", "isEntryNode", "boolean", "node"),
    ("violation", "isViolationNode", "boolean", "node"),
    ("cyclehead", "cyclehead", "boolean", "node"),
    ("originfile", "originFileName", "string", "edge"),
    ("startline", "startline", "int", "edge"),
    ("endline", "endline", "int", "edge"),
    ("enterFunction", "enterFunction", "string", "edge"),
    ("threadId", "threadId", "string", "edge"),
    ("createThread", "createThread", "string", "edge"),
    ("assumption", "assumption", "string", "edge"),
];

pub(super) fn witness(answer: &Answer, task: &Task) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, answer, task);
    out
}

fn write(out: &mut String, answer: &Answer, task: &Task) -> std::fmt::Result {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>")?;
    writeln!(
        out,
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
    )?;
    for (id, name, ty, of) in KEYS {
        let default = if ty == "boolean" { "<default>false</default>" } else { "" };
        writeln!(
            out,
            " <key attr.name=\"{name}\" attr.type=\"{ty}\" for=\"{of}\" id=\"{id}\">{default}</key>"
        )?;
    }
    writeln!(out, " <graph edgedefault=\"directed\">")?;
    let finding = answer.findings.first();
    let kind = if finding.is_some() { "violation_witness" } else { "correctness_witness" };
    let none = (String::new(), String::new());
    let (file, hash) = task.inputs.first().unwrap_or(&none);
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &format!("gmc {}", task.version)),
        ("specification", &specification(answer, task)),
        ("programfile", file),
        ("programhash", hash),
        ("architecture", if task.bits == 32 { "32bit" } else { "64bit" }),
        ("creationtime", &task.created),
    ] {
        data(out, 2, key, value)?;
    }
    match finding {
        Some(finding) => path(out, finding)?,
        None => writeln!(out, "  <node id=\"N0\"><data key=\"entry\">true</data></node>")?,
    }
    writeln!(out, " </graph>\n</graphml>")
}

/// A path with an edge for each step, and one for the violation. That of a run without end leads back instead, to the
/// head of its cycle, where the violation is.
fn path(out: &mut String, it: &Replayed) -> std::fmt::Result {
    let violation = &it.finding.violation;
    let skipped = it.finding.trace.len() - it.events.len();
    let head = it.finding.lap.map(|lap| lap.saturating_sub(skipped)).filter(|head| *head < it.events.len());
    let mark = |number: usize, last: usize| {
        let is_violation = head.map_or(number == last, |head| number == head);
        let keys = [("entry", number == 0), ("cyclehead", head == Some(number)), ("violation", is_violation)];
        let data = keys.iter().filter(|it| it.1).map(|(key, _)| format!("<data key=\"{key}\">true</data>"));
        match data.collect::<String>() {
            none if none.is_empty() => format!("  <node id=\"N{number}\"/>"),
            data => format!("  <node id=\"N{number}\">{data}</node>"),
        }
    };
    let steps = it.events.iter().map(|it| (it.choice.thread, it.location.as_ref(), it.creates));
    let end = head.is_none().then_some((violation.thread, violation.location.as_ref(), false));
    let steps: Vec<_> = steps.chain(end).collect();
    writeln!(out, "{}", mark(0, steps.len()))?;
    let mut threads: Vec<_> = steps.iter().map(|it| it.0).collect();
    threads.sort_unstable();
    threads.dedup();
    let mut unborn = threads.into_iter().skip(1);
    for (number, (thread, at, creates)) in steps.iter().enumerate() {
        let to = match head {
            Some(head) if number + 1 == steps.len() => head,
            _ => number + 1,
        };
        if to > number {
            writeln!(out, "{}", mark(to, steps.len()))?;
        }
        writeln!(out, "  <edge source=\"N{number}\" target=\"N{to}\">")?;
        if let Some(at) = at.filter(|at| at.line > 0) {
            data(out, 3, "originfile", &at.file)?;
            data(out, 3, "startline", &at.line.to_string())?;
            data(out, 3, "endline", &at.line.to_string())?;
        }
        data(out, 3, "threadId", &thread.to_string())?;
        if number == 0 {
            data(out, 3, "enterFunction", "main")?;
        }
        // All that the first thread does until it creates another thread is one step, the creation included.
        if (*creates || number == 0)
            && let Some(thread) = unborn.next()
        {
            data(out, 3, "createThread", &thread.to_string())?;
        }
        writeln!(out, "  </edge>")?;
    }
    Ok(())
}

fn data(out: &mut String, indent: usize, key: &str, value: &str) -> std::fmt::Result {
    writeln!(out, "{:indent$}<data key=\"{key}\">{}</data>", "", escaped(value))
}
