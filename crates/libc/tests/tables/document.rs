//! The list of all functions in `docs/library.md`, made from the tables here and from the models.
//!
//! When they differ: `GMC_WRITE_DOCS=1 cargo test -p gmc-libc --test tables`.

use crate::sources::{root, sources};
use gmc_libc::library;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

/// The line before the list.
const START: &str = "<!-- The rest is made by crates/libc/tests/tables/document.rs. -->\n";

/// The functions that a model defines: a definition starts its line, and its body the next one.
fn defined(text: &str) -> Vec<String> {
    let lines = text.lines().zip(text.lines().skip(1));
    let heads = lines.filter(|(line, next)| {
        *next == "{" && line.starts_with(|c: char| c.is_ascii_alphabetic()) && !line.starts_with("static")
    });
    let name = |(line, _): (&str, &str)| {
        let head = line.split('(').next().unwrap_or_default();
        head.rsplit([' ', '*']).next().unwrap_or_default().to_owned()
    };
    heads.map(name).collect()
}

/// What a file says of itself in its first sentence.
fn about(text: &str) -> String {
    let comment: Vec<&str> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!").or_else(|| line.strip_prefix("/*")))
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let all = comment.join(" ");
    let end = all.find(". ").map_or(all.len(), |at| at + 1);
    all[..end].trim_end_matches("*/").trim().trim_end_matches('.').to_owned()
}

/// Whether a file has a function in a table: as it is, or with what macros put before and behind it.
fn has(text: &str, name: &str) -> bool {
    let quoted = |name: &str| text.contains(&format!("\"{name}\""));
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    quoted(name) || name.strip_suffix(['f', 'l']).is_some_and(quoted) || stem != name && quoted(stem)
}

/// The file of a function whose name a macro puts together.
fn made(name: &str) -> Option<&'static str> {
    if name.starts_with("__atomic_") || name.starts_with("__sync_") {
        return Some("atomic.rs");
    }
    let counts = ["clz", "ctz", "ffs", "clrsb", "popcount", "parity", "bswap"];
    let bits = counts.iter().any(|it| name.trim_start_matches("__builtin_").starts_with(it));
    Some(if bits { "bits.rs" } else { "float.rs" })
}

fn table() -> String {
    let mut files = Vec::new();
    let here = root().join("crates/libc/src");
    let mut rust = Vec::new();
    sources(&here, "rs", &mut rust);
    // It has names of groups of functions.
    rust.retain(|(name, _)| !name.ends_with("failures.rs"));
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in
        library().rows().map(|it| it.name).filter(|name| !name.starts_with("__gmc") && !name.starts_with('.'))
    {
        let file = rust.iter().find(|(_, text)| has(text, name)).map(|it| it.0.clone());
        let file = file.or_else(|| made(name).map(|it| format!("crates/libc/src/{it}")));
        rows.entry(file.unwrap_or_else(|| panic!("{name} is in no table")))
            .or_default()
            .push(name.to_owned());
    }
    sources(&root().join("models"), "c", &mut files);
    for (name, text) in &files {
        rows.insert(name.clone(), defined(text));
    }
    files.extend(rust);
    let mut out = String::from("\n");
    for (file, mut names) in rows {
        names.sort();
        let what = files.iter().find(|it| it.0 == file).map_or(String::new(), |it| about(&it.1));
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        item(&mut out, "", &format!("`{file}`: {what}"));
        item(&mut out, "  ", &names.join(" "));
    }
    out
}

/// Adds an item to a Markdown list, in lines of at most 120 characters.
fn item(out: &mut String, indent: &str, text: &str) {
    let mut line = format!("{indent}-");
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > 120 {
            writeln!(out, "{line}").expect("a string takes everything");
            line = format!("{indent} ");
        }
        line = line + " " + word;
    }
    writeln!(out, "{line}").expect("a string takes everything");
}

#[test]
fn the_document_lists_what_there_is() {
    let path = root().join("docs/library.md");
    let text = fs::read_to_string(&path).expect("readable");
    let (before, found) = text.split_once(START).expect("there is a place for the list");
    let table = table();
    if std::env::var_os("GMC_WRITE_DOCS").is_some() {
        fs::write(&path, format!("{before}{START}{table}")).expect("writable");
        return;
    }
    let advice = "GMC_WRITE_DOCS=1 cargo test -p gmc-libc --test tables";
    assert!(found == table, "docs/library.md does not list what there is: {advice}");
}

/// What programs do not call by these names: functions of GCC and of gmc that stand behind macros.
const UNNAMED: &[&str] = &[
    "gmc_assert_",
    "gmc_ignore_",
    "gmc_of_",
    "gmc_static_of_",
    "huge_val",
    "huge_valf",
    "huge_vall",
    "inff",
    "infl",
    "isfinitef",
    "isfinitel",
    "isinf_sign",
    "isinf_signf",
    "isinf_signl",
    "isnormalf",
    "isnormall",
    "nans",
    "nansf",
    "nansl",
    "signbitf",
    "signbitl",
];

#[test]
fn every_function_is_named_by_a_program() {
    let mut programs = Vec::new();
    for end in ["c", "cc", "h"] {
        sources(&root().join("tests/programs"), end, &mut programs);
    }
    let is_part = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let named: BTreeSet<&str> = programs.iter().flat_map(|it| it.1.split(is_part)).collect();
    let text = fs::read_to_string(root().join("docs/library.md")).expect("readable");
    let list = text.split_once(START).expect("there is a list").1;
    let functions = list.lines().filter(|line| line.starts_with("  - `") || line.starts_with("    `"));
    let names = functions.flat_map(|line| line.split('`'));
    let of_users = |name: &&str| name.starts_with(|c: char| c.is_ascii_alphabetic());
    let missing: Vec<_> =
        names.filter(of_users).filter(|it| !named.contains(it) && !UNNAMED.contains(it)).collect();
    assert!(missing.is_empty(), "no program in tests/programs names {}", missing.join(" "));
}
