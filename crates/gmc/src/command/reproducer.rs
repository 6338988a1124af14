//! `--reproducer FILE`: the run of a finding as a C file that makes it happen natively.

use super::Error;
use super::formulas;
use super::loaded::Loaded;
use crate::gcc;
use gmc_ir::program::external::ExternalId;
use gmc_model::Finding;
use gmc_report::reproducer::{self, Build};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// Writes it. What a user does with it; none where there is no such file, which was said.
pub(super) fn write(path: &Path, loaded: &Loaded, finding: &Finding) -> Result<Option<String>, Error> {
    if loaded.compiled()?.uses.system {
        let why = "a reproducer holds up threads of one process, and the program makes others";
        eprintln!("gmc: warning: {} is not written: {why}", path.display());
        return Ok(None);
    }
    let script = match gmc_observe::script(loaded.execution()?, finding, &reproducer::is_told_of) {
        Ok(script) => script,
        Err(why) => {
            eprintln!("gmc: warning: {} is not written: {why}", path.display());
            return Ok(None);
        }
    };
    for it in &script.loose {
        eprintln!("gmc: warning: the reproducer is not quite the run that was found: {it}");
    }
    let build = build(path, loaded);
    let text = reproducer::reproducer(&script, &finding.violation, &build);
    std::fs::write(path, text).map_err(|error| Error::File { path: path.display().to_string(), error })?;
    let (compile, run) = reproducer::commands(&script, &build);
    Ok(Some(format!("reproducer: {}; to see it happen natively:\n  {compile}\n  {run}\n", path.display())))
}

/// How the program is built natively, with a file of its own.
pub(super) fn build(path: &Path, loaded: &Loaded) -> Build {
    let (program, run) = (&loaded.program, &loaded.run);
    let mut externals = (0..program.external_count()).map(|at| ExternalId(at as u32));
    let asks = externals.any(|it| program.external_name(it).starts_with("gmc_"))
        || !formulas::in_source(program).is_empty();
    let headers = if asks { gcc::header_directory().ok() } else { None };
    let is_cxx = |it: &PathBuf| {
        let extension = it.extension();
        extension.is_some_and(|it| ["cc", "cpp", "cxx", "C", "c++"].iter().any(|cxx| it == *cxx))
    };
    let text = |it: &OsStr| it.to_string_lossy().into_owned();
    let inputs = run.source.inputs.iter().chain(&run.externals.models);
    Build {
        file: path.display().to_string(),
        inputs: inputs.map(|it| text(it.as_os_str())).collect(),
        compiler: run.source.gcc.as_ref().map_or_else(|| "gcc".to_owned(), |it| text(it.as_os_str())),
        cxx: run.source.inputs.iter().any(is_cxx),
        flags: run.source.flags.iter().map(|it| text(it)).collect(),
        headers: headers.map(|it| it.display().to_string()),
        arguments: run.arguments.iter().skip(1).map(|it| text(OsStr::from_bytes(it))).collect(),
        spurious: run.spurious,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}
