//! The sealed world of a program under check: its files, standard input and environment, read once before the search.

use super::Error;
use super::read;
use crate::run::{ANY, Run};
use gmc_world::{AnyInputs, Input, Surroundings, Tree};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

/// Files, input and environment.
#[derive(Clone, Default)]
pub(super) struct SealedWorld {
    tree: Tree,
    input: Input,
    /// Arguments and files that can be anything.
    pub(super) any: Arc<AnyInputs>,
    /// What was read, so that a replay can tell whether it is the same.
    pub(super) read: Vec<Vec<u8>>,
    /// What an answer takes for granted because of what was given.
    pub(super) assumptions: Vec<String>,
    /// The environment, as `NAME=VALUE`.
    pub(super) environment: Vec<Vec<u8>>,
}

impl SealedWorld {
    /// Reads what a run names.
    pub(super) fn read(run: &Run) -> Result<SealedWorld, Error> {
        let mut world = SealedWorld::default();
        for text in &run.files.files {
            let (host, guest) = names(text);
            let unreadable = |error| Error::Unreadable { path: host.to_owned(), error };
            let contents = read::bytes(Path::new(host)).map_err(unreadable)?;
            let mode = std::fs::metadata(host).map_err(unreadable)?.permissions().mode();
            world.read.push(contents.clone());
            world.tree.add_file(guest.as_bytes(), contents.into(), mode);
        }
        for text in &run.files.directories {
            let (host, guest) = names(text);
            let added = world.tree.add_directory(Path::new(host), guest.as_bytes());
            added.map_err(|(path, error)| Error::Unreadable { path: path.display().to_string(), error })?;
            world.read.push(world.tree.print().to_be_bytes().to_vec());
        }
        world.read_input(run)?;
        world.add_any(run);
        for fail in &run.fail {
            let most = fail.budget.most;
            world.assumptions.push(format!(
                "of calls of {}, at most {most} {} in a run (--fail)",
                fail.text.split('=').next().unwrap_or_default().replace(',', ", "),
                if most == 1 { "fails" } else { "fail" }
            ));
        }
        let given = run.environment.iter().filter(|it| *it != ANY);
        world.environment = given.map(|it| it.clone().into_bytes()).collect();
        if !world.environment.is_empty() {
            let names: Vec<&str> =
                run.environment.iter().filter_map(|it| Some(it.split_once('=')?.0)).collect();
            world.assumptions.push(format!("the environment is as given: {} (--env)", names.join(", ")));
        }
        Ok(world)
    }

    fn read_input(&mut self, run: &Run) -> Result<(), Error> {
        self.input = match (&run.files.stdin, run.files.stdin_any) {
            (Some(path), _) => {
                let name = || path.display().to_string();
                let bytes = read::bytes(path).map_err(|error| Error::Unreadable { path: name(), error })?;
                self.assumptions.push(format!("standard input is {} (--stdin)", name()));
                self.read.push(bytes.clone());
                Input::Given(bytes.into())
            }
            (None, Some(most)) => {
                self.assumptions.push(format!(
                    "standard input has at most {most} {} (--stdin-any)",
                    if most == 1 { "byte" } else { "bytes" }
                ));
                Input::Any { most, open: run.values.symbolic }
            }
            (None, None) => Input::Unknown,
        };
        Ok(())
    }

    /// Arguments and files that can be anything.
    fn add_any(&mut self, run: &Run) {
        self.any = Arc::new(AnyInputs {
            arguments: run.files.arguments_any.iter().map(|it| it.0).collect(),
            files: run.files.files_any.iter().map(|it| it.0.clone()).collect(),
        });
        let arguments = run.files.arguments_any.iter().map(|it| format!("{} (--arg-any)", it.told()));
        let files = run.files.files_any.iter().map(|it| format!("{} (--file-any)", it.told()));
        self.assumptions.extend(arguments.chain(files));
    }

    /// The program's surroundings at its start.
    pub(super) fn surroundings(&self) -> Surroundings {
        Surroundings::Sealed(self.tree.clone(), self.input.clone())
    }
}

/// The name of a file on the host, and the one that the program knows it by.
pub(super) fn names(text: &str) -> (&str, &str) {
    match text.rsplit_once(':') {
        Some((host, guest)) if !host.is_empty() && !guest.is_empty() => (host, guest),
        _ => (text, text),
    }
}
