//! A trace, and the run that it is of: for commands that execute it again.

use super::loaded::Loaded;
use super::sealed;
use super::trace::{self, Trace};
use super::{Error, program};
use crate::cli;
use crate::run::Source;
use gmc_model::{ErrorKind, Finding, Location, ThreadId, Violation};
use std::path::{Path, PathBuf};

/// A run that was recorded.
pub(super) struct Recorded {
    pub(super) trace: Trace,
    pub(super) loaded: Loaded,
    /// The violation that it leads to, if there is one.
    pub(super) finding: Option<Finding>,
    /// Whether the program is another one than it was then.
    pub(super) changed: bool,
}

impl Recorded {
    /// Reads a trace and the program that it is of; from the trace's directory, where the program is not found from
    /// here.
    pub(super) fn read(path: &Path, options: &cli::Again) -> Result<Recorded, Error> {
        let trace = Trace::read(path)?;
        if !options.trust {
            examine(path, options.gcc.as_deref(), &trace)?;
        }
        go_where_the_inputs_are(path, &trace)?;
        let finding = finding(path, &trace)?;
        let mut run = trace.run.clone();
        if let Some(gcc) = &options.gcc {
            let others = run.beside.programs.iter_mut().map(|it| &mut it.source);
            std::iter::once(&mut run.source).chain(others).for_each(|it| it.gcc = Some(gcc.clone()));
        }
        let source = run.compiled_files();
        let program = program::read_with_models(&source, false)?;
        let loaded = Loaded::new(run, program)?;
        // A trace has the one temporal property that it violates, if any.
        let loaded = match loaded.formulas.len() {
            0 => loaded,
            _ => {
                loaded.compiled()?;
                loaded.about(Some(0))
            }
        };
        let changed = trace::fingerprint(&loaded) != trace.program;
        Ok(Recorded { trace, loaded, finding, changed })
    }
}

/// Fails where a trace asks for something that could run a program that the user did not choose: a trace may come from
/// anybody.
fn examine(path: &Path, gcc: Option<&Path>, trace: &Trace) -> Result<(), Error> {
    let path = || path.display().to_string();
    let others = trace.run.beside.programs.iter().map(|it| &it.source);
    for source in std::iter::once(&trace.run.source).chain(others) {
        examine_source(&path, gcc, source)?;
    }
    Ok(())
}

fn examine_source(path: &impl Fn() -> String, gcc: Option<&Path>, source: &Source) -> Result<(), Error> {
    if let (None, Some(named)) = (gcc, &source.gcc)
        && !named.to_str().is_some_and(is_installed_gcc)
    {
        return Err(Error::TraceCompiler { path: path(), gcc: named.display().to_string() });
    }
    match source.flags.iter().find(|flag| !flag.to_str().is_some_and(is_harmless)) {
        Some(flag) => Err(Error::TraceFlag { path: path(), flag: flag.display().to_string() }),
        None => Ok(()),
    }
}

/// Whether a name can only be that of a GCC where the user looks for programs: `gcc`, `gcc-12`,
/// `x86_64-linux-gnu-gcc-12`.
fn is_installed_gcc(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    let version = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let stem = name.rsplit_once('-').filter(|it| version(it.1)).map_or(name, |it| it.0);
    plain && ["gcc", "g++", "cc", "c++"].iter().any(|it| stem == *it || stem.ends_with(&format!("-{it}")))
}

/// Whether a flag can neither make GCC run another program nor write another file.
fn is_harmless(flag: &str) -> bool {
    const OTHERS: &[&str] =
        &["-pthread", "-ansi", "-w", "-nostdinc", "-undef", "-trigraphs", "-include", "-imacros"];
    const STARTS: &[&str] =
        &["-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-std=", "-m", "-O", "-g", "-pedantic"];
    /// They write files, or load what they name.
    const WRITES: &[&str] = &[
        "-fplugin",
        "-fdump",
        "-fprofile",
        "-fauto-profile",
        "-fbranch-probabilities",
        "-fcallgraph",
        "-fuse-ld",
        "-flto",
        "-fcompare-debug",
        "-fdiagnostics",
        "-fsave",
        "-fmodule",
        "-ftest-coverage",
        "-fopt-info",
        "-fstack-usage",
        "-fdeps",
        "-fpch",
        "-fgo-dump",
        "-fada-dump",
        "-fresolution",
        "-fwrapper",
        "-fcondition-coverage",
        "-fpath-coverage",
    ];
    let starts = |list: &[&str]| list.iter().any(|it| flag.starts_with(it));
    let is_name = !flag.starts_with(['-', '@']);
    is_name
        || OTHERS.contains(&flag)
        || starts(STARTS)
        || flag.starts_with("-W") && !flag.contains(',')
        || flag.starts_with("-f") && !starts(WRITES)
}

