//! Which errors count. The only owner of the question whether an error is a violation.
//!
//! A user allows a kind of error everywhere, or at one place: a line, a function, a variable. Which place an error has
//! is a part of its [`Violation`], so nobody but this module compares them.

use crate::function_name::names_function;
use crate::kind::{ErrorKind, UnknownKind};
use crate::violation::{Location, Violation};
use std::fmt;
use std::str::FromStr;

/// What an error is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A violation: the program is wrong.
    Counts,
    /// No violation, but users are told of it.
    Warned,
    /// No violation.
    Allowed,
}

/// Where errors of a kind do not count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorPlace {
    /// Everywhere.
    Anywhere,
    /// In a line of a file, which is named by the end of its path.
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// In a function of this name, or with a variable of this name.
    Name(String),
}

/// Errors that do not count: `KIND`, `KIND@FILE:LINE`, `KIND@FUNCTION`, `KIND@VARIABLE`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exemption {
    /// The kind.
    pub kind: ErrorKind,
    /// Where.
    pub place: ErrorPlace,
}

impl From<ErrorKind> for Exemption {
    fn from(kind: ErrorKind) -> Exemption {
        Exemption { kind, place: ErrorPlace::Anywhere }
    }
}

impl FromStr for Exemption {
    type Err = ExemptionError;

    fn from_str(text: &str) -> Result<Exemption, ExemptionError> {
        let (kind, place) = match text.split_once('@') {
            None => (text, ErrorPlace::Anywhere),
            Some((_, "")) => return Err(ExemptionError::NoPlace),
            Some((kind, place)) => (kind, ErrorPlace::of(place)?),
        };
        Ok(Exemption { kind: kind.parse()?, place })
    }
}

impl ErrorPlace {
    fn of(text: &str) -> Result<ErrorPlace, ExemptionError> {
        match text.rsplit_once(':') {
            // C++ has names such as `a::b`.
            Some((file, line)) if !file.is_empty() && !file.ends_with(':') => match line.parse() {
                Ok(line) if line > 0 => Ok(ErrorPlace::Line { file: file.to_owned(), line }),
                _ => Err(ExemptionError::NoLine(line.to_owned())),
            },
            _ => Ok(ErrorPlace::Name(text.to_owned())),
        }
    }

    fn has(&self, violation: &Violation) -> bool {
        match self {
            ErrorPlace::Anywhere => true,
            ErrorPlace::Line { file, line } => {
                violation.sides().any(|it| it.line == *line && is_end_of_path(file, &it.file))
            }
            ErrorPlace::Name(name) => {
                violation.about.iter().any(|it| it == name)
                    || violation.sides().any(|it| names_function(name, &it.function))
            }
        }
    }
}

/// Whether a file is meant by a name: the end of its path, from the start of a component on.
fn is_end_of_path(name: &str, path: &str) -> bool {
    let name = name.strip_prefix("./").unwrap_or(name);
    path.strip_suffix(name)
        .is_some_and(|front| front.is_empty() || front.ends_with('/') || name.starts_with('/'))
}

impl fmt::Display for Exemption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            ErrorPlace::Anywhere => write!(f, "{}", self.kind),
            ErrorPlace::Line { file, line } => write!(f, "{}@{file}:{line}", self.kind),
            ErrorPlace::Name(name) => write!(f, "{}@{name}", self.kind),
        }
    }
}

/// Why a text names no errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExemptionError {
    /// Its kind is none.
    Kind(UnknownKind),
    /// There is nothing behind the `@`.
    NoPlace,
    /// What stands for a line is none.
    NoLine(String),
}

impl From<UnknownKind> for ExemptionError {
    fn from(error: UnknownKind) -> ExemptionError {
        ExemptionError::Kind(error)
    }
}

impl fmt::Display for ExemptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExemptionError::Kind(error) => error.fmt(f),
            ExemptionError::NoPlace => {
                f.write_str("behind `@`, FILE:LINE or the name of a function or variable is expected")
            }
            ExemptionError::NoLine(text) => write!(f, "`{text}` is no line: FILE:LINE is expected"),
        }
    }
}

impl std::error::Error for ExemptionError {}

/// The severity of errors. By default all of them count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ErrorPolicy {
    /// What does not count. Where several fit, the mildest severity wins.
    exemptions: Vec<(Exemption, Severity)>,
}

impl ErrorPolicy {
    /// Allows these.
    pub fn allowing<E: Into<Exemption>>(exemptions: impl IntoIterator<Item = E>) -> ErrorPolicy {
        let exemptions = exemptions.into_iter().map(|it| (it.into(), Severity::Allowed)).collect();
        ErrorPolicy { exemptions }
    }

