//! Processes side by side: one [`System`] made of several programs under check that have one outside.
//!
//! A process is what a program without `fork` is as a whole: an execution in its layers. A group holds one for each
//! process, and the outside that all of them see ([`Outside`]: open files, pipes, the table of processes). Before a
//! process is asked anything, it is given the current outside; after its step the outside is taken back. That moves a
//! pointer.
//!
//! What happens without any process's doing are steps of the environment, whose actors look like threads
//! (`environment`).
//!
//! Engines see threads of the whole group, numbered in the order in which they came into being ([`names`]). So they
//! need to know nothing of processes, and neither do traces.
//!
//! Going back costs what was changed, and so does a new process: `instances`.
//!
//! Invariant: the current execution, the one that has made the last step, has the newest outside.

mod audit;
mod deadlock;
mod environment;
mod exec;
mod fork;
mod hosts;
mod instances;
mod invariants;
mod letters;
mod messages;
mod names;
mod race;
mod states;
mod steps;

pub(crate) use audit::GroupSuspended;

use crate::layer::{Program, layers};
use crate::observer::Motion;
use crate::{Checks, Execution, ProcessSnapshot};
use exec::Beginnings;
use gmc_model::{Access, Choices, HostMemory, ThreadId};
use gmc_vm::interp_error::InterpError;
use gmc_vm::machine::Machine;
use gmc_vm::messages::Told;
use gmc_vm::programs::ProgramId;
use gmc_world::state::CopyOnWrite;
use gmc_world::{Outside, ProcessId};
use instances::{Instance, Seat};
use names::Names;
use states::GroupStates;
use std::rc::Rc;

/// Which execution is which process.
type Roster = Rc<Vec<Option<usize>>>;

/// Processes side by side.
pub(crate) struct Group {
    checks: Checks,
    instances: Vec<Instance>,
    /// The execution of each process that runs.
    roster: Roster,
    /// Threads that had something to do when their process ended, which dynamic reduction has to know of.
    cut_off: Rc<Vec<ThreadId>>,
    /// The execution that has made the last step.
    current: usize,
    outside: CopyOnWrite<Outside>,
    names: Names,
    /// Why what a process does cannot be told to another one, until the end of the step.
    fault: Option<Box<InterpError>>,
    marks: Vec<MarkedState>,
    /// The choices of one process.
    scratch: Choices,
    /// What the last step has accessed and created, where footprints are recorded.
    footprint: (Vec<Access>, Vec<ThreadId>),
    /// Numbers of states, if these are told apart exactly.
    states: Option<Box<GroupStates>>,
    /// What has passed over the network in the last step, where somebody watches that.
    passed: Vec<Told>,
    /// What programs are at their start.
    beginnings: Beginnings,
    /// An audit takes steps that it takes back: executions stay where they are.
    is_rehearsing: bool,
}

/// A marked state, as far as it is not marked in executions.
struct MarkedState {
    outside: CopyOnWrite<Outside>,
    roster: Roster,
    cut_off: Rc<Vec<ThreadId>>,
    /// How many threads there were.
    threads: usize,
    current: usize,
}

/// A copy of a whole state.
#[derive(Clone)]
pub(crate) struct GroupSnapshot {
    outside: CopyOnWrite<Outside>,
    /// Each with its place in the table and its program.
    processes: Vec<(usize, ProgramId, ProcessSnapshot)>,
    names: Names,
}

impl Group {
    /// Programs about to start, as the first processes, in order. They see one outside.
    pub(crate) fn new(mut machines: Vec<Machine>, checks: &Checks) -> Group {
        let tells = |it: &Machine| it.compiled.uses.clock || it.compiled.uses.times;
        if machines[0].world.clock().moves() && machines.iter().any(tells) {
            machines[0].world.files.outside_mut().show_clocks();
        }
        let instances: Vec<Instance> = machines.into_iter().map(|it| new_instance(it, checks)).collect();
        let mut names = Names::default();
        for instance in &instances {
            let machine = &instance.layers.execution().machine;
            names.note(machine.world.process, machine.threads.len());
        }
        let starts = instances.iter().map(|it| it.program).collect();
        let first = &instances[0].layers.execution().machine;
        names.add_actors(first.world.actors());
        Group {
            outside: first.world.files.outside().clone(),
            checks: checks.clone(),
            roster: Rc::new((0..instances.len()).map(Some).collect()),
            cut_off: Rc::default(),
            instances,
            current: 0,
            names,
            fault: None,
            marks: Vec::new(),
            scratch: Choices::new(),
            footprint: Default::default(),
            states: None,
            passed: Vec::new(),
            beginnings: Beginnings::new(starts),
            is_rehearsing: false,
        }
    }

