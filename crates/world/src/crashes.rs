//! Hosts that crash, and those of them that start again.
//!
//! A crash takes from a host all that is not in its files: its processes end without a word, and its open files, pipes
//! and sockets are gone. Whoever has a connection to it hears nothing (`sockets::silence`). What it has sent before is
//! on its way, or there. A host that starts again runs the programs that it has run at the start of the system, from
//! their beginning, in the files that it had when it crashed, or in those that it had at the start ([`Keeps`]).
//!
//! How often hosts may crash is a part of the state. A host crashes only while a process runs on it: a crash of one on
//! which all is over would change nothing that is looked for.
//!
//! What is *not* modelled: writes that were done and do not get to the disk. A call that writes is done or not.

use crate::files::{System, Thing};
use crate::hosts::HostId;
use crate::outside::Outside;
use crate::process::ProcessId;
use crate::state::NotState;
use crate::tree::Tree;
use crate::{Start, Timed, World};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How often a host may crash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CrashBudget {
    /// For good.
    pub crash: u32,
    /// To start again, at any later moment.
    pub restart: u32,
}

/// What a host has after a crash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keeps {
    /// Its files.
    #[default]
    Files,
    /// Nothing: its files are as they were at the start of the system.
    Nothing,
}

/// Which hosts may crash, and how often.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CrashBudgets {
    /// Whichever host.
    pub any: CrashBudget,
    /// Single hosts, in their order. Those behind the last one crash only as one of any.
    pub hosts: Vec<CrashBudget>,
    /// What is left of a host.
    pub keeps: Keeps,
}

impl CrashBudgets {
    fn all(&self) -> impl Iterator<Item = &CrashBudget> {
        self.hosts.iter().chain([&self.any])
    }

    /// The budget of a host, or that of any.
    pub fn of(&mut self, host: Option<HostId>) -> &mut CrashBudget {
        let Some(host) = host else { return &mut self.any };
        if self.hosts.len() <= host.index() {
            self.hosts.resize(host.index() + 1, CrashBudget::default());
        }
        &mut self.hosts[host.index()]
    }

    /// Whether any host may crash.
    pub fn acts(&self) -> bool {
        self.all().any(|it| *it != CrashBudget::default())
    }

    fn has(&self, host: HostId, left: fn(&CrashBudget) -> u32) -> bool {
        self.hosts.get(host.index()).into_iter().chain([&self.any]).any(|it| left(it) > 0)
    }

    /// One less of a host's own, or of those for any.
    fn spend(&mut self, host: HostId, left: fn(&mut CrashBudget) -> &mut u32) {
        let own = self.hosts.get_mut(host.index()).map(left).filter(|it| **it > 0);
        let left = own.unwrap_or_else(|| left(&mut self.any));
        *left = left.saturating_sub(1);
    }
}

/// What happens to a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostEvent {
    /// It crashes, for good or to start again.
    Crash(HostId, bool),
    /// It starts again.
    Start(HostId),
    /// A host hears no answer over the connection of this socket, and gives it up.
    GiveUp(u32),
}

impl HostEvent {
    /// Whether it need not happen, however long anybody waits.
    pub(crate) fn is_optional(self) -> bool {
        matches!(self, HostEvent::Crash(..))
    }
}

/// Which hosts may crash, and which have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Crashes {
    left: CrashBudgets,
    /// Those that start again.
    starting: BTreeSet<HostId>,
    /// What hosts begin with. The same in all states.
    beginnings: NotState<Rc<Beginnings>>,
}

/// What hosts begin with.
#[derive(Debug, Default)]
struct Beginnings {
    /// The processes that run from the start, in their order.
    processes: Vec<Start>,
    /// The files of each host.
    files: Vec<Tree>,
}

impl Outside {
    /// These hosts may crash, and begin with these processes and the files that are there now.
    pub(crate) fn set_crashes(&mut self, left: CrashBudgets, processes: Vec<Start>) {
        let files = self.systems.iter().filter_map(|it| it.in_memory().cloned()).collect();
        let beginnings = NotState(Rc::new(Beginnings { processes, files }));
        *self.crashes = Crashes { left, starting: BTreeSet::new(), beginnings };
    }

    /// What can happen to hosts now, in an order that follows from the state.
    pub(crate) fn host_events(&self) -> Vec<HostEvent> {
        let mut events = Vec::new();
        for host in self.crashing_hosts() {
            let left = &self.crashes.left;
            if left.has(host, |it| it.restart) {
                events.push(HostEvent::Crash(host, true));
            }
            if left.has(host, |it| it.crash) {
                events.push(HostEvent::Crash(host, false));
            }
        }
        events.extend(self.crashes.starting.iter().map(|&it| HostEvent::Start(it)));
        events.extend(self.network.unanswered().map(HostEvent::GiveUp));
        events
    }

