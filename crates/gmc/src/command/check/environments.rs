//! `--environment`: the check joins those of other environments in a file, which is printed as a table;
//! `--coverage-of`.

use crate::cli;
use crate::command::Error;
use gmc_report::Answer;
use gmc_report::environments::{Environments, share_of};
use std::fs;
use std::io;
use std::path::Path;

/// What is printed behind the answer: the table, or the coverage of a part. The file is written.
pub(super) fn told(reports: &cli::Reports, answer: &Answer) -> Result<String, Error> {
    let parts = &reports.coverage_of;
    let mut out = String::new();
    if let (Some(coverage), false) = (&answer.coverage, parts.is_empty()) {
        let share = share_of(coverage, parts);
        if share.all == 0 {
            return Err(Error::NoSuchPart { parts: parts.join(", ") });
        }
        let percent = share.percent();
        out += &format!(
            "executed: {} of {} lines of {} ({percent:.1} %)\n",
            share.hit,
            share.all,
            parts.join(", ")
        );
    }
    if let Some((name, path)) = &reports.environment {
        let mut all = read(path)?;
        all.add(name, answer, parts);
        let unwritten = |error| Error::File { path: path.display().to_string(), error };
        write(path, &all.write()).map_err(unwritten)?;
        out += &all.table();
    }
    Ok(out)
}

fn read(path: &Path) -> Result<Environments, Error> {
    let name = || path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => Environments::read(&text).map_err(|error| Error::Environments { path: name(), error }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Environments::default()),
        Err(error) => Err(Error::Unreadable { path: name(), error }),
    }
}

/// Whoever reads the file meanwhile finds the old one or the new one.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let directory = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    io::Write::write_all(&mut file, text.as_bytes())?;
    file.persist(path).map_err(|it| it.error)?;
    Ok(())
}
