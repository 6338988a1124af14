//! A compilation under a script: the user's command line, with gmc's options taken out, and the plugin.
//!
//! What the user asks of GCC stays as it is, optimisation included; nothing is exported. The plugin and the script host
//! that it starts learn what to do from the environment, which reaches them through GCC's own drivers.

use super::arguments::Request;
use super::cache::{Cache, CacheError};
use super::driver::{Driver, Toolchain};
use super::plugin::{PluginError, plugin};
use super::wrapper::with_added;
use crate::child;
use gmc_script::{SHIPPED, Shipped};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use xxhash_rust::xxh3::xxh3_128;

/// The options, each with the variable of the environment that means the same.
const VARIABLES: &[(&str, &str)] = &[
    ("--script", "GMC_SCRIPT"),
    ("--script-pass", "GMC_SCRIPT_PASS"),
    ("--script-insert", "GMC_SCRIPT_INSERT"),
    ("--script-set", "GMC_SCRIPT_SET"),
    ("--script-out", "GMC_SCRIPT_OUT"),
    ("--script-memory", "GMC_SCRIPT_MEMORY"),
    ("--script-instructions", "GMC_SCRIPT_INSTRUCTIONS"),
];

/// The option without a value, likewise.
const TRUSTED: (&str, &str) = ("--script-unsafe", "GMC_SCRIPT_UNSAFE");

/// The variable that tells the plugin of the script host.
const HOST: &str = "GMC_SCRIPT_HOST";

/// What a command line says of its script.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Scripted {
    /// What is to stand in the environment.
    variables: Vec<(&'static str, OsString)>,
}

impl Scripted {
    /// Takes gmc's options out of a command line. There is a script where an option or the environment names one.
    pub(crate) fn take(arguments: &[OsString]) -> Result<(Option<Scripted>, Vec<OsString>), String> {
        let (mut scripted, mut rest) = (Scripted::default(), Vec::new());
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            if argument == TRUSTED.0 {
                scripted.variables.push((TRUSTED.1, "1".into()));
                continue;
            }
            let bytes = argument.as_bytes();
            let equals = bytes.iter().position(|it| *it == b'=');
            let name = OsStr::from_bytes(&bytes[..equals.unwrap_or(bytes.len())]);
            let Some((option, variable)) = VARIABLES.iter().find(|it| name == it.0) else {
                rest.push(argument.clone());
                continue;
            };
            let value = match equals {
                Some(at) => OsString::from(OsStr::from_bytes(&bytes[at + 1..])),
                None => arguments.next().cloned().ok_or_else(|| format!("{option} wants a value"))?,
            };
            scripted.add(variable, value);
        }
        let named = scripted.value("GMC_SCRIPT").is_some();
        if !named {
            if let Some((variable, _)) = scripted.variables.first() {
                let option = VARIABLES.iter().chain([&TRUSTED]).find(|it| it.1 == *variable);
                let option = option.map_or("an option", |it| it.0);
                return Err(format!("{option} is about a script, and there is none (--script)"));
            }
            return Ok((None, rest));
        }
        let insert = scripted.value("GMC_SCRIPT_INSERT");
        if let Some(how) = insert.filter(|it| !["before", "after", "replace"].iter().any(|known| it == known))
        {
            let how = how.to_string_lossy();
            return Err(format!("--script-insert is `before`, `after` or `replace`, not `{how}`"));
        }
        Ok((Some(scripted), rest))
    }

    /// Parameters add up; of other options the last one wins.
    fn add(&mut self, variable: &'static str, value: OsString) {
        match self.variables.iter_mut().find(|it| it.0 == variable) {
            Some((_, known)) if variable == "GMC_SCRIPT_SET" => {
                known.push("\n");
                known.push(value);
            }
            Some((_, known)) => *known = value,
            None => self.variables.push((variable, value)),
        }
    }

    fn value(&self, variable: &str) -> Option<OsString> {
        let given = self.variables.iter().find(|it| it.0 == variable).map(|it| it.1.clone());
        given.or_else(|| std::env::var_os(variable)).filter(|it| !it.is_empty())
    }

    /// The script, if it ships with gmc.
    fn shipped(&self) -> Option<&'static Shipped> {
        let name = self.value("GMC_SCRIPT")?;
        SHIPPED.iter().find(|it| name == it.name).filter(|_| !PathBuf::from(&name).exists())
    }
}

