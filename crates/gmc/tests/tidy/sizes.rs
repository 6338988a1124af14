//! Nothing is too big to be read: methods of traits, fields of structs, lines of functions and files.
//!
//! What is bigger for a good reason has the reason directly above it, as `// tidy: …` (for a file: above its first line
//! of code) or as the reason of an `#[expect]`, and is listed in [`EXCEPTIONS`].

use crate::source::{Item, Source};
use crate::{crate_sources, none, repository, sources};
use std::collections::BTreeSet;

const MAX_METHODS: usize = 8;
const MAX_FIELDS: usize = 15;
const MAX_FUNCTION: usize = 100;
const MAX_FILE: usize = 500;

/// What may be bigger, because of the reason beside it.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("crates/mem/tests/properties.rs", "file"),
    ("crates/vm/src/exec/mod.rs", "file"),
    ("crates/vm/src/exec/mod.rs", "fn run"),
];

/// Something too big.
struct Big {
    file: String,
    item: String,
    size: String,
    reason: Option<String>,
}

fn big<'a>(source: &Source, keyword: &str, item: &Item<'a>, size: usize, unit: &str) -> Big {
    Big {
        file: source.name.clone(),
        item: format!("{keyword} {}", item.name),
        size: format!("{size} {unit}"),
        reason: source.reason(item.start),
    }
}

/// How many functions stand directly in a body.
fn methods(source: &Source, body: &Item<'_>) -> usize {
    let inner = |at: usize| {
        let before = &source.code[body.body.start..at];
        before.matches('{').count() == before.matches('}').count()
    };
    let functions = source.keywords("fn");
    functions.filter(|it| body.body.contains(it)).filter(|it| inner(*it)).count()
}

/// How many fields a struct has: colons that stand directly in its body.
fn fields(body: &str) -> usize {
    let bytes = body.as_bytes();
    let (mut depth, mut fields) = (0, 0);
    for (at, byte) in bytes.iter().enumerate() {
        let is_beside = |at: Option<usize>| at.and_then(|it| bytes.get(it)) == Some(&b':');
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b':' if depth == 0 && !is_beside(at.checked_sub(1)) && !is_beside(Some(at + 1)) => fields += 1,
            _ => {}
        }
    }
    fields
}

/// Everything too big, with or without a reason.
fn all_big() -> Vec<Big> {
    let mut found = Vec::new();
    for source in crate_sources() {
        for item in source.items("trait") {
            let size = methods(&source, &item);
            if size > MAX_METHODS {
                found.push(big(&source, "trait", &item, size, "methods"));
            }
        }
        for item in source.items("struct") {
            let size = fields(&source.code[item.body.clone()]);
            if size > MAX_FIELDS {
                found.push(big(&source, "struct", &item, size, "fields"));
            }
        }
        for item in source.items("fn") {
            let size = source.code_lines(item.start..item.body.end + 1);
            if size > MAX_FUNCTION {
                found.push(big(&source, "fn", &item, size, "lines"));
            }
        }
    }
    for source in sources(&["rs", "cc", "h"]) {
        let size = source.code_lines(0..source.code.len());
        if size > MAX_FILE {
            let (file, reason) = (source.name.clone(), source.file_reason());
            found.push(Big { file, item: "file".to_owned(), size: format!("{size} lines of code"), reason });
        }
    }
    found
}

#[test]
fn nothing_is_too_big() {
    let found = all_big();
    let is_in = |list: &[(&str, &str)], it: &Big| list.contains(&(&*it.file, &*it.item));
    let mut guilty = Vec::new();
    for it in &found {
        let name = format!("{}: {}, {}", it.file, it.item, it.size);
        if is_in(EXCEPTIONS, it) {
            if it.reason.is_none() {
                guilty.push(format!("{name}: no `// tidy: …` above it says why"));
            }
        } else if it.reason.is_some() {
            guilty.push(format!("{name}: has a reason, but is not in EXCEPTIONS"));
        } else {
            guilty.push(name);
        }
    }
    let known: BTreeSet<(&str, &str)> = found.iter().map(|it| (&*it.file, &*it.item)).collect();
    let gone = EXCEPTIONS.iter().filter(|it| !known.contains(*it));
    guilty.extend(
        gone.map(|(file, item)| format!("{file}: {item} is not too big any more: take it off the list")),
    );
    none("too big", &guilty);
}

/// No reason is good enough here.
#[test]
fn a_system_has_few_methods() {
    let name = "crates/model/src/system.rs".to_owned();
    let text = std::fs::read_to_string(repository().join(&name)).expect("the trait's file");
    let source = Source::new(name, text);
    let system = source.items("trait").find(|it| it.name == "System").expect("the trait");
    let count = methods(&source, &system);
    assert!((1..=MAX_METHODS).contains(&count), "`System` has {count} methods, of at most {MAX_METHODS}");
}
