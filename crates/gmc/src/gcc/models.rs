//! The part of the C library that is written in C: its source travels in this binary, and is compiled once for each GCC
//! and target, as a shared object that joins the program where the program uses any of it.
//!
//! Invariant: [`SOURCES`] lists all of them; a test compares it with the directory.

use super::cache::{Cache, CacheError};
use super::driver::{Driver, FrontEnd, Toolchain};
use super::plugin::{self, PluginError};
use super::wrapper::export_command;
use crate::{child, watchdog};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use xxhash_rust::xxh3::Xxh3;

/// Each file with its contents.
const SOURCES: &[(&str, &str)] = &[
    ("dirent.c", include_str!("../../../../models/dirent.c")),
    ("dlfcn.c", include_str!("../../../../models/dlfcn.c")),
    ("err.c", include_str!("../../../../models/err.c")),
    ("exec.c", include_str!("../../../../models/exec.c")),
    ("fnmatch.c", include_str!("../../../../models/fnmatch.c")),
    ("getopt.c", include_str!("../../../../models/getopt.c")),
    ("glob.c", include_str!("../../../../models/glob.c")),
    ("interfaces.c", include_str!("../../../../models/interfaces.c")),
    ("libgen.c", include_str!("../../../../models/libgen.c")),
    ("locale.c", include_str!("../../../../models/locale.c")),
    ("math.c", include_str!("../../../../models/math.c")),
    ("multibyte.c", include_str!("../../../../models/multibyte.c")),
    ("netdb.c", include_str!("../../../../models/netdb.c")),
    ("prctl.c", include_str!("../../../../models/prctl.c")),
    ("pwd.c", include_str!("../../../../models/pwd.c")),
    ("regex.c", include_str!("../../../../models/regex.c")),
    ("search.c", include_str!("../../../../models/search.c")),
    ("signal.c", include_str!("../../../../models/signal.c")),
    ("socket.c", include_str!("../../../../models/socket.c")),
    ("spawn.c", include_str!("../../../../models/spawn.c")),
    ("stdio.c", include_str!("../../../../models/stdio.c")),
    ("stdlib.c", include_str!("../../../../models/stdlib.c")),
    ("syscall.c", include_str!("../../../../models/syscall.c")),
    ("syslog.c", include_str!("../../../../models/syslog.c")),
    ("termios.c", include_str!("../../../../models/termios.c")),
    ("time.c", include_str!("../../../../models/time.c")),
    ("unistd.c", include_str!("../../../../models/unistd.c")),
    ("wchar.c", include_str!("../../../../models/wchar.c")),
    ("wctype.c", include_str!("../../../../models/wctype.c")),
    ("wnumbers.c", include_str!("../../../../models/wnumbers.c")),
    ("wprintf.c", include_str!("../../../../models/wprintf.c")),
    ("wscanf.c", include_str!("../../../../models/wscanf.c")),
    ("wstdio.c", include_str!("../../../../models/wstdio.c")),
];

/// Whether they define one of these functions.
pub(crate) fn is_any_modelled(names: &HashSet<&str>) -> bool {
    SOURCES.iter().any(|(_, text)| definitions(text).any(|name| names.contains(name)))
}

/// The functions that a source defines. A definition starts its line, and its body the next one. Every start of gmc
/// looks through all sources, so only braces are looked for, of which there are few.
fn definitions(text: &str) -> impl Iterator<Item = &str> {
    let head = |(brace, _)| {
        let alone = text[brace + 1..].starts_with('\n');
        text[..brace].strip_suffix('\n').filter(|_| alone)?.rsplit('\n').next()
    };
    let heads = text.match_indices('{').filter_map(head).filter(|line| {
        line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !line.starts_with("static")
    });
    heads.filter_map(|line| line.split('(').next()?.rsplit([' ', '*']).next())
}

/// Sources that are compiled together, into one shared object.
pub(super) struct Part {
    /// Each file with its contents. Files without `.c` or `.cc` are included by others.
    pub(super) sources: &'static [(&'static str, &'static str)],
    pub(super) front_end: FrontEnd,
    pub(super) flags: &'static [&'static str],
}

const PART: Part = Part {
    sources: SOURCES,
    front_end: FrontEnd::C,
    flags: &["-std=gnu11", "-shared", "-nostdlib", "-fPIC"],
};

/// The models for a target that `flags` choose, compiled if need be: the contents of a shared object.
pub(crate) fn models(toolchain: &Toolchain, flags: &[OsString]) -> Result<Vec<u8>, PluginError> {
    compiled(&PART, toolchain, flags)
}

