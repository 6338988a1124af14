//! The GCC plugin: its source travels in this binary and is compiled once for each GCC.
//!
//! The plugin's file name holds a hash of everything that went into it (source, flags, the build of GCC), so a change
//! to any of them builds another one and a plugin never meets a GCC that it was not made for.

use super::cache::{Cache, CacheError, VARIABLE};
use super::driver::{Driver, DriverError, FrontEnd, Toolchain};
use super::identity::{Identity, IdentityError, query};
use super::sources::SOURCES;
use crate::{child, watchdog};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

/// How the plugin is compiled: as GCC itself is, which has neither exceptions nor type information.
const FLAGS: &[&str] = &["-std=c++17", "-O2", "-fPIC", "-fno-rtti", "-fno-exceptions"];

/// How it is linked: every compilation loads it, which takes the longer the more names are to be looked up. So it shows
/// those that GCC asks for and no others.
const LINK_FLAGS: &[&str] =
    &["-shared", "-s", "-static-libgcc", "-Wl,-O1", "-Wl,--gc-sections", "-Wl,--version-script=plugin.map"];

/// The C++ library has thousands of names, which GCC's own programs do not need: they have the library inside.
const STATIC_LIBRARY: &str = "-static-libstdc++";

/// Why there is no plugin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PluginError {
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error("the plugin for GCC cannot be built: {0}")]
    Driver(#[from] DriverError),
    #[error(
        "GCC {major} has no plugin headers on this machine ({} is not there): install them (Debian, Ubuntu: \
         `apt-get install gcc-{major}-plugin-dev`, Fedora: `dnf install gcc-plugin-devel`)", .header.display()
    )]
    NoHeaders { major: u32, header: PathBuf },
    #[error("the plugin for GCC cannot be built: {0}")]
    Build(#[from] io::Error),
    #[error(
        "the plugin does not compile with `{command}`; this is a mistake in gmc, or in the installation of \
         GCC:\n{output}"
    )]
    Compile { command: String, output: String },
    #[error(
        "gmc's models of the C library do not compile with `{command}`; this is a mistake in gmc, or in the \
         installation of GCC:\n{output}"
    )]
    Models { command: String, output: String },
    #[error(
        "the script's runtime does not compile; this is a mistake in gmc, or in the installation of GCC:\n{output}"
    )]
    Runtime { output: String },
    #[error(
        "there is no place to keep the plugin for GCC: {user}, and {temporary}; set {VARIABLE} to a directory that \
         can be written and has 20 MB left"
    )]
    NoCache { user: CacheError, temporary: CacheError },
}

/// The name of the plugin for a driver, which stands for all that goes into it, without a look at the file.
pub(super) fn name(driver: &Driver) -> Result<String, PluginError> {
    let notes = Cache::of_user().ok().map(|cache| cache.directory);
    if let Some(known) = notes.as_ref().and_then(|notes| Identity::recall(notes, driver)) {
        return Ok(file_name(&known));
    }
    let identity = Identity::ask(driver)?;
    if let Some(notes) = notes {
        identity.remember(&notes, driver);
    }
    Ok(file_name(&identity))
}

/// The plugin for a driver, built if need be.
pub(super) fn plugin(toolchain: &Toolchain, driver: &Driver) -> Result<PathBuf, PluginError> {
    let user = Cache::of_user();
    let notes = user.as_ref().ok().map(|cache| cache.directory.clone());
    let known = notes.as_ref().and_then(|notes| Identity::recall(notes, driver));
    let is_known = known.is_some();
    let identity = known.map_or_else(|| Identity::ask(driver), Ok)?;
    let name = file_name(&identity);
    let mut maker = Maker { toolchain, driver, identity: &identity, built: None };
    let problem = match user.map_err(Failure::Cache).and_then(|cache| maker.provide(&cache, &name)) {
        Ok(path) => {
            if let Some(notes) = notes.filter(|_| !is_known) {
                identity.remember(&notes, driver);
            }
            return Ok(path);
        }
        Err(Failure::Plugin(error)) => return Err(error),
        Err(Failure::Cache(problem)) => problem,
    };
    match Cache::temporary().map_err(Failure::Cache).and_then(|cache| maker.provide(&cache, &name)) {
        Ok(path) => {
            eprintln!(
                "gmc: warning: {problem}, so the plugin for GCC is kept in {} for now: set {VARIABLE} to a directory \
                 that can be written and has 20 MB left",
                path.parent().unwrap_or(&path).display()
            );
            Ok(path)
        }
        Err(Failure::Plugin(error)) => Err(error),
        Err(Failure::Cache(temporary)) => Err(PluginError::NoCache { user: problem, temporary }),
    }
}

/// Why a plugin did not get into a cache: the cache's fault, or not.
enum Failure {
    Cache(CacheError),
    Plugin(PluginError),
}

/// Makes a plugin, once, for whichever cache can keep it.
struct Maker<'a> {
    toolchain: &'a Toolchain,
    driver: &'a Driver,
    identity: &'a Identity,
    built: Option<Built>,
}

