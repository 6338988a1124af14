//! A run as a C file that repeats it natively (`--reproducer FILE`): linked with the program, it makes the system's
//! real threads run in the order of the script. See `docs/reproducer.md`.
//!
//! The file receives the memory accesses that `-fsanitize=thread` reports (only the compiler's calls are used, not the
//! sanitizer's library) and the program's calls of the library, and lets one thread run at a time. This module writes
//! the script as C tables; everything else is the same in all reproducers and stands in `runtime/reproducer`.

use gmc_model::{Act, End, GivenInput, InputSource, Mark, Script, Serial, Turn, Violation};
use std::fmt::{self, Write as _};

/// Declares the files of `runtime/reproducer`, in the order in which a reproducer holds them.
macro_rules! runtime {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../runtime/reproducer/", $name)))),*]
    };
}

/// The runtime: what is the same in all reproducers. Later files use what earlier ones define.
const RUNTIME: &[(&str, &str)] =
    runtime!["plan.c", "lines.c", "outcome.c", "turns.c", "threads.c", "memory.c", "inputs.c", "told.c"];

/// The line of the runtime that the script's tables replace.
const PLAN_MARKER: &str = "/* THE PLAN */\n";

/// How the program was built and is run: what the commands in the reproducer are made of.
#[derive(Clone, Debug)]
pub struct Build {
    /// The reproducer's own file.
    pub file: String,
    /// The program's files, as the user named them.
    pub inputs: Vec<String>,
    /// The compiler.
    pub compiler: String,
    /// Whether a part of it is C++.
    pub cxx: bool,
    /// The user's flags.
    pub flags: Vec<String>,
    /// The directory of `gmc.h`, if the program may need it.
    pub headers: Option<String>,
    /// The program's arguments, without its name.
    pub arguments: Vec<String>,
    /// Whether waits on condition variables can end without a signal (spurious wakeups).
    pub spurious: bool,
    /// gmc's version.
    pub version: String,
}

/// Whether a reproducer intercepts calls of a function of the library, so that a turn can end before one.
pub fn is_told_of(function: &str) -> bool {
    let any = function.strip_prefix("__VERIFIER_nondet_").map(|rest| format!("ANY({rest},"));
    let forms = ["WAITING", "PASSING"].map(|form| format!("{form}({function},"));
    let mut forms = forms.into_iter().chain(any).chain([format!("\"{function}\"")]);
    !function.is_empty() && forms.any(|form| RUNTIME.iter().any(|(_, part)| part.contains(&form)))
}

/// The text of the reproducer.
pub fn reproducer(script: &Script, violation: &Violation, build: &Build) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, script, violation, build);
    out
}

/// The commands that build it and run it.
pub fn commands(script: &Script, build: &Build) -> (String, String) {
    let is_source = |it: &&String| !it.ends_with(".o") && !it.ends_with(".a");
    let words = |it: &mut dyn Iterator<Item = &String>| it.map(|it| quoted(it)).collect::<Vec<_>>().join(" ");
    let program = build.file.strip_suffix(".c").unwrap_or(&build.file).to_owned() + ".exe";
    let mut flags = build.flags.clone();
    if matches!(script.end, End::Fails(gmc_model::ErrorKind::SignedOverflow)) {
        flags.push("-ftrapv".to_owned());
    }
    let headers = build.headers.as_ref().map_or(String::new(), |it| format!(" -idirafter {}", quoted(it)));
    let mut links: Vec<String> = flags
        .iter()
        .filter(|it| ["-l", "-L", "-m"].iter().any(|start| it.starts_with(start)))
        .cloned()
        .collect();
    if build.cxx {
        links.push("-lstdc++".to_owned());
    }
    let links: String = links.iter().map(|it| format!(" {}", quoted(it))).collect();
    let flags: String = flags.iter().map(|it| format!(" {}", quoted(it))).collect();
    let gcc = quoted(&build.compiler);
    // Linked in a second command: linking with `-fsanitize=thread` would add the sanitizer's library.
    let sources = words(&mut build.inputs.iter().filter(is_source));
    let others = words(&mut build.inputs.iter().filter(|it| !is_source(it)));
    let object = |it: &String| {
        let stem = std::path::Path::new(it).with_extension("o");
        stem.file_name().map_or_else(|| "program.o".to_owned(), |it| it.to_string_lossy().into_owned())
    };
    let objects: Vec<String> = build.inputs.iter().filter(is_source).map(object).collect();
    let objects = words(&mut objects.iter());
    let others = if others.is_empty() { others } else { format!(" {others}") };
    let compile = format!(
        "{gcc}{flags} -O0 -g -fsanitize=thread{headers} -c {sources} && \
         {gcc} -g {} {objects}{others} -pthread -ldl{links} -o {}",
        quoted(&build.file),
        quoted(&program)
    );
    let path = if program.contains('/') { program } else { format!("./{program}") };
    let mut arguments: String = build.arguments.iter().map(|it| format!(" {}", quoted(it))).collect();
    for input in script.inputs.iter().filter(|it| matches!(it.source, InputSource::Argument(_))) {
        arguments += &format!(" {}", quoted_bytes(&input.bytes));
    }
    (compile, format!("{}{arguments}", quoted(&path)))
}

