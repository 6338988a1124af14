//! What happens without the program's doing: time passes, the network does what it likes, hosts crash.

use super::Beside;
use crate::cli;
use gmc_world::{Adversary, CrashBudget, CrashBudgets, Environment, HostId, Passing};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// How time passes, as traces and system files have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Clock {
    #[default]
    Still,
    Ordered,
    Free,
}

/// What happens without the program's doing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Events {
    /// How time passes.
    #[serde(default)]
    pub(crate) clock: Clock,
    /// Each host has a clock of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) drift: bool,
    /// What the network may do, by option.
    #[serde(default)]
    pub(crate) network: Network,
    /// What single links may do beside, by the links' numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) links: Vec<Network>,
    /// Hosts that crash and start again, those that do not, and what they keep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) restart: Vec<Crash>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) crash: Vec<Crash>,
    #[serde(default)]
    pub(crate) restart_keeps: Keeps,
}

/// What the network may do, and how often.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Network {
    pub(crate) lose: u32,
    pub(crate) duplicate: u32,
    /// The largest number: as often as it likes.
    pub(crate) reorder: u32,
    pub(crate) corrupt: u32,
    pub(crate) delay: bool,
    pub(crate) partition: u32,
    pub(crate) reset: u32,
}

/// A host that may crash: `[HOST=]N`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Crash {
    /// The host, or a program that runs on one host; none for any.
    pub(crate) host: Option<String>,
    /// How often.
    pub(crate) most: u32,
}

/// What a host has when it starts again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Keeps {
    /// Its files, as they were when it crashed
    #[default]
    Files,
    /// Nothing: its files are as they were at the start
    Nothing,
}

impl Crash {
    /// Reads `[HOST=]N`.
    pub(crate) fn parse(text: &str) -> Result<Crash, String> {
        let (host, most) = text.rsplit_once('=').map_or((None, text), |it| (Some(it.0), it.1));
        let most =
            most.parse().map_err(|_| format!("it is [HOST=]N, and `{most}` is no number of crashes"))?;
        match host {
            Some("") => Err("it is [HOST=]N, and there is no name in front of the =".to_owned()),
            _ => Ok(Crash { host: host.map(str::to_owned), most }),
        }
    }

    /// The number of the host; none for any.
    fn number(&self, beside: &Beside) -> Result<Option<usize>, String> {
        let Some(name) = &self.host else { return Ok(None) };
        let Some(system) = &beside.system else {
            return Err(format!(
                "`{name}`: there is one host, and its name is not needed: --restart {}",
                self.most
            ));
        };
        if let Some(at) = system.hosts.iter().position(|it| it.name == *name) {
            return Ok(Some(at));
        }
        let programs = [&system.first].into_iter().chain(beside.programs.iter().map(|it| &it.named));
        let program = programs.into_iter().position(|it| it.name == *name);
        let mut hosts: Vec<usize> =
            system.processes.iter().filter(|it| Some(it.program) == program).map(|it| it.host).collect();
        hosts.sort_unstable();
        hosts.dedup();
        let names = |of: &mut dyn Iterator<Item = usize>| {
            of.map(|it| system.hosts[it].name.as_str()).collect::<Vec<_>>().join(", ")
        };
        match hosts[..] {
            [one] => Ok(Some(one)),
            [] => {
                Err(format!("no host is called `{name}`; there are {}", names(&mut (0..system.hosts.len()))))
            }
            _ => Err(format!(
                "`{name}` runs on several hosts; name one of them: {}",
                names(&mut hosts.into_iter())
            )),
        }
    }
}

impl Network {
    /// As the world has it.
    fn adversary(&self) -> Adversary {
        let Network { lose, duplicate, reorder, corrupt, delay, partition, reset } = *self;
        Adversary { lose, duplicate, reorder, corrupt, partition, reset, delay }
    }

    /// What an option says, where it says anything; otherwise what a file does.
    fn or(self, file: &Network) -> Network {
        let either = |own: u32, file: u32| if own == 0 { file } else { own };
        Network {
            lose: either(self.lose, file.lose),
            duplicate: either(self.duplicate, file.duplicate),
            reorder: either(self.reorder, file.reorder),
            corrupt: either(self.corrupt, file.corrupt),
            delay: self.delay || file.delay,
            partition: either(self.partition, file.partition),
            reset: either(self.reset, file.reset),
        }
    }

    /// What it may do, in words.
    fn deeds(&self) -> Vec<String> {
        let mut may = Vec::new();
        let mut count = |count: u32, what: &str, unit: &str| match count {
            0 => {}
            u32::MAX => may.push(format!("{what} any {unit}s")),
            1 => may.push(format!("{what} at most one {unit}")),
            _ => may.push(format!("{what} at most {count} {unit}s")),
        };
        count(self.lose, "loses", "datagram");
        count(self.duplicate, "delivers twice", "datagram");
        count(self.reorder, "delivers before others", "datagram");
        count(self.corrupt, "changes a byte of", "datagram");
        count(self.partition, "cuts (and heals) links,", "cut");
        count(self.reset, "resets", "connection");
        may
    }

    fn delays(&self) -> bool {
        self.delay || self.reorder > 0
    }
}

