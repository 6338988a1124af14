//! Errors that do not count: they are no violations, but what comes after them is not examined.
//!
//! A step that ends with such an error leads nowhere, like one that an assumption of the program ends. But here
//! something is left out: [`Allow::gaps`] says what, and an answer that does not mention it is wrong.

use gmc_model::{
    Access, Approximable, Audited, Choice, ChoiceRange, Choices, Claims, ErrorPolicy, Footprints, Gap,
    HostMemory, Labelled, LimitId, Obstacle, PropositionId, Reasons, RunEnd, Step, System, ThreadId,
    ThreadOrder, Violation,
};

type Predicate = Box<dyn Fn(&Violation) -> bool>;

/// A system in which some errors do not count.
pub struct Allow<S> {
    system: S,
    policy: ErrorPolicy,
    /// Whether a run ends with an error, so that nothing is left out.
    ends: Option<Predicate>,
    met: Vec<Allowed>,
}

/// An error that was met and does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The error, as it was met first.
    pub violation: Violation,
    /// How many steps ended with it.
    pub count: u64,
}

impl<S: System> Allow<S> {
    /// Leaves out errors that the policy does not count.
    pub fn new(system: S, policy: ErrorPolicy) -> Allow<S> {
        Allow { system, policy, ends: None, met: Vec::new() }
    }

    /// Leaves out further errors: those with which the run is over.
    #[must_use]
    pub fn ending_with(self, ends: impl Fn(&Violation) -> bool + 'static) -> Allow<S> {
        Allow { ends: Some(Box::new(ends)), ..self }
    }

    fn ends_with(&self, violation: &Violation) -> bool {
        self.ends.as_ref().is_some_and(|ends| ends(violation))
    }

    /// The system without this layer.
    pub fn inner(&self) -> &S {
        &self.system
    }

    /// The errors that were met, one for each cause.
    pub fn met(&self) -> &[Allowed] {
        &self.met
    }

    /// What is left out.
    pub fn gaps(&self) -> impl Iterator<Item = Gap> {
        let after =
            |it: &Allowed| Gap::AfterAllowed { violation: Box::new(it.violation.clone()), count: it.count };
        self.met.iter().map(after)
    }

    #[cold]
    fn allows(&self, violation: &Violation) -> bool {
        !self.policy.counts(violation)
    }

    #[cold]
    fn note(&mut self, violation: Violation) {
        match self.met.iter_mut().find(|it| it.violation.has_same_cause(&violation)) {
            Some(known) => known.count += 1,
            None => self.met.push(Allowed { violation, count: 1 }),
        }
    }
}

impl<S: System> System for Allow<S> {
    type Snapshot = S::Snapshot;

    #[inline]
    fn choices(&mut self, out: &mut Choices) {
        self.system.choices(out);
        // Nothing comes after the end, so nothing is left out.
        if out.end().is_some_and(|violation| self.allows(violation) || self.ends_with(violation)) {
            out.set_end(None);
        }
    }

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        match self.system.step(choice) {
            Step::Violated(violation) if self.ends_with(&violation) => Step::Pruned,
            Step::Violated(violation) if self.allows(&violation) => {
                self.note(*violation);
                Step::Pruned
            }
            step => step,
        }
    }

    #[inline]
    fn fingerprint(&mut self) -> u128 {
        self.system.fingerprint()
    }

    #[inline]
    fn mark(&mut self) {
        self.system.mark();
    }

    #[inline]
    fn rewind(&mut self) {
        self.system.rewind();
    }

    #[inline]
    fn forget(&mut self) {
        self.system.forget();
    }

    fn snapshot(&mut self) -> S::Snapshot {
        self.system.snapshot()
    }

    fn restore(&mut self, snapshot: &S::Snapshot) {
        self.system.restore(snapshot);
    }
}

impl<S: HostMemory> HostMemory for Allow<S> {
    fn host_bytes(&self) -> usize {
        self.system.host_bytes()
    }
}

impl<S: Labelled> Labelled for Allow<S> {
    fn letter(&mut self, of: &[PropositionId]) -> Result<Option<u64>, Box<Obstacle>> {
        self.system.letter(of)
    }

    fn barred(&self, out: &mut Vec<ThreadId>) {
        self.system.barred(out);
    }

    fn standing(&self, thread: ThreadId) -> u64 {
        self.system.standing(thread)
    }
}

impl<S: Approximable> Approximable for Allow<S> {
    fn events(&mut self, out: &mut Vec<u32>) {
        self.system.events(out);
    }

    fn values(&mut self, of: LimitId, out: &mut Vec<(u32, u128)>) {
        self.system.values(of, out);
    }

    fn rests(&self, choice: Choice) -> bool {
        self.system.rests(choice)
    }

    fn abstract_state(&mut self) -> Result<Option<u128>, String> {
        self.system.abstract_state()
    }

    fn places(&mut self) -> u128 {
        self.system.places()
    }
}

impl<S: Footprints> Footprints for Allow<S> {
    fn track(&mut self, on: bool) {
        if on {
            self.met.clear();
        }
        self.system.track(on);
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        self.system.footprint(accesses, created);
    }

    fn thread_count(&self) -> u32 {
        self.system.thread_count()
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        self.system.blocked_on(thread, accesses)
    }

    fn is_actor(&self, thread: ThreadId) -> bool {
        self.system.is_actor(thread)
    }
}

impl<S: Reasons> Reasons for Allow<S> {
    fn record(&mut self, on: bool) {
        self.system.record(on);
    }

    fn at_choice(&mut self, choice: usize, alternative: u32) {
        self.system.at_choice(choice, alternative);
    }

    fn reason(&mut self, end: RunEnd) -> Option<Vec<ChoiceRange>> {
        self.system.reason(end)
    }
}

impl<S: Audited> Audited for Allow<S> {
    type Suspended = (S::Suspended, Vec<Allowed>);

    fn begin_rehearsal(&mut self) -> Self::Suspended {
        (self.system.begin_rehearsal(), std::mem::take(&mut self.met))
    }

    fn end_rehearsal(&mut self, (aside, met): Self::Suspended) {
        self.met = met;
        self.system.end_rehearsal(aside);
    }

    fn claims(&self) -> Claims {
        self.system.claims()
    }

    fn canonical(&mut self, order: ThreadOrder) -> u128 {
        self.system.canonical(order)
    }

    fn permutation(&mut self, out: &mut Vec<ThreadId>) {
        self.system.permutation(out);
    }

    fn symmetric_pairs(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        self.system.symmetric_pairs(out);
    }

    fn recheck_caches(&mut self) -> Option<String> {
        self.system.recheck_caches()
    }

    fn describe(&mut self, thread: ThreadId) -> String {
        self.system.describe(thread)
    }
}
