//! The processes of a system: who there is, who is whose child, how those have ended that nobody has asked about yet,
//! and which signals wait for them.
//!
//! A process is named by its place in the table ([`ProcessId`]); its number, which programs see, follows from that. A
//! place becomes free when the parent has asked for the status, and the next child takes the lowest free one. So a
//! server that makes children for ever has finitely many states. POSIX allows a number to be used again then.
//!
//! The table is a part of the outside, so that every process sees the same one. What a process does at its own end
//! (destructors, buffers) is no business of the table.

use crate::hosts::HostId;
use std::collections::BTreeMap;

/// The most processes at a time; `fork` fails beyond.
pub const MOST: usize = 32;

/// The number of the first process. The others follow.
const FIRST: i32 = 4711;

/// The number of the process that orphans belong to.
pub const INIT: i32 = 1;

/// `SIGCHLD`
const CHILD: i32 = 17;

/// A process, by its place in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId(pub u32);

impl ProcessId {
    /// The process that the system starts with.
    pub const FIRST: ProcessId = ProcessId(0);

    /// Its place in the table.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number, as `getpid` returns it.
    pub fn number(self) -> i32 {
        FIRST + self.0 as i32
    }
}

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// By `exit` with this code.
    Exited(i32),
    /// By this signal.
    Killed(i32),
}

impl Status {
    /// As `wait` stores it.
    pub fn to_number(self) -> i32 {
        match self {
            Status::Exited(code) => (code & 0xff) << 8,
            Status::Killed(signal) => signal,
        }
    }
}

/// What a process is doing, as far as others can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// There is none here, or nobody can ask about it any more.
    Free,
    Running,
    /// It has ended, and its parent has not asked yet.
    Zombie(Status),
}

/// A signal that waits for a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sent {
    /// Where it comes from: `si_code`.
    pub code: i32,
    /// The number of the sender.
    pub from: i32,
}

/// What the table knows of a process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Process {
    /// Where it is: it sees no process of another host.
    host: HostId,
    phase: Phase,
    /// None for orphans.
    parent: Option<ProcessId>,
    /// The number of its group.
    group: i32,
    /// The number of its session.
    session: i32,
    /// Its children leave no zombies: it ignores `SIGCHLD`, or said `SA_NOCLDWAIT`.
    ignores_children: bool,
    /// It has its parent's memory on loan (`vfork`), until it runs another program or ends.
    borrows: bool,
    /// Signals that wait for it, whichever of its threads gets them.
    signals: BTreeMap<i32, Sent>,
}

impl Process {
    /// One that leads a session of its own.
    fn new(host: HostId, id: ProcessId) -> Process {
        Process {
            host,
            phase: Phase::Running,
            parent: None,
            group: id.number(),
            session: id.number(),
            ignores_children: false,
            borrows: false,
            signals: BTreeMap::new(),
        }
    }
}

/// Which children `wait` asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Any.
    Any,
    /// The one with this number.
    Number(i32),
    /// Those of the group with this number.
    Group(i32),
}

/// What there is of children that `wait` asks about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Children {
    /// Whether any of them runs.
    pub running: bool,
    /// Those that have ended, and how.
    pub ended: Vec<(ProcessId, Status)>,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Processes {
    list: Vec<Process>,
    /// How many run from the start.
    least: usize,
}

impl Default for Processes {
    fn default() -> Processes {
        let process = Process::new(HostId::FIRST, ProcessId::FIRST);
        Processes { list: vec![process], least: 1 }
    }
}

impl Processes {
    fn running(&self) -> impl Iterator<Item = (ProcessId, &Process)> {
        self.all().filter(|it| it.1.phase == Phase::Running)
    }

    fn all(&self) -> impl Iterator<Item = (ProcessId, &Process)> {
        (0..).map(ProcessId).zip(&self.list)
    }

    fn get(&self, id: ProcessId) -> &Process {
        &self.list[id.index()]
    }

    fn get_mut(&mut self, id: ProcessId) -> &mut Process {
        &mut self.list[id.index()]
    }

    /// Whether there is another process, one that has ended included.
    #[inline]
    pub fn are_several(&self) -> bool {
        self.list.len() > 1
    }

    /// Whether another process runs.
    #[inline]
    pub fn has_others(&self, id: ProcessId) -> bool {
        self.are_several() && self.running().any(|it| it.0 != id)
    }

