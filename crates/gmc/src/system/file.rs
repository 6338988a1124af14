//! The keys of a system file. A test compares them with docs/systems.md.

use super::Wrong;
use serde::Deserialize;
use serde::de::IgnoredAny;
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
    /// What a later version knows: how links lose, repeat and delay.
    network: Option<Spanned<IgnoredAny>>,
    /// Likewise: how time passes.
    clock: Option<Spanned<IgnoredAny>>,
    /// Likewise: functions that see all processes.
    invariants: Option<Spanned<IgnoredAny>>,
    /// Likewise: what a restart keeps.
    restart: Option<Spanned<IgnoredAny>>,
}

impl SystemFile {
    /// Says so where a file asks for what there is not.
    pub(super) fn refuse_what_is_missing(&self) -> Result<(), Wrong> {
        let asked = [
            ("network", &self.network, "--lose, --duplicate and their kin are options"),
            ("clock", &self.clock, "--clock is an option"),
            ("invariants", &self.invariants, "each program has its own, with gmc_invariant"),
            ("restart", &self.restart, "no host crashes"),
        ];
        match asked.iter().find_map(|(key, value, instead)| Some((key, value.as_ref()?, instead))) {
            Some((key, value, instead)) => {
                Err(Wrong::new(format!("`{key}` is not known yet in a system file: {instead}"), value.span()))
            }
            None => Ok(()),
        }
    }
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
}
