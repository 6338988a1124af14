//! The words of comments and documents: how wide they are, and which do not come back.

use crate::source::{Source, words};
use crate::{crate_sources, files, none};

/// Lines of documents and comments are at most this wide.
const MAX_COLUMNS: usize = 120;

/// Words that tell nobody what they mean. A sequence of words is found in identifiers and across lines too.
const BANNED: &[(&str, &str)] = &[
    ("dream", "sleep sets, wakeup trees"),
    ("dreams", "sleep sets, wakeup trees"),
    ("lull", "sleep sets"),
    ("mirror", "`FrameWords`: frames as words in memory"),
    ("mirrors", "`FrameWords`: frames as words in memory"),
    ("trouble", "properties, errors"),
    ("notebook", "optimistic data usage"),
    ("notebooks", "optimistic data usage"),
    ("lane", "`ThreadState`, unless it is one of a vector"),
    ("lanes", "`ThreadState`, unless they are those of a vector"),
    ("twin", "thread symmetry: classes of threads"),
    ("twins", "thread symmetry: classes of threads"),
    (FEWEST, "of what, as in `fewest_switches`"),
    ("the seed", "what it is"),
    ("wants to know", "who reads it, or nothing"),
];

/// As the whole name of something it does not say of what; in a longer name or a sentence it does.
const FEWEST: &str = "fewest";

/// Where a banned word means something else: files, or folders.
const MEANT: &[(&str, &str, &str)] = &[
    ("crates/arith/src/", "lane", "a vector's"),
    ("crates/arith/src/", "lanes", "a vector's"),
    ("crates/ir/src/", "lane", "a vector's"),
    ("crates/ir/src/", "lanes", "a vector's"),
    ("crates/mem/src/hash.rs", "lane", "one of several hashes computed side by side"),
    ("crates/mem/src/hash.rs", "lanes", "several hashes computed side by side"),
    ("crates/vm/src/lower/", "lane", "a vector's"),
    ("crates/vm/src/lower/", "lanes", "a vector's"),
    ("crates/report/src/", "lane", "a message-sequence chart's"),
    ("crates/report/src/", "lanes", "a message-sequence chart's"),
    ("crates/vm/src/schedule/random.rs", "the seed", "that of a random number generator"),
];

/// The words of a text in lower case with their lines: names are split at underscores and where a capital follows a
/// small letter.
fn plain_words(text: &str) -> Vec<(usize, String)> {
    let (mut all, mut line, mut from) = (Vec::new(), 1, 0);
    for (at, name) in words(text) {
        line += text[from..at].matches('\n').count();
        from = at;
        for part in name.split('_').filter(|it| !it.is_empty()) {
            let mut start = 0;
            for (end, pair) in (1..).zip(part.as_bytes().windows(2)) {
                if pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase() {
                    all.push((line, part[start..end].to_lowercase()));
                    start = end;
                }
            }
            all.push((line, part[start..].to_lowercase()));
        }
    }
    all
}

/// The lines of a text on which a sequence of words starts.
fn lines_with(words: &[(usize, String)], sequence: &str) -> Vec<usize> {
    let sequence: Vec<&str> = sequence.split(' ').collect();
    let is_it = |window: &&[(usize, String)]| window.iter().map(|it| &*it.1).eq(sequence.iter().copied());
    words.windows(sequence.len()).filter(is_it).map(|window| window[0].0).collect()
}

/// The lines of a file with a banned word.
fn banned(source: &Source, plain: &[(usize, String)], word: &str) -> Vec<usize> {
    if word == FEWEST {
        let names = words(&source.code).filter(|it| it.1.eq_ignore_ascii_case(word));
        return names.map(|it| source.line(it.0)).collect();
    }
    lines_with(plain, word)
}

#[test]
fn words_stay_away() {
    let mut guilty = Vec::new();
    let mut met: Vec<(String, &str)> = Vec::new();
    for source in crate_sources() {
        let plain = plain_words(&source.text);
        for (word, instead) in BANNED {
            let lines = banned(&source, &plain, word);
            if lines.is_empty() {
                continue;
            }
            met.push((source.name.clone(), word));
            let is_meant = MEANT.iter().any(|it| source.name.starts_with(it.0) && it.1 == *word);
            if !is_meant {
                let say = |line| format!("{}:{line}: `{word}`: say {instead}", source.name);
                guilty.extend(lines.into_iter().map(say));
            }
        }
    }
    let is_gone = |file: &str, word: &str| !met.iter().any(|it| it.0.starts_with(file) && it.1 == word);
    let gone = MEANT.iter().filter(|(file, word, _)| is_gone(file, word));
    guilty
        .extend(gone.map(|(file, word, _)| format!("{file} has no `{word}` any more: take it off the list")));
    none("words", &guilty);
}

/// Whether a line of a document cannot be wrapped: a row of a table, a link's target, one long word.
fn is_fixed(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(['-', '*', '>', ' ']);
    line.starts_with('|') || line.starts_with('[') && line.contains("]: ") || !text.contains(' ')
}

/// The lines of a document that are too wide, without those of code and output between fences.
fn wide_text(text: &str) -> Vec<usize> {
    let mut is_fenced = false;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence && line.chars().count() > MAX_COLUMNS && !is_fixed(line)
    });
    lines.map(|it| it.0).collect()
}

/// The lines of a source that are too wide and have a comment.
fn wide_comments(source: &Source) -> Vec<usize> {
    let lines = (1..).zip(source.text.lines().zip(source.code.lines()));
    let wide = lines.filter(|(_, (text, code))| {
        let code = code.trim_end().chars().count();
        let rest: String = text.chars().skip(code).collect();
        let comment = rest.trim();
        text.chars().count() > MAX_COLUMNS
            && (comment.starts_with("//") || comment.starts_with("/*"))
            && comment.trim_start_matches(['/', '!', '*', ' ']).contains(' ')
    });
    wide.map(|it| it.0).collect()
}

#[test]
fn lines_are_not_too_wide() {
    let is_document = |name: &str| !name.contains('/') || name.starts_with("docs/");
    let documents = files(&["md"]).into_iter().filter(|it| is_document(&it.0));
    let documents = documents.map(|(name, text)| (wide_text(&text), name));
    let comments = crate_sources().into_iter().map(|it| (wide_comments(&it), it.name));
    let wide = documents.chain(comments).filter(|it| !it.0.is_empty());
    let guilty: Vec<String> = wide.map(|(lines, name)| format!("{name}: lines {lines:?}")).collect();
    none(&format!("lines of text with more than {MAX_COLUMNS} columns"), &guilty);
}

#[test]
fn names_are_split_into_words() {
    let words: Vec<String> = plain_words("the\n// LaneIDs of_twins").into_iter().map(|it| it.1).collect();
    assert_eq!(words, ["the", "lane", "ids", "of", "twins"]);
    let text = plain_words("// for the\n// seed");
    assert_eq!(lines_with(&text, "the seed"), [1]);
}
