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
    /// Nothing: tests are to take all branches (Test-Comp).
    CoverBranches,
    /// Nothing: a test is to call a function (Test-Comp).
    CoverCall(String),
}

impl Property {
    /// From its file: lines like `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    pub(super) fn parse(text: &str) -> Option<Property> {
        if let Some(goal) = covered(text) {
            return goal;
        }
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
                is_name(name).then(|| Property::Unreachable(name.to_owned()))
            }
            _ => None,
        }
    }

    /// Whether errors of a kind may break it.
    pub(super) fn is_broken_by(&self, kind: ErrorKind) -> bool {
        match self {
            Property::Unreachable(_) | Property::CoverCall(_) => kind == ErrorKind::Assertion,
            Property::MemorySafety => part_of_safety(kind).is_some(),
            Property::MemoryCleanup => kind == ErrorKind::MemoryLeak,
            Property::Overflow => kind == ErrorKind::SignedOverflow,
            Property::DataRace => kind == ErrorKind::DataRace,
            Property::Termination | Property::CoverBranches => false,
        }
    }

    /// Whether a violation breaks it.
    pub(super) fn is_asked(&self, violation: &Violation) -> bool {
        match self {
            Property::Unreachable(function) | Property::CoverCall(function) => {
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
            Property::CoverBranches => "coverage-branches",
            Property::CoverCall(_) => "coverage-error-call",
        }
    }

    /// What tests are to cover, as its file has it; none where it asks whether something can happen.
    pub(crate) fn coverage(&self) -> Option<String> {
        let goal = match self {
            Property::CoverBranches => "@DECISIONEDGE".to_owned(),
            Property::CoverCall(function) => format!("@CALL({function})"),
            _ => return None,
        };
        Some(format!("COVER( init(main()), FQL(COVER EDGES({goal})) )"))
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

/// What a file of Test-Comp asks for: `COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )`.
fn covered(text: &str) -> Option<Option<Property>> {
    let text: String = text.split_whitespace().collect();
    let goal = text.strip_prefix("COVER(init(main()),FQL(COVEREDGES(@")?.strip_suffix(")))")?;
    let call = goal.strip_prefix("CALL(").and_then(|it| it.strip_suffix(')'));
    Some(match (goal, call) {
        ("DECISIONEDGE", _) => Some(Property::CoverBranches),
        (_, Some(name)) if is_name(name) => Some(Property::CoverCall(name.to_owned())),
        _ => None,
    })
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
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
        let cover =
            |goal: &str| Property::parse(&format!("COVER( init(main()), FQL(COVER EDGES({goal})) )\n"));
        assert_eq!(cover("@DECISIONEDGE"), Some(Property::CoverBranches));
        assert_eq!(cover("@CALL(reach_error)"), Some(Property::CoverCall("reach_error".to_owned())));
        assert_eq!(cover("@BASICBLOCKENTRY"), None);
        assert_eq!(Property::parse(""), None);
    }
}
