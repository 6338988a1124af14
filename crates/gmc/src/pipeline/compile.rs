//! Compiling the sources among the inputs, as many at a time as there are processors.
//!
//! Messages come out in the order of the command line, whichever compilation ends first. Fortran sources are compiled
//! one after another, because a later one may use modules of an earlier one; their module files stay private.

use super::input::{Input, Kind};
use super::{PipelineError, Request};
use crate::child;
use crate::gcc::{Driver, FrontEnd, Language, export_command};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::Mutex;
use std::thread;

/// A source to be compiled.
struct Job {
    /// Which input it is.
    input: usize,
    driver: Driver,
    arguments: Vec<OsString>,
    object: PathBuf,
}

/// Compiles the sources; says for each input what the linker gets.
pub(super) fn compile(
    request: &Request,
    inputs: &[Input],
    scratch: &Path,
) -> Result<Vec<PathBuf>, PipelineError> {
    let mut parts: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
    let mut alone = Vec::new();
    let mut in_order = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let Kind::Source(language) = input.kind else { continue };
        let job = Job::new(request, input, i, language, scratch)?;
        parts[i].clone_from(&job.object);
        if language == Language::Fortran { in_order.push(job) } else { alone.push(vec![job]) }
    }
    if !in_order.is_empty() {
        alone.push(in_order);
    }
    let mut outcomes = run(request, alone)?;
    outcomes.sort_by_key(|(input, _)| *input);
    let mut failed = false;
    for (_, output) in outcomes {
        // If the terminal has gone there is no way to say so.
        let _ = io::stderr().write_all(&output.stderr);
        failed |= !output.status.success();
    }
    if failed { Err(PipelineError::Reported) } else { Ok(parts) }
}

impl Job {
    fn new(
        request: &Request,
        input: &Input,
        index: usize,
        language: Language,
        scratch: &Path,
    ) -> Result<Job, PipelineError> {
        let front_end = match language {
            Language::Cxx => FrontEnd::Cxx,
            Language::Fortran => FrontEnd::Fortran,
            Language::C | Language::Assembly | Language::Foreign => FrontEnd::C,
        };
        let object = scratch.join(format!("{index}.o"));
        let mut arguments = Vec::new();
        if io::stderr().is_terminal() {
            arguments.push("-fdiagnostics-color=always".into());
        }
        arguments.extend(request.flags.iter().cloned());
        if language == Language::Fortran {
            arguments.extend([OsString::from("-J"), scratch.into()]);
        }
        arguments.extend(["-c".into(), as_argument(&input.path), "-o".into(), object.clone().into()]);
        Ok(Job { input: index, driver: request.toolchain.driver(front_end)?, arguments, object })
    }

    fn run(&self, request: &Request) -> Result<Output, PipelineError> {
        let mut command = export_command(&request.toolchain, &self.driver, &self.arguments)?;
        // What it makes on its way goes with what gmc makes, whatever ends it.
        command.envs(self.object.parent().map(|it| ("TMPDIR", it)));
        let output = child::output(command.stdin(Stdio::null()));
        output.map_err(|error| PipelineError::Run {
            program: self.driver.name.to_string_lossy().into_owned(),
            error,
        })
    }
}

/// A file whose name looks like an option or a response file is still a file.
pub(super) fn as_argument(path: &Path) -> OsString {
    match path.as_os_str().as_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path).into(),
        _ => path.into(),
    }
}

/// Runs the jobs, each list in its order.
fn run(request: &Request, mut lists: Vec<Vec<Job>>) -> Result<Vec<(usize, Output)>, PipelineError> {
    lists.reverse();
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(lists.len());
    let waiting = Mutex::new(lists);
    let take = || waiting.lock().expect("no worker panics while it takes a list").pop();
    let work = || -> Result<Vec<(usize, Output)>, PipelineError> {
        let mut done = Vec::new();
        while let Some(list) = take() {
            for job in list {
                let output = job.run(request)?;
                let failed = !output.status.success();
                done.push((job.input, output));
                if failed {
                    break;
                }
            }
        }
        Ok(done)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().expect("a worker does not panic")?);
        }
        Ok(all)
    })
}
