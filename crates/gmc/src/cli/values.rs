//! Values of options: how their texts are read.

use crate::run::ANY;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gmc_search::{Engine, Fairness, Score, Target, Weights};
use gmc_world::FileAccess;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err("a number with K, M or G is expected".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "a number with K, M or G is expected")?;
    number.checked_mul(1 << shift).ok_or_else(|| "this is too large".to_owned())
}

/// More workers than this would only stand in each other's way.
const MOST_JOBS: usize = 256;

pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(jobs) if jobs.get() <= MOST_JOBS => Ok(jobs),
        _ => Err(format!("a number from 1 to {MOST_JOBS} is expected")),
    }
}

pub(super) fn table_size(text: &str) -> Result<u64, String> {
    match size(text)? {
        bytes if bytes >= 1 << 10 => Ok(bytes),
        _ => Err("a table has 1K at least".to_owned()),
    }
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a number with s, m or h is expected".to_owned()),
    };
    let number: f64 = digits.parse().map_err(|_| "a number with s, m or h is expected")?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| "this is no time to wait for".to_owned())
}

/// An engine by its name. Names and help come from the table of engines.
pub(super) fn engine() -> impl TypedValueParser<Value = Engine> {
    let values = Engine::NAMED.map(|it| PossibleValue::new(it.name()).help(it.summary()));
    PossibleValuesParser::new(values).map(|name| {
        let found = Engine::NAMED.into_iter().find(|it| it.name() == name);
        found.expect("the parser knows the names")
    })
}

/// A score by its name.
pub(super) fn score() -> impl TypedValueParser<Value = Score> {
    let values = Score::ALL.map(|it| PossibleValue::new(it.name()).help(it.summary()));
    PossibleValuesParser::new(values).map(|name| {
        let found = Score::ALL.into_iter().find(|it| it.name() == name);
        found.expect("the parser knows the names")
    })
}

/// A fairness by its name.
pub(super) fn fairness() -> impl TypedValueParser<Value = Fairness> {
    let values = Fairness::ALL.map(|it| PossibleValue::new(it.name()).help(it.summary()));
    PossibleValuesParser::new(values).map(|name| {
        let found = Fairness::ALL.into_iter().find(|it| it.name() == name);
        found.expect("the parser knows the names")
    })
}

/// How random lassos weigh choices, by its name.
pub(super) fn weights() -> impl TypedValueParser<Value = Weights> {
    let values = Weights::ALL.map(|it| PossibleValue::new(it.name()).help(it.summary()));
    PossibleValuesParser::new(values).map(|name| {
        let found = Weights::ALL.into_iter().find(|it| it.name() == name);
        found.expect("the parser knows the names")
    })
}

/// A probability that is neither 0 nor 1.
pub(super) fn probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1.0 => Ok(number),
        _ => Err("a number between 0 and 1 is expected, and neither of them".to_owned()),
    }
}

/// Reads a variable of the environment.
pub(super) fn variable(text: &str) -> Result<String, String> {
    let named = text.split_once('=').is_some_and(|(name, _)| !name.is_empty());
    if named || text == ANY {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is neither NAME=VALUE nor any"))
    }
}

/// Reads a function and what it returns.
pub(super) fn stub(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "0"));
    let value = value.parse().map_err(|_| format!("`{value}` is no whole number"))?;
    Ok((name.to_owned(), value))
}

/// Reads a function and the one that is called instead.
pub(super) fn replacement(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, by)) if !name.is_empty() && !by.is_empty() => Ok((name.to_owned(), by.to_owned())),
        _ => Err("FUNCTION=OTHER is expected".to_owned()),
    }
}

/// Reads a variable of the environment with its value.
pub(super) fn set_variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err(format!("`{text}` is not NAME=VALUE")),
    }
}

/// What `gmc run` may do to files.
pub(super) fn file_access(text: &str) -> Result<FileAccess, String> {
    match text {
        "ro" => Ok(FileAccess::ReadOnly),
        "rw" => Ok(FileAccess::ReadWrite),
        _ => match text.strip_prefix("overlay=") {
            Some(directory) if !directory.is_empty() => Ok(FileAccess::Overlay(directory.into())),
            _ => Err("ro, rw or overlay=DIR is expected".to_owned()),
        },
    }
}

/// A line of the program.
pub(super) fn target(text: &str) -> Result<Target, String> {
    let parts = text.rsplit_once(':').filter(|(file, _)| !file.is_empty());
    let (file, line) = parts.ok_or("a file and a line are expected, as in queue.c:42")?;
    match line.parse() {
        Ok(line) if line > 0 => Ok(Target { file: file.to_owned(), line }),
        _ => Err(format!("`{line}` is no number of a line")),
    }
}

/// A name and a file.
pub(super) fn environment(text: &str) -> Result<(String, PathBuf), String> {
    match text.rsplit_once('@') {
        Some((name, file)) if !name.trim().is_empty() && !file.is_empty() => {
            Ok((name.trim().to_owned(), PathBuf::from(file)))
        }
        _ => Err("it is a name and a file, as in 'two clients@table.json'".to_owned()),
    }
}
