//! The list of all functions in `docs/library.md`, made from the tables here and from the models.
//!
//! When they differ: `GMC_WRITE_DOCS=1 cargo test -p gmc-vm --lib library::table`.

use crate::native;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The line before the list.
const START: &str = "<!-- The rest is made by crates/vm/src/library/table.rs. -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files under a directory with these ends, with their texts.
fn sources(directory: &Path, end: &str, out: &mut Vec<(String, String)>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(directory).expect("readable").map(|it| it.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, end, out);
        } else if path.extension().is_some_and(|it| it == end) {
            let name = path.strip_prefix(root()).expect("in the repository").display().to_string();
            out.push((name, fs::read_to_string(&path).expect("readable")));
        }
    }
}

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
    let here = root().join("crates/vm/src/library");
    let mut rust = Vec::new();
    sources(&here, "rs", &mut rust);
    // These have names of groups of functions.
    rust.retain(|(name, _)| !["table.rs", "failures.rs"].iter().any(|it| name.ends_with(it)));
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in
        native::rows().map(|it| it.name).filter(|name| !name.starts_with("__gmc") && !name.starts_with('.'))
    {
        let file = rust.iter().find(|(_, text)| has(text, name)).map(|it| it.0.clone());
        let file = file.or_else(|| made(name).map(|it| format!("crates/vm/src/library/{it}")));
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
    let advice = "GMC_WRITE_DOCS=1 cargo test -p gmc-vm --lib library::table";
    assert!(found == table, "docs/library.md does not list what there is: {advice}");
}

/// What programs do not call by these names: GCC's functions behind macros (with `__builtin_` before them), gmc's, and `pclose`,
/// for which `popen` gives nobody a stream.
const UNNAMED: &[&str] = &[
    "gmc_assert_",
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
    "pclose",
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

/// Texts that are names of functions, or begin them, where something is made to depend on a name: in patterns, comparisons and lists.
fn names_in(line: &str) -> Vec<&str> {
    let asks = ["starts_with(", "ends_with(", "contains(", "== ", "!= ", "matches!("]
        .iter()
        .any(|it| line.contains(it));
    let mut quoted = line.split('"').collect::<Vec<_>>();
    quoted.pop();
    let texts = quoted.iter().enumerate().skip(1).step_by(2);
    let is_pattern = |at: usize| {
        let (before, after) =
            (quoted[at - 1].trim_end(), line.split('"').nth(at + 1).unwrap_or_default().trim_start());
        after.starts_with("=>")
            || after.starts_with('|')
            || before.ends_with('|')
            || after == "," && before.is_empty()
    };
    texts.filter(|(at, _)| asks || is_pattern(*at)).map(|it| *it.1).collect()
}

/// Files that tell something by a function's name, and why that is no fact of the library's.
const TELLING: &[(&str, &str)] = &[
    ("crates/vm/src/lower/mapping.rs", "functions of the user's are mapped to those with these names"),
    (
        "crates/vm/src/lower/body.rs",
        "functions of the program's are atomic by their names, as SV-COMP has it",
    ),
    ("crates/vm/src/diagnose/leaf.rs", "names of types"),
    ("crates/gmc/src/command/setup.rs", "functions of the user's are mapped to those with these names"),
    ("crates/gmc/src/command/reproducer.rs", "which programs include gmc.h"),
    ("crates/gmc/src/gcc/models.rs", "what the models define"),
];

#[test]
fn facts_about_functions_are_in_their_rows() {
    let mut files = Vec::new();
    for directory in ["crates/vm/src", "crates/report/src", "crates/gmc/src"] {
        sources(&root().join(directory), "rs", &mut files);
    }
    let outside =
        |name: &str| !name.starts_with("crates/vm/src/library") && TELLING.iter().all(|it| it.0 != name);
    let known: BTreeSet<&str> = native::rows().map(|it| it.name).collect();
    // What is an ordinary word means something else, as often as not.
    let is_name = |text: &str| {
        let begins = || known.range(text..).next().is_some_and(|it| it.starts_with(text));
        text.contains('_') && text.len() > 3 && (known.contains(text) || text.ends_with('_') && begins())
    };
    let mut guilty = Vec::new();
    for (name, text) in files.iter().filter(|it| outside(&it.0)) {
        // Tests at a file's end say what they like.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (number, line) in (1..).zip(code.lines()) {
            let found = names_in(line).into_iter().filter(|it| is_name(it));
            guilty.extend(found.map(|it| format!("{name}:{number}: `{it}`")));
        }
    }
    assert!(
        guilty.is_empty(),
        "what these lines know of functions belongs into their rows:\n{}",
        guilty.join("\n")
    );
}
