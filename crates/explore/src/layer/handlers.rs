//! Coarse steps: the handler of an event runs to its end before anybody else does (the steps of CMC: Musuvathi, Park,
//! Chou, Engler, Dill: CMC: a pragmatic approach to model checking real code, OSDI 2002).
//!
//! A thread that has begun to handle an event goes on until it waits for the next one, gives way, has to wait for
//! somebody, or ends. Where it stands in between, only its choices are offered. Runs of this system are runs of the
//! inner one, so what is found is true, and is replayed without this layer.
//!
//! What lies beyond is left out: everything that needs another thread in the middle of a handler. Where no choice was
//! cut, nothing was left out.
//!
//! Deliberately absent: ample choices and symmetry, as in [`Bounded`](super::Bounded): who went on last is a part of
//! the state.

use gmc_model::{Approximable, Choice, Choices, HostMemory, LimitId, Step, System, ThreadId};

/// A system whose threads are only interrupted where they rest.
pub struct Handlers<S> {
    system: S,
    is_on: bool,
    /// The thread in the middle of a handler, if any.
    busy: Option<ThreadId>,
    marks: Vec<Option<ThreadId>>,
    cut: u64,
}

impl<S: Approximable> Handlers<S> {
    /// A system that is about to start; as it is, unless the layer is on.
    pub fn new(system: S, is_on: bool) -> Handlers<S> {
        Handlers { system, is_on, busy: None, marks: Vec::new(), cut: 0 }
    }

    /// How many choices were not offered.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// The system.
    pub fn inner(&self) -> &S {
        &self.system
    }
}

impl<S: Approximable> System for Handlers<S> {
    type Snapshot = (S::Snapshot, Busy);

    fn choices(&mut self, out: &mut Choices) {
        self.system.choices(out);
        if self.is_on {
            out.set_ample(None);
        }
        let Some(busy) = self.busy else { return };
        let all = out.len();
        // A thread that has to wait lets others go on.
        if out.iter().any(|it| it.thread == busy) {
            out.retain(|it| it.thread == busy);
            self.cut += (all - out.len()) as u64;
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        let step = self.system.step(choice);
        if self.is_on && matches!(step, Step::Moved { .. }) {
            self.busy = (!self.system.rests(choice)).then_some(choice.thread);
        }
        step
    }

    fn fingerprint(&mut self) -> u128 {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let busy = self.busy.map_or(0, |it| u128::from(it.0) + 1).wrapping_mul(ODD);
        self.system.fingerprint().wrapping_add(busy ^ busy >> 64)
    }

    fn mark(&mut self) {
        self.marks.push(self.busy);
        self.system.mark();
    }

    fn rewind(&mut self) {
        self.busy = *self.marks.last().expect("there is a mark");
        self.system.rewind();
    }

    fn forget(&mut self) {
        self.marks.pop();
        self.system.forget();
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.system.snapshot(), Busy(self.busy))
    }

    fn restore(&mut self, (snapshot, kept): &Self::Snapshot) {
        self.marks.clear();
        self.busy = kept.0;
        self.system.restore(snapshot);
    }
}

impl<S: Approximable> Approximable for Handlers<S> {
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

impl<S: HostMemory> HostMemory for Handlers<S> {
    fn host_bytes(&self) -> usize {
        self.system.host_bytes() + self.marks.capacity() * size_of::<Option<ThreadId>>()
    }
}

/// The part of a snapshot that the inner system does not have.
#[derive(Clone)]
pub struct Busy(Option<ThreadId>);