    /// Lets further errors have this severity.
    pub fn exempt(&mut self, exemption: Exemption, severity: Severity) {
        self.exemptions.push((exemption, severity));
    }

    /// Whether all errors count.
    pub fn is_strict(&self) -> bool {
        self.exemptions.is_empty()
    }

    /// Whether some errors of this kind do not count.
    pub fn concerns(&self, kind: ErrorKind) -> bool {
        self.exemptions.iter().any(|it| it.0.kind == kind)
    }

    /// Whether no error of this kind counts, and nobody is told of them.
    pub fn ignores(&self, kind: ErrorKind) -> bool {
        self.exemptions.iter().any(|(it, severity)| {
            it.kind == kind && it.place == ErrorPlace::Anywhere && *severity == Severity::Allowed
        })
    }

    /// A kind of which errors may be noted where they are met: a search that goes on from a file has to know them.
    pub fn noted(&self) -> Option<ErrorKind> {
        let is_noted = |kind: ErrorKind| !(kind.can_be_ignored() && self.ignores(kind));
        self.exemptions.iter().map(|it| it.0.kind).find(|&kind| is_noted(kind))
    }

    /// The severity of an error.
    pub fn of(&self, violation: &Violation) -> Severity {
        let fits = |it: &&(Exemption, Severity)| it.0.kind == violation.kind && it.0.place.has(violation);
        self.exemptions.iter().filter(fits).map(|it| it.1).max().unwrap_or(Severity::Counts)
    }

    /// Whether an error is a violation.
    pub fn counts(&self, violation: &Violation) -> bool {
        self.of(violation) == Severity::Counts
    }
}

impl Violation {
    /// Where it is: of a data race, both sides. What shows in a header of the C++ library is there, too.
    fn sides(&self) -> impl Iterator<Item = &Location> {
        let other =
            (self.kind == ErrorKind::DataRace).then(|| self.notes.first()?.location.as_ref()).flatten();
        let inner = self.stack.first().map(|call| &call.location);
        self.location.iter().chain(inner).chain(other)
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorPolicy, Exemption, ExemptionError, Severity};
    use crate::kind::ErrorKind;
    use crate::thread::ThreadId;
    use crate::violation::{Location, Violation};

    fn error(kind: ErrorKind) -> Violation {
        let (file, function) = ("src/list.c".to_owned(), "push".to_owned());
        Violation {
            kind,
            message: String::new(),
            location: Some(Location { file, line: 7, column: 1, function }),
            thread: ThreadId::FIRST,
            stack: Vec::new(),
            notes: Vec::new(),
            about: vec!["head".to_owned()],
        }
    }

    #[test]
    fn all_errors_count_unless_something_else_is_said() {
        let mut policy = ErrorPolicy::allowing([ErrorKind::DataRace]);
        policy.exempt(ErrorKind::Assertion.into(), Severity::Warned);
        assert!(policy.counts(&error(ErrorKind::Deadlock)));
        assert_eq!(policy.of(&error(ErrorKind::DataRace)), Severity::Allowed);
        assert_eq!(policy.of(&error(ErrorKind::Assertion)), Severity::Warned);
        assert!(policy.ignores(ErrorKind::DataRace) && !policy.ignores(ErrorKind::Assertion));
        assert!(ErrorPolicy::default().counts(&error(ErrorKind::DataRace)));
    }

    #[test]
    fn places_are_compared_as_users_name_them() {
        let fits = |text: &str| {
            let exemption: Exemption = text.parse().expect("it names errors");
            assert_eq!(exemption.to_string(), text);
            !ErrorPolicy::allowing([exemption]).counts(&error(ErrorKind::DataRace))
        };
        for text in
            ["data-race", "data-race@list.c:7", "data-race@src/list.c:7", "data-race@push", "data-race@head"]
        {
            assert!(fits(text), "{text}");
        }
        for text in
            ["deadlock", "data-race@list.c:8", "data-race@ist.c:7", "data-race@pop", "data-race@a::push"]
        {
            assert!(!fits(text), "{text}");
        }
    }

    #[test]
    fn what_names_no_errors_is_told() {
        let refused = |text: &str| text.parse::<Exemption>().expect_err("it names none");
        assert!(matches!(refused("race"), ExemptionError::Kind(_)));
        assert_eq!(refused("data-race@"), ExemptionError::NoPlace);
        assert_eq!(refused("data-race@a.c:x"), ExemptionError::NoLine("x".to_owned()));
    }
}
