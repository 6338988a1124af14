//! Errors that do not count: what options, files of suppressions and comments in the source say of them, as one policy.
//!
//! A comment `gmc_allow: KIND` (or the macro `gmc_allow(KIND)` of gmc.h) speaks of the line that it stands in; alone in
//! its line, of the next one. Where that line begins a function, it speaks of all of the function; where it declares a
//! variable, of that variable, wherever it is used.

use super::sources;
use crate::run::Run;
use gmc_ir::program::{Global, Program};
use gmc_ir::unit::SymbolValue;
use gmc_model::{ErrorKind, ErrorPlace, ErrorPolicy, Exemption, Severity};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What comments and the macro begin with.
const MARK: &str = "gmc_allow";

/// Errors that do not count.
#[derive(Clone, Debug, Default)]
pub(super) struct Exceptions {
    /// Those that runs go on from.
    pub(super) policy: Arc<ErrorPolicy>,
    /// Those that nobody asks about: runs end with them.
    unasked: Vec<ErrorKind>,
    /// What the answer takes for granted.
    clauses: Vec<String>,
}

impl Exceptions {
    /// What a run says, and the sources of its program.
    pub(super) fn new(run: &Run, program: &Program) -> Exceptions {
        let mut policy = ErrorPolicy::default();
        let mut clauses = Vec::new();
        let given = [
            (&run.exceptions.allow, Severity::Allowed, "allowed (--allow)"),
            (&run.exceptions.warn, Severity::Warned, "a warning (--warn)"),
        ];
        for (list, severity, what) in given {
            for it in list {
                policy.exempt(it.clone(), severity);
                clauses.push(format!("{it} is {what}{}", consequence(it.kind)));
            }
        }
        let marked = in_sources(program);
        for it in &marked {
            policy.exempt(it.clone(), Severity::Allowed);
        }
        clauses.extend(
            marked
                .iter()
                .map(|it| format!("{it} is allowed (gmc_allow in the source){}", consequence(it.kind))),
        );
        Exceptions { policy: Arc::new(policy), unasked: run.exceptions.unasked.clone(), clauses }
    }

    /// All of them.
    pub(super) fn all(&self) -> ErrorPolicy {
        let mut policy = ErrorPolicy::clone(&self.policy);
        for &kind in self.unasked.iter().filter(|it| !it.can_be_ignored()) {
            policy.exempt(kind.into(), Severity::Allowed);
        }
        policy
    }

    /// What the answer takes for granted.
    pub(super) fn clauses(&self) -> impl Iterator<Item = String> + '_ {
        self.clauses.iter().cloned()
    }
}

/// How a run goes on after an error of a kind, where that is more than without a look at it.
fn consequence(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::UninitializedRead | ErrorKind::MissingReturn => ", and the value is any",
        ErrorKind::SignedOverflow => ", and wraps",
        ErrorKind::OutOfBounds | ErrorKind::UseAfterFree | ErrorKind::UseAfterScope => {
            ", and what is read there is any value, and what is written changes nothing"
        }
        _ => "",
    }
}

/// What the user's own sources allow.
fn in_sources(program: &Program) -> Vec<Exemption> {
    let mut found = Vec::new();
    let mut places = None;
    for (name, text) in sources::own() {
        if !text.contains(MARK) || name.ends_with("/gmc.h") {
            continue;
        }
        let places: &BTreeMap<_, _> = places.get_or_insert_with(|| definitions(program));
        for (at, line) in text.lines().enumerate() {
            let Some(kinds) = marked(line) else { continue };
            let is_alone = ["//", "/*", MARK].iter().any(|it| line.trim_start().starts_with(it));
            let about = at as u32 + if is_alone { 2 } else { 1 };
            for kind in kinds.split([',', ' ']).filter(|it| !it.is_empty()) {
                let Ok(kind) = kind.parse::<ErrorKind>() else {
                    eprintln!(
                        "gmc: warning: {name}:{}: {MARK} names `{kind}`, which is no kind of error",
                        at + 1
                    );
                    continue;
                };
                let of_name = places.get(&(name.as_str(), about)).cloned();
                let place =
                    of_name.map_or(ErrorPlace::Line { file: name.clone(), line: about }, ErrorPlace::Name);
                found.push(Exemption { kind, place });
            }
        }
    }
    found
}

/// The kinds that a line names: behind `gmc_allow:` up to the end of the comment, or in the parentheses behind
/// `gmc_allow`.
fn marked(line: &str) -> Option<&str> {
    let (front, rest) = line.split_once(MARK)?;
    if front.contains("#define") || front.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let rest = rest.trim_start();
    match (rest.strip_prefix(':'), rest.strip_prefix('(')) {
        (Some(kinds), _) => Some(kinds.split("*/").next().unwrap_or(kinds).trim()),
        (_, Some(kinds)) => Some(kinds.split(')').next().unwrap_or(kinds).trim()),
        _ => None,
    }
}

/// The functions and variables with static storage that begin in a line.
fn definitions(program: &Program) -> BTreeMap<(&str, u32), String> {
    let mut found = BTreeMap::new();
    for (unit_index, unit) in program.units() {
        let unit = &unit.linked.unit;
        for (at, symbol) in unit.symbols.iter().enumerate() {
            if matches!(symbol.value, SymbolValue::Function(_) | SymbolValue::Variable(_)) {
                let place = unit.places[symbol.place.index()];
                let global = Global { unit: unit_index, symbol: gmc_ir::id::SymbolId(at as u32) };
                found.insert((unit.str(place.file), place.line), program.name(global).to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn comments_and_macros_name_kinds() {
        assert_eq!(marked("x++; // gmc_allow: signed-overflow"), Some("signed-overflow"));
        assert_eq!(marked("/* gmc_allow: data-race, deadlock */ x = 1;"), Some("data-race, deadlock"));
        assert_eq!(marked("  gmc_allow(data-race);"), Some("data-race"));
        for other in ["#define gmc_allow(kinds)", "my_gmc_allow(x)", "gmc_allowed: x", "x = 1;"] {
            assert_eq!(marked(other), None, "{other}");
        }
    }
}
