//! An answer as an HTML page: `gmc check --html FILE`. It is one file, and needs no network and no other file.
//!
//! Template, style and script are in `html/`; this module makes the page's data, as JSON. Deliberately absent: how
//! anything looks.

use crate::answer::{Answer, Replayed, Word};
use crate::chart::{Chart, Row, Way, What};
use crate::reason::Reason;
use crate::terminal::Sources;
use gmc_model::{Activation, Block, Effect, Event, Location, Scene, Variable};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");

/// What a page shows besides the answer.
pub struct Show<'s> {
    /// What was checked.
    pub program: &'s str,
    /// gmc's version.
    pub version: &'s str,
    /// The states of each finding's run: before its first step, and after each of its last ones.
    pub scenes: &'s [Vec<Scene>],
    /// The program's files.
    pub sources: &'s dyn Sources,
}

/// The page.
pub fn page(answer: &Answer, show: &Show<'_>) -> String {
    let covered = answer.coverage.iter().flat_map(|it| &it.files);
    let coverage: BTreeMap<&str, &BTreeMap<u32, u64>> =
        covered.map(|(name, file)| (name.as_str(), &file.lines)).collect();
    let mut files: BTreeSet<String> = coverage.keys().map(|&it| it.to_owned()).collect();
    for it in &answer.findings {
        let violation = &it.finding.violation;
        let events = it.events.iter().flat_map(|it| it.location.iter().chain(it.path.iter().map(|it| &it.1)));
        let notes = violation.notes.iter().filter_map(|it| it.location.as_ref());
        let calls = violation.stack.iter().map(|it| &it.location);
        files.extend(
            violation.location.iter().chain(events).chain(notes).chain(calls).map(|it| it.file.clone()),
        );
    }
    let texts: BTreeMap<&str, String> =
        files.iter().filter_map(|file| Some((file.as_str(), show.sources.text(file)?))).collect();
    let line = |at: &Location| {
        let text = texts.get(at.file.as_str())?.lines().nth(at.line.checked_sub(1)? as usize)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let findings: Vec<Value> = answer
        .findings
        .iter()
        .enumerate()
        .map(|(at, it)| finding(it, show.scenes.get(at).map_or(&[], Vec::as_slice), &line))
        .collect();
    let data = json!({
        "version": show.version,
        "program": show.program,
        "verdict": answer.word().name(),
        "headline": headline(answer),
        "complete": answer.complete,
        "assumptions": answer.assumptions,
        "unknown": answer.reasons.iter().map(reason).collect::<Vec<_>>(),
        "figures": figures(answer),
        "findings": findings,
        "coverage": coverage,
        "sources": texts,
    });
    let title = match answer.findings.first() {
        Some(it) => format!("{}: {}", show.program, it.finding.violation.kind),
        None => format!("{}: {}", show.program, answer.word().name()),
    };
    // `</` and `<!--` would end the script element or open a comment in it.
    let data = data.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--");
    let parts = [
        ("version", show.version.to_owned()),
        ("title", crate::junit::escaped(&title)),
        ("style", STYLE.to_owned()),
        ("script", SCRIPT.to_owned()),
        ("data", data),
    ];
    filled(PAGE, &parts)
}

/// A template with its parts filled in. Parts are not searched for placeholders.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out += before;
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        out += parts.iter().find(|it| it.0 == name).map_or("", |it| it.1.as_str());
        rest = after;
    }
    out + rest
}

fn headline(answer: &Answer) -> String {
    match answer.word() {
        Word::Holds => "every reachable state was visited, and nothing is wrong in any".to_owned(),
        Word::Unknown => "nothing wrong was found in what was visited, but not everything was".to_owned(),
        Word::Violated if answer.complete => {
            "something is wrong, and every reachable state was visited".to_owned()
        }
        Word::Violated => "something is wrong; the search ended before it had visited everything".to_owned(),
    }
}

fn figures(answer: &Answer) -> Vec<(&'static str, String)> {
    let it = &answer.stats;
    let seconds = it.elapsed.as_secs_f64();
    vec![
        ("states visited", it.states.to_string()),
        ("steps taken", it.transitions.to_string()),
        ("depth", it.depth.to_string()),
        ("states in which the program has ended", it.ended.to_string()),
        ("steps ended by assumptions", it.pruned.to_string()),
        ("states of which some choices sufficed", it.reduced.to_string()),
        ("searches given up, as what they had left out mattered", it.restarts.to_string()),
        ("states as deep as allowed", it.cut.to_string()),
        ("states with choices that were not tried", it.frontier.to_string()),
        ("probability that a state was missed", format!("below {:.0e}", answer.omission.max(1e-30))),
        ("time of the search", format!("{seconds:.2} s")),
        ("memory", format!("{:.1} MiB", it.peak_bytes as f64 / f64::from(1 << 20))),
    ]
}

