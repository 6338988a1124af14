//! A program under check with all of its layers: one process, or a group of them.
//!
//! A program that cannot make processes is its layers and nothing else. Which of the two it is, is decided once, so
//! that it costs a branch that is always the same.

use super::{ExactStates, Layers, Program, layers};
use crate::audit::Suspended;
use crate::group::{Group, GroupSnapshot, GroupSuspended};
use crate::judge::Judge;
use crate::observer::Motion;
use crate::pending::Pending;
use crate::score;
use crate::{Checks, Execution, IgnoreRules, ProcessSnapshot, Questions, ThreadState};
use gmc_mem::hash_with_salt;
use gmc_model::{
    Access, Approximable, Audited, Choice, ChoiceRange, Choices, Claims, Event, Footprints, HostMemory,
    Labelled, LimitId, Obstacle, PropositionId, Reasons, RunEnd, Step, System, ThreadId, ThreadOrder,
};
use gmc_vm::Ignored;
use gmc_vm::hypotheses::Hypotheses;
use gmc_vm::machine::Machine;
use gmc_vm::messages::Told;
use gmc_vm::premises::Relied;
use gmc_vm::sharing::Sharing;
use gmc_vm::symbolic::SolverTotals;
use gmc_vm::tolerate::Tolerated;
use gmc_world::ProcessId;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;

/// A program under check with all of its layers. As an [`Execution`], it is the process that has made the last step.
pub struct Checked {
    kind: Kind,
}

#[expect(clippy::large_enum_variant, reason = "there is one for each worker, and it is not moved")]
enum Kind {
    /// A program that cannot make processes.
    One(Layers),
    /// One that can.
    Many(Box<Group>),
}

/// A copy of a whole state.
#[derive(Clone)]
pub struct Snapshot {
    kept: Kept,
    /// The path to the state, where an observer follows it.
    path: Option<Arc<[Choice]>>,
}

#[derive(Clone)]
enum Kept {
    One(ProcessSnapshot),
    Many(Rc<GroupSnapshot>),
}

/// The same call, of whichever it is.
macro_rules! either {
    ($self:ident, $it:ident => $call:expr) => {
        match &mut $self.kind {
            Kind::One($it) => $call,
            Kind::Many($it) => $call,
        }
    };
}