    /// The hosts that may crash now.
    fn crashing_hosts(&self) -> impl Iterator<Item = HostId> {
        let left = &self.crashes.left;
        let hosts = self.network.hosts.all().map(|it| it.0);
        let may = |&it: &HostId| left.has(it, |it| it.restart + it.crash) && self.processes.run_on(it);
        hosts.filter(move |it| left.acts() && may(it))
    }

    /// Whether any of that can happen.
    pub(crate) fn has_host_events(&self) -> bool {
        self.crashes.left.acts() && self.crashing_hosts().next().is_some()
            || !self.crashes.starting.is_empty()
            || self.network.unanswered().next().is_some()
    }

    /// Whether hosts crash in this run.
    pub(crate) fn has_crashes(&self) -> bool {
        !self.crashes.beginnings.0.processes.is_empty()
    }

    /// Whether a host may crash, sooner or later.
    pub(crate) fn may_crash(&self) -> bool {
        self.crashes.left.acts()
    }

    /// What an event is, for readers.
    pub(crate) fn describe_host(&self, event: HostEvent) -> String {
        let name = |host: HostId| match self.network.hosts.are_several() {
            true => format!("host {}", self.network.hosts.get(host).name),
            false => "the host".to_owned(),
        };
        match event {
            HostEvent::Crash(host, true) => format!("{} crashes", name(host)),
            HostEvent::Crash(host, false) => format!("{} crashes for good", name(host)),
            HostEvent::Start(host) => match self.crashes.left.keeps {
                Keeps::Files => format!("{} starts again, with its files", name(host)),
                Keeps::Nothing => format!("{} starts again, with the files of its first start", name(host)),
            },
            HostEvent::GiveUp(socket) => self.network.describe_silence(socket),
        }
    }

    /// Whether a host starts again.
    pub fn awaits_start(&self) -> bool {
        !self.crashes.starting.is_empty()
    }

    /// Something happens to a host. What processes it begins with is for whoever runs them.
    pub(crate) fn host_acts(&mut self, event: HostEvent) {
        match event {
            HostEvent::Crash(host, starts) => {
                let left = &mut self.crashes.left;
                if starts {
                    left.spend(host, |it| &mut it.restart);
                    self.crashes.starting.insert(host);
                } else {
                    left.spend(host, |it| &mut it.crash);
                }
                self.crash(host);
            }
            HostEvent::Start(host) => {
                self.crashes.starting.remove(&host);
                self.network.start_host(host);
            }
            HostEvent::GiveUp(socket) => self.network.give_up(socket),
        }
    }

    fn crash(&mut self, host: HostId) {
        for process in self.processes.lose_host(host) {
            self.clock_mut(host).forget_process(process);
            self.waiters.forget(process);
        }
        for at in 0..self.open.len() {
            if self.open[at].as_ref().is_some_and(|it| it.host == host) {
                self.clock_mut(host).forget(Timed::File(at as u32));
                if let Some(open) = self.open[at].take() {
                    if let Thing::Nameless(at) = open.thing {
                        self.nameless[at as usize] = None;
                    }
                    for pipe in open.thing.pipes() {
                        self.pipes[pipe.0 as usize] = None;
                    }
                }
            }
        }
        let keeps = self.crashes.left.keeps == Keeps::Files;
        self.network.lose_host(host, keeps);
        let Outside { systems, crashes, .. } = self;
        if let (System::Memory(tree), Some(first)) =
            (&mut *systems[host.index()], crashes.beginnings.0.files.get(host.index()))
        {
            if keeps {
                tree.lose_memory(first);
            } else {
                *tree = first.clone();
            }
        }
    }
}

impl World {
    /// The processes that a host begins with, by their places among those that run from the start.
    pub fn starts_on(&self, host: HostId) -> Vec<usize> {
        let processes = &self.files.outside().crashes.beginnings.0.processes;
        (0..processes.len()).filter(|&at| processes[at].host == host).collect()
    }

    /// One of these begins anew. None where there are too many processes.
    pub fn start_again(&mut self, at: usize) -> Option<World> {
        let start = self.files.outside().crashes.beginnings.0.processes[at].clone();
        let place = ProcessId(at as u32);
        let process = self.processes_mut().begin_again(start.host, place)?;
        let mut world = World::of_start(self.files.outside_mut(), start, process, true);
        *world.files.outside_mut() = self.files.outside().clone();
        Some(world)
    }
}