    /// The process with a number that another one sees, unless it is gone.
    fn find(&self, asking: ProcessId, number: i32) -> Option<ProcessId> {
        let host = self.host(asking);
        let is =
            |id: ProcessId, it: &Process| id.number() == number && it.host == host && it.phase != Phase::Free;
        self.all().find(|it| is(it.0, it.1)).map(|it| it.0)
    }

    /// A process that runs from the start, and leads a session of its own; none where there are too many. With `first`,
    /// it takes the place of the process that the table begins with.
    pub fn begin(&mut self, host: HostId, first: bool) -> Option<ProcessId> {
        if first {
            self.list.clear();
        }
        let id = ProcessId(self.list.len() as u32);
        if self.list.len() == MOST {
            return None;
        }
        self.list.push(Process::new(host, id));
        self.least = self.list.len();
        Some(id)
    }

    /// A process that has run from the start begins again: in its place, or in the first that is free. None where there
    /// are too many.
    pub(crate) fn begin_again(&mut self, host: HostId, place: ProcessId) -> Option<ProcessId> {
        let is_free = |at: usize| self.list.get(at).is_none_or(|it| it.phase == Phase::Free);
        let at = [place.index()].into_iter().chain(0..MOST).find(|&at| is_free(at))?;
        let process = Process::new(host, ProcessId(at as u32));
        match self.list.get_mut(at) {
            Some(free) => *free = process,
            None => self.list.push(process),
        }
        Some(ProcessId(at as u32))
    }

    /// All processes of a host are gone, and nobody hears of it: whoever could is gone, too.
    pub(crate) fn lose_host(&mut self, host: HostId) -> Vec<ProcessId> {
        let is_lost = |it: &(ProcessId, &Process)| it.1.host == host && it.1.phase != Phase::Free;
        let lost: Vec<ProcessId> = self.all().filter(is_lost).map(|it| it.0).collect();
        for &id in &lost {
            let process = self.get_mut(id);
            (process.phase, process.parent) = (Phase::Free, None);
            process.signals.clear();
        }
        self.trim();
        lost
    }

    /// Whether any process runs on a host.
    pub(crate) fn run_on(&self, host: HostId) -> bool {
        self.running().any(|it| it.1.host == host)
    }

    /// A new process; none where there are too many.
    pub fn fork(&mut self, parent: ProcessId) -> Option<ProcessId> {
        let Process { host, group, session, ignores_children, .. } = *self.get(parent);
        let place = self.list.iter().position(|it| it.phase == Phase::Free).unwrap_or(self.list.len());
        let child = Process {
            host,
            phase: Phase::Running,
            parent: Some(parent),
            group,
            session,
            ignores_children,
            borrows: false,
            signals: BTreeMap::new(),
        };
        match self.list.get_mut(place) {
            Some(free) => *free = child,
            None if place == MOST => return None,
            None => self.list.push(child),
        }
        Some(ProcessId(place as u32))
    }

    /// A process ends. Its children belong to nobody from now on.
    pub fn end(&mut self, id: ProcessId, status: Status) {
        for child in &mut self.list {
            if child.parent == Some(id) {
                child.parent = None;
                if matches!(child.phase, Phase::Zombie(_)) {
                    child.phase = Phase::Free;
                }
            }
        }
        let parent = self.get(id).parent.filter(|it| self.get(*it).phase == Phase::Running);
        let noticed = match parent {
            Some(parent) => {
                let sent = Sent { code: 1, from: id.number() };
                self.get_mut(parent).signals.insert(CHILD, sent);
                !self.get(parent).ignores_children
            }
            // Whoever started the first one asks how it ended.
            None => id == ProcessId::FIRST,
        };
        let process = self.get_mut(id);
        process.signals.clear();
        process.phase = if noticed { Phase::Zombie(status) } else { Phase::Free };
        self.trim();
    }

    /// Free places at the end are no part of the table, but for those of processes that run from the start.
    fn trim(&mut self) {
        while self.list.len() > self.least && self.list.last().is_some_and(|it| it.phase == Phase::Free) {
            self.list.pop();
        }
    }

    /// How the first process has ended, if it has.
    pub fn first_status(&self) -> Option<Status> {
        match self.list[0].phase {
            Phase::Zombie(status) => Some(status),
            Phase::Free | Phase::Running => None,
        }
    }

    /// A process has its parent's memory on loan, or not any more.
    pub fn set_borrows(&mut self, id: ProcessId, borrows: bool) {
        self.get_mut(id).borrows = borrows;
    }

    /// Whether a process runs with its parent's memory.
    pub fn borrows(&self, id: ProcessId) -> bool {
        self.is_running(id) && self.get(id).borrows
    }