/// Sources for a target that `flags` choose, compiled if need be.
pub(super) fn compiled(
    part: &Part,
    toolchain: &Toolchain,
    flags: &[OsString],
) -> Result<Vec<u8>, PluginError> {
    let driver = toolchain.driver(part.front_end)?;
    let name = file_name(part, &plugin::name(&driver)?, flags);
    let maker = Maker { part, toolchain, driver: &driver, flags };
    let problem = match Cache::of_user().map_err(Failure::Cache).and_then(|it| maker.provide(&it, &name)) {
        Err(Failure::Cache(problem)) => problem,
        Err(Failure::Plugin(error)) => return Err(error),
        Ok(contents) => return Ok(contents),
    };
    match Cache::temporary().map_err(Failure::Cache).and_then(|it| maker.provide(&it, &name)) {
        Err(Failure::Cache(temporary)) => Err(PluginError::NoCache { user: problem, temporary }),
        Err(Failure::Plugin(error)) => Err(error),
        Ok(contents) => Ok(contents),
    }
}

enum Failure {
    Cache(CacheError),
    Plugin(PluginError),
}

struct Maker<'a> {
    part: &'a Part,
    toolchain: &'a Toolchain,
    driver: &'a Driver,
    flags: &'a [OsString],
}

impl Maker<'_> {
    /// The models in a cache, after this at the latest.
    fn provide(&self, cache: &Cache, name: &str) -> Result<Vec<u8>, Failure> {
        if let Some(found) = cache.find(name) {
            return Ok(found.contents);
        }
        let _apart = watchdog::pause();
        let _lock = cache.lock(name).map_err(Failure::Cache)?;
        if let Some(found) = cache.find(name) {
            return Ok(found.contents);
        }
        let directory = tempfile::Builder::new().prefix("gmc-models-").tempdir();
        let directory = directory.map_err(|error| Failure::Plugin(error.into()))?;
        let built = self.compile(directory.path()).map_err(Failure::Plugin)?;
        let contents = fs::read(built).map_err(|error| Failure::Plugin(error.into()))?;
        cache.install(&contents, name).map_err(Failure::Cache)?;
        Ok(contents)
    }

    fn compile(&self, directory: &std::path::Path) -> Result<PathBuf, PluginError> {
        let mut arguments: Vec<OsString> = self.part.flags.iter().map(OsString::from).collect();
        arguments.extend(self.flags.iter().cloned());
        for (name, text) in self.part.sources {
            fs::write(directory.join(name), text)?;
            if name.ends_with(".c") || name.ends_with(".cc") {
                arguments.push(name.into());
            }
        }
        arguments.extend(["-o".into(), "models.so".into()]);
        let mut command = export_command(self.toolchain, self.driver, &arguments)?;
        let output = child::output(command.current_dir(directory).stdin(Stdio::null()))?;
        if !output.status.success() {
            let output = String::from_utf8_lossy(&output.stderr).into_owned();
            let shown = arguments.join(std::ffi::OsStr::new(" ")).to_string_lossy().into_owned();
            return Err(PluginError::Models { command: shown, output });
        }
        Ok(directory.join("models.so"))
    }
}

/// The plugin's name stands for the build of GCC, and for what the plugin makes of a source.
fn file_name(part: &Part, plugin: &str, flags: &[OsString]) -> String {
    let mut hash = Xxh3::new();
    let mut add = |bytes: &[u8]| {
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(plugin.as_bytes());
    for (name, text) in part.sources {
        add(name.as_bytes());
        add(text.as_bytes());
    }
    part.flags.iter().for_each(|flag| add(flag.as_bytes()));
    flags.iter().for_each(|flag| add(flag.as_encoded_bytes()));
    format!("gmc-models-{:032x}.so", hash.digest128())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_list_is_the_directory() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let files: BTreeSet<String> = fs::read_dir(directory)
            .expect("the models' directory")
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .filter(|name| name != "cxx")
            .collect();
        let listed: BTreeSet<String> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(files, listed);
    }

    #[test]
    fn names_are_those_of_definitions() {
        let is_modelled = |name| is_any_modelled(&HashSet::from([name]));
        assert!(["qsort", "scandir", "wcslen", "__xpg_basename"].into_iter().all(is_modelled));
        assert!(!["merge_sort", "malloc", "", "if"].into_iter().any(is_modelled));
        assert!(is_any_modelled(&HashSet::from(["malloc", "qsort"])));
        assert!(!is_any_modelled(&HashSet::new()));
    }
}