impl Checked {
    /// Programs about to start: one, or those of several processes that see one outside.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(mut machines: Vec<Machine>, checks: &Checks) -> Checked {
        let is_alone = machines.len() == 1 && !machines[0].compiled.uses.system;
        let alone = if is_alone { machines.pop() } else { None };
        let kind = match alone {
            Some(machine) => Kind::One(layers(machine, checks)),
            None => Kind::Many(Box::new(Group::new(machines, checks))),
        };
        Checked { kind }
    }

    /// From now on fingerprints are numbers, different for different states. This takes time and memory in the size
    /// of a state.
    pub fn number_states(&mut self) {
        match &mut self.kind {
            Kind::One(layers) => layers.exact().number_states(),
            Kind::Many(group) => group.number_states(),
        }
    }

    /// The memory that stored states take, in bytes.
    pub fn exact_bytes(&self) -> usize {
        match &self.kind {
            Kind::One(layers) => layers.exact_bytes(),
            Kind::Many(group) => group.exact_bytes(),
        }
    }

    /// From now on states and steps are judged from outside, in a program of one process.
    pub fn judge_by(&mut self, judge: Box<dyn Judge>) {
        if let Kind::One(layers) = &mut self.kind {
            layers.execution_mut().judge = Some(judge);
        }
    }

    /// Makes the process of a thread the one that this is as an [`Execution`]. The thread's number in there; its own
    /// where there is no such thread.
    pub fn focus(&mut self, thread: ThreadId) -> ThreadId {
        match &mut self.kind {
            Kind::One(_) => thread,
            Kind::Many(group) => group.focus(thread).unwrap_or(thread),
        }
    }

    /// What a choice of the environment is, for those who read the run; none where a thread goes on.
    pub fn event_of(&mut self, choice: Choice) -> Option<Event> {
        match &mut self.kind {
            Kind::One(_) => None,
            Kind::Many(group) => group.event_of(choice),
        }
    }

    /// What has passed over the network in the last step, where somebody watches that
    /// ([`gmc_world::Files::watch_traffic`]).
    pub fn take_passed(&mut self) -> Vec<Told> {
        match &mut self.kind {
            Kind::One(layers) => {
                let files = &mut layers.execution_mut().machine.world.files;
                let passed = if files.has_traffic() { files.take_traffic() } else { Vec::new() };
                let own = Some(ProcessId::FIRST);
                passed.into_iter().map(|passage| Told { passage, sender: own, receiver: own }).collect()
            }
            Kind::Many(group) => group.take_passed(),
        }
    }

    /// What a process is called, as far as it is known.
    pub fn process_name(&self, process: ProcessId) -> String {
        match &self.kind {
            Kind::One(layers) => layers.execution().machine.process_name(),
            Kind::Many(group) => group.process_name(process),
        }
    }

    /// The number of a thread of the process that this is as an [`Execution`].
    pub fn name_of(&self, thread: ThreadId) -> ThreadId {
        match &self.kind {
            Kind::One(_) => thread,
            Kind::Many(group) => group.name_of(thread),
        }
    }

    fn each(&mut self, mut act: impl FnMut(&mut Execution)) {
        match &mut self.kind {
            Kind::One(layers) => act(layers.execution_mut()),
            Kind::Many(group) => group.each(act),
        }
    }

    /// As [`Execution::assume`], in all processes.
    pub fn assume(&mut self, hypotheses: &Arc<Hypotheses>) {
        self.each(|it| it.assume(hypotheses.clone()));
    }

    /// As [`Execution::record_premises`], in all processes.
    pub fn record_premises(&mut self, relied: &Relied) {
        self.each(|it| it.record_premises(relied));
    }

    /// As [`Execution::record_tolerated`], in all processes.
    pub fn record_tolerated(&mut self, tolerated: &Tolerated) {
        self.each(|it| it.record_tolerated(tolerated));
    }

    /// As [`Execution::record_solver`], in all processes.
    pub fn record_solver(&mut self, totals: &SolverTotals) {
        self.each(|it| it.record_solver(totals));
    }

    /// As [`Execution::ignore`], in all processes.
    pub fn ignore(&mut self, rules: &IgnoreRules, ignored: &Ignored) {
        self.each(|it| it.ignore(rules, ignored));
    }

    /// As [`Execution::ask`], in all processes.
    pub fn ask(&mut self, questions: &Arc<Questions>) {
        self.each(|it| it.ask(questions));
    }

    /// As [`Execution::share_early`], in all processes.
    pub fn share_early(&mut self, sharing: &Sharing) {
        self.each(|it| it.share_early(sharing));
    }

    /// Tells the observer, if there is one, how the search has moved. Without one this is a comparison.
    #[inline]
    fn tell<'a>(&mut self, motion: impl FnOnce() -> Motion<'a>) {
        if self.observer.is_some() {
            self.tell_observer(motion());
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_observer(&mut self, mut motion: Motion<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.moved(&mut motion);
        }
    }
}

impl Deref for Checked {
    type Target = Execution;

    #[inline]
    fn deref(&self) -> &Execution {
        match &self.kind {
            Kind::One(layers) => layers.execution(),
            Kind::Many(group) => group.current(),
        }
    }
}

impl DerefMut for Checked {
    #[inline]
    fn deref_mut(&mut self) -> &mut Execution {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut(),
            Kind::Many(group) => group.current_mut(),
        }
    }
}

impl HostMemory for Checked {
    fn host_bytes(&self) -> usize {
        match &self.kind {
            Kind::One(layers) => layers.host_bytes(),
            Kind::Many(group) => group.host_bytes(),
        }
    }
}

