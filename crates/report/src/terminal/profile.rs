//! Which parts of the program multiply its states, as a table with hints: `gmc check --profile`.

use super::Printer;
use super::escape::escaped_name;
use gmc_model::{Matter, Part, Profile};
use std::fmt::{self, Write as _};

/// How many parts of the state are shown.
const PARTS: usize = 10;

/// How many source locations are shown.
const POINTS: usize = 5;

/// Parts that multiply the states by less are not shown.
const LEAST_FACTOR: f64 = 1.1;

impl Printer<'_> {
    pub(super) fn profile(&mut self, profile: &Profile) -> fmt::Result {
        let Profile { visited, states, .. } = *profile;
        let which = if profile.all { "all" } else { "the first" };
        let named = if states < visited {
            format!(", {states} of which differ in what has a name")
        } else {
            String::new()
        };
        writeln!(self.out, "what makes the states many ({which} {visited}{named}):")?;
        let parts = profile
            .parts
            .iter()
            .filter(|it| it.factor(states) >= LEAST_FACTOR && !is_implied(it, &profile.parts));
        let shown: Vec<&Part> = parts.take(PARTS).collect();
        for part in &shown {
            let Part { values, without, .. } = part;
            writeln!(
                self.out,
                "  ×{:<7.1} {}: {values} values; {without} states without it",
                part.factor(states),
                name(part)
            )?;
            writeln!(self.out, "           {}", hint(part))?;
        }
        if shown.is_empty() {
            writeln!(self.out, "  nothing by itself: no two of them differ in one thing only")?;
        }
        for point in profile.points.iter().take(POINTS).filter(|_| visited > 0) {
            let at = &point.location;
            let share = point.states as f64 * 100.0 / visited as f64;
            writeln!(
                self.out,
                "  in {share:.0} % of them a thread stands at {}:{}, in {}",
                escaped_name(&at.file),
                at.line,
                at.function
            )?;
        }
        Ok(())
    }
}

/// Whether the part that contains this one (a field's heap memory, a thread) multiplies the states as much: then this
/// one says nothing new.
fn is_implied(part: &Part, among: &[Part]) -> bool {
    let whole = match part.what {
        Matter::Field => Matter::Heap,
        Matter::Place => Matter::Thread,
        _ => return false,
    };
    let same = |it: &&Part| it.what == whole && part.name.ends_with(&it.name);
    among.iter().find(same).is_some_and(|it| it.without == part.without)
}

fn name(part: &Part) -> String {
    let name = &part.name;
    match part.what {
        Matter::Global => format!("`{name}`"),
        Matter::Local => format!("local variable {name}"),
        Matter::Place => format!("where {name} stands"),
        Matter::Thread => format!("{name}, where it stands and its variables"),
        Matter::Heap => format!("heap memory allocated at {name}, at most {} at a time", part.most),
        Matter::Field => format!("field {name}"),
    }
}

fn hint(part: &Part) -> &'static str {
    match part.what {
        Matter::Global => {
            "bound its values, make it local, or leave it out while checking if nothing depends on it"
        }
        Matter::Local => "bound its values, or set it back before the next operation that others can notice",
        Matter::Place => {
            "fewer operations on what threads share, or several in one step (gmc_atomic_begin, gmc_atomic_end)"
        }
        Matter::Thread => "mistakes as a rule show with fewer threads, or with fewer rounds of each",
        Matter::Heap => "bound how many there are, or free them earlier",
        Matter::Field => "bound its values, or leave it out while checking if nothing depends on it",
    }
}