/// What to tell users when the program is another one.
pub(super) fn warning(path: &Path) -> String {
    format!("the program, its flags or the compiler have changed since {} was written", path.display())
}

/// Where a run is no longer what it was.
pub(super) fn divergence(was: &[String], is: &[String]) -> Option<String> {
    let at = was.iter().zip(is).position(|(was, is)| was != is);
    let at = at.or_else(|| (was.len() > is.len()).then_some(is.len()))?;
    let now = is.get(at).map_or("nothing that is possible".to_owned(), |is| format!("`{is}`"));
    Some(format!(
        "the program goes another way than the trace from step {} on: it was `{}`, now it is {now}",
        at + 1,
        was[at]
    ))
}

/// The inputs are named as they were for the check. Where they are not found from here, the trace's directory is tried.
fn go_where_the_inputs_are(path: &Path, trace: &Trace) -> Result<(), Error> {
    let run = &trace.run;
    let given = run.files.files.iter().chain(&run.files.directories).map(|it| sealed::names(it).0.into());
    let system = run.beside.system.iter();
    let stdin = system.clone().flat_map(|it| &it.processes).filter_map(|it| it.stdin.as_ref());
    let of_hosts = system.flat_map(|it| &it.hosts).flat_map(|it| it.files.iter().chain(&it.directories));
    let given = given.chain(of_hosts.map(|it| sealed::names(it).0.into()));
    let inputs = run.all_inputs().chain(stdin);
    let inputs = inputs.chain(&run.externals.threads).chain(&run.files.stdin).cloned();
    let inputs: Vec<PathBuf> = inputs.chain(given).collect();
    let missing = || inputs.iter().find(|input| !input.exists());
    let Some(first) = missing() else { return Ok(()) };
    let beside =
        path.parent().is_some_and(|it| !it.as_os_str().is_empty() && std::env::set_current_dir(it).is_ok());
    if beside && missing().is_none() {
        return Ok(());
    }
    Err(Error::TraceInput { path: path.display().to_string(), input: first.display().to_string() })
}

/// The violation that the trace promises, if there is one.
fn finding(path: &Path, trace: &Trace) -> Result<Option<Finding>, Error> {
    let Some(violation) = &trace.violation else { return Ok(None) };
    let kind = violation
        .kind
        .parse::<ErrorKind>()
        .map_err(|error| Error::NoTrace { path: path.display().to_string(), why: error.to_string() })?;
    let location = violation.file.as_ref().map(|file| Location {
        file: file.clone(),
        line: violation.line.unwrap_or(0),
        column: violation.column.unwrap_or(0),
        function: violation.function.clone().unwrap_or_default(),
    });
    Ok(Some(Finding {
        violation: Violation {
            kind,
            message: violation.message.clone(),
            location,
            thread: ThreadId(violation.thread),
            stack: Vec::new(),
            notes: Vec::new(),
            about: Vec::new(),
        },
        trace: trace.choices(),
        lap: trace.lap,
        count: 1,
        property: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::{is_harmless, is_installed_gcc};

    #[test]
    fn compilers_of_the_user() {
        assert!(
            ["gcc", "gcc-12", "gcc-12.2", "x86_64-linux-gnu-gcc-11", "g++-10"]
                .into_iter()
                .all(is_installed_gcc)
        );
        let others = [
            "./gcc",
            "/tmp/gcc",
            "sh",
            "gcc -wrapper sh",
            "evil",
            "",
            "gcc-evil",
            "notgcc",
            "..",
            "gcc/../sh",
        ];
        assert!(!others.into_iter().any(is_installed_gcc));
    }

    #[test]
    fn flags_that_do_no_harm() {
        let harmless = [
            "-DX=1", "-I", "include", "-std=c11", "-O2", "-Wall", "-fwrapv", "-m32", "-pthread", "-include",
            "x.h",
        ];
        assert!(harmless.into_iter().all(is_harmless));
        let others = [
            "-fplugin=x.so",
            "-B/tmp",
            "-wrapper",
            "-specs=x",
            "@x",
            "-Wl,-o,x",
            "-Wp,-MD,x",
            "-Wa,-a=x",
            "-o",
            "-save-temps",
            "-MD",
            "-Xlinker",
            "--sysroot=/x",
            "-fdump-tree-all",
            "-x",
            "-T",
            "-L/tmp",
            "-pipe",
            "--help",
        ];
        assert!(!others.into_iter().any(is_harmless));
    }
}
