//! The recipes in docs/adding.md and the walk in ARCHITECTURE.md: the files and items that they name exist, and what is
//! there today was added as the recipes say.
//!
//! Recipes that can be followed on toys are followed by tests of other crates, which the recipes name.

use gmc_model::ErrorKind;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
fn none(what: &str, guilty: &[String]) {
    assert!(guilty.is_empty(), "{what}:\n  {}", guilty.join("\n  "));
}

/// A recipe: its title, and its text.
fn recipes() -> Vec<(String, String)> {
    let text = read("docs/adding.md");
    let sections = text.split("\n## ").skip(1);
    let cut = |section: &str| {
        let (title, rest) = section.split_once('\n').expect("a section has a title");
        (title.to_owned(), rest.to_owned())
    };
    sections.map(cut).collect()
}

/// What is wrong with a place: a file and what it has, or a directory.
fn lacks(path: &str, item: &str) -> Option<String> {
    let whole = repository().join(path);
    if item.is_empty() && whole.is_dir() {
        return None;
    }
    match fs::read_to_string(whole) {
        Err(error) => Some(format!("{path}: {error}")),
        Ok(text) if !text.contains(item) => Some(format!("{path} does not have `{item}`")),
        Ok(_) => None,
    }
}

#[test]
fn recipes_name_what_there_is() {
    let mut guilty = Vec::new();
    for (title, text) in recipes() {
        let places = text.split("```places\n").nth(1).and_then(|it| it.split("```").next());
        let Some(places) = places else { panic!("`{title}` has no list of places") };
        for line in places.lines() {
            let (path, item) = line.split_once(':').expect("`path: item`");
            guilty.extend(lacks(path, item.trim()).map(|why| format!("{title}: {why}")));
        }
    }
    none("docs/adding.md names what is not there", &guilty);
}

/// Every recipe is followed by a test, or was followed by a commit.
#[test]
fn recipes_are_followed() {
    let mut guilty = Vec::new();
    for (title, text) in recipes() {
        let text =
            text.split_once("\nFollowed by: ").unwrap_or_else(|| panic!("nothing follows `{title}`")).1;
        let words = text.split('`').skip(1).step_by(2);
        let mut file = String::new();
        for word in words {
            if word.contains('/') {
                guilty.extend(lacks(word, "#[test]").map(|why| format!("{title}: {why}")));
                word.clone_into(&mut file);
            } else if word.bytes().all(|it| it.is_ascii_hexdigit()) {
                guilty.extend((!is_commit(word)).then(|| format!("{title}: there is no commit {word}")));
            } else {
                guilty.extend(lacks(&file, &format!("fn {word}(")).map(|why| format!("{title}: {why}")));
            }
        }
    }
    none("docs/adding.md relies on what is not there", &guilty);
}

/// Whether a commit is known; in a clone without history, any may be.
fn is_commit(id: &str) -> bool {
    let git = |arguments: &[&str]| {
        Command::new("git").current_dir(repository()).args(arguments).output().expect("git")
    };
    let shallow = git(&["rev-parse", "--is-shallow-repository"]).stdout.starts_with(b"true");
    shallow || git(&["cat-file", "-e", &format!("{id}^{{commit}}")]).status.success()
}

/// The hand-overs of the walk are numbered, and begin with a file and a function.
#[test]
fn the_walk_leads_through_the_code() {
    let text = read("ARCHITECTURE.md");
    let walk = text.split("\n## The walk").nth(1).and_then(|it| it.split("\n## ").next()).expect("the walk");
    let is_number = |line: &&str| line.split_once(". `").is_some_and(|(at, _)| at.parse::<u32>().is_ok());
    let (mut guilty, mut seen) = (Vec::new(), Vec::new());
    for line in walk.lines().filter(is_number) {
        let mut names = line.split('`').skip(1).step_by(2);
        let (path, function) = (names.next().expect("a file"), names.next().expect("a function"));
        let is_there = ["fn ", "static void "].iter().any(|it| {
            [format!("{it}{function}("), format!("{it}{function}<")]
                .iter()
                .any(|it| lacks(path, it).is_none())
        });
        guilty.extend((!is_there).then(|| format!("{path} has no function `{function}`")));
        guilty.extend(seen.contains(&(path, function)).then(|| format!("{path} `{function}`: twice")));
        seen.push((path, function));
    }
    none("the walk in ARCHITECTURE.md", &guilty);
    assert!(seen.len() > 30, "the walk has {} steps", seen.len());
}

/// All documents.
fn documents() -> Vec<PathBuf> {
    let entries = [repository(), repository().join("docs")].map(|it| fs::read_dir(it).expect("readable"));
    let paths = entries.into_iter().flatten().map(|it| it.expect("readable").path());
    paths.filter(|it| it.extension().is_some_and(|it| it == "md")).collect()
}