impl System for Checked {
    type Snapshot = Snapshot;

    #[inline]
    fn choices(&mut self, out: &mut Choices) {
        either!(self, it => it.choices(out));
    }

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        let step = either!(self, it => it.step(choice));
        self.tell(|| Motion::Step(choice, &step));
        step
    }

    #[inline]
    fn mark(&mut self) {
        either!(self, it => it.mark());
        self.tell(|| Motion::Mark);
    }

    #[inline]
    fn rewind(&mut self) {
        either!(self, it => it.rewind());
        self.tell(|| Motion::Rewind);
    }

    #[inline]
    fn forget(&mut self) {
        either!(self, it => it.forget());
        self.tell(|| Motion::Forget);
    }

    fn snapshot(&mut self) -> Snapshot {
        let kept = match &mut self.kind {
            Kind::One(layers) => Kept::One(layers.snapshot()),
            Kind::Many(group) => Kept::Many(Rc::new(group.snapshot())),
        };
        let mut path = None;
        self.tell(|| Motion::Snapshot(&mut path));
        Snapshot { kept, path }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        match (&mut self.kind, &snapshot.kept) {
            (Kind::One(layers), Kept::One(kept)) => layers.restore(kept),
            (Kind::Many(group), Kept::Many(kept)) => group.restore(kept),
            _ => unreachable!("a snapshot is of the same program"),
        }
        self.tell(|| Motion::Restore(snapshot.path.as_deref()));
    }

    fn fingerprint(&mut self) -> u128 {
        let fingerprint = either!(self, it => it.fingerprint());
        if let Some(mut observer) = self.observer.take() {
            observer.state(self, fingerprint);
            self.observer = Some(observer);
        }
        fingerprint
    }
}

impl Labelled for Checked {
    fn letter(&mut self, of: &[PropositionId]) -> Result<Option<u64>, Box<Obstacle>> {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().letter(of),
            Kind::Many(group) => group.letter(of),
        }
    }

    fn barred(&self, out: &mut Vec<ThreadId>) {
        let barred = |(thread, state): (ThreadId, &ThreadState)| {
            matches!(state.pending, Pending::AssumptionFailed).then_some(thread)
        };
        match &self.kind {
            Kind::One(layers) => out.extend(layers.execution().threads.entries().filter_map(barred)),
            Kind::Many(group) => group.barred(out),
        }
    }

    fn standing(&self, thread: ThreadId) -> u64 {
        score::stack(self, thread)
    }
}

impl Approximable for Checked {
    fn events(&mut self, out: &mut Vec<u32>) {
        out.clear();
        self.each(|it| it.take_events(out));
    }

    fn values(&mut self, of: LimitId, out: &mut Vec<(u32, u128)>) {
        let limit = of.0 as usize;
        match &mut self.kind {
            Kind::One(layers) => out.extend(layers.execution_mut().limited_value(limit).map(|it| (0, it))),
            Kind::Many(group) => group.each_process(|process, it| {
                out.extend(it.limited_value(limit).map(|value| (process.0, value)));
            }),
        }
    }

    fn rests(&self, choice: Choice) -> bool {
        match &self.kind {
            Kind::One(layers) => layers.execution().rests(choice.thread),
            Kind::Many(group) => group.rests(choice.thread),
        }
    }

    fn abstract_state(&mut self) -> Result<Option<u128>, String> {
        let group = match &mut self.kind {
            Kind::One(layers) => return layers.execution_mut().abstract_state(),
            Kind::Many(group) => group,
        };
        let mut all = Ok(None);
        group.each_process(|process, it| {
            let own = it.abstract_state();
            all = all.clone().and_then(|sum: Option<u128>| {
                let own = own?.map(|it| hash_with_salt(u64::from(process.0) + 1, it));
                Ok(own.map(|own| own.wrapping_add(sum.unwrap_or(0))).or(sum))
            });
        });
        all
    }

