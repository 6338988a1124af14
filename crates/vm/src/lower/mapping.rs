//! Other thread libraries in terms of functions that the machine has: what a mapping file says (`docs/threads.md`).
//!
//! A line names a function of the program's, and the machine's function that is called instead, whoever defines the first
//! one; and where each argument of the machine's function comes from, if not from the same place.

use crate::effects::Sort;
use crate::native;
use std::collections::BTreeMap;

/// Functions that mean others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping(BTreeMap<String, Mapped>);

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
    pub fn parse(text: &str) -> Result<Mapping, MappingError> {
        let mut functions = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |what| MappingError { line: at + 1, what };
            let (name, mapped) = entry(line).map_err(wrong)?;
            if functions.insert(name.to_owned(), mapped).is_some() {
                return Err(wrong(format!("`{name}` is mapped already")));
            }
        }
        Ok(Mapping(functions))
    }

    /// What a function means.
    pub fn get(&self, name: &str) -> Option<&Mapped> {
        self.0.get(name)
    }

    /// From now on, a function means this.
    pub(super) fn insert(&mut self, name: &str, mapped: Mapped) {
        self.0.insert(name.to_owned(), mapped);
    }

    /// Whether a function means one that works on locks of this sort.
    pub fn means_locks(&self, sort: Sort) -> bool {
        self.0.values().any(|it| native::get(it.native).effects.lock.is_some_and(|lock| lock.sort == sort))
    }

    /// Whether every function means itself.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn entry(line: &str) -> Result<(&str, Mapped), String> {
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
    let native = native::find(target).ok_or_else(|| format!("gmc has no function `{target}`"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        Mapping::parse(text).expect_err("wrong").to_string()
    }

    #[test]
    fn names_alone_keep_their_arguments() {
        let mapping = Mapping::parse("# locks\n\nlock = pthread_mutex_lock  # ours\n").expect("right");
        let lock = mapping.get("lock").expect("mapped");
        assert_eq!(native::get(lock.native).name, "pthread_mutex_lock");
        assert_eq!(lock.arguments, None);
        assert_eq!(mapping.get("pthread_mutex_lock"), None);
    }

    #[test]
    fn arguments_come_from_the_call_or_are_numbers() {
        let mapping =
            Mapping::parse("spawn=pthread_create( $3, 0, $1,$2 )\nyield = sched_yield()").expect("right");
        let spawn = mapping.get("spawn").expect("mapped").arguments.clone();
        let expected = [Source::Argument(2), Source::Constant(0), Source::Argument(0), Source::Argument(1)];
        assert_eq!(spawn.as_deref(), Some(&expected[..]));
        assert_eq!(mapping.get("yield").expect("mapped").arguments, Some(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(
            wrong("lock pthread_mutex_lock"),
            "line 1: there is no `=` between a function and what it means"
        );
        assert_eq!(wrong("\nlock = my_lock"), "line 2: gmc has no function `my_lock`");
        assert_eq!(wrong("a b = sched_yield"), "line 1: `a b` is no function's name");
        assert_eq!(wrong("a = sched_yield("), "line 1: the `)` is missing");
        assert_eq!(
            wrong("a = sem_post($0)"),
            "line 1: `$0` is neither an argument (`$1` is the first) nor a number"
        );
        assert_eq!(wrong("a = sem_post\na = sem_wait"), "line 2: `a` is mapped already");
    }
}