/// The command that does what the user asks of GCC under a script.
pub(crate) fn scripted_command(
    toolchain: &Toolchain,
    driver: &Driver,
    scripted: &Scripted,
    arguments: &[OsString],
) -> Result<Command, PluginError> {
    let request = Request::read(arguments);
    let mut added: Vec<OsString> = Vec::new();
    if request.is_exported() {
        let mut load = OsString::from("-fplugin=");
        load.push(plugin(toolchain, driver)?);
        added.push(load);
    }
    if links(arguments)
        && let Some(source) = scripted.shipped().and_then(|it| it.runtime)
    {
        added.push(runtime(driver, arguments, source)?.into());
    }
    let mut command = with_added(driver, arguments, added);
    command.envs(scripted.variables.iter().map(|(name, value)| (*name, value)));
    command.env(HOST, std::env::current_exe()?);
    Ok(command)
}

/// Whether a command line makes a program or library.
fn links(arguments: &[OsString]) -> bool {
    let ends: &[&[u8]] = &[b"-c", b"-S", b"-E", b"-M", b"-MM", b"-r", b"-fsyntax-only", b"--version"];
    let asks = |it: &OsString| ends.contains(&it.as_bytes()) || it.as_bytes().starts_with(b"-print-");
    let is_input = |it: &OsString| !it.as_bytes().starts_with(b"-");
    !arguments.iter().any(asks) && arguments.iter().any(is_input)
}

/// The object of a script's runtime, for the target of a command line. It is compiled once.
fn runtime(driver: &Driver, arguments: &[OsString], source: &str) -> Result<PathBuf, PluginError> {
    let target: Vec<&OsString> = arguments.iter().filter(|it| it.as_bytes().starts_with(b"-m")).collect();
    let mut key = source.as_bytes().to_vec();
    key.extend(driver.name.as_bytes());
    target.iter().for_each(|it| key.extend(it.as_bytes()));
    let name = format!("runtime-{:032x}.o", xxh3_128(&key));
    let make = |cache: Cache| -> Result<PathBuf, PluginError> {
        if let Some(found) = cache.find(&name) {
            return Ok(found.path);
        }
        let directory = tempfile::Builder::new().prefix("gmc-runtime-").tempdir()?;
        std::fs::write(directory.path().join("runtime.c"), source)?;
        let mut command = Command::new(&driver.name);
        command.current_dir(directory.path()).stdin(Stdio::null());
        command
            .args(["-x", "c", "-std=gnu11", "-O2", "-fPIC", "-c", "runtime.c", "-o", "runtime.o"])
            .args(&target);
        let output = child::output(&mut command)?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(PluginError::Runtime { output: text });
        }
        let object = std::fs::read(directory.path().join("runtime.o"))?;
        let broken = |error: CacheError| PluginError::Build(std::io::Error::other(error.to_string()));
        cache.install(&object, &name).map_err(broken)
    };
    match Cache::of_user() {
        Ok(cache) => make(cache),
        Err(user) => make(Cache::temporary().map_err(|temporary| PluginError::NoCache { user, temporary })?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(words: &str) -> Result<(Option<Scripted>, String), String> {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let (scripted, rest) = Scripted::take(&words)?;
        let rest: Vec<String> = rest.iter().map(|it| it.to_string_lossy().into_owned()).collect();
        Ok((scripted, rest.join(" ")))
    }

    #[test]
    fn options_are_taken_out() {
        let (scripted, rest) =
            taken("-c --script a.lua a.c --script-set=x=1 -O2 --script-set y=2 -o a.o").expect("right");
        assert_eq!(rest, "-c a.c -O2 -o a.o");
        let variables = scripted.expect("a script").variables;
        assert_eq!(variables, [("GMC_SCRIPT", "a.lua".into()), ("GMC_SCRIPT_SET", "x=1\ny=2".into())]);
        assert_eq!(taken("-c a.c"), Ok((None, "-c a.c".to_owned())));
    }

    #[test]
    fn wrong_options_are_refused() {
        assert!(taken("a.c --script").is_err_and(|it| it.contains("--script wants a value")));
        assert!(
            taken("a.c --script-pass ccp").is_err_and(|it| it.contains("--script-pass is about a script"))
        );
        let wrong = taken("a.c --script a.lua --script-insert around");
        assert!(wrong.is_err_and(|it| it.contains("not `around`")));
    }

    #[test]
    fn who_links() {
        let all = |words: &str| links(&words.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(all("a.c") && all("a.o b.o -o p"));
        assert!(!all("-c a.c") && !all("--version") && !all("-print-file-name=x a.c"));
    }
}
