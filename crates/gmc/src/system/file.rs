//! The keys of a system file. A test compares them with docs/systems.md.

use crate::run::{Clock, Keeps, Network};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SystemFile {
    pub(super) program: BTreeMap<Spanned<String>, ProgramEntry>,
    pub(super) host: BTreeMap<Spanned<String>, HostEntry>,
    pub(super) link: BTreeMap<Spanned<String>, LinkEntry>,
    pub(super) process: Vec<ProcessEntry>,
    /// What any link may do.
    pub(super) network: NetworkEntry,
    /// How time passes, and whether it does so on each host by itself.
    pub(super) clock: Clock,
    pub(super) drift: bool,
    /// Functions of the first process's program that must not return 0.
    pub(super) invariants: Vec<String>,
    pub(super) restart: RestartEntry,
    /// How many hosts crash for good.
    pub(super) crash: u32,
}

/// `[network]` and `[link.NAME.network]`
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct NetworkEntry {
    lose: u32,
    duplicate: u32,
    reorder: Times,
    corrupt: u32,
    delay: bool,
    partition: u32,
    reset: u32,
}

/// A number of times, or `true` for as often as it likes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Times {
    Number(u32),
    Any(bool),
}

impl Default for Times {
    fn default() -> Times {
        Times::Number(0)
    }
}

impl NetworkEntry {
    /// As a run has it.
    pub(super) fn network(self) -> Network {
        let NetworkEntry { lose, duplicate, reorder, corrupt, delay, partition, reset } = self;
        let reorder = match reorder {
            Times::Number(number) => number,
            Times::Any(true) => u32::MAX,
            Times::Any(false) => 0,
        };
        Network { lose, duplicate, reorder, corrupt, delay, partition, reset }
    }
}

/// `[restart]`
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RestartEntry {
    /// How often hosts crash and start again.
    pub(super) times: u32,
    pub(super) keeps: Keeps,
}

/// `[program.NAME]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ProgramEntry {
    /// Sources and objects.
    pub(super) sources: Vec<String>,
    /// Flags for compiling them.
    pub(super) flags: Vec<String>,
    /// The name by which processes execute it.
    pub(super) path: Option<String>,
}

/// `[host.NAME]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct HostEntry {
    pub(super) count: Option<Spanned<i64>>,
    /// The addresses of its first interface, `eth0`.
    pub(super) addresses: Vec<Spanned<String>>,
    pub(super) mtu: Option<Spanned<i64>>,
    pub(super) hardware: Option<Spanned<String>>,
    /// Further interfaces.
    pub(super) interface: BTreeMap<Spanned<String>, InterfaceEntry>,
    pub(super) files: Vec<String>,
    pub(super) dirs: Vec<String>,
    /// How often it crashes and starts again, and how often it crashes for good.
    pub(super) restart: u32,
    pub(super) crash: u32,
}

/// `[host.NAME.interface.NAME]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct InterfaceEntry {
    pub(super) addresses: Vec<Spanned<String>>,
    pub(super) mtu: Option<Spanned<i64>>,
    pub(super) hardware: Option<Spanned<String>>,
}

/// `[link.NAME]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LinkEntry {
    /// Hosts, or interfaces of hosts (`HOST.eth1`); a `*` at the end stands for the rest of a name.
    pub(super) hosts: Vec<Spanned<String>>,
    pub(super) topology: Topology,
    /// What it may do beside what any link may.
    pub(super) network: NetworkEntry,
}

/// Who hears whom on a link.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Topology {
    /// All hear all.
    #[default]
    Full,
    /// Each hears the one before it and the one after it.
    Line,
    /// Likewise, and the last one hears the first.
    Ring,
}

/// `[[process]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProcessEntry {
    pub(super) program: Spanned<String>,
    #[serde(default)]
    pub(super) host: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) count: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    #[serde(default)]
    pub(super) env: Vec<String>,
    #[serde(default)]
    pub(super) stdin: Option<String>,
    #[serde(default)]
    pub(super) monitor: bool,
}
