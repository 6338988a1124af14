//! Witness format 2.0: YAML.

use super::{Task, sha256, specification};
use crate::answer::{Answer, Replayed};
use gmc_model::{ErrorKind, Location};
use std::fmt::Write as _;

/// The witness; none for a violation without a source location to lead to, and none for one of a temporal property
/// that no finite run shows: the format has no cycles.
pub(super) fn witness(answer: &Answer, task: &Task) -> Option<String> {
    let is_endless = |it: &Replayed| it.finding.lap.is_some() && it.finding.violation.kind == ErrorKind::Ltl;
    if answer.findings.first().is_some_and(is_endless) {
        return None;
    }
    let target = answer.findings.first().map(target);
    if matches!(target, Some(None)) {
        return None;
    }
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, answer, task, target.flatten());
    Some(out)
}

/// The source location of the violation, or of the last step that has one.
fn target(it: &Replayed) -> Option<&Location> {
    let steps = it.events.iter().rev().filter_map(|it| it.location.as_ref());
    it.finding.violation.location.iter().chain(steps).find(|at| at.line > 0)
}

fn write(out: &mut String, answer: &Answer, task: &Task, target: Option<&Location>) -> std::fmt::Result {
    let entry = if target.is_some() { "violation_sequence" } else { "invariant_set" };
    writeln!(out, "- entry_type: {}", quoted(entry))?;
    writeln!(out, "  metadata:")?;
    writeln!(out, "    format_version: \"2.0\"")?;
    writeln!(out, "    uuid: {}", quoted(&uuid(answer, task)))?;
    writeln!(out, "    creation_time: {}", quoted(&task.created))?;
    writeln!(out, "    producer:")?;
    writeln!(out, "      name: \"gmc\"")?;
    writeln!(out, "      version: {}", quoted(&task.version))?;
    writeln!(out, "    task:")?;
    writeln!(out, "      input_files:")?;
    for (file, _) in &task.inputs {
        writeln!(out, "      - {}", quoted(file))?;
    }
    writeln!(out, "      input_file_hashes:")?;
    for (file, hash) in &task.inputs {
        writeln!(out, "        {}: {}", quoted(file), quoted(hash))?;
    }
    writeln!(out, "      specification: {}", quoted(&specification(answer, task)))?;
    writeln!(out, "      data_model: {}", quoted(if task.bits == 32 { "ILP32" } else { "LP64" }))?;
    writeln!(out, "      language: \"C\"")?;
    match target {
        Some(at) => {
            writeln!(out, "  content:")?;
            waypoint(out, "target", at)
        }
        None => writeln!(out, "  content: []"),
    }
}

fn waypoint(out: &mut String, kind: &str, at: &Location) -> std::fmt::Result {
    writeln!(out, "  - segment:")?;
    writeln!(out, "    - waypoint:")?;
    writeln!(out, "        type: {}", quoted(kind))?;
    writeln!(out, "        action: \"follow\"")?;
    writeln!(out, "        location:")?;
    writeln!(out, "          file_name: {}", quoted(&at.file))?;
    writeln!(out, "          line: {}", at.line)?;
    writeln!(out, "          column: {}", at.column.max(1))?;
    writeln!(out, "          function: {}", quoted(&at.function))
}

/// The witness's id. It depends on inputs, finding and time only, so that equal witnesses have equal ids.
fn uuid(answer: &Answer, task: &Task) -> String {
    let cause = answer.findings.first().map(|it| (it.finding.violation.kind.name(), &it.finding.trace));
    let mut hex = sha256(format!("{:?} {cause:?} {}", task.inputs, task.created).as_bytes());
    // Version 8 of RFC 9562 leaves the contents to the implementation.
    hex.replace_range(12..13, "8");
    hex.replace_range(16..17, "8");
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..32])
}

/// A text as a JSON string, which is one of YAML too.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text can be written")
}
