//! Describes a choice before it is taken: the operation that it performs, in the program's own names.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::MemoryAccess;
use gmc_model::{Choice, Event};
use gmc_vm::diagnose::{self, leaf};
use gmc_vm::effects::Traits;
use gmc_vm::lower::class::Class;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::reg::Reg;

impl Execution {
    /// The pending operation of a thread, without its effects.
    pub fn action(&mut self, choice: Choice) -> Event {
        let thread = choice.thread;
        let mut event = Event {
            choice,
            actor: None,
            outcomes: 1,
            location: None,
            action: String::new(),
            creates: false,
            effects: Vec::new(),
            path: Vec::new(),
            labels: Vec::new(),
            messages: Vec::new(),
            is_environment: false,
        };
        if !self.threads.has(thread) {
            return event;
        }
        self.load_registers(thread);
        event.actor = self.machine.actor(thread);
        event.outcomes = self.alternatives(thread);
        let pending = &self.threads[thread].pending;
        let machine = &self.machine;
        event.location = diagnose::before(machine, thread);
        let operand = leaf::next_operand(machine, thread).map_or(String::new(), |it| format!(" {}", it.0));
        event.creates = matches!(pending, Pending::Call(op) if op.native.has(Traits::CREATES));
        let interrupted = self.is_interrupted(thread, choice.alternative);
        event.action = match pending {
            _ if interrupted => "handles a signal".to_owned(),
            Pending::Done => "has finished".to_owned(),
            Pending::AssumptionFailed => "assumes what is not so".to_owned(),
            Pending::Running if event.location.is_none() => {
                event.location = Some(diagnose::start(machine));
                "the program starts".to_owned()
            }
            Pending::Running | Pending::Circling => "goes on".to_owned(),
            Pending::Access(MemoryAccess { write: true, .. }) => format!("write{operand}"),
            Pending::Access(_) => format!("read{operand}"),
            Pending::Operation if machine.goes_on_ending(thread) => "goes on with `exit`".to_owned(),
            Pending::Operation if machine.threads[thread].frames.is_empty() => "ends".to_owned(),
            Pending::Operation => format!("access{operand}"),
            Pending::Call(op) if op.native.has(Traits::MAKES_INPUTS) => {
                "the program gets its inputs".to_owned()
            }
            Pending::Call(op) => self.call(op) + &machine.describe_alternative(op, choice.alternative),
            Pending::Split(split) => machine.describe(split, choice.alternative),
            Pending::Look(look) => machine.describe(&look.split, choice.alternative),
        };
        event
    }

    /// A call of a library function, with its arguments.
    fn call(&self, op: &PendingCall) -> String {
        let argument = |&(class, r): &(Class, u16)| {
            let Some(&reg) = op.call.regs.get(usize::from(r)) else { return "…".to_owned() };
            match class {
                _ if reg.is_open() => self.machine.tell_open(reg).unwrap_or_else(|| "…".to_owned()),
                _ if reg.is_undef() => "not set".to_owned(),
                Class::Int { signed: true, .. } => (reg.bits as i64).to_string(),
                Class::Int { .. } => reg.bits.to_string(),
                Class::Single => f32::from_bits(reg.bits as u32).to_string(),
                Class::Double => f64::from_bits(reg.bits).to_string(),
                Class::Pointer => leaf::pointer(&self.machine, Reg::as_pointer(reg)),
                Class::Void | Class::Wide { .. } | Class::Aggregate { .. } => "…".to_owned(),
            }
        };
        let arguments: Vec<String> = op.call.args.iter().map(argument).collect();
        format!("{}({})", op.native.name, arguments.join(", "))
    }
}
