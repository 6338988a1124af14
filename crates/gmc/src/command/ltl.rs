//! `gmc ltl`: a formula as an automaton, what kind of property it is, and a word that satisfies it.

use super::Error;
use super::output::{Output, draw};
use super::read;
use crate::cli::{self, AutomatonFormat};
use crate::exit::Exit;
use gmc_ltl::{Analysis, Automaton, Formulas, Limits, Strength, Word, hoa, text};
use std::fmt::{self, Write};
use std::path::Path;

/// An automaton to print, and what is known of its language.
struct Subject {
    /// The formula as it was read, or the file.
    title: String,
    name: Option<String>,
    automaton: Automaton,
    analysis: Option<Analysis>,
    example: Option<Word>,
}

/// Prints automata.
pub(super) fn run(options: &cli::Ltl) -> Result<Exit, Error> {
    let subjects = subjects(options)?;
    let [subject] = &subjects[..] else {
        if options.format == AutomatonFormat::Svg {
            return Err(Error::Formula("one drawing has room for one formula: name one".to_owned()));
        }
        let mut out = Output::to(options.output.as_deref())?;
        for (number, subject) in subjects.iter().enumerate() {
            if number > 0 && options.format == AutomatonFormat::Text {
                writeln!(out)?;
            }
            print(&mut out, options.format, subject)?;
        }
        out.finish()?;
        return Ok(Exit::Success);
    };
    if options.format == AutomatonFormat::Svg {
        let mut graph = String::new();
        text::dot(&mut graph, &subject.automaton, &subject.title)?;
        draw(&graph, options.output.as_deref())?;
        return Ok(Exit::Success);
    }
    let mut out = Output::to(options.output.as_deref())?;
    print(&mut out, options.format, subject)?;
    out.finish()?;
    Ok(Exit::Success)
}

/// What was asked for.
fn subjects(options: &cli::Ltl) -> Result<Vec<Subject>, Error> {
    let contents = |path: &Path| {
        read::text(path).map_err(|error| Error::Unreadable { path: path.display().to_string(), error })
    };
    if let Some(path) = &options.hoa {
        let automaton = hoa::read(&contents(path)?).map_err(|error| {
            Error::Formula(format!("{} is no automaton that gmc can read: {error}", path.display()))
        })?;
        let example = automaton.example();
        let title = path.display().to_string();
        return Ok(vec![Subject { title, name: None, automaton, analysis: None, example }]);
    }
    if let Some(path) = &options.file {
        let text = contents(path)?;
        let listed = gmc_ltl::list(&text);
        if listed.is_empty() {
            return Err(Error::Formula(format!("{} has no formula", path.display())));
        }
        let place = |line: usize| format!("{}:{line}: ", path.display());
        let subject = |it: &gmc_ltl::Listed<'_>| analysed(it.text, it.name, options.negate, &place(it.line));
        return listed.iter().map(subject).collect();
    }
    let formula = options.formula.as_deref().unwrap_or_default();
    Ok(vec![analysed(formula, None, options.negate, "")?])
}

fn analysed(formula: &str, name: Option<&str>, negate: bool, place: &str) -> Result<Subject, Error> {
    let mut formulas = Formulas::new();
    let parsed = gmc_ltl::parse(&mut formulas, formula);
    let mut id =
        parsed.map_err(|error| Error::Formula(format!("{place}{error}\n{}", error.shown(formula))))?;
    if negate {
        id = formulas.not(id);
    }
    let analysis = gmc_ltl::analyse(&formulas, id, Limits::default())
        .map_err(|error| Error::Formula(format!("{place}{error}")))?;
    Ok(Subject {
        title: formulas
            .readable(id)
            .unwrap_or_else(|| if negate { format!("!({formula})") } else { formula.to_owned() }),
        name: name.map(str::to_owned),
        automaton: analysis.automaton.clone(),
        example: analysis.example.clone(),
        analysis: Some(analysis),
    })
}

fn print(out: &mut Output, format: AutomatonFormat, subject: &Subject) -> fmt::Result {
    match format {
        AutomatonFormat::Hoa => hoa::write(out, &subject.automaton, &subject.title),
        AutomatonFormat::Dot => text::dot(out, &subject.automaton, &subject.title),
        AutomatonFormat::Text | AutomatonFormat::Svg => describe(out, subject),
    }
}

fn describe(out: &mut Output, subject: &Subject) -> fmt::Result {
    let mut line = |what: &str, text: &str| writeln!(out, "{what:<11} {text}");
    if let Some(name) = &subject.name {
        line("name", name)?;
    }
    line(if subject.analysis.is_some() { "formula" } else { "file" }, &subject.title)?;
    if let Some(analysis) = &subject.analysis {
        if let Some(simplified) = analysis.simplified.as_ref().filter(|it| **it != subject.title) {
            line("simplified", simplified)?;
        }
        line("class", &format!("{}: {}", analysis.class.name(), analysis.class.meaning()))?;
        line(
            "stuttering",
            match analysis.stutter_invariant {
                Some(true) => "invariant: repeated states change nothing",
                Some(false) => "counts steps: repeated states change the answer",
                None => "unknown: the formula has X, and the check gave up",
            },
        )?;
    }
    let automaton = &subject.automaton;
    line("automaton", &shape(automaton))?;
    match &subject.example {
        Some(word) => line("example", &text::word(automaton, word))?,
        None => line("example", "none: nothing satisfies this")?,
    }
    writeln!(out)?;
    text::write(out, automaton)
}

/// How large an automaton is, and what it is like.
fn shape(automaton: &Automaton) -> String {
    let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let mut parts = vec![plural(automaton.states(), "state"), plural(automaton.edge_count(), "edge")];
    match automaton.sets() {
        0 => parts.push("all infinite runs accepting".to_owned()),
        sets => parts.push(plural(sets as usize, "acceptance set")),
    }
    parts.push(if automaton.is_deterministic() { "deterministic" } else { "nondeterministic" }.to_owned());
    match automaton.strength() {
        Strength::Terminal => parts.push("terminal".to_owned()),
        Strength::Weak => parts.push("weak".to_owned()),
        Strength::General => {}
    }
    parts.join(", ")
}
