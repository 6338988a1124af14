//! `--reproducer FILE`: the run of a finding as a C file that makes it happen natively.

use super::Error;
use super::setup::Setup;
use super::trace::Trace;
use crate::gcc;
use gmc_ir::program::external::ExternalId;
use gmc_model::Finding;
use gmc_report::reproducer::{self, Build};
use std::path::Path;

/// Writes it. What a user does with it; none where there is no such file, which was said.
pub(super) fn write(
    path: &Path,
    setup: &Setup,
    trace: &Trace,
    finding: &Finding,
) -> Result<Option<String>, Error> {
    let script = match gmc_observe::script(setup.subject()?, finding, &reproducer::is_told_of) {
        Ok(script) => script,
        Err(why) => {
            eprintln!("gmc: warning: {} is not written: {why}", path.display());
            return Ok(None);
        }
    };
    for it in &script.loose {
        eprintln!("gmc: warning: the reproducer is not quite the run that was found: {it}");
    }
    let build = build(path, setup, trace);
    let text = reproducer::reproducer(&script, &finding.violation, &build);
    std::fs::write(path, text).map_err(|error| Error::File { path: path.display().to_string(), error })?;
    let (compile, run) = reproducer::commands(&script, &build);
    Ok(Some(format!("reproducer: {}; to see it happen natively:\n  {compile}\n  {run}\n", path.display())))
}

fn build(path: &Path, setup: &Setup, trace: &Trace) -> Build {
    let program = &setup.program;
    let mut externals = (0..program.external_count()).map(|at| ExternalId(at as u32));
    let asks = externals.any(|it| program.external_name(it).starts_with("gmc_"));
    let headers = if asks { gcc::header_directory().ok() } else { None };
    let cxx = |it: &String| {
        let extension = Path::new(it).extension();
        extension.is_some_and(|it| ["cc", "cpp", "cxx", "C", "c++"].iter().any(|cxx| it == *cxx))
    };
    Build {
        file: path.display().to_string(),
        inputs: trace.inputs.iter().chain(&trace.models).cloned().collect(),
        compiler: trace.gcc.clone().unwrap_or_else(|| "gcc".to_owned()),
        cxx: trace.inputs.iter().any(cxx),
        flags: trace.flags.clone(),
        headers: headers.map(|it| it.display().to_string()),
        arguments: trace.arguments.iter().skip(1).cloned().collect(),
        spurious: trace.spurious,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}
