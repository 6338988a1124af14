//! Where a command's result goes: standard output, a file, or a drawing of a graph.

use super::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Somewhere to write to, as bytes or as text.
///
/// A failed write of text says nothing about its reason; [`Output::finish`] does.
pub(super) struct Output {
    to: BufWriter<Box<dyn Write>>,
    error: Option<io::Error>,
}

impl Output {
    /// This file, or standard output.
    pub(super) fn to(file: Option<&Path>) -> Result<Output, Error> {
        let to: Box<dyn Write> = match file {
            Some(path) => Box::new(create(path)?),
            None => Box::new(io::stdout().lock()),
        };
        Ok(Output { to: BufWriter::new(to), error: None })
    }

    /// For writing bytes.
    pub(super) fn bytes(&mut self) -> &mut dyn Write {
        &mut self.to
    }

    /// Writes out what is left, and says what went wrong before.
    pub(super) fn finish(mut self) -> io::Result<()> {
        match self.error {
            Some(error) => Err(error),
            None => self.to.flush(),
        }
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.to.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

fn create(path: &Path) -> Result<File, Error> {
    File::create(path).map_err(|error| Error::File { path: path.display().to_string(), error })
}

/// Has Graphviz draw a graph, into this file or to standard output.
pub(super) fn draw(graph: &str, file: Option<&Path>) -> Result<(), Error> {
    let to = file.map_or(Ok(Stdio::inherit()), |file| create(file).map(Stdio::from))?;
    let child = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(to).spawn();
    let mut child = child.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            let instead = file.unwrap_or(Path::new("graph.svg")).with_extension("dot");
            Error::NoGraphviz { instead: instead.display().to_string() }
        }
        _ => Error::Run { program: "dot".to_owned(), error },
    })?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(graph.as_bytes())?;
    }
    if child.wait()?.success() { Ok(()) } else { Err(Error::Graphviz) }
}
