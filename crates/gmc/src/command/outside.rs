//! What a program under check sees of files and input: read once, before the search.

use super::Error;
use super::read;
use crate::cli::{self, Given};
use gmc_vm::{FaultBudget, NondetInputs};
use gmc_world::{Input, Surroundings, Tree};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Files, input, and what may fail.
#[derive(Default)]
pub(super) struct Outside {
    tree: Tree,
    input: Input,
    pub(super) fault_budgets: Vec<FaultBudget>,
    /// What was read, so that a replay can tell whether it is the same.
    pub(super) read: Vec<Vec<u8>>,
    /// What an answer takes for granted.
    assumptions: Vec<String>,
    /// The environment, as `NAME=VALUE`.
    pub(super) environment: Vec<Vec<u8>>,
    /// What can be anything.
    pub(super) free: NondetInputs,
}

impl Outside {
    /// Reads what the options name.
    pub(super) fn read(options: &cli::Outside) -> Result<Outside, Error> {
        let mut outside = Outside::default();
        for text in &options.file {
            let (host, guest) = names(text);
            let unreadable = |error| Error::Unreadable { path: host.to_owned(), error };
            let contents = read::bytes(Path::new(host)).map_err(unreadable)?;
            let mode = std::fs::metadata(host).map_err(unreadable)?.permissions().mode();
            outside.read.push(contents.clone());
            outside.tree.add_file(guest.as_bytes(), contents, mode);
        }
        for text in &options.dir {
            let (host, guest) = names(text);
            let added = outside.tree.add_directory(Path::new(host), guest.as_bytes());
            added.map_err(|(path, error)| Error::Unreadable { path: path.display().to_string(), error })?;
            outside.read.push(outside.tree.print().to_be_bytes().to_vec());
        }
        outside.input = match (&options.stdin, options.stdin_any) {
            (Some(path), _) => {
                let name = || path.display().to_string();
                let bytes = read::bytes(path).map_err(|error| Error::Unreadable { path: name(), error })?;
                outside.assumptions.push(format!("standard input is {} (--stdin)", name()));
                outside.read.push(bytes.clone());
                Input::Given(bytes.into())
            }
            (None, Some(most)) => {
                outside.assumptions.push(format!(
                    "standard input has at most {most} {} (--stdin-any)",
                    if most == 1 { "byte" } else { "bytes" }
                ));
                Input::Any(most)
            }
            (None, None) => Input::Unknown,
        };
        outside.fault_budgets = options.fail.iter().map(|fail| fail.fault_budgets.clone()).collect();
        for fail in &options.fail {
            outside.assumptions.push(format!(
                "of calls of {}, at most {} {} in a run (--fail)",
                fail.text.split('=').next().unwrap_or_default().replace(',', ", "),
                fail.fault_budgets.most,
                if fail.fault_budgets.most == 1 { "fails" } else { "fail" }
            ));
        }
        let any = |given: Given| given == Given::Any;
        outside.free = NondetInputs {
            random: any(options.rand),
            clock: any(options.clock),
            ids: any(options.ids),
            addresses: any(options.addresses),
            environment: options.env.iter().any(|it| it == cli::ANY),
        };
        let given = options.env.iter().filter(|it| *it != cli::ANY);
        outside.environment = given.map(|it| it.clone().into_bytes()).collect();
        if !outside.environment.is_empty() {
            let names: Vec<&str> = options.env.iter().filter_map(|it| Some(it.split_once('=')?.0)).collect();
            outside.assumptions.push(format!("the environment is as given: {} (--env)", names.join(", ")));
        }
        Ok(outside)
    }

    /// The program's surroundings at its start.
    pub(super) fn surroundings(&self) -> Surroundings {
        Surroundings::Sealed(self.tree.clone(), self.input.clone())
    }

    /// Whether allocation may fail.
    pub(super) fn lets_allocation_fail(&self) -> bool {
        gmc_libc::failures::let_allocation_fail(&self.fault_budgets)
    }

    /// What an answer takes for granted because of what was given.
    pub(super) fn assumptions(&self) -> impl Iterator<Item = &String> {
        self.assumptions.iter()
    }
}

/// The name of a file on the host, and the one that the program knows it by.
pub(super) fn names(text: &str) -> (&str, &str) {
    match text.rsplit_once(':') {
        Some((host, guest)) if !host.is_empty() && !guest.is_empty() => (host, guest),
        _ => (text, text),
    }
}
