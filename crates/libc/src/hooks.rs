//! What the machine asks of the library at moments that it brings about itself: see `gmc_vm::library`.

use crate::state::{State, state};
use crate::{
    environment, failures, inputs, math, mman, process, pthread, signal, stdio, string, time, timers,
    variables,
};
use gmc_mem::{AccessError, ObjId, Pointer};
use gmc_model::ThreadId;
use gmc_vm::Machine;
use gmc_vm::code::Arg;
use gmc_vm::effects::LockKind;
use gmc_vm::failures::Failure;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::library::{
    Blocker, CallRules, Interruptions, LibraryState, MappedFiles, ProgramHooks, SharedMemory, ThreadHooks,
};
use gmc_vm::locks::Used;
use gmc_vm::lower::class::Class;
use gmc_vm::native::{Call, Flow, Native};
use gmc_vm::pending_call::PendingCall;
use gmc_vm::reg::Reg;
use gmc_vm::thread::{Then, own};
use gmc_world::Outside;

pub(crate) struct Program;
pub(crate) struct Threads;
pub(crate) struct Signals;
pub(crate) struct Mappings;
pub(crate) struct Calls;

impl ProgramHooks for Program {
    fn new_state(&self) -> LibraryState {
        LibraryState::new(State::default())
    }

    fn start(&self, machine: &mut Machine) -> InterpResult<()> {
        stdio::start(machine)?;
        math::start(machine)?;
        environment::start(machine)?;
        variables::start(machine)
    }

    fn make_statics(&self, machine: &mut Machine) -> InterpResult<()> {
        string::make_statics(machine)?;
        time::make_statics(machine)
    }

    fn main_arguments(&self, machine: &mut Machine) -> InterpResult<(Vec<Arg>, Vec<Reg>)> {
        signal::keep(machine)?;
        environment::look_at_main(machine)?;
        let (argv, argc) = inputs::arguments(machine)?;
        let envp = environment::array(machine)?;
        let int = Class::Int { bits: 32, signed: true, size: 4 };
        let regs = vec![Reg::number(argc as u64), Reg::pointer(argv), Reg::pointer(envp)];
        let pointer = |r| Arg { r, class: Class::Pointer };
        Ok((vec![Arg { r: 0, class: int }, pointer(1), pointer(2)], regs))
    }

    fn finish_streams(&self, machine: &Machine) -> InterpResult<()> {
        stdio::finish(machine).map_err(|fault| match fault.kind() {
            Some(kind) => InterpError::other(
                kind,
                "at its end the program writes what a stream has buffered, but the buffer that it has given the stream \
                 is gone: close the stream before, or give it another one",
            ),
            None => fault,
        })
    }

    fn finish(&self, machine: &mut Machine) -> InterpResult<()> {
        process::end(machine)
    }
}

impl ThreadHooks for Threads {
    fn run_destructor(&self, machine: &mut Machine) -> InterpResult<bool> {
        let slot = machine.own_slot(own::DESTRUCTORS);
        Ok(machine.run_handler(slot, Then::Discard)? || pthread::keys::teardown(machine)?)
    }

    fn notices_end(&self, machine: &Machine) -> bool {
        pthread::robust::has_any(machine)
    }

    fn end(&self, machine: &mut Machine) -> InterpResult<()> {
        pthread::robust::abandon(machine)
    }

    fn end_cancelled(&self, machine: &mut Machine) -> InterpResult<Flow> {
        pthread::threads::cancelled(machine)
    }

    fn has_destructors(&self, machine: &Machine) -> bool {
        !state(machine).keys.is_empty()
    }
}

impl Interruptions for Signals {
    fn handler_returned(&self, machine: &mut Machine) -> InterpResult<()> {
        signal::returned(machine)
    }

    fn is_due(&self, machine: &Machine) -> bool {
        timers::is_due(machine) || signal::has_arrived(machine)
    }

    fn interrupt(&self, machine: &mut Machine) -> InterpResult<bool> {
        timers::expire(machine)?;
        signal::take_over(machine)?;
        signal::handle(machine)
    }

    fn ways(&self, machine: &Machine, held: &PendingCall, goes_on: bool) -> u32 {
        signal::ways_to_interrupt(machine, held, goes_on)
    }

    fn comes_first(&self, machine: &Machine) -> bool {
        signal::comes_first(machine)
    }

    fn interrupt_call(
        &self,
        machine: &mut Machine,
        held: &PendingCall,
        way: u32,
        goes_on: bool,
    ) -> InterpResult<Flow> {
        signal::interrupt_call(machine, held, way, goes_on)
    }

    fn pass_time(&self, machine: &mut Machine) {
        timers::pass(machine);
    }

    fn concern_no_thread(&self, machine: &Machine) -> bool {
        state(machine).signals.concern_nobody()
    }
}

impl MappedFiles for Mappings {
    fn turn_to_arguments(&self, machine: &mut Machine, call: &Call) -> InterpResult<()> {
        mman::turn_to_arguments(machine, call)
    }

    fn turn_to(&self, machine: &mut Machine, object: ObjId) -> InterpResult<bool> {
        mman::turn_to(machine, object)
    }

    fn is_hidden_view(&self, machine: &Machine, error: &AccessError) -> bool {
        mman::is_hidden_view(machine, error)
    }

    fn is_mapped(&self, machine: &Machine, object: ObjId) -> bool {
        mman::is_mapped(machine, object)
    }
}

impl SharedMemory for Mappings {
    fn shares(&self, machine: &Machine) -> bool {
        mman::shares(machine)
    }

    fn publish(&self, machine: &mut Machine) -> InterpResult<()> {
        mman::publish(machine)
    }

    fn after_call(&self, machine: &mut Machine, before: &Outside) -> InterpResult<()> {
        mman::after_call(machine, before)
    }

    fn receive(&self, machine: &mut Machine, before: Option<&Outside>) -> InterpResult<()> {
        mman::receive(machine, before)
    }

    fn watch_again(&self, machine: &mut Machine) {
        mman::watch_again(machine);
    }

    fn place(&self, machine: &Machine, object: ObjId) -> Option<(u32, u64)> {
        mman::shared_place(machine, object)
    }
}

impl CallRules for Calls {
    fn goes_nowhere(&self, machine: &Machine, native: &Native, call: &Call) -> bool {
        stdio::goes_nowhere(machine, native, call)
    }

    fn fail(&self, machine: &mut Machine, native: &Native, call: &Call, how: Failure) -> InterpResult<Flow> {
        failures::fail(machine, native, call, how)
    }

    fn blocker(&self, machine: &Machine, thread: ThreadId, pending: &PendingCall) -> Option<Blocker> {
        pthread::blocker(machine, thread, pending)
    }

    fn lock(&self, machine: &Machine, pending: &PendingCall) -> Option<Used> {
        pthread::locks::used(machine, pending)
    }

    fn holder(&self, machine: &Machine, kind: LockKind, lock: Pointer) -> Option<ThreadId> {
        pthread::locks::holder(machine, kind, lock)
    }
}
