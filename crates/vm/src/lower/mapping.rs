//! Other thread libraries in terms of functions that the machine has: what a mapping file says (`docs/threads.md`).
//!
//! A line names a function of the program's, and the machine's function that is called instead, whoever defines the
//! first one; and where each argument of the machine's function comes from, if not from the same place.

use crate::effects::LockKind;
use crate::library::Library;
use gmc_ir::program::Global;
use std::collections::BTreeMap;

/// Functions that mean others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// Those that mean a function of the machine.
    functions: BTreeMap<String, Mapped>,
    /// Those that mean another function of the program.
    replaced: BTreeMap<String, Global>,
}

/// What a function means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// The machine's function.
    pub native: u32,
    /// Where its arguments come from; those of the call as they are, if this is none.
    pub arguments: Option<Vec<Source>>,
}

/// Where an argument comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From the call: this one of its arguments.
    Argument(usize),
    /// From the mapping.
    Constant(i64),
}

/// What is wrong with a mapping file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct MappingError {
    /// Where, from 1 on.
    pub line: usize,
    /// What.
    pub what: String,
}

impl Mapping {
    /// Reads a mapping file.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(library: &Library, text: &str) -> Result<Mapping, MappingError> {
        let mut functions = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |what| MappingError { line: at + 1, what };
            let (name, mapped) = entry(library, line).map_err(wrong)?;
            if functions.insert(name.to_owned(), mapped).is_some() {
                return Err(wrong(format!("`{name}` is mapped already")));
            }
        }
        Ok(Mapping { functions, replaced: BTreeMap::new() })
    }

    /// What a function means.
    pub fn get(&self, name: &str) -> Option<&Mapped> {
        self.functions.get(name)
    }

    /// From now on, a function means this.
    pub fn insert(&mut self, name: &str, mapped: Mapped) {
        self.functions.insert(name.to_owned(), mapped);
    }

    /// From now on, another function of the program is called instead, but by itself.
    pub fn replace(&mut self, name: &str, by: Global) {
        self.replaced.insert(name.to_owned(), by);
    }

    /// The function of the program that is called instead.
    pub fn replacement(&self, name: &str) -> Option<Global> {
        self.replaced.get(name).copied()
    }

    /// Whether a function means one that works on locks of this sort.
    pub fn means_locks(&self, library: &Library, kind: LockKind) -> bool {
        self.functions
            .values()
            .any(|it| library.get(it.native).effects.lock.is_some_and(|lock| lock.kind == kind))
    }

    /// Whether no function means one of the machine's.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }
}

fn entry<'t>(library: &Library, line: &'t str) -> Result<(&'t str, Mapped), String> {
    let (name, means) = line.split_once('=').ok_or("there is no `=` between a function and what it means")?;
    let name = function(name)?;
    let (target, arguments) = match means.split_once('(') {
        None => (means, None),
        Some((target, rest)) => {
            let inside = rest.trim_end().strip_suffix(')').ok_or("the `)` is missing")?;
            (target, Some(sources(inside)?))
        }
    };
    let target = function(target)?;
    let native = library.find(target).ok_or_else(|| format!("gmc has no function `{target}`"))?;
    Ok((name, Mapped { native, arguments }))
}

fn function(text: &str) -> Result<&str, String> {
    let name = text.trim();
    let fits = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    if !name.is_empty() && name.chars().all(fits) {
        Ok(name)
    } else {
        Err(format!("`{name}` is no function's name"))
    }
}

fn sources(text: &str) -> Result<Vec<Source>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|item| source(item.trim())).collect()
}

fn source(item: &str) -> Result<Source, String> {
    let wrong = || format!("`{item}` is neither an argument (`$1` is the first) nor a number");
    match item.strip_prefix('$') {
        Some(number) => match number.parse::<usize>() {
            Ok(number @ 1..) => Ok(Source::Argument(number - 1)),
            _ => Err(wrong()),
        },
        None => item.parse().map(Source::Constant).map_err(|_| wrong()),
    }
}