/// Links between documents lead somewhere.
#[test]
fn links_lead_somewhere() {
    let mut guilty = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("readable");
        for link in text.split("](").skip(1).filter_map(|it| it.split(')').next()) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.contains("://") || file.contains(' ') {
                continue;
            }
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            let known = target.exists()
                && (anchor.is_empty() || target.is_dir() || anchors(&target).iter().any(|it| it == anchor));
            guilty.extend((!known).then(|| format!("{}: {link}", path.display())));
        }
    }
    none("links that lead nowhere", &guilty);
}

/// Files that documents name exist. What stands for several files (`*`, `NAME`, `{a,b}`) is not looked at.
#[test]
fn documents_name_files_that_exist() {
    let mut guilty = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("readable");
        for name in text.split('`').skip(1).step_by(2) {
            let is_ours =
                ["crates/", "gcc/", "models/", "runtime/", "include/"].iter().any(|it| name.starts_with(it));
            let is_plain =
                name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || "_-./".contains(it));
            let is_there = || repository().join(name).exists();
            guilty
                .extend((is_ours && is_plain && !is_there()).then(|| format!("{}: {name}", path.display())));
        }
    }
    none("documents name files that do not exist", &guilty);
}

/// What a document's headings can be linked by, as GitHub makes it.
fn anchors(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
        kept.map(|it| if it == ' ' { '-' } else { it }).collect()
    };
    headings.map(anchor).collect()
}

/// The variants of an enum, as its file writes them.
fn variants(path: &str, name: &str) -> Vec<String> {
    let text = read(path);
    let body = text.split(&format!("enum {name} {{\n")).nth(1).expect("the enum");
    let body = body.split("\n}\n").next().expect("an end");
    let is_variant =
        |line: &&str| line.starts_with("    ") && line[4..].starts_with(|it: char| it.is_ascii_uppercase());
    let name = |line: &str| {
        line.trim().split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default().to_owned()
    };
    body.lines().filter(is_variant).map(name).collect()
}

#[test]
fn every_statement_is_known_everywhere() {
    let mut guilty = Vec::new();
    let kinds = variants("crates/ir/src/body.rs", "StmtKind");
    assert!(kinds.len() > 10, "{kinds:?}");
    for kind in kinds {
        for path in ["verify/stmts.rs", "text/stmts.rs"].map(|it| format!("crates/ir/src/{it}")) {
            guilty.extend(lacks(&path, &format!("StmtKind::{kind}")));
        }
        guilty.extend(lacks("crates/vm/src/lower/stmt.rs", &format!("StmtKind::{kind}")));
        let exported = [format!("return {kind}("), format!("return {kind}{{")];
        let is_exported = exported.iter().any(|it| lacks("gcc/statements.cc", it).is_none());
        guilty.extend((!is_exported).then(|| format!("gcc/statements.cc never makes `{kind}`")));
    }
    none("statements that somebody does not know", &guilty);
}

/// Kinds that nothing reports yet.
const FUTURE: &[ErrorKind] = &[ErrorKind::Ltl];

#[test]
fn every_kind_has_a_program() {
    let mut texts = String::new();
    let mut directories = vec![repository().join("tests/programs")];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).expect("readable") {
            let path = entry.expect("readable").path();
            match path.is_dir() {
                true => directories.push(path),
                false => texts += &fs::read_to_string(path).unwrap_or_default(),
            }
        }
    }
    let marks: Vec<&str> =
        texts.lines().filter_map(|it| it.split_once("//~").or(it.split_once("//@"))).map(|it| it.1).collect();
    let is_marked = |kind: &ErrorKind| {
        let is_name = |it: char| !it.is_ascii_alphanumeric() && it != '-';
        marks.iter().any(|it| it.split(is_name).any(|word| word == kind.name()))
    };
    let lacking = ErrorKind::ALL.iter().filter(|it| !FUTURE.contains(it) && !is_marked(it));
    none(
        "no program in tests/programs is wrong in these ways",
        &lacking.map(|it| it.name().to_owned()).collect::<Vec<_>>(),
    );
}

#[test]
fn every_report_is_described() {
    let text = read("crates/gmc/src/cli/check.rs");
    let reports =
        text.split("struct Reports {\n").nth(1).and_then(|it| it.split("\n}").next()).expect("reports");
    let options =
        reports.lines().filter_map(|line| line.trim().strip_prefix("pub(crate) ")?.split(':').next());
    let documents = ["docs/reports.md", "docs/reproducer.md", "docs/trace.md"].map(read).concat();
    let guilty: Vec<String> = options
        .map(|it| format!("--{}", it.replace('_', "-")))
        .filter(|option| !documents.contains(option.as_str()))
        .collect();
    none("docs/reports.md does not describe these options", &guilty);
}