    fn places(&mut self) -> u128 {
        let group = match &mut self.kind {
            Kind::One(layers) => return layers.execution_mut().places(),
            Kind::Many(group) => group,
        };
        let mut all = 0u128;
        group.each_process(|process, it| {
            all = all.wrapping_add(hash_with_salt(u64::from(process.0) + 1, it.places()));
        });
        all
    }
}

impl Footprints for Checked {
    fn track(&mut self, on: bool) {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().track(on),
            Kind::Many(group) => group.track(on),
        }
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().footprint(accesses, created),
            Kind::Many(group) => group.footprint(accesses, created),
        }
    }

    fn thread_count(&self) -> u32 {
        match &self.kind {
            Kind::One(layers) => layers.execution().thread_count(),
            Kind::Many(group) => group.thread_count(),
        }
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().blocked_on(thread, accesses),
            Kind::Many(group) => group.blocked_on(thread, accesses),
        }
    }

    fn is_actor(&self, thread: ThreadId) -> bool {
        match &self.kind {
            Kind::One(_) => false,
            Kind::Many(group) => group.is_actor(thread),
        }
    }
}

impl Reasons for Checked {
    fn record(&mut self, on: bool) {
        // The reason of a run of several processes is the run itself.
        if let Kind::One(layers) = &mut self.kind {
            layers.execution_mut().record_path(on);
        }
    }

    fn at_choice(&mut self, choice: usize, alternative: u32) {
        if let Kind::One(layers) = &mut self.kind {
            layers.execution_mut().at_choice(choice, alternative);
        }
    }

    fn reason(&mut self, end: RunEnd) -> Option<Vec<ChoiceRange>> {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().path_reason(end),
            Kind::Many(_) => None,
        }
    }
}

/// What is suspended during a rehearsal.
pub enum SuspendedKind {
    /// Of a program that cannot make processes.
    One(Box<Suspended>, Option<Box<ExactStates>>),
    /// Of one that can.
    Many(GroupSuspended),
}

impl Audited for Checked {
    type Suspended = SuspendedKind;

    fn begin_rehearsal(&mut self) -> SuspendedKind {
        match &mut self.kind {
            Kind::One(layers) => {
                let mut states = None;
                layers.swap_exact_states(&mut states);
                SuspendedKind::One(Box::new(layers.execution_mut().begin_rehearsal()), states)
            }
            Kind::Many(group) => SuspendedKind::Many(group.begin_rehearsal()),
        }
    }

    fn end_rehearsal(&mut self, suspended: SuspendedKind) {
        match (&mut self.kind, suspended) {
            (Kind::One(layers), SuspendedKind::One(own, mut states)) => {
                layers.execution_mut().end_rehearsal(*own);
                layers.swap_exact_states(&mut states);
            }
            (Kind::Many(group), SuspendedKind::Many(own)) => group.end_rehearsal(own),
            _ => unreachable!("what was suspended is of the same program"),
        }
    }

    fn claims(&self) -> Claims {
        self.deref().claims()
    }

    fn canonical(&mut self, order: ThreadOrder) -> u128 {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().canonical(order),
            Kind::Many(group) => group.canonical(order),
        }
    }

    fn permutation(&mut self, out: &mut Vec<ThreadId>) {
        if let Kind::One(layers) = &mut self.kind {
            layers.execution_mut().permutation(out);
        }
    }

    fn symmetric_pairs(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        if let Kind::One(layers) = &mut self.kind {
            layers.execution_mut().symmetric_pairs(out);
        }
    }

    fn recheck_caches(&mut self) -> Option<String> {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().recheck_caches(),
            Kind::Many(group) => group.recheck_caches(),
        }
    }

    fn describe(&mut self, thread: ThreadId) -> String {
        match &mut self.kind {
            Kind::One(layers) => layers.execution_mut().describe(thread),
            Kind::Many(group) => group.describe(thread),
        }
    }
}
