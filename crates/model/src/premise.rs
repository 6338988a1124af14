//! What an answer takes for granted where the program asked for something that nobody can know: one table of what
//! there is, what it says, and the option that does without it.
//!
//! A premise belongs to an answer only if a run that was followed relied on it. It is met by executing, so a search
//! that knows a step already has met what the step relies on before.

use std::fmt;

/// Something that an answer takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Premise {
    /// Atomic operations that ask for less, and fences, are sequentially consistent.
    MemoryOrder,
    /// Allocation succeeds.
    Allocation,
    /// No thread wakes up that was not woken.
    Wakeup,
    /// Random numbers are those of one generator with one seed.
    Random,
    /// The clock shows one time.
    Clock,
    /// Time passes only while threads sleep or wait.
    Duration,
    /// Processes, users and groups have the numbers that they have here.
    Ids,
    /// The host, with all that a process finds there, is the one that is made up here.
    Host,
    /// The environment has the variables that were given.
    Environment,
    /// Objects lie where they lie here.
    Addresses,
    /// No other program can be started.
    Programs,
    /// Threads are cancelled only where they must be, and before what they wait for there.
    Cancellation,
    /// There are no files but those that were given.
    Files,
    /// Larger memory and longer files than gmc has room for cannot be had.
    Room,
    /// A weak compare-and-exchange fails only where the values differ.
    WeakExchange,
    /// The time zone is UTC.
    Zone,
    /// There are no more processes at a time than gmc has room for.
    Processes,
    /// A signal interrupts a process only before or after what others can notice.
    Signals,
    /// There is a loopback, and no other network.
    Network,
    /// Time passes from one deadline to the next.
    Deadlines,
    /// Deadlines pass in any order.
    AnyOrder,
}

/// All premises: what each takes for granted, as a clause, and the option that does without it.
const TABLE: [(Premise, &str, Option<&str>); 21] = [
    (Premise::MemoryOrder, "all threads see memory change in one order (sequential consistency)", None),
    (Premise::Allocation, "memory can always be allocated", Some("--fail malloc=1")),
    (Premise::Wakeup, "nobody wakes up without being woken", Some("--spurious")),
    (
        Premise::Random,
        "random numbers are those of glibc with its first seed or the program's",
        Some("--rand any"),
    ),
    (Premise::Clock, "the program starts on 2024-01-01 at midnight", Some("--clock any")),
    (Premise::Duration, "time passes only while threads sleep or wait", None),
    (Premise::Ids, "processes, users and groups have the numbers that gmc gives them", Some("--ids any")),
    (
        Premise::Host,
        "the host's name, system, processors, users, limits, terminals and directories are those that gmc makes up",
        None,
    ),
    (Premise::Environment, "the environment has no variables but those of --env", Some("--env any")),
    (
        Premise::Addresses,
        "objects lie in the order and at the distances in which gmc puts them, and no address is used again",
        Some("--addresses any"),
    ),
    (Premise::Programs, "no other program can be started", None),
    (Premise::Cancellation, "threads are cancelled only in functions in which they must be", None),
    (Premise::Files, "there are no files but those that were given", Some("--file, --dir")),
    (Premise::Room, "the program can have 4 GiB of memory and files of 1 GiB, and nothing larger", None),
    (Premise::WeakExchange, "a weak compare-and-exchange fails only where the values differ", None),
    (Premise::Zone, "the time zone is UTC", None),
    (Premise::Processes, "there are at most 32 processes at a time, and `fork` fails beyond", None),
    (
        Premise::Signals,
        "a signal of another process or a timer interrupts the program only where it calls what others notice",
        None,
    ),
    (
        Premise::Network,
        "the network is a loopback that delivers at once and in order, and whose free ports are given from 32768 on",
        None,
    ),
    (
        Premise::Deadlines,
        "time passes from one deadline to the next and not in between, and a timer that has expired counts once until \
         the program looks",
        Some("--clock free"),
    ),
    (
        Premise::AnyOrder,
        "deadlines pass in any order, also where that cannot be, and a timer that has expired counts once until the \
         program looks",
        Some("--clock ordered"),
    ),
];

impl Premise {
    fn row(self) -> &'static (Premise, &'static str, Option<&'static str>) {
        &TABLE[self as usize]
    }

    /// What it takes for granted, as a clause.
    pub fn clause(self) -> &'static str {
        self.row().1
    }

    /// Whether an error that was found may need it: one answer was given where others are possible.
    pub fn is_arbitrary(self) -> bool {
        !matches!(
            self,
            Premise::MemoryOrder
                | Premise::Allocation
                | Premise::Wakeup
                | Premise::Cancellation
                | Premise::Files
                | Premise::Room
                | Premise::WeakExchange
                | Premise::Processes
                | Premise::Signals
                | Premise::Network
        )
    }

    /// The option that does without it, where there is one.
    pub fn remedy(self) -> Option<&'static str> {
        self.row().2
    }
}

impl fmt::Display for Premise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remedy() {
            Some(remedy) => write!(f, "{} ({remedy})", self.clause()),
            None => f.write_str(self.clause()),
        }
    }
}

/// A set of premises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Premises(u32);

impl Premises {
    /// The set that a number stands for, see [`Premises::bits`].
    pub fn from_bits(bits: u32) -> Premises {
        Premises(bits & ((1 << TABLE.len()) - 1))
    }

    /// A number that stands for the set: that of a union is the `or` of both.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Adds one.
    pub fn insert(&mut self, premise: Premise) {
        self.0 |= Premises::from(premise).0;
    }

    /// Takes one away.
    pub fn remove(&mut self, premise: Premise) {
        self.0 &= !Premises::from(premise).0;
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: Premises) {
        self.0 |= other.0;
    }

    /// Whether one is there.
    pub fn contains(self, premise: Premise) -> bool {
        self.0 & Premises::from(premise).0 != 0
    }

    /// Those that are there, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Premise> {
        TABLE.iter().map(|row| row.0).filter(move |&premise| self.contains(premise))
    }
}

impl From<Premise> for Premises {
    fn from(premise: Premise) -> Premises {
        Premises(1 << premise as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_where_its_premise_looks_for_it() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.0 as usize, at);
        }
        let all = Premises::from_bits(u32::MAX);
        assert_eq!(all.iter().count(), TABLE.len());
    }
}