fn write(out: &mut String, script: &Script, violation: &Violation, build: &Build) -> fmt::Result {
    let (compile, run) = commands(script, build);
    let at = violation.location.as_ref().map_or(String::new(), |at| format!(" at {}:{}", at.file, at.line));
    let what = format!("{}: {}{at}", violation.kind, violation.message);
    // Nothing may end the comment, or look like another one.
    let safe = |text: &str| text.replace("*/", "* /").replace("/*", "/ *");
    writeln!(out, "/* Makes this happen natively: {}\n", safe(&what))?;
    writeln!(out, "   {}\n   {}\n", safe(&compile), safe(&run))?;
    writeln!(
        out,
        "   It says \"reproduced\" and ends with a signal where it happens, so that `gdb --args {}` stops there, \
         with all threads\n   where they are; it says \"not reproduced\" and exits with 3 where it does not. \
         Written by gmc {}.",
        safe(&run),
        build.version
    )?;
    for it in &script.loose {
        writeln!(out, "   Not quite the run that gmc has found: {}.", safe(it))?;
    }
    writeln!(out, "*/")?;
    for (_, part) in RUNTIME {
        match part.split_once(PLAN_MARKER) {
            Some((types, rest)) => {
                out.push_str(types);
                plan(out, script, &what, build.spurious)?;
                out.push_str(rest);
            }
            None => {
                out.push('\n');
                out.push_str(part);
            }
        }
    }
    Ok(())
}

fn plan(out: &mut String, script: &Script, what: &str, spurious: bool) -> fmt::Result {
    writeln!(out, "/* The run. Threads are numbered in the order of their creation, 0 is the first one. */")?;
    writeln!(out, "static const struct turn plan[] = {{")?;
    let forever = Turn { thread: Serial(0), until: None };
    let turns = if script.turns.is_empty() { std::slice::from_ref(&forever) } else { &script.turns };
    for Turn { thread, until } in turns {
        match until {
            None => writeln!(
                out,
                "  {{{thread}, {{NOTHING, 0, 0, 0, 0}}}}, /* thread {thread} goes on to its end */"
            )?,
            Some(mark) => writeln!(
                out,
                "  {{{thread}, {}}}, /* thread {thread} goes on, up to {} */",
                row(mark),
                in_words(mark)
            )?,
        }
    }
    writeln!(
        out,
        "}};\n/* What functions answer that could answer otherwise. */\nstatic const struct answer answers[] = {{"
    )?;
    for it in &script.answers {
        writeln!(out, "  {{{}, {}, {}, {}ULL}},", it.thread, literal(it.function), it.nth, it.value)?;
    }
    writeln!(out, "  {{-1, \"\", 0, 0}},\n}};")?;
    writeln!(
        out,
        "/* Standard input, which has no name, and files. */\nstatic const struct input inputs[] = {{"
    )?;
    for GivenInput { source, bytes } in &script.inputs {
        let name = match source {
            InputSource::Stdin => "",
            InputSource::File(name) => name,
            InputSource::Argument(_) => continue,
        };
        writeln!(out, "  {{{}, {}, {}}},", literal(name), literal_bytes(bytes), bytes.len())?;
    }
    writeln!(out, "  {{0, 0, 0}},\n}};")?;
    let (how, who): (&str, Vec<Serial>) = match &script.end {
        End::Fails(_) => ("FAILS", Vec::new()),
        End::Races(a, b) => ("RACES", vec![*a, *b]),
        End::Waits(who) => ("WAITS", who.clone()),
        End::Leaks => ("LEAKS", Vec::new()),
        End::Stands(_) => ("STANDS", Vec::new()),
        End::Happens => ("HAPPENS", Vec::new()),
        End::Repeats { .. } => ("REPEATS", Vec::new()),
    };
    let (lap, rounds) = match script.end {
        End::Repeats { lap, rounds } => (lap, rounds),
        _ => (0, 0),
    };
    let who = if who.is_empty() { vec![Serial::default(); 2] } else { who };
    let who: Vec<String> = who.iter().map(ToString::to_string).collect();
    writeln!(out, "static const enum end how = {how};")?;
    writeln!(out, "static const int who[] = {{{}}};", who.join(", "))?;
    writeln!(out, "/* The cycle's turns, and how often they are taken. */")?;
    writeln!(out, "static const size_t lap = {lap}, rounds = {rounds};")?;
    writeln!(out, "static const bool spurious = {spurious};")?;
    writeln!(out, "static const char what[] = {};", literal(what))
}

