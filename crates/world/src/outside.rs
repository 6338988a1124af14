//! What processes have in common: open files, pipes, sockets, the file system, the time, the table of processes.
//!
//! A process has numbers for open files, streams, a mask and what its threads wait for; these are in [`Files`] and
//! [`World`](crate::World). What two processes can both see is here. Processes of one system have one outside: whoever
//! runs them gives it to the one that is about to go on, and takes it back afterwards. Handing it over moves a pointer.
//!
//! [`Files`]: crate::Files

use crate::clock::Clock;
use crate::files::{Open, Printed, System};
use crate::host::Host;
use crate::hosts::Hosts;
use crate::pipe::Pipe;
use crate::process::Processes;
use crate::sockets::Network;
use crate::state::{CopyOnWrite, NotState};
use crate::waiters::Waiters;
use crate::{Environment, FileSystem};

/// What all processes of a system see and change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outside {
    /// Where names lead, on each host.
    pub(crate) systems: Vec<CopyOnWrite<System>>,
    /// Open files: what POSIX calls open file descriptions. Numbers of processes lead to them.
    pub(crate) open: Vec<Option<Open>>,
    /// Pipes.
    pub(crate) pipes: Vec<Option<Pipe>>,
    /// Sockets.
    pub(crate) network: CopyOnWrite<Network>,
    /// The processes.
    pub processes: Processes,
    /// Who waits for something in memory that processes share.
    pub waiters: Waiters,
    /// The time.
    pub(crate) clock: Clock,
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
            systems: systems.map(CopyOnWrite::new).collect(),
            open: Vec::new(),
            pipes: Vec::new(),
            network: CopyOnWrite::new(Network::of_hosts(hosts)),
            processes: Processes::default(),
            waiters: Waiters::default(),
            clock: Clock::new(sealed),
            printed: NotState(None),
        }
    }

    /// What happens from now on without any process's doing.
    pub(crate) fn set_environment(&mut self, events: Environment) {
        self.clock.set_passing(events.clock);
        self.network.set_adversary(events.network);
    }
}
