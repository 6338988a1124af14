//! The part of the C library that is written in C: its source travels in this binary, and is compiled once for each GCC
//! and target, as a shared object that joins the program where the program uses any of it.
//!
//! Invariant: [`NAMES`] lists what the models define; a test compares it with the sources.

use super::cache::{Cache, CacheError};
use super::driver::{Driver, FrontEnd, Toolchain};
use super::plugin::{PluginError, plugin};
use super::wrapper::export_command;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use xxhash_rust::xxh3::Xxh3;

/// Each file with its contents.
const SOURCES: &[(&str, &str)] = &[
    ("dirent.c", include_str!("../../../../models/dirent.c")),
    ("err.c", include_str!("../../../../models/err.c")),
    ("fnmatch.c", include_str!("../../../../models/fnmatch.c")),
    ("getopt.c", include_str!("../../../../models/getopt.c")),
    ("libgen.c", include_str!("../../../../models/libgen.c")),
    ("search.c", include_str!("../../../../models/search.c")),
    ("stdio.c", include_str!("../../../../models/stdio.c")),
    ("stdlib.c", include_str!("../../../../models/stdlib.c")),
];

/// What they define.
pub(crate) const NAMES: &[&str] = &[
    "__xpg_basename",
    "alphasort",
    "at_quick_exit",
    "basename",
    "bsearch",
    "dirname",
    "err",
    "error",
    "error_at_line",
    "errx",
    "fnmatch",
    "getopt",
    "getopt_long",
    "getopt_long_only",
    "hcreate",
    "hcreate_r",
    "hdestroy",
    "hdestroy_r",
    "hsearch",
    "hsearch_r",
    "insque",
    "lfind",
    "lsearch",
    "mkdtemp",
    "mkostemp",
    "mkstemp",
    "mkstemps",
    "on_exit",
    "qsort",
    "qsort_r",
    "quick_exit",
    "remque",
    "scandir",
    "tdelete",
    "tdestroy",
    "tfind",
    "tmpnam",
    "tmpnam_r",
    "tsearch",
    "twalk",
    "verr",
    "verrx",
    "vwarn",
    "vwarnx",
    "warn",
    "warnx",
];

const FLAGS: &[&str] = &["-std=gnu11", "-shared", "-nostdlib", "-fPIC"];

/// The models for a target that `flags` choose, compiled if need be: the contents of a shared object.
pub(crate) fn models(toolchain: &Toolchain, flags: &[OsString]) -> Result<Vec<u8>, PluginError> {
    let driver = toolchain.driver(FrontEnd::C)?;
    let name = file_name(&plugin(toolchain, &driver)?, flags);
    let maker = Maker { toolchain, driver: &driver, flags };
    let problem = match Cache::of_user().map_err(Failure::Cache).and_then(|it| maker.provide(&it, &name)) {
        Err(Failure::Cache(problem)) => problem,
        Err(Failure::Plugin(error)) => return Err(error),
        Ok(path) => return Ok(fs::read(path)?),
    };
    match Cache::temporary().map_err(Failure::Cache).and_then(|it| maker.provide(&it, &name)) {
        Err(Failure::Cache(temporary)) => Err(PluginError::NoCache { user: problem, temporary }),
        Err(Failure::Plugin(error)) => Err(error),
        Ok(path) => Ok(fs::read(path)?),
    }
}

enum Failure {
    Cache(CacheError),
    Plugin(PluginError),
}

struct Maker<'a> {
    toolchain: &'a Toolchain,
    driver: &'a Driver,
    flags: &'a [OsString],
}

impl Maker<'_> {
    /// The models in a cache, after this at the latest.
    fn provide(&self, cache: &Cache, name: &str) -> Result<PathBuf, Failure> {
        if let Some(path) = cache.find(name) {
            return Ok(path);
        }
        let _lock = cache.lock(name).map_err(Failure::Cache)?;
        if let Some(path) = cache.find(name) {
            return Ok(path);
        }
        let directory = tempfile::Builder::new().prefix("gmc-models-").tempdir();
        let directory = directory.map_err(|error| Failure::Plugin(error.into()))?;
        let built = self.compile(directory.path()).map_err(Failure::Plugin)?;
        cache.install(&built, name).map_err(Failure::Cache)
    }

    fn compile(&self, directory: &std::path::Path) -> Result<PathBuf, PluginError> {
        let mut arguments: Vec<OsString> = FLAGS.iter().map(OsString::from).collect();
        arguments.extend(self.flags.iter().cloned());
        for (name, text) in SOURCES {
            fs::write(directory.join(name), text)?;
            arguments.push(name.into());
        }
        arguments.extend(["-o".into(), "models.so".into()]);
        let mut command = export_command(self.toolchain, self.driver, &arguments)?;
        let output = command.current_dir(directory).stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let output = String::from_utf8_lossy(&output.stderr).into_owned();
            let shown = arguments.join(std::ffi::OsStr::new(" ")).to_string_lossy().into_owned();
            return Err(PluginError::Models { command: shown, output });
        }
        Ok(directory.join("models.so"))
    }
}

/// The plugin's name stands for the build of GCC, and for what the plugin makes of a source.
fn file_name(plugin: &std::path::Path, flags: &[OsString]) -> String {
    let mut hash = Xxh3::new();
    let mut add = |bytes: &[u8]| {
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(plugin.file_name().unwrap_or_default().as_encoded_bytes());
    for (name, text) in SOURCES {
        add(name.as_bytes());
        add(text.as_bytes());
    }
    FLAGS.iter().for_each(|flag| add(flag.as_bytes()));
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
            .collect();
        let listed: BTreeSet<String> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(files, listed);
    }

    /// A definition starts its line, and its body the next one.
    #[test]
    fn the_names_are_those_of_the_sources() {
        let mut defined = BTreeSet::new();
        for (_, text) in SOURCES {
            for (line, next) in text.lines().zip(text.lines().skip(1)) {
                let starts = line.starts_with(|c: char| c.is_ascii_alphabetic());
                if next == "{" && starts && !line.starts_with("static") {
                    let head = line.split('(').next().unwrap_or_default();
                    let name = head.rsplit([' ', '*']).next().unwrap_or_default();
                    defined.insert(name.to_owned());
                }
            }
        }
        let listed: BTreeSet<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(defined, listed);
    }
}