    /// The host that a process is on.
    pub fn host(&self, id: ProcessId) -> HostId {
        self.get(id).host
    }

    /// Whether a process runs.
    pub fn is_running(&self, id: ProcessId) -> bool {
        self.list.get(id.index()).is_some_and(|it| it.phase == Phase::Running)
    }

    /// How many children of a process there are for which nobody has waited.
    pub fn child_count(&self, of: ProcessId) -> usize {
        self.all().filter(|it| it.1.parent == Some(of) && it.1.phase != Phase::Free).count()
    }

    /// What there is of a process's children.
    pub fn children(&self, of: ProcessId, which: Which) -> Children {
        let mut found = Children::default();
        for (id, process) in self.all().filter(|it| it.1.parent == Some(of)) {
            let is_asked = match which {
                Which::Any => true,
                Which::Number(number) => id.number() == number,
                Which::Group(group) => process.group == group,
            };
            match process.phase {
                Phase::Running if is_asked => found.running = true,
                Phase::Zombie(status) if is_asked => found.ended.push((id, status)),
                _ => {}
            }
        }
        found
    }

    /// The parent has asked how a process ended: its place is free.
    pub fn reap(&mut self, id: ProcessId) {
        self.get_mut(id).phase = Phase::Free;
        self.get_mut(id).parent = None;
        self.trim();
    }

    /// The number of a process's parent.
    pub fn parent_number(&self, id: ProcessId) -> i32 {
        self.get(id).parent.map_or(INIT, ProcessId::number)
    }

    /// The number of the group of a process, by the process's number; 0 for its own.
    pub fn group_of(&self, asking: ProcessId, number: i32) -> Option<i32> {
        let id = if number == 0 { asking } else { self.find(asking, number)? };
        Some(self.get(id).group)
    }

    /// The number of the session of a process, likewise.
    pub fn session_of(&self, asking: ProcessId, number: i32) -> Option<i32> {
        let id = if number == 0 { asking } else { self.find(asking, number)? };
        Some(self.get(id).session)
    }

    /// `setpgid`; none where there is no such process.
    pub fn set_group(&mut self, asking: ProcessId, number: i32, group: i32) -> Option<()> {
        let id = if number == 0 { asking } else { self.find(asking, number)? };
        if id != asking && self.get(id).parent != Some(asking) {
            return None;
        }
        self.get_mut(id).group = if group == 0 { id.number() } else { group };
        Some(())
    }

    /// `setsid`; none where the process leads a group already.
    pub fn new_session(&mut self, id: ProcessId) -> Option<i32> {
        let number = id.number();
        if self.get(id).group == number {
            return None;
        }
        let process = self.get_mut(id);
        (process.group, process.session) = (number, number);
        Some(number)
    }

    /// Whether a process's children leave no zombies.
    pub fn set_ignores_children(&mut self, id: ProcessId, ignores: bool) {
        self.get_mut(id).ignores_children = ignores;
    }

    /// The processes that `kill` with this number means; none where there are none.
    pub fn targets(&self, sender: ProcessId, number: i32) -> Vec<ProcessId> {
        let Process { group: own_group, host, .. } = *self.get(sender);
        let meant = |id: ProcessId, process: &Process| match number {
            0 => process.group == own_group,
            -1 => id != sender,
            1.. => id.number() == number,
            _ => process.group == -number,
        };
        let is_seen = |it: &Process| it.phase != Phase::Free && it.host == host;
        self.all().filter(|it| is_seen(it.1) && meant(it.0, it.1)).map(|it| it.0).collect()
    }

    /// A signal waits for a process, unless that has ended.
    pub fn send(&mut self, id: ProcessId, signal: i32, sent: Sent) {
        let process = self.get_mut(id);
        if process.phase == Phase::Running {
            process.signals.entry(signal).or_insert(sent);
        }
    }

    /// Whether any signal waits for a process.
    #[inline]
    pub fn has_signals(&self, id: ProcessId) -> bool {
        self.list.get(id.index()).is_some_and(|it| !it.signals.is_empty())
    }

    /// The signals that wait for a process, the lowest first.
    pub fn signals(&self, id: ProcessId) -> impl Iterator<Item = i32> {
        self.list.get(id.index()).into_iter().flat_map(|it| it.signals.keys().copied())
    }

    /// A signal waits no longer. What was sent.
    pub fn take_signal(&mut self, id: ProcessId, signal: i32) -> Option<Sent> {
        self.get_mut(id).signals.remove(&signal)
    }
}
