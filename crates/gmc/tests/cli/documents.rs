//! The examples in the documents: what stands there is what gmc prints.
//!
//! A line `<!-- run: gmc … -->` before a block of code names the command, run at the root of the repository. With
//! `GMC_UPDATE_DOCUMENTS=1` in the environment the test writes the blocks instead.

use crate::sandbox::{Run, Sandbox, repository};
use std::fs;

#[test]
fn readme() {
    up_to_date("README.md");
}

#[test]
fn formulas() {
    up_to_date("docs/ltl.md");
}

#[test]
fn systems() {
    up_to_date("docs/systems.md");
}

#[test]
fn guide() {
    for chapter in ["first-bug", "first-proof", "reading-a-report", "harness", "real-build"] {
        up_to_date(&format!("docs/guide/{chapter}.md"));
    }
}

/// Each chapter is in the table of contents, and each entry of that is a chapter.
#[test]
fn contents_of_the_guide() {
    let directory = repository().join("docs/guide");
    let contents = fs::read_to_string(directory.join("SUMMARY.md")).expect("the table of contents");
    let mut listed: Vec<&str> = contents.split(['(', ')']).filter(|it| it.ends_with(".md")).collect();
    listed.sort_unstable();
    let entries = fs::read_dir(directory).expect("the guide");
    let names = entries.map(|it| it.expect("readable").file_name().to_string_lossy().into_owned());
    let mut chapters: Vec<String> = names.filter(|it| it.ends_with(".md") && it != "SUMMARY.md").collect();
    chapters.sort();
    assert_eq!(listed, chapters);
}

#[test]
fn scripts() {
    up_to_date("docs/scripts.md");
}

fn up_to_date(name: &str) {
    let path = repository().join(name);
    let text = fs::read_to_string(&path).expect(name);
    let actual = with_outputs(&text);
    if std::env::var_os("GMC_UPDATE_DOCUMENTS").is_some() {
        fs::write(path, actual).expect("written");
    } else {
        assert_eq!(
            without_numbers(&text),
            without_numbers(&actual),
            "GMC_UPDATE_DOCUMENTS=1 ./x test documents brings {name} up to date"
        );
    }
}

/// The document without the numbers that GCC gives to its temporaries (`D.1429`), which other headers change, and without
/// figures of time and memory (`0.02 s, 13.4 MiB`).
fn without_numbers(text: &str) -> String {
    let mut parts = text.split("D.");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += "D.";
        out += part.trim_start_matches(|digit: char| digit.is_ascii_digit());
    }
    for unit in [" s,", " MiB\n"] {
        let parts: Vec<&str> = out.split(unit).collect();
        let (last, others) = parts.split_last().expect("at least one part");
        let figure = |c: char| c.is_ascii_digit() || c == '.';
        let others: String = others.iter().map(|it| it.trim_end_matches(figure).to_owned() + unit).collect();
        out = others + last;
    }
    out
}

/// The words of a command; quotes keep blanks together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (number, part) in command.split('\'').enumerate() {
        if number % 2 == 1 {
            words.last_mut().expect("at least one").push_str(part);
            continue;
        }
        for (number, piece) in part.split(' ').enumerate() {
            if number > 0 {
                words.push(String::new());
            }
            words.last_mut().expect("at least one").push_str(piece);
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

/// The document, each block after a command replaced by what the command prints.
fn with_outputs(text: &str) -> String {
    let sandbox = Sandbox::new();
    let mut out = String::new();
    let mut lines = text.lines();
    let mut commands = 0;
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let command = line.strip_prefix("<!-- run: gmc ").and_then(|rest| rest.strip_suffix(" -->"));
        let Some(command) = command else { continue };
        let fence = lines.next().expect("a block of code follows");
        assert!(fence.starts_with("```"), "no block of code after {line}");
        assert!(lines.any(|line| line == "```"), "the block after {line} does not end");
        let mut gmc = sandbox.gmc(words(command));
        let ran = gmc.current_dir(repository()).run();
        // A program that is run or checked may be wrong: what is said about it is the point.
        let may_fail = ["run ", "check "].iter().any(|name| command.starts_with(name));
        let printed = if may_fail { ran.stdout + &ran.stderr } else { ran.succeeded().stdout };
        out += &format!("{fence}\n{printed}```\n");
        commands += 1;
    }
    assert!(commands > 0, "the document has no commands");
    let _ = fs::remove_file(repository().join("gmc-trace.json"));
    out
}
