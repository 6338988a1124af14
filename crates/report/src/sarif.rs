//! An answer as SARIF 2.1.0 (OASIS), for code-scanning services and editors: `gmc check --sarif FILE`.
//!
//! There is one run with one result for each violation: its notes are related locations, its calls a stack, and the
//! steps of its run a code flow with one thread flow for each thread. What the answer does not cover are notifications
//! of the invocation.

use crate::answer::{Answer, Replayed, Word};
use crate::reason::Reason;
use gmc_model::{Call, ErrorKind, Event, Location, Note, ThreadId, Violation};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The answer as SARIF. `version` is gmc's.
pub fn answer(answer: &Answer, version: &str) -> String {
    let rules: Vec<Value> = ErrorKind::ALL.iter().map(|kind| rule(*kind)).collect();
    let warnings = answer.warnings.iter().map(warning);
    let results: Vec<Value> = answer.findings.iter().map(result).chain(warnings).collect();
    let notifications: Vec<Value> = answer.reasons.iter().map(notification).collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "gmc", "semanticVersion": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": answer.word() != Word::Unknown,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "properties": {
                "verdict": answer.word().name(),
                "complete": answer.complete,
                "states": answer.stats.states,
                "assumptions": answer.assumptions,
            },
        }],
    });
    format!("{log:#}\n")
}

fn rule(kind: ErrorKind) -> Value {
    json!({
        "id": kind.name(),
        "shortDescription": { "text": sentence(kind.explanation()) },
        "defaultConfiguration": { "level": "error" },
    })
}

/// An error that users are only warned of.
fn warning(it: &Violation) -> Value {
    let mut result = json!({
        "ruleId": it.kind.name(),
        "ruleIndex": ErrorKind::ALL.iter().position(|kind| *kind == it.kind),
        "level": "warning",
        "message": { "text": sentence(&it.message) },
    });
    if let Some(at) = &it.location {
        result["locations"] = json!([location(at, None)]);
    }
    result
}

fn result(it: &Replayed) -> Value {
    let violation = &it.finding.violation;
    let index = ErrorKind::ALL.iter().position(|kind| *kind == violation.kind);
    let mut result = json!({
        "ruleId": violation.kind.name(),
        "ruleIndex": index,
        "level": "error",
        "message": { "text": sentence(&violation.message) },
        "occurrenceCount": it.finding.count.max(1),
        "properties": {
            "thread": violation.thread.0,
            "steps": it.finding.trace.len(),
            "switches": it.switches(),
            "trace": it.trace,
        },
    });
    if let Some(at) = &violation.location {
        result["locations"] = json!([location(at, None)]);
        // Line numbers change when the file is edited; file and function rarely do.
        let line = format!("{}:{}:{}", violation.kind, at.file, at.function);
        result["partialFingerprints"] = json!({ "kindFileFunction/v1": line });
    }
    let with_location = violation.notes.iter().filter(|note| note.location.is_some());
    let related: Vec<Value> = with_location.enumerate().filter_map(|(id, note)| related(id, note)).collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if !violation.stack.is_empty() {
        let frames: Vec<Value> = violation.stack.iter().map(frame).collect();
        result["stacks"] = json!([{ "message": { "text": "Calls, the last one first." }, "frames": frames }]);
    }
    let flows = flows(&it.events);
    if !flows.is_empty() {
        result["codeFlows"] = json!([{ "message": { "text": "How it comes about." }, "threadFlows": flows }]);
    }
    result
}

fn flows(events: &[Event]) -> Vec<Value> {
    let threads: BTreeSet<ThreadId> = events.iter().map(|event| event.choice.thread).collect();
    let flow = |thread: ThreadId| {
        let steps = events.iter().enumerate().filter(|(_, event)| event.choice.thread == thread);
        let locations: Vec<Value> = steps
            .filter_map(|(step, event)| {
                let at = event.location.as_ref()?;
                Some(json!({
                    "location": location(at, Some(&event.action)),
                    "executionOrder": step + 1,
                    "importance": "essential",
                }))
            })
            .collect();
        (!locations.is_empty()).then(|| json!({ "id": format!("thread {thread}"), "locations": locations }))
    };
    threads.into_iter().filter_map(flow).collect()
}

fn related(id: usize, note: &Note) -> Option<Value> {
    let mut related = location(note.location.as_ref()?, Some(&note.message));
    related["id"] = json!(id + 1);
    Some(related)
}

fn frame(call: &Call) -> Value {
    let parameters: Vec<String> =
        call.arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    json!({ "location": location(&call.location, None), "parameters": parameters })
}

fn notification(reason: &Reason) -> Value {
    let mut it = json!({
        "descriptor": { "id": reason.word },
        "level": "warning",
        "message": { "text": sentence(&reason.message) },
    });
    if let Some(at) = &reason.location {
        it["locations"] = json!([location(at, None)]);
    }
    it
}

fn location(at: &Location, message: Option<&str>) -> Value {
    let mut it = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&at.file) } } });
    if at.line > 0 {
        let mut region = json!({ "startLine": at.line });
        if at.column > 0 {
            region["startColumn"] = json!(at.column);
        }
        it["physicalLocation"]["region"] = region;
    }
    if !at.function.is_empty() {
        it["logicalLocations"] = json!([{ "name": at.function, "kind": "function" }]);
    }
    if let Some(message) = message.filter(|it| !it.is_empty()) {
        it["message"] = json!({ "text": sentence(message) });
    }
    it
}

/// A path as a URI; all bytes but unreserved ones are percent-encoded.
fn uri(path: &str) -> String {
    let mut out = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => {
                out.push(byte as char);
            }
            other => out += &format!("%{other:02X}"),
        }
    }
    out
}

/// A text with a capital and a full stop, as SARIF wants its messages.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map_or(String::new(), |c| c.to_uppercase().to_string());
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}
