//! A system that claims what is not so, in one of several ways.

use super::Toy;
use super::program::Program;
use gmc_model::{Access, Audited, Choice, Choices, Footprints, Gate, HostMemory, Step, System, ThreadId};
use std::collections::HashSet;

/// What it gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// Fingerprints leave a variable out.
    Forgets(usize),
    /// Steps do not tell that they touch a variable.
    Hides(usize),
    /// Who waits does not say for what.
    WaitsForNothing,
    /// Every write is said to open something for those who read.
    Opens,
    /// The choices of the first thread are said to suffice.
    FirstIsAmple,
    /// A step in the search makes a variable 3 as well, one in a rehearsal does not.
    Recalls(usize),
    /// Steps of the first thread lead nowhere in a rehearsal, as if an assumption ended them.
    Prunes,
    /// Going back leaves a variable as it is.
    LeavesBehind(usize),
    /// A state that is restored has another value in a variable.
    Garbles(usize),
    /// The first two threads are said to be alike.
    Alike,
    /// What was kept of a state is said to be wrong.
    Stale,
}

pub struct Faulty {
    pub toy: Toy<Program>,
    pub fault: Fault,
    rehearses: bool,
}

impl Faulty {
    pub fn new(program: Program, fault: Fault) -> Faulty {
        Faulty { toy: Toy::new(program), fault, rehearses: false }
    }
}

impl System for Faulty {
    type Snapshot = <Toy<Program> as System>::Snapshot;

    fn choices(&mut self, out: &mut Choices) {
        self.toy.choices(out);
        if self.fault == Fault::FirstIsAmple
            && out.is_reducing()
            && let Some(first) = out.first()
        {
            let count = out.iter().take_while(|it| it.thread == first.thread).count();
            out.set_ample((count < out.len()).then_some(0..count));
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        let step = self.toy.step(choice);
        if let Fault::Recalls(variable) = self.fault
            && !self.rehearses
        {
            self.toy.state.variables[variable] = 3;
        }
        if self.fault == Fault::Prunes && self.rehearses && choice.thread == ThreadId::FIRST {
            return Step::Pruned;
        }
        step
    }

    fn fingerprint(&mut self) -> u128 {
        let Fault::Forgets(variable) = self.fault else { return self.toy.fingerprint() };
        let value = std::mem::take(&mut self.toy.state.variables[variable]);
        let fingerprint = self.toy.fingerprint();
        self.toy.state.variables[variable] = value;
        fingerprint
    }

    fn mark(&mut self) {
        self.toy.mark();
    }

    fn rewind(&mut self) {
        let before = self.toy.state.clone();
        self.toy.rewind();
        if let Fault::LeavesBehind(variable) = self.fault {
            self.toy.state.variables[variable] = before.variables[variable];
        }
    }

    fn forget(&mut self) {
        self.toy.forget();
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        self.toy.snapshot()
    }

    fn restore(&mut self, snapshot: &Self::Snapshot) {
        self.toy.restore(snapshot);
        if let Fault::Garbles(variable) = self.fault {
            self.toy.state.variables[variable] ^= 1;
        }
    }
}

impl HostMemory for Faulty {
    fn host_bytes(&self) -> usize {
        self.toy.host_bytes()
    }
}

impl Footprints for Faulty {
    fn track(&mut self, on: bool) {
        self.toy.track(on);
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        self.toy.footprint(accesses, created);
        match self.fault {
            Fault::Hides(variable) => {
                let (object, start) = (variable as u64 / 2, variable as u64 % 2);
                accesses.retain(|it| (it.object, it.start) != (object, start));
            }
            Fault::Opens => {
                for access in accesses {
                    access.gate = if access.write { Gate::Opens } else { Gate::Needs };
                }
            }
            _ => {}
        }
    }

    fn thread_count(&self) -> u32 {
        self.toy.thread_count()
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        let before = accesses.len();
        let waits = self.toy.blocked_on(thread, accesses);
        if self.fault == Fault::WaitsForNothing {
            accesses.truncate(before);
        }
        waits
    }
}

impl Audited for Faulty {
    type Suspended = HashSet<super::program::State>;

    fn begin_rehearsal(&mut self) -> Self::Suspended {
        self.rehearses = true;
        self.toy.ends.clone()
    }

    fn end_rehearsal(&mut self, aside: Self::Suspended) {
        self.rehearses = false;
        self.toy.ends = aside;
    }

    fn symmetric_pairs(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        if self.fault == Fault::Alike {
            out.push((ThreadId(0), ThreadId(1)));
        }
    }

    fn recheck_caches(&mut self) -> Option<String> {
        (self.fault == Fault::Stale).then(|| "something is stale".to_owned())
    }
}
