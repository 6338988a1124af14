//! Errors that are allowed: they are no violations, but what comes after them is not examined.
//!
//! A step that ends with such an error leads nowhere, as one that an assumption ends. Unlike there, something is left out:
//! [`Allow::met`] says where, and an answer that does not mention it is wrong.

use gmc_model::{
    Access, Audited, Choice, Choices, ErrorKind, Footprints, HostMemory, Step, System, Violation,
};

type Predicate = Box<dyn Fn(&Violation) -> bool>;

/// A system in which some kinds of errors are allowed.
pub struct Allow<S> {
    system: S,
    kinds: Vec<ErrorKind>,
    /// Whether a run ends with an error, so that nothing is left out.
    ends: Option<Predicate>,
    met: Vec<Allowed>,
}

/// An error that was allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The error, as it was met first.
    pub violation: Violation,
    /// How many steps ended with it.
    pub count: u64,
}

impl<S: System> Allow<S> {
    /// Allows errors of these kinds.
    pub fn new(system: S, kinds: Vec<ErrorKind>) -> Allow<S> {
        Allow { system, kinds, ends: None, met: Vec::new() }
    }

    /// Allows further errors: those with which the run is over.
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

    #[cold]
    fn allows(&self, violation: &Violation) -> bool {
        self.kinds.contains(&violation.kind)
    }

    #[cold]
    fn meet(&mut self, violation: Violation) {
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
                self.meet(*violation);
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

impl<S: Footprints> Footprints for Allow<S> {
    fn track(&mut self, on: bool) {
        self.system.track(on);
    }

    fn touched(&mut self, accesses: &mut Vec<Access>, born: &mut Vec<u32>) {
        self.system.touched(accesses, born);
    }

    fn threads(&self) -> u32 {
        self.system.threads()
    }

    fn waits(&mut self, thread: u32, accesses: &mut Vec<Access>) -> bool {
        self.system.waits(thread, accesses)
    }
}

impl<S: Audited> Audited for Allow<S> {
    type Aside = (S::Aside, Vec<Allowed>);

    fn set_aside(&mut self) -> Self::Aside {
        (self.system.set_aside(), std::mem::take(&mut self.met))
    }

    fn take_up(&mut self, (aside, met): Self::Aside) {
        self.met = met;
        self.system.take_up(aside);
    }

    fn is_refuted(&self) -> bool {
        self.system.is_refuted()
    }

    fn is_stopped(&self) -> bool {
        self.system.is_stopped()
    }

    fn canonical(&mut self) -> u128 {
        self.system.canonical()
    }

    fn canonical_of_orbit(&mut self) -> u128 {
        self.system.canonical_of_orbit()
    }

    fn roles(&mut self, out: &mut Vec<u32>) {
        self.system.roles(out);
    }

    fn twins(&mut self, out: &mut Vec<(u32, u32)>) {
        self.system.twins(out);
    }

    fn examine(&mut self) -> Option<String> {
        self.system.examine()
    }

    fn place(&mut self, thread: u32) -> String {
        self.system.place(thread)
    }
}
