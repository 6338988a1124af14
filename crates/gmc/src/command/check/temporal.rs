//! The searches that a check with temporal properties consists of: one for errors, and one for each property.
//!
//! Errors are looked for as they always are, with all reductions. A search for a property leaves out runs that cannot
//! violate it, so it says nothing about errors; what it meets is reported all the same.

use super::super::Error;
use super::super::loaded::Loaded;
use gmc_model::{Gap, SearchResult, Stopped};
use gmc_search::{Engine, Search, Searched};

/// Makes the searches, until one of them finds something, unless all errors are wanted.
pub(super) fn search(
    loaded: &Loaded,
    search: &Search,
    once: impl Fn(&Loaded, &Search) -> Result<Searched, Error>,
) -> Result<Searched, Error> {
    let count = loaded.formulas.len();
    if count == 0 {
        return once(loaded, search);
    }
    let is_sampled = search.engine == Some(Engine::Lassos);
    let mut all: Option<Searched> = None;
    let first = (!is_sampled).then_some(None);
    let parts: Vec<Option<usize>> = first.into_iter().chain((0..count).map(Some)).collect();
    for (number, &property) in parts.iter().enumerate() {
        let left = (parts.len() - number) as u32;
        let mut found = once(&loaded.about(property), &of_part(search, &all, left))?;
        found.result.findings.iter_mut().for_each(|it| it.property = property);
        if let Some(number) = property {
            let name = &loaded.formulas.properties()[number].name;
            found.used.why = format!("`{name}`: {}", found.used.why);
        }
        all = Some(match all.take() {
            None => found,
            Some(before) => joined(before, found),
        });
        let is_over = all.as_ref().is_some_and(|it| {
            !search.all && !it.result.findings.is_empty()
                || matches!(it.result.stopped, Some(why) if ends(why))
        });
        if is_over {
            break;
        }
    }
    Ok(all.expect("there is a property"))
}

/// The search with its share of the time, where so many are left.
fn of_part(search: &Search, before: &Option<Searched>, left: u32) -> Search {
    let mut part = search.clone();
    let spent = before.as_ref().map_or_else(Default::default, |it| it.result.stats.elapsed);
    part.budget.time = part.budget.time.map(|time| time.saturating_sub(spent) / left);
    part
}

/// Whether nothing else is searched for after a search that ended so.
fn ends(why: Stopped) -> bool {
    matches!(why, Stopped::Memory | Stopped::Request)
}

fn joined(before: Searched, after: Searched) -> Searched {
    let elapsed = before.result.stats.elapsed + after.result.stats.elapsed;
    let mut result: SearchResult = before.result.joined(after.result);
    result.stats.elapsed = elapsed;
    result.left_out.dedup_by(|a, b| matches!((a, b), (Gap::AfterAllowed { .. }, Gap::AfterAllowed { .. })));
    let mut used = after.used;
    if before.used.why.starts_with('`') {
        used.why = format!("{}; {}", before.used.why, used.why);
    }
    used.alike = before.used.alike;
    Searched { result, used }
}
