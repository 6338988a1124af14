//! What the environment does: deadlines pass, the network does what it likes (`sockets::adversary`), and hosts crash
//! and start again (`crashes`).
//!
//! Who runs the program asks what can happen ([`World::events`]): a list that follows from the state, in an order that
//! follows from the state. It chooses one and lets it happen ([`World::happen`]). So events are choices like any other.
//!
//! Invariant: an event changes the [`Outside`] and nothing else.

use crate::World;
use crate::clock::{Clock, Passing, Timed};
use crate::crashes::{CrashBudgets, HostEvent};
use crate::hosts::HostId;
use crate::outside::Outside;
use crate::process::Sent;
use crate::sockets::{Adversary, NetworkEvent};
use gmc_model::ThreadId;
use std::time::Duration;

/// What the environment may do, beside what is there at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// How time passes.
    pub clock: Passing,
    /// Each host has a clock of its own, which runs at its own pace.
    pub drift: bool,
    /// What the network may do.
    pub network: Adversary,
    /// What it may do on single links beside, by their numbers.
    pub links: Vec<Adversary>,
    /// Which hosts may crash.
    pub crashes: CrashBudgets,
}

impl Environment {
    /// Whether it does anything.
    pub fn acts(&self) -> bool {
        let bad = self.links.iter().chain([&self.network]).any(Adversary::acts);
        self.clock != Passing::Still || bad || self.crashes.acts()
    }
}

/// A part of the environment that acts on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// Time passes.
    Clock,
    /// Messages arrive, or do not.
    Network,
    /// Hosts crash and start again.
    Hosts,
}

impl Actor {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Actor::Clock => "the clock",
            Actor::Network => "the network",
            Actor::Hosts => "the hosts",
        }
    }
}

/// Something that can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// So much time passes by the clock of a host. Where deadlines pass in any order, only this one does.
    Time(HostId, Duration, Option<Timed>),
    /// The network does something.
    Network(NetworkEvent),
    /// Something happens to a host.
    Host(HostEvent),
}

impl Happening {
    /// Whether it need not happen, however long anybody waits: nobody can rely on it.
    pub fn is_optional(&self) -> bool {
        match self {
            Happening::Time(..) => false,
            Happening::Network(event) => event.is_optional(),
            Happening::Host(event) => event.is_optional(),
        }
    }
}

/// `SI_KERNEL` and `SI_TIMER`: where signals of timers come from.
const FROM_KERNEL: i32 = 0x80;
const FROM_TIMER: i32 = -2;
/// Timers with smaller numbers are those of `setitimer`.
const INTERVALS: u32 = 3;

impl Outside {
    /// Whether something may happen that no process does.
    #[inline]
    pub fn is_restless(&self) -> bool {
        self.clocks().any(|it| it.1.is_pending()) || self.network.is_restless() || self.has_host_events()
    }
}

impl World {
    /// What a part of the environment can do now. Some threads wait until the clock of their host shows a time:
    /// `awaited`.
    pub fn events(&self, actor: Actor, awaited: &[(HostId, Duration)]) -> Vec<Happening> {
        let outside = self.files.outside();
        match actor {
            Actor::Clock => {
                let of = |it: &(HostId, Duration), clock: &Clock| std::ptr::eq(outside.clock(it.0), clock);
                let own = |clock: &Clock| awaited.iter().filter(|it| of(it, clock)).map(|it| it.1).collect();
                outside.clocks().flat_map(|(host, clock)| times(host, clock, own(clock))).collect()
            }
            Actor::Network => outside.network.network_events().into_iter().map(Happening::Network).collect(),
            Actor::Hosts => outside.host_events().into_iter().map(Happening::Host).collect(),
        }
    }

    /// Whether the network has to do something before anybody goes on.
    #[inline]
    pub fn network_is_urgent(&self) -> bool {
        self.files.outside().network.is_urgent()
    }

    /// Whether something may happen that need not, however long anybody waits.
    #[inline]
    pub fn has_optional_events(&self) -> bool {
        let outside = self.files.outside();
        outside.may_crash() || outside.network.may_cut_or_reset()
    }

    /// Who acts in the environment.
    pub fn actors(&self) -> impl Iterator<Item = Actor> + use<> {
        let clock = self.clock().moves().then_some(Actor::Clock);
        let network = self.files.outside().network.is_bad_network().then_some(Actor::Network);
        let hosts = self.files.outside().has_crashes().then_some(Actor::Hosts);
        clock.into_iter().chain(network).chain(hosts)
    }

    /// Lets something happen. Only the outside changes.
    pub fn happen(&mut self, what: &Happening) {
        match what {
            Happening::Network(event) => self.files.network_acts(event),
            &Happening::Host(event) => self.files.host_acts(event),
            &Happening::Time(host, time, only) => {
                for (of, deadline) in self.files.outside_mut().clock_mut(host).pass_by(time, only) {
                    match of {
                        Timed::Thread(..) => {}
                        Timed::File(open) => self.files.expire_timer(open),
                        Timed::Timer(process, at) => {
                            let code = if at < INTERVALS { FROM_KERNEL } else { FROM_TIMER };
                            let sent = Sent { code, from: at as i32 };
                            if deadline.signal != 0 {
                                self.processes_mut().send(process, deadline.signal, sent);
                            }
                        }
                    }
                }
            }
        }
    }