    /// The execution that has made the last step.
    #[inline]
    pub(crate) fn current(&self) -> &Execution {
        self.instances[self.current].layers.execution()
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn current_mut(&mut self) -> &mut Execution {
        self.instances[self.current].layers.execution_mut()
    }

    /// All executions, those of no process included.
    pub(crate) fn each(&mut self, mut act: impl FnMut(&mut Execution)) {
        self.executions().for_each(|it| act(it.execution_mut()));
    }

    /// The processes that run, in order, each seeing the current outside.
    pub(crate) fn each_process(&mut self, mut act: impl FnMut(ProcessId, &mut Execution)) {
        self.take_outside();
        for (process, at) in self.processes() {
            self.give_outside(at);
            act(process, self.instances[at].layers.execution_mut());
        }
    }

    /// As [`Execution::rests`], for a thread of the group.
    pub(crate) fn rests(&self, thread: ThreadId) -> bool {
        let own = self.names.local(thread).and_then(|(process, local)| {
            let at = self.roster.get(process.index()).copied().flatten()?;
            Some(self.instances[at].layers.execution().rests(local))
        });
        own.unwrap_or(true)
    }

    /// The processes that run, in order, and their executions.
    fn processes(&self) -> impl Iterator<Item = (ProcessId, usize)> + use<> {
        let roster = self.roster.clone();
        (0..roster.len()).filter_map(move |at| Some((ProcessId(at as u32), roster[at]?)))
    }

    /// Makes the execution of a thread's process the current one. The thread's number in there.
    pub(crate) fn focus(&mut self, thread: ThreadId) -> Option<ThreadId> {
        let (process, local) = self.names.local(thread)?;
        let at = self.roster.get(process.index()).copied().flatten()?;
        self.turn_to(at);
        Some(local)
    }

    /// The number of a thread of the current process.
    pub(crate) fn name_of(&self, local: ThreadId) -> ThreadId {
        self.names.global(self.current().machine.world.process, local)
    }

    /// Who watches the run goes on watching it in another execution, which sees the current outside.
    fn turn_to(&mut self, at: usize) {
        self.take_outside();
        if at != self.current {
            let labels = self.current_mut().machine.step.labels.take();
            let is_followed = self.instances[at].layers.execution().observer.is_some();
            let mut observer = None;
            if let Some(own) = self.current_mut().observer.as_mut().filter(|_| !is_followed) {
                own.moved(&mut Motion::Begin(&mut observer));
                observer = observer.or_else(|| self.current_mut().observer.take());
            }
            self.current = at;
            let to = self.current_mut();
            to.machine.step.labels = labels;
            to.observer = to.observer.take().or(observer);
        }
        self.give_outside(at);
    }

    /// The current execution may have changed the outside.
    fn take_outside(&mut self) {
        let newest = self.current().machine.world.files.outside();
        if !newest.is(&self.outside) {
            self.outside = newest.clone();
        }
    }

    /// Gives an execution the current outside. What its threads can do next may follow from that.
    fn give_outside(&mut self, at: usize) {
        let execution = self.instances[at].layers.execution_mut();
        if !execution.machine.world.files.outside().is(&self.outside) {
            // What memory cannot show is told by the next step.
            self.fault = execution.machine.receive_outside(&self.outside).err().or(self.fault.take());
            execution.drop_alternatives();
        }
    }

    /// A process has done something: what it has written to memory that others share is theirs from now on.
    fn publish(&mut self, at: usize) {
        let machine = &mut self.instances[at].layers.execution_mut().machine;
        self.fault = machine.publish().err().or(self.fault.take());
    }
}

/// An execution in the layers of a process.
fn new_instance(machine: Machine, checks: &Checks) -> Instance {
    // That a process waits is no deadlock as long as others go on.
    let mut own = Checks { deadlocks: false, ..checks.clone() };
    let program = machine.rules.programs.number_of(&machine.compiled);
    if program != ProgramId::FIRST {
        // They are about the first program.
        own.invariants.clear();
    }
    own.propositions = checks.of_processes.as_ref().and_then(|it| it.of_program(program));
    Instance { program, layers: Seat::new(layers(machine, &own)), levels: Vec::new(), kept: Vec::new() }
}

impl HostMemory for Group {
    fn host_bytes(&self) -> usize {
        let own = self.states.as_ref().map_or(0, |it| it.bytes());
        let taken = self.instances.iter().filter(|it| it.layers.is_taken());
        taken.map(|it| it.layers.host_bytes()).sum::<usize>() + own
    }
}
