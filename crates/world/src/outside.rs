//! What processes have in common: open files, pipes, sockets, the file system, the time, the table of processes.
//!
//! A process has numbers for open files, streams, a mask and what its threads wait for; these are in [`Files`] and
//! [`World`](crate::World). What two processes can both see is here. Processes of one system have one outside: whoever
//! runs them gives it to the one that is about to go on, and takes it back afterwards. Handing it over moves a pointer.
//! A copy shares all parts until one of them changes, and a hash is that of the parts, which know theirs.
//!
//! [`Files`]: crate::Files

use crate::clock::Clock;
use crate::content::Content;
use crate::crashes::Crashes;
use crate::files::{Open, Printed, System};
use crate::host::Host;
use crate::hosts::{HostId, Hosts};
use crate::pipe::Pipe;
use crate::process::Processes;
use crate::sockets::Network;
use crate::state::{CopyOnWrite, NotState};
use crate::waiters::Waiters;
use crate::{Environment, FileSystem, Start};

/// What all processes of a system see and change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outside {
    /// Where names lead, on each host.
    pub(crate) systems: CopyOnWrite<Vec<CopyOnWrite<System>>>,
    /// Open files: what POSIX calls open file descriptions. Numbers of processes lead to them.
    pub(crate) open: CopyOnWrite<Vec<Option<Open>>>,
    /// Pipes.
    pub(crate) pipes: CopyOnWrite<Vec<Option<Pipe>>>,
    /// What is behind memory without a file that processes share.
    pub(crate) nameless: CopyOnWrite<Vec<Option<CopyOnWrite<Content>>>>,
    /// Sockets.
    pub(crate) network: CopyOnWrite<Network>,
    /// The processes.
    pub processes: CopyOnWrite<Processes>,
    /// Who waits for something in memory that processes share.
    pub waiters: Waiters,
    /// The time: one clock for all hosts, or one for each.
    clocks: CopyOnWrite<Vec<Clock>>,
    /// Hosts that crash.
    pub(crate) crashes: CopyOnWrite<Crashes>,
    /// What went to standard output and errors, for those who read the run.
    pub(crate) printed: NotState<Option<Printed>>,
}

impl Outside {
    /// The outside of hosts with these files, on which nothing is open. Where files are in memory, time stands still.
    pub(crate) fn of_hosts(hosts: Hosts, files: Vec<FileSystem>) -> Outside {
        let sealed = matches!(files.first(), Some(FileSystem::Memory(_)));
        let systems = files.into_iter().map(|it| match it {
            FileSystem::Host(access) => System::Host(Host::new(access)),
            FileSystem::Memory(tree) => System::Memory(tree),
        });
        Outside {
            systems: CopyOnWrite::new(systems.map(CopyOnWrite::new).collect()),
            open: CopyOnWrite::default(),
            pipes: CopyOnWrite::default(),
            nameless: CopyOnWrite::default(),
            network: CopyOnWrite::new(Network::of_hosts(hosts)),
            processes: CopyOnWrite::default(),
            waiters: Waiters::default(),
            clocks: CopyOnWrite::new(vec![Clock::new(sealed)]),
            crashes: CopyOnWrite::default(),
            printed: NotState(None),
        }
    }

    /// The clock of a host.
    pub(crate) fn clock(&self, host: HostId) -> &Clock {
        &self.clocks[host.index().min(self.clocks.len() - 1)]
    }

    /// The same, to be changed.
    pub(crate) fn clock_mut(&mut self, host: HostId) -> &mut Clock {
        let last = self.clocks.len() - 1;
        &mut self.clocks[host.index().min(last)]
    }

    /// All clocks, each with the first host that it is of.
    pub(crate) fn clocks(&self) -> impl Iterator<Item = (HostId, &Clock)> {
        (0..).map(HostId).zip(self.clocks.iter())
    }

    /// Somebody can see what clocks show.
    pub fn show_clocks(&mut self) {
        self.clocks.iter_mut().for_each(Clock::show);
    }

    /// What happens from now on without any process's doing, where these processes run from the start.
    pub(crate) fn set_environment(&mut self, events: Environment, starts: Vec<Start>) {
        self.clocks[0].set_passing(events.clock);
        if events.drift {
            let first = self.clocks[0].clone();
            self.clocks.resize(self.systems.len(), first);
        }
        self.network.set_adversary(events.network, events.links);
        if events.crashes.acts() {
            self.set_crashes(events.crashes, starts);
        }
    }
}
