//! Which kinds of errors count. The only owner of the question whether an error of some kind is a violation.

use crate::kind::ErrorKind;
use std::collections::BTreeMap;

/// What an error of a kind is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A violation: the program is wrong.
    Counts,
    /// No violation, but users are told of it.
    Warned,
    /// No violation.
    Allowed,
}

/// The severity of each kind of error. By default all kinds count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ErrorPolicy {
    /// Of the kinds that do not count.
    severities: BTreeMap<ErrorKind, Severity>,
}

impl ErrorPolicy {
    /// Allows these kinds.
    pub fn allowing(kinds: impl IntoIterator<Item = ErrorKind>) -> ErrorPolicy {
        ErrorPolicy { severities: kinds.into_iter().map(|kind| (kind, Severity::Allowed)).collect() }
    }

    /// Sets the severity of a kind.
    pub fn set(&mut self, kind: ErrorKind, severity: Severity) {
        if severity == Severity::Counts {
            self.severities.remove(&kind);
        } else {
            self.severities.insert(kind, severity);
        }
    }

    /// The severity of a kind.
    pub fn of(&self, kind: ErrorKind) -> Severity {
        self.severities.get(&kind).copied().unwrap_or(Severity::Counts)
    }

    /// Whether an error of this kind is a violation.
    pub fn counts(&self, kind: ErrorKind) -> bool {
        self.of(kind) == Severity::Counts
    }

    /// The kinds that do not count, by their order in [`ErrorKind::ALL`].
    pub fn exceptions(&self) -> impl Iterator<Item = (ErrorKind, Severity)> {
        self.severities.iter().map(|(&kind, &severity)| (kind, severity))
    }

    /// The kinds that do not count and nevertheless end the runs in which they are met, so that what comes after is
    /// left out.
    pub fn run_ending(&self) -> impl Iterator<Item = ErrorKind> {
        self.exceptions().map(|it| it.0).filter(|kind| !kind.can_be_ignored())
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorPolicy, Severity};
    use crate::kind::ErrorKind;

    #[test]
    fn all_kinds_count_unless_something_else_is_said() {
        let mut policy = ErrorPolicy::allowing([ErrorKind::DataRace]);
        policy.set(ErrorKind::Assertion, Severity::Warned);
        assert!(policy.counts(ErrorKind::Deadlock));
        assert_eq!(policy.of(ErrorKind::DataRace), Severity::Allowed);
        assert_eq!(policy.run_ending().collect::<Vec<_>>(), [ErrorKind::Assertion]);
        policy.set(ErrorKind::Assertion, Severity::Counts);
        policy.set(ErrorKind::DataRace, Severity::Counts);
        assert_eq!(policy, ErrorPolicy::default());
    }
}