/// A mark as an initializer of `struct mark`.
fn row(mark: &Mark) -> String {
    let (act, function) = match mark.act {
        Act::Read { local: false } => ("READ", None),
        Act::Read { local: true } => ("READ_LOCAL", None),
        Act::Write { local: false } => ("WRITE", None),
        Act::Write { local: true } => ("WRITE_LOCAL", None),
        Act::Atomic => ("ATOMIC", None),
        Act::Call(name) => ("CALL", Some(name)),
        Act::Resume(name) => ("RESUME", Some(name)),
    };
    let function = function.map_or("0".to_owned(), literal);
    format!("{{{act}, {function}, {}, {}, {}}}", literal(&mark.file), mark.line, mark.nth)
}

/// A mark in words.
fn in_words(mark: &Mark) -> String {
    let what = match mark.act {
        Act::Read { local: false } => "read of memory".to_owned(),
        Act::Read { local: true } => "read of a local variable".to_owned(),
        Act::Write { local: false } => "write to memory".to_owned(),
        Act::Write { local: true } => "write to a local variable".to_owned(),
        Act::Atomic => "atomic operation".to_owned(),
        Act::Call(name) => format!("call of {name}"),
        Act::Resume(name) => format!("return from {name}"),
    };
    format!(
        "its {what} in line {}{}",
        mark.line,
        if mark.nth > 1 { format!(", time {}", mark.nth) } else { String::new() }
    )
}

/// A text as a string literal of C.
fn literal(text: &str) -> String {
    literal_bytes(text.as_bytes())
}

/// Bytes as a string literal of C.
fn literal_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' if byte != b'?' => out.push(char::from(byte)),
            // Always three digits: a digit that follows must not become part of the escape. `?` could start a trigraph.
            _ => out += &format!("\\{byte:03o}"),
        }
    }
    out + "\""
}

/// A word as a shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Bytes as a word that a shell reads.
fn quoted_bytes(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes)
        && bytes.iter().all(|byte| (b' '..=b'~').contains(byte))
    {
        return quoted(text);
    }
    let escaped = |&byte: &u8| match byte {
        b'\'' | b'\\' | b'%' | b'-' => format!("\\{byte:03o}"),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    };
    let text: String = bytes.iter().map(escaped).collect();
    // A shell takes newlines off the end of what a command prints; not all know the other way.
    if bytes.ends_with(b"\n") { format!("$'{text}'") } else { format!("\"$(printf '{text}')\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_the_directory() {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/reproducer");
        let mut files: Vec<String> = std::fs::read_dir(directory)
            .expect("the runtime's directory")
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut listed: Vec<String> = RUNTIME.iter().map(|(name, _)| (*name).to_owned()).collect();
        listed.sort();
        assert_eq!(files, listed);
    }

    #[test]
    fn functions_that_a_native_run_is_told_of() {
        for name in [
            "pthread_mutex_lock",
            "sem_post",
            "pthread_cond_wait",
            "gmc_choose",
            "__VERIFIER_nondet_int",
            "free",
        ] {
            assert!(is_told_of(name), "{name}");
        }
        for name in ["printf", "pthread_key_create", "__VERIFIER_nondet_nothing", ""] {
            assert!(!is_told_of(name), "{name}");
        }
    }

    #[test]
    fn texts_and_words() {
        assert_eq!(literal("a\"\\\n?é"), "\"a\\\"\\\\\\012\\077\\303\\251\"");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("a/b.c"), "a/b.c");
        assert_eq!(quoted_bytes(b"it's"), "'it'\\''s'");
        assert_eq!(quoted_bytes(b"-'\x01%\xff"), "\"$(printf '\\055\\047\\001\\045\\377')\"");
        assert_eq!(quoted_bytes(b"a\n"), "$'a\\012'");
    }
}