impl Maker<'_> {
    /// The plugin in a cache, after this at the latest.
    fn provide(&mut self, cache: &Cache, name: &str) -> Result<PathBuf, Failure> {
        if let Some(found) = cache.find(name) {
            return Ok(found.path);
        }
        let _apart = watchdog::pause();
        let _lock = cache.lock(name).map_err(Failure::Cache)?;
        if let Some(found) = cache.find(name) {
            return Ok(found.path);
        }
        // Where the user's cache is full, the temporary one has it from the second time on.
        let made_before = Cache::temporary().ok().and_then(|cache| cache.find(name));
        match made_before {
            Some(found) => cache.install(&found.contents, name).map_err(Failure::Cache),
            None => self.build_into(cache, name),
        }
    }

    fn build_into(&mut self, cache: &Cache, name: &str) -> Result<PathBuf, Failure> {
        let built = match self.built.take() {
            Some(built) => built,
            None => Built::new(self.toolchain, self.driver, self.identity).map_err(Failure::Plugin)?,
        };
        let installed = cache.install(&built.contents, name);
        if installed.is_ok() {
            cache.log(&format!("{name} built in {:.1} s for {}", built.time.as_secs_f32(), built.gcc));
        }
        self.built = Some(built);
        installed.map_err(Failure::Cache)
    }
}

fn file_name(identity: &Identity) -> String {
    let mut hash = Xxh3::new();
    let mut add = |text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    for (name, text) in SOURCES {
        add(name);
        add(text);
    }
    FLAGS.iter().chain(LINK_FLAGS).for_each(|flag| add(flag));
    add(identity.text());
    gmc_ir::wire::cpp::hash(&mut hash);
    format!("gmc-gcc{}-{:032x}.so", identity.major, hash.digest128())
}

/// A plugin that was just built.
struct Built {
    contents: Vec<u8>,
    gcc: String,
    time: Duration,
}

impl Built {
    fn new(toolchain: &Toolchain, driver: &Driver, identity: &Identity) -> Result<Built, PluginError> {
        let start = Instant::now();
        let headers = headers(driver, identity)?;
        let cxx = toolchain.driver(FrontEnd::Cxx)?;
        let directory = tempfile::Builder::new().prefix("gmc-plugin-").tempdir()?;
        let write = |name: &str, text: &str| fs::write(directory.path().join(name), text);
        SOURCES.iter().try_for_each(|(name, text)| write(name, text))?;
        write("unit-format.h", &gmc_ir::wire::cpp::header())?;
        let contents = fs::read(compile(&cxx, &headers, directory.path())?)?;
        let gcc = identity.text().lines().last().unwrap_or_default().trim_end().to_owned();
        Ok(Built { contents, gcc, time: start.elapsed() })
    }
}

/// The directory of GCC's plugin headers.
fn headers(driver: &Driver, identity: &Identity) -> Result<PathBuf, PluginError> {
    let headers = part(driver, "plugin")?.join("include");
    let header = headers.join("gcc-plugin.h");
    if header.is_file() { Ok(headers) } else { Err(PluginError::NoHeaders { major: identity.major, header }) }
}

/// Some distributions leave it out.
fn has_static_library(cxx: &Driver) -> io::Result<bool> {
    Ok(part(cxx, "libstdc++.a")?.is_absolute())
}

/// Where a driver has a part of its installation. It repeats the mere name of what is not there.
fn part(driver: &Driver, name: &str) -> io::Result<PathBuf> {
    let question = format!("-print-file-name={name}");
    let mut line = child::output(query(driver).arg(question).stdin(Stdio::null()))?.stdout;
    line.truncate(line.trim_ascii_end().len());
    Ok(PathBuf::from(OsString::from_vec(line)))
}

/// Compiles the files of a directory: as one, because GCC's headers take most of the time.
fn compile(cxx: &Driver, headers: &Path, directory: &Path) -> Result<PathBuf, PluginError> {
    let files = SOURCES.iter().map(|(name, _)| name).filter(|name| name.ends_with(".cc"));
    let all: String = files.map(|name| format!("#include \"{name}\"\n")).collect();
    fs::write(directory.join("all.cc"), all)?;
    let mut command = compiler(cxx, directory);
    command.args(FLAGS).arg("-isystem").arg(headers).args(["all.cc", "-o", "plugin.so"]).args(LINK_FLAGS);
    if has_static_library(cxx)? {
        command.arg(STATIC_LIBRARY);
    }
    succeeded(&child::output(&mut command)?, shown(&command))?;
    Ok(directory.join("plugin.so"))
}

/// A compiler that what the user's build sets for its own compilations does not reach.
fn compiler(cxx: &Driver, directory: &Path) -> Command {
    let mut command = query(cxx);
    command.current_dir(directory).stdin(Stdio::null());
    for variable in
        ["CPATH", "CPLUS_INCLUDE_PATH", "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES", "GCC_COMPARE_DEBUG"]
    {
        command.env_remove(variable);
    }
    command
}

fn succeeded(output: &Output, command: String) -> Result<(), PluginError> {
    if output.status.success() {
        return Ok(());
    }
    let output = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(PluginError::Compile { command, output })
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program()];
    words.extend(command.get_args());
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
