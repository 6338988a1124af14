//! What a run has beside the program that it starts with: other programs, read and compiled once, and the hosts, files
//! and processes of a system.

use super::loaded::Loaded;
use super::{Error, program, read, sealed};
use crate::run::{self, Run};
use gmc_ir::program::Program;
use gmc_vm::programs::{GivenProgram, Programs};
use gmc_vm::{Compiled, lower};
use gmc_world::{
    FileSystem, Given, Host, HostId, Hosts, Input, Interface, LinkId, Start, Subnet, Tree, World,
};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// What there is beside the program.
#[derive(Clone, Default)]
pub(super) struct Others {
    /// The programs, in order; with that of the run in front, they have the numbers of the machine.
    pub(super) programs: Vec<Arc<Program>>,
    compiled: OnceLock<Arc<Programs>>,
    /// The files of each host of a system.
    trees: Vec<Tree>,
    /// The standard input of each process of a system.
    inputs: Vec<Input>,
    /// What was read, so that a replay can tell whether it is the same.
    pub(super) read: Vec<Vec<u8>>,
}

impl Others {
    /// Reads the files that a run names.
    pub(super) fn read(run: &Run) -> Result<Others, Error> {
        let mut others = Others::default();
        for other in &run.beside.programs {
            others.programs.push(Arc::new(program::read_with_models(&other.source, false)?));
        }
        let Some(system) = &run.beside.system else { return Ok(others) };
        for host in &system.hosts {
            others.read_files(host)?;
        }
        for process in &system.processes {
            let input = match &process.stdin {
                None => Input::Unknown,
                Some(path) => {
                    let unreadable = |error| Error::Unreadable { path: path.display().to_string(), error };
                    let bytes = read::bytes(path).map_err(unreadable)?;
                    others.read.push(bytes.clone());
                    Input::Given(bytes.into())
                }
            };
            others.inputs.push(input);
        }
        Ok(others)
    }

    fn read_files(&mut self, host: &run::Host) -> Result<(), Error> {
        let mut tree = Tree::default();
        for text in &host.files {
            let (from, to) = sealed::names(text);
            let unreadable = |error| Error::Unreadable { path: from.to_owned(), error };
            let contents = read::bytes(Path::new(from)).map_err(unreadable)?;
            let mode = std::fs::metadata(from).map_err(unreadable)?.permissions().mode();
            self.read.push(contents.clone());
            tree.add_file(to.as_bytes(), contents.into(), mode);
        }
        for text in &host.directories {
            let (from, to) = sealed::names(text);
            let added = tree.add_directory(Path::new(from), to.as_bytes());
            added.map_err(|(path, error)| Error::Unreadable { path: path.display().to_string(), error })?;
            self.read.push(tree.print().to_be_bytes().to_vec());
        }
        self.trees.push(tree);
        Ok(())
    }

    /// All programs of the run, compiled once; none where there is only one.
    pub(super) fn compiled(
        &self,
        run: &Run,
        first: &Arc<Compiled>,
        unwind: Option<u32>,
    ) -> Result<Arc<Programs>, Error> {
        if let Some(known) = self.compiled.get() {
            return Ok(known.clone());
        }
        let mut list = Vec::new();
        if !run.beside.is_empty() {
            let named = run.beside.system.as_ref().map(|it| it.first.clone()).unwrap_or_else(|| {
                let name = run.source.inputs.first().and_then(|it| it.file_stem());
                let name = name.map_or_else(String::new, |it| it.to_string_lossy().into_owned());
                run::Named { name, paths: Vec::new() }
            });
            list.push(given(&named, first.clone()));
        }
        for (other, program) in run.beside.programs.iter().zip(&self.programs) {
            let options = lower::Options {
                beside_others: true,
                events: run.environment_acts(),
                limit: Loaded::MEMORY,
                allow: run.goes_on_from(),
                unwind,
                ..lower::Options::new(gmc_libc::library())
            };
            list.push(given(&other.named, lower::compile(program, &options)?));
        }
        Ok(self.compiled.get_or_init(|| Arc::new(Programs { list })).clone())
    }

    /// The worlds of a system's processes, in order.
    pub(super) fn worlds(&self, run: &Run, system: &run::System) -> Vec<World> {
        let hosts = system.hosts.iter().map(|it| Host::new(it.name.clone(), interfaces(it)));
        let hosts = Hosts::new(hosts.collect(), system.links.clone());
        let files = self.trees.iter().map(|it| match &run.host {
            Some(host) => FileSystem::Host(host.files.clone()),
            None => FileSystem::Memory(it.clone()),
        });
        let environment = |it: &run::Process| -> Vec<Vec<u8>> {
            let own = match &run.host {
                Some(_) => std::env::vars_os()
                    .map(|(key, value)| [key.as_bytes(), b"=", value.as_bytes()].concat())
                    .collect(),
                None => Vec::new(),
            };
            own.into_iter().chain(it.environment.iter().map(|it| it.clone().into_bytes())).collect()
        };
        let starts = system.processes.iter().zip(&self.inputs).map(|(it, input)| Start {
            host: HostId(it.host as u32),
            given: Given {
                arguments: it.arguments.clone(),
                environment: environment(it),
                any: Arc::default(),
            },
            input: input.clone(),
        });
        World::of_system(hosts, files.collect(), starts.collect(), run.environment())
    }
}

fn given(named: &run::Named, compiled: Arc<Compiled>) -> GivenProgram {
    let paths = named.paths.iter().map(|it| it.clone().into_bytes()).collect();
    GivenProgram { name: named.name.clone(), paths, compiled }
}

fn interfaces(host: &run::Host) -> Vec<Interface> {
    let interface = |it: &run::Interface| Interface {
        name: it.name.clone(),
        addresses: it.addresses.iter().filter_map(|it| crate::system::subnet(it)).map(subnet).collect(),
        mtu: it.mtu,
        hardware: it.hardware,
        links: it.links.iter().copied().map(LinkId).collect(),
    };
    host.interfaces.iter().map(interface).collect()
}

fn subnet((address, prefix): (std::net::IpAddr, u8)) -> Subnet {
    Subnet { address, prefix }
}