impl Events {
    /// What options say.
    pub(super) fn new(given: &cli::Surroundings) -> Events {
        let clock = match given.clock {
            cli::Clock::Still | cli::Clock::Any => Clock::Still,
            cli::Clock::Ordered => Clock::Ordered,
            cli::Clock::Free => Clock::Free,
        };
        let &cli::Network { lose, duplicate, reorder, corrupt, delay, partition, reset } = &given.network;
        let reorder = reorder.map_or(0, |it| it.unwrap_or(u32::MAX));
        let network = Network { lose, duplicate, reorder, corrupt, delay, partition, reset };
        let cli::Hosts { restart, crash, restart_keeps, drift } = given.hosts.clone();
        Events { clock, drift, network, links: Vec::new(), restart, crash, restart_keeps }
    }

    /// What options say, where they say anything; otherwise what a system file does.
    pub(super) fn or(self, file: Events) -> Events {
        let list = |own: Vec<Crash>, file: Vec<Crash>| if own.is_empty() { file } else { own };
        Events {
            clock: if self.clock == Clock::Still { file.clock } else { self.clock },
            drift: self.drift || file.drift,
            network: self.network.or(&file.network),
            links: file.links,
            restart: list(self.restart, file.restart),
            crash: list(self.crash, file.crash),
            restart_keeps: if self.restart_keeps == Keeps::Files {
                file.restart_keeps
            } else {
                self.restart_keeps
            },
        }
    }

    /// As the world has it. Names of hosts are those of the system ([`Events::check`]).
    pub(super) fn environment(&self, beside: &Beside) -> Environment {
        let clock = match self.clock {
            Clock::Still => Passing::Still,
            Clock::Ordered => Passing::Ordered,
            Clock::Free => Passing::Free,
        };
        let keeps = match self.restart_keeps {
            Keeps::Files => gmc_world::Keeps::Files,
            Keeps::Nothing => gmc_world::Keeps::Nothing,
        };
        let mut crashes = CrashBudgets { keeps, ..CrashBudgets::default() };
        let mut add = |it: &Crash, to: fn(&mut CrashBudget) -> &mut u32| {
            let host = it.number(beside).unwrap_or(None).map(|it| HostId(it as u32));
            *to(crashes.of(host)) += it.most;
        };
        self.restart.iter().for_each(|it| add(it, |of| &mut of.restart));
        self.crash.iter().for_each(|it| add(it, |of| &mut of.crash));
        Environment {
            clock,
            drift: self.drift,
            network: self.network.adversary(),
            links: self.links.iter().map(Network::adversary).collect(),
            crashes,
        }
    }

    /// Says so where they name what there is not.
    pub(super) fn check(&self, beside: &Beside) -> Result<(), String> {
        for (option, list) in [("--restart", &self.restart), ("--crash", &self.crash)] {
            list.iter()
                .try_for_each(|it| it.number(beside).map(|_| ()))
                .map_err(|why| format!("{option}: {why}"))?;
        }
        if self.drift && self.clock == Clock::Still {
            return Err("--drift: time stands still; it is for --clock ordered or --clock free".to_owned());
        }
        Ok(())
    }

    /// Whether nothing happens.
    pub(super) fn is_none(&self) -> bool {
        *self == Events::default()
    }

    /// Whether any host may crash.
    pub(crate) fn crashes(&self) -> bool {
        self.restart.iter().chain(&self.crash).any(|it| it.most > 0)
    }

    /// Whether something may happen that need not, however long anybody waits.
    pub(crate) fn has_optional(&self) -> bool {
        let optional = |it: &Network| it.partition > 0 || it.reset > 0;
        self.crashes() || optional(&self.network) || self.links.iter().any(optional)
    }

    /// What is assumed of the network, as a clause; none if it does nothing bad.
    pub(crate) fn of_network(&self, links: &[String]) -> Option<String> {
        let quiet = |it: &Network| *it == Network::default();
        if quiet(&self.network) && self.links.iter().all(quiet) {
            return None;
        }
        let mut may = self.network.deeds();
        for (link, own) in links.iter().zip(&self.links).filter(|it| !quiet(it.1)) {
            may.extend(own.deeds().into_iter().map(|it| format!("{it} on link {link}")));
            if own.delays() && !self.network.delays() {
                may.push(format!("delivers datagrams on link {link} late or never"));
            }
        }
        let when = if self.network.delays() { "late or never" } else { "at once" };
        may.push(format!("otherwise delivers datagrams {when}"));
        let may = may.join(", ");
        Some(format!("the network {may}, in order, and TCP at once; free ports are given from 32768 on"))
    }

    /// What is assumed of hosts, as a clause; none if none crashes.
    pub(crate) fn of_hosts(&self) -> Option<String> {
        if !self.crashes() {
            return None;
        }
        let mut all = Vec::new();
        for (list, then) in [(&self.restart, "crash and start again"), (&self.crash, "crash for good")] {
            for it in list.iter().filter(|it| it.most > 0) {
                let who = it.host.as_ref().map_or("hosts".to_owned(), |it| format!("{it} may"));
                let times = if it.most == 1 { "once".to_owned() } else { format!("{} times", it.most) };
                all.push(format!("{who} {then} at most {times}"));
            }
        }
        let mut clause = all.join(", ");
        if self.restart.iter().any(|it| it.most > 0) {
            let with = match self.restart_keeps {
                Keeps::Files => "as they were when they crashed",
                Keeps::Nothing => "as they were at the start",
            };
            // Writing to a string cannot fail.
            let _ = write!(clause, ", with their files {with}");
        }
        Some(format!("{clause}; what they have written and sent before is written and sent"))
    }
}
