//! The properties that tasks ask about.

use gmc_libc::assumed::error_function;
use gmc_model::{ErrorKind, Violation};

/// A property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// A function is never called.
    Unreachable(String),
    /// Memory is used as it may be.
    MemorySafety,
    /// What was allocated is freed at the end.
    MemoryCleanup,
    /// No signed arithmetic overflows.
    Overflow,
    /// No two threads access memory at the same time, unless they all read or are atomic.
    DataRace,
    /// Every run ends.
    Termination,
}

impl Property {
    /// From its file: lines like `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    pub(super) fn parse(text: &str) -> Option<Property> {
        let formula = |line: &str| {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            // Blanks between words matter only within names.
            let words: Vec<&str> = line.split_whitespace().collect();
            let touches = |pair: &[&str]| pair[0].ends_with(is_word) && pair[1].starts_with(is_word);
            let line = words.concat();
            if words.windows(2).any(|pair| touches(pair) && !matches!(pair[0], "LTL(G" | "LTL(F")) {
                return None;
            }
            let inside = line.strip_prefix("CHECK(init(main()),LTL(")?.strip_suffix("))")?.to_owned();
            Some(inside)
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let formulas: Vec<String> = lines.map(formula).collect::<Option<_>>()?;
        let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
        match formulas[..] {
            ["Gvalid-free", "Gvalid-deref", "Gvalid-memtrack"] => Some(Property::MemorySafety),
            ["Gvalid-memcleanup"] => Some(Property::MemoryCleanup),
            ["G!overflow"] => Some(Property::Overflow),
            ["G!data-race"] => Some(Property::DataRace),
            ["Fend"] => Some(Property::Termination),
            [call] => {
                let name = call.strip_prefix("G!call(")?.strip_suffix("())")?;
                let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
                (!name.is_empty() && name.chars().all(fits)).then(|| Property::Unreachable(name.to_owned()))
            }
            _ => None,
        }
    }

    /// Whether errors of a kind may break it.
    pub(super) fn is_broken_by(&self, kind: ErrorKind) -> bool {
        match self {
            Property::Unreachable(_) => kind == ErrorKind::Assertion,
            Property::MemorySafety => part_of_safety(kind).is_some(),
            Property::MemoryCleanup => kind == ErrorKind::MemoryLeak,
            Property::Overflow => kind == ErrorKind::SignedOverflow,
            Property::DataRace => kind == ErrorKind::DataRace,
            Property::Termination => false,
        }
    }

    /// Whether a violation breaks it.
    pub(super) fn is_asked(&self, violation: &Violation) -> bool {
        match self {
            Property::Unreachable(function) => {
                let call = format!("`{}` is called", error_function(function));
                violation.kind == ErrorKind::Assertion && violation.message == call
            }
            _ => self.is_broken_by(violation.kind),
        }
    }

    /// What is broken, as the competition names it.
    pub(crate) fn name(&self, violation: Option<&Violation>) -> &'static str {
        match self {
            Property::Unreachable(_) => "unreach-call",
            Property::MemorySafety => {
                violation.and_then(|it| part_of_safety(it.kind)).unwrap_or("valid-memsafety")
            }
            Property::MemoryCleanup => "valid-memcleanup",
            Property::Overflow => "no-overflow",
            Property::DataRace => "no-data-race",
            Property::Termination => "termination",
        }
    }

    /// Why not even a complete search proves it.
    pub(crate) fn unchecked_part(&self) -> Option<&'static str> {
        match self {
            Property::MemoryCleanup => Some("memory that is still in use at the end is not looked for"),
            Property::Termination => Some("whether every run ends is not looked into"),
            _ => None,
        }
    }
}

fn part_of_safety(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::OutOfBounds
        | ErrorKind::NullDereference
        | ErrorKind::UseAfterFree
        | ErrorKind::UseAfterScope
        | ErrorKind::InvalidDereference => Some("valid-deref"),
        ErrorKind::DoubleFree | ErrorKind::InvalidFree => Some("valid-free"),
        ErrorKind::MemoryLeak => Some("valid-memtrack"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_properties() {
        let check = |formula: &str| Property::parse(&format!("CHECK( init(main()), LTL({formula}) )\n\n"));
        let call = |name: &str| Some(Property::Unreachable(name.to_owned()));
        assert_eq!(check("G ! call(reach_error())"), call("reach_error"));
        assert_eq!(check("G ! call(__VERIFIER_error())"), call("__VERIFIER_error"));
        assert_eq!(check("G ! overflow"), Some(Property::Overflow));
        assert_eq!(check("G ! data-race"), Some(Property::DataRace));
        assert_eq!(check("F end"), Some(Property::Termination));
        assert_eq!(check("G valid-memcleanup"), Some(Property::MemoryCleanup));
        let line = |part: &str| format!("CHECK( init(main()), LTL(G {part}) )\n");
        let safety = ["valid-free", "valid-deref", "valid-memtrack"].map(line).concat();
        assert_eq!(Property::parse(&safety), Some(Property::MemorySafety));
        assert_eq!(check("G ! call(a b())"), None);
        assert_eq!(Property::parse("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"), None);
        assert_eq!(Property::parse(""), None);
    }
}
