//! What there is beside the program that a run starts with: programs that processes can run, and a system of hosts and
//! processes.

use super::Source;
use super::text;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What there is beside the program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Beside {
    /// Other programs, as `--program` or a system file gives them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) programs: Vec<Other>,
    /// The hosts and processes, as a system file has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) system: Option<System>,
}

impl Beside {
    /// Whether there is anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.programs.is_empty() && self.system.is_none()
    }
}

/// Another program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Other {
    /// What reports call it, and how processes find it.
    #[serde(flatten)]
    pub(crate) named: Named,
    /// The program.
    pub(crate) source: Source,
}

/// What a program is called.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Named {
    /// In reports.
    pub(crate) name: String,
    /// By processes: absolute names of files.
    pub(crate) paths: Vec<String>,
}

impl Named {
    /// A program that processes find by this name: where there is no slash, in the usual directories.
    pub(crate) fn of_path(path: &str) -> Named {
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        let paths = match path.contains('/') {
            true => vec![path.strip_prefix("./").map_or(path.to_owned(), |it| format!("/{it}"))],
            false => vec![format!("/bin/{path}"), format!("/usr/bin/{path}"), format!("/{path}")],
        };
        Named { name, paths }
    }
}

/// Hosts and processes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct System {
    /// The program that the run starts with.
    pub(crate) first: Named,
    /// The hosts.
    pub(crate) hosts: Vec<Host>,
    /// The names of links.
    pub(crate) links: Vec<String>,
    /// The processes that run from the start.
    pub(crate) processes: Vec<Process>,
}

/// A host.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Host {
    pub(crate) name: String,
    /// Interfaces beside its loopback.
    pub(crate) interfaces: Vec<Interface>,
    /// Its files and directories, as `--file` and `--dir` name them.
    pub(crate) files: Vec<String>,
    pub(crate) directories: Vec<String>,
}

/// An interface.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Interface {
    pub(crate) name: String,
    /// Addresses and the bits that name their networks: `10.0.0.1/24`.
    pub(crate) addresses: Vec<String>,
    pub(crate) mtu: u32,
    pub(crate) hardware: [u8; 6],
    /// The numbers of its links.
    pub(crate) links: Vec<u32>,
}

/// A process.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Process {
    /// The number of its program: 0 is that of the run, the others follow.
    pub(crate) program: usize,
    /// The number of its host.
    pub(crate) host: usize,
    /// Its name and arguments.
    #[serde(with = "text::all")]
    pub(crate) arguments: Vec<Vec<u8>>,
    /// `NAME=VALUE`
    pub(crate) environment: Vec<String>,
    /// The file that is its standard input.
    #[serde(with = "text::optional", default)]
    pub(crate) stdin: Option<PathBuf>,
    /// It watches the others, and goes on before them.
    #[serde(default)]
    pub(crate) monitor: bool,
}

/// `PATH=INPUT[,INPUT…]`: a program, and what it is made of.
pub(crate) fn parse_given(text: &str) -> Result<(Named, Vec<PathBuf>), String> {
    let (path, inputs) = text.split_once('=').ok_or("it is PATH=INPUT, as in /bin/worker=worker.c")?;
    let inputs: Vec<PathBuf> = inputs.split(',').filter(|it| !it.is_empty()).map(PathBuf::from).collect();
    if path.is_empty() || path.ends_with('/') || inputs.is_empty() {
        return Err("it is PATH=INPUT, as in /bin/worker=worker.c".to_owned());
    }
    Ok((Named::of_path(path), inputs))
}