fn finding(it: &Replayed, scenes: &[Scene], line: &dyn Fn(&Location) -> Option<String>) -> Value {
    let violation = &it.finding.violation;
    let skipped = it.finding.trace.len() - it.events.len();
    let note = |note: &gmc_model::Note| {
        let at = location(note.location.as_ref());
        json!({ "message": note.message, "location": at })
    };
    let call = |call: &gmc_model::Call| {
        let arguments: Vec<String> =
            call.arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        json!({ "location": location(Some(&call.location)), "arguments": arguments })
    };
    json!({
        "kind": violation.kind.name(),
        "explanation": violation.kind.explanation(),
        "message": violation.message,
        "location": location(violation.location.as_ref()),
        "thread": violation.thread.0,
        "notes": violation.notes.iter().map(note).collect::<Vec<_>>(),
        "calls": violation.stack.iter().map(call).collect::<Vec<_>>(),
        "lap": it.finding.lap.map(|lap| lap.saturating_sub(skipped)),
        "skipped": skipped,
        "switches": it.switches(),
        "minimal": it.minimal,
        "trace": it.trace,
        "starts": starts(&it.events),
        "chart": chart(it, skipped),
        "events": it.events.iter().map(|event| step(event, line)).collect::<Vec<_>>(),
        "skipped_scenes": (it.events.len() + 1).saturating_sub(scenes.len()),
        "scenes": scenes.iter().map(scene).collect::<Vec<_>>(),
    })
}

/// What processes send each other; null where they send nothing.
fn chart(it: &Replayed, skipped: usize) -> Value {
    let Chart { lanes, rows } = Chart::new(&it.events, skipped + 1, Some(&it.finding.violation));
    if rows.is_empty() {
        return Value::Null;
    }
    let row = |it: &Row| match &it.what {
        What::Note(text) => json!({ "step": it.step, "kind": "note", "text": text }),
        What::Wrong(lane, text) => json!({ "step": it.step, "kind": "wrong", "lane": lane, "text": text }),
        What::Arrow(arrow) => json!({
            "step": it.step,
            "kind": "arrow",
            "from": arrow.lanes.0,
            "to": arrow.lanes.1,
            "way": match arrow.way { Way::Leaves => "leaves", Way::Arrives => "arrives", Way::Lost => "lost" },
            "text": arrow.text,
            "detail": arrow.detail,
            "why": arrow.why,
            "sent": arrow.sent,
        }),
    };
    json!({ "lanes": lanes, "rows": rows.iter().map(row).collect::<Vec<_>>() })
}

/// The function that each thread is in when it is first seen; what the environment's actors are called.
fn starts(events: &[Event]) -> BTreeMap<u32, String> {
    let mut starts = BTreeMap::new();
    for event in events {
        if let Some(actor) = event.actor.as_ref().filter(|_| event.is_environment) {
            starts.insert(event.choice.thread.0, actor.clone());
        }
        if let Some(at) = &event.location {
            let name = || match &event.actor {
                Some(actor) => format!("{actor}: {}", at.function),
                None => at.function.clone(),
            };
            starts.entry(event.choice.thread.0).or_insert_with(name);
        }
    }
    starts
}

fn step(event: &Event, line: &dyn Fn(&Location) -> Option<String>) -> Value {
    let effect = |effect: &Effect| match effect {
        Effect::Read { place, value } => format!("{place} is {value}"),
        Effect::Written { place, before, after } => format!("{place}: {before} → {after}"),
    };
    let effects: Vec<String> = event.effects.iter().map(effect).collect();
    let text = event.location.as_ref().and_then(line).unwrap_or_default();
    let at = event
        .location
        .as_ref()
        .map_or(String::new(), |at| format!("{}:{} {}", at.file, at.line, at.function));
    let labels = event.labels.iter().map(|it| it.1.as_str()).collect::<Vec<_>>().join(" ");
    let thread = event.choice.thread;
    let who = event.actor.as_deref().unwrap_or_default();
    let search = format!("thread {thread} {who} {text} {} {at} {} {labels}", event.action, effects.join(" "));
    json!({
        "thread": thread.0,
        "outcome": event.choice.alternative,
        "outcomes": event.outcomes,
        "location": location(event.location.as_ref()),
        "action": event.action,
        "text": text,
        "effects": effects,
        "labels": event.labels.iter().map(|(thread, text)| (thread.0, text)).collect::<Vec<_>>(),
        "path": event.path.iter().map(|(thread, at)| json!([thread.0, at.file, at.line])).collect::<Vec<_>>(),
        "search": search.to_lowercase(),
    })
}

fn scene(it: &Scene) -> Value {
    let frame = |it: &Activation| {
        let at = location(Some(&it.location));
        json!({ "location": at, "variables": variables(&it.variables) })
    };
    let thread = |it: &gmc_model::Actor| {
        let frames: Vec<Value> = it.frames.iter().map(frame).collect();
        json!({ "number": it.number.0, "state": it.state, "frames": frames })
    };
    let block = |it: &Block| {
        json!({
            "number": it.number, "ty": it.ty, "size": it.size, "freed": it.freed,
            "allocated": location(it.allocated.as_ref()), "parts": variables(&it.parts),
        })
    };
    json!({
        "threads": it.threads.iter().map(thread).collect::<Vec<_>>(),
        "globals": variables(&it.globals),
        "heap": it.heap.iter().map(block).collect::<Vec<_>>(),
    })
}

fn variables(them: &[Variable]) -> Vec<Value> {
    let one = |it: &Variable| {
        json!({
            "name": it.name, "ty": it.ty, "value": it.value, "target": it.target, "parts": variables(&it.parts),
        })
    };
    them.iter().map(one).collect()
}

fn location(at: Option<&Location>) -> Value {
    at.map_or(
        Value::Null,
        |at| json!({ "file": at.file, "line": at.line, "column": at.column, "function": at.function }),
    )
}

fn reason(it: &Reason) -> Value {
    json!({ "message": it.message, "location": location(it.location.as_ref()) })
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn parts_are_not_templates() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "no".to_owned())];
        assert_eq!(filled("<{{a}}|{{c}}>", &parts), "<{{b}}|>");
    }
}
