//! Lines of the user's files, for reports: of the files that were compiled, wherever gmc is started.
//!
//! Names that are not absolute start where the compiler ran, which units tell. Where two units mean different files by
//! one name, or a file has changed since the program was compiled, no line is better than a wrong one.

use super::read;
use gmc_ir::program::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// What is known of the files of the program that is read.
#[derive(Default)]
struct Known {
    /// Files by their names in the program: all that the name may mean.
    files: BTreeMap<String, BTreeSet<PathBuf>>,
    /// When the program was compiled, where it was not compiled just now.
    compiled: Option<SystemTime>,
    /// Sources that were compiled just now.
    new: BTreeSet<PathBuf>,
    /// Files of which the user has been told that they are others now.
    told: BTreeSet<String>,
}

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

fn known() -> MutexGuard<'static, Option<Known>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reports will be about this program, which was read from these inputs.
pub(super) fn know(program: &Program, inputs: &[PathBuf]) {
    let mut files: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for (_, unit) in program.units() {
        let unit = &unit.linked.unit;
        let directory = Path::new(unit.str(unit.directory));
        let names: BTreeSet<_> = unit.places.iter().map(|place| place.file).collect();
        for name in names {
            let name = unit.str(name);
            files.entry(name.to_owned()).or_default().insert(directory.join(name));
        }
    }
    let compiled = |input: &PathBuf| match crate::gcc::Language::of_file(input) {
        Some(_) => None,
        None => std::fs::metadata(input).and_then(|found| found.modified()).ok(),
    };
    let compiled = inputs.iter().filter_map(compiled).max();
    let is_source = |it: &&PathBuf| crate::gcc::Language::of_file(it).is_some();
    let new = inputs.iter().filter(is_source).filter_map(|it| it.canonicalize().ok()).collect();
    *known() = Some(Known { files, compiled, new, told: BTreeSet::new() });
}

/// The user's own files that the program was compiled from, as far as they are as they were: their names in the
/// program, and their texts.
pub(super) fn own() -> Vec<(String, String)> {
    let known = known();
    let Some(known) = &*known else { return Vec::new() };
    let names = known.files.keys().filter(|it| !it.starts_with("/usr/"));
    let unchanged = |name: &String| known.text(name).filter(|it| !it.1).map(|it| (name.clone(), it.0));
    names.filter_map(unchanged).collect()
}

/// The text of a file, as the program names it.
pub(super) fn text(name: &str) -> Option<String> {
    // At a limit this is called by the watchdog, which must not wait for a thread that reads a file.
    let mut known = KNOWN.try_lock().ok()?;
    let Some(known) = &mut *known else { return read(Path::new(name)) };
    let (text, is_changed) = known.text(name)?;
    if is_changed && known.told.insert(name.to_owned()) {
        eprintln!("gmc: warning: {name} has changed since the program was compiled: its lines are not shown");
    }
    (!is_changed).then_some(text)
}

impl Known {
    /// The text of a file, and whether it has changed since the program was compiled.
    fn text(&self, name: &str) -> Option<(String, bool)> {
        let meant = self.files.get(name)?;
        let texts: BTreeSet<String> = meant.iter().map(|path| read(path)).collect::<Option<_>>()?;
        let mut texts = texts.into_iter();
        let (Some(text), None) = (texts.next(), texts.next()) else { return None };
        let is_changed = |path: &PathBuf| {
            let changed = std::fs::metadata(path).and_then(|found| found.modified()).ok();
            let is_new = || path.canonicalize().is_ok_and(|it| self.new.contains(&it));
            changed.zip(self.compiled).is_some_and(|(changed, compiled)| changed > compiled) && !is_new()
        };
        Some((text, meant.iter().any(is_changed)))
    }
}

fn read(path: &Path) -> Option<String> {
    read::bytes(path).ok().map(|text| String::from_utf8_lossy(&text).into_owned())
}
