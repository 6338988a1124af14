//! Errors that do not count, as options and files of suppressions name them.

use clap::{Args, ValueEnum};
use gmc_model::{Exemption, ExemptionError};
use std::path::Path;

/// Errors that do not count.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Exceptions {
    /// An error that the program may make, everywhere or in one place; may be repeated
    ///
    /// KIND@FILE:LINE, KIND@FUNCTION and KIND@VARIABLE name a place; so does a comment `gmc_allow: KIND` in the source.
    /// `gmc kinds` lists the kinds. The program goes on as it does natively: integers wrap, pointers leave their
    /// objects, a value that nobody knows is any value (0 under `gmc run`). Where it cannot go on, the run ends, and
    /// the answer says that what comes after was not examined.
    #[arg(long, value_name = "KIND[@PLACE]")]
    allow: Vec<Exemption>,
    /// Likewise, and the answer lists where such errors were met
    #[arg(long, value_name = "KIND[@PLACE]")]
    warn: Vec<Exemption>,
    /// A file that names such errors, one in a line: KIND@PLACE, with `warn` in front for a warning; may be repeated
    #[arg(long, value_name = "FILE", value_parser = Suppressions::read)]
    suppressions: Vec<Suppressions>,
    /// Report also what C leaves undefined and no processor minds: pointers that leave their objects and are not
    /// accessed there, sums with null pointers, and the order of pointers into different objects
    #[arg(long)]
    pub(crate) pedantic: bool,
    /// What accesses to `volatile` scalars are: plain, so that they race, or atomic, as the Linux kernel takes them
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Volatile::Plain)]
    pub(crate) volatile: Volatile,
}

/// What accesses to `volatile` scalars are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Volatile {
    /// As without `volatile`: unordered accesses of two threads are a data race
    #[default]
    Plain,
    /// Relaxed atomic accesses: they race with plain ones alone
    Atomic,
}

impl Exceptions {
    /// What is allowed.
    pub(crate) fn allowed(&self) -> Vec<Exemption> {
        self.allow.iter().chain(self.suppressions.iter().flat_map(|it| &it.allow)).cloned().collect()
    }

    /// What users are warned of.
    pub(crate) fn warned(&self) -> Vec<Exemption> {
        self.warn.iter().chain(self.suppressions.iter().flat_map(|it| &it.warn)).cloned().collect()
    }
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Suppressions {
    allow: Vec<Exemption>,
    warn: Vec<Exemption>,
}

impl Suppressions {
    fn read(path: &str) -> Result<Suppressions, String> {
        let text = std::fs::read_to_string(Path::new(path)).map_err(|error| error.to_string())?;
        Suppressions::parse(&text)
    }

    /// `#` begins a comment where a word could begin.
    fn parse(text: &str) -> Result<Suppressions, String> {
        let mut found = Suppressions::default();
        for (at, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().take_while(|it| !it.starts_with('#')).collect();
            let (list, word) = match words[..] {
                [] => continue,
                ["warn", word] => (&mut found.warn, word),
                ["allow", word] | [word] => (&mut found.allow, word),
                _ => return Err(format!("line {}: KIND@PLACE or warn KIND@PLACE is expected", at + 1)),
            };
            let named = word.parse().map_err(|error: ExemptionError| format!("line {}: {error}", at + 1))?;
            list.push(named);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::Suppressions;
    use gmc_model::ErrorKind;

    #[test]
    fn a_line_names_an_error() {
        let text =
            "# races that we know of\ndata-race@counter   # statistics\n\nwarn deadlock\nallow abort\n";
        let found = Suppressions::parse(text).expect("it is well-formed");
        assert_eq!(found.warn, [ErrorKind::Deadlock.into()]);
        assert_eq!(
            found.allow.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["data-race@counter", "abort"]
        );
        let refused = |text: &str| Suppressions::parse(text).expect_err("it is not");
        assert!(refused("abort\nrace\n").starts_with("line 2: there is no kind"));
        assert!(refused("abort data-race").contains("is expected"));
    }
}