    /// What an event is, for readers.
    pub fn describe_event(&self, what: &Happening) -> String {
        match what {
            Happening::Network(event) => self.files.outside().network.describe_network(event),
            &Happening::Host(event) => self.files.outside().describe_host(event),
            Happening::Time(host, time, only) => {
                let over = |of: Timed| match of {
                    Timed::Thread(process, thread) => {
                        format!("the wait of {}", self.who(process, Some(thread)))
                    }
                    Timed::Timer(process, at) if at < INTERVALS => {
                        format!("the interval timer of {}", self.who(process, None))
                    }
                    Timed::Timer(process, at) => {
                        format!("timer {} of {}", at - INTERVALS, self.who(process, None))
                    }
                    Timed::File(open) => format!("the timer that is open file {open}"),
                };
                let come = |it: &(Duration, Timed)| only.map_or(it.0 <= *time, |of| it.1 == of);
                let all: Vec<String> =
                    self.files.outside().clock(*host).pending().filter(come).map(|it| over(it.1)).collect();
                let what =
                    if all.is_empty() { "a time that is waited for".to_owned() } else { all.join(", ") };
                let is_one = self.files.outside().clocks().count() == 1;
                let whose =
                    if is_one { String::new() } else { format!(" on {}", self.hosts().get(*host).name) };
                format!("{} pass{whose}: {what} is over", span(*time))
            }
        }
    }

    /// A process, and a thread of it, for readers.
    fn who(&self, process: crate::ProcessId, thread: Option<ThreadId>) -> String {
        let several = self.processes().are_several();
        match thread {
            Some(thread) if several => format!("process {}, thread {thread}", process.index() + 1),
            Some(thread) => format!("thread {thread}"),
            None if several => format!("process {}", process.index() + 1),
            None => "the program".to_owned(),
        }
    }

    /// How many timers of the process are set.
    pub fn timers(&self) -> usize {
        let is_own = |it: &Timed| matches!(it, Timed::Timer(of, _) if *of == self.process);
        self.clock().pending().filter(|it| is_own(&it.1)).count()
    }

    fn timed(&self, thread: ThreadId) -> Timed {
        Timed::Thread(self.process, thread)
    }

    /// Whether the clock of a search knows until when a thread waits, and whether that is over.
    pub fn timed_wait(&self, thread: ThreadId) -> Option<bool> {
        self.clock().deadline(self.timed(thread)).map(|it| it.passed)
    }

    /// What is left of the time that a thread waits.
    pub fn time_left(&self, thread: ThreadId) -> Duration {
        self.clock().deadline(self.timed(thread)).and_then(|it| it.left).unwrap_or_default()
    }

    /// A thread waits for so long at most from now on.
    pub fn begin_timed_wait(&mut self, thread: ThreadId, time: Duration) {
        use crate::clock::Deadline;
        let (of, passed) = (self.timed(thread), time.is_zero());
        let left = (!passed).then_some(time);
        self.clock_mut().set_deadline(of, Deadline { left, passed, ..Deadline::default() });
    }

    /// A thread does not wait any more.
    pub fn end_timed_wait(&mut self, thread: ThreadId) {
        let of = self.timed(thread);
        if self.clock().deadline(of).is_some() {
            self.clock_mut().forget(of);
        }
    }
}

/// What a clock can come to, where threads wait until it shows these times.
fn times(host: HostId, clock: &Clock, awaited: Vec<Duration>) -> Vec<Happening> {
    let mut awaited: Vec<Duration> =
        awaited.into_iter().map(|it| it.saturating_sub(clock.shows())).filter(|it| !it.is_zero()).collect();
    awaited.sort_unstable();
    awaited.dedup();
    match clock.passing() {
        Passing::Still => Vec::new(),
        Passing::Ordered => {
            let next = clock.pending().map(|it| it.0).chain(awaited).min();
            next.into_iter().map(|it| Happening::Time(host, it, None)).collect()
        }
        Passing::Free => {
            let own = clock.pending().map(|(left, of)| Happening::Time(host, left, Some(of)));
            own.chain(awaited.into_iter().map(|it| Happening::Time(host, it, None))).collect()
        }
    }
}

/// A time, for readers.
fn span(time: Duration) -> String {
    match (time.as_secs(), time.subsec_nanos()) {
        (seconds, 0) => format!("{seconds} s"),
        (0, fraction) if fraction % 1_000_000 == 0 => format!("{} ms", fraction / 1_000_000),
        (0, fraction) if fraction % 1000 == 0 => format!("{} µs", fraction / 1000),
        _ => format!("{} s", time.as_secs_f64()),
    }
}
