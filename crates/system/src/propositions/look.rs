//! Evaluates propositions on the current state.

use super::compile::QUESTION;
use super::{Propositions, Question};
use crate::Execution;
use crate::pending::Pending;
use gmc_expression::{Evaluator, Loaded, Refusal, Scope, Value, truth, why_not};
use gmc_ir::program::{Program, UnitIndex};
use gmc_mem::{Pointer, Target};
use gmc_model::{Obstacle, PropositionId, ThreadId};
use gmc_vm::effects::Traits;
use gmc_vm::machine::Machine;

/// The longest text of a label that is compared.
const MAX_LABEL: usize = 1 << 10;

/// The state that a proposition is evaluated on.
struct State<'m> {
    machine: &'m Machine,
    unit: UnitIndex,
    answers: &'m [bool],
}

impl Scope for State<'_> {
    fn program(&self) -> &Program {
        &self.machine.compiled.program
    }

    fn unit(&self) -> UnitIndex {
        self.unit
    }

    fn target(&self) -> Target {
        self.machine.memory.target()
    }

    fn name(&self, name: &str) -> Result<Value, Refusal> {
        let number = name.strip_prefix(QUESTION).and_then(|it| it.parse::<usize>().ok());
        let answer = number.and_then(|it| self.answers.get(it));
        answer.map(|&it| truth(it)).ok_or_else(|| format!("`{name}` is not resolved"))
    }

    fn load(&self, at: Pointer, size: usize) -> Result<Loaded, Refusal> {
        self.machine.memory.load_lenient(at, size).map_err(|error| why_not(&error, None))
    }

    fn register(&self, _: &Value) -> Option<Loaded> {
        None
    }
}

impl Execution {
    /// Which propositions hold in the current state: a bit for each.
    ///
    /// # Errors
    /// When one of them has no value here.
    pub(crate) fn look(&mut self, of: &[PropositionId]) -> Result<u64, Box<Obstacle>> {
        let propositions = self.propositions.take();
        let letter = propositions.as_ref().map_or(Ok(0), |it| self.letter_of(it, of));
        self.propositions = propositions;
        letter
    }

    fn letter_of(&mut self, all: &Propositions, of: &[PropositionId]) -> Result<u64, Box<Obstacle>> {
        let unit = self.machine.compiled.codes[self.machine.compiled.entry.main].global.unit;
        let mut letter = 0;
        for (bit, id) in of.iter().enumerate() {
            let proposition = &all.list[id.0 as usize];
            let refused = |why: Refusal| {
                let what =
                    format!("the proposition {{{}}}, which has no value in a state: {why}", proposition.text);
                Box::new(Obstacle { what, location: None })
            };
            let mut answers = Vec::new();
            for question in &proposition.questions {
                answers.push(self.answer(question).map_err(refused)?);
            }
            let state = State { machine: &self.machine, unit, answers: &answers };
            let evaluator = Evaluator::new(&state);
            let holds = evaluator.value(&proposition.expr).and_then(|it| evaluator.is_true(&it));
            letter |= u64::from(holds.map_err(refused)?) << bit;
        }
        Ok(letter)
    }

    fn answer(&mut self, question: &Question) -> Result<bool, Refusal> {
        match question {
            Question::At(codes, thread) => Ok(self.among(*thread).into_iter().any(|thread| {
                self.load_registers(thread);
                self.machine.threads[thread].frames.iter().any(|it| codes.contains(&it.code))
            })),
            Question::Label(text, thread) => {
                Ok(self.among(*thread).into_iter().any(|it| self.stands_before(it, text)))
            }
            Question::Ended(thread) => {
                let state = self.threads.get(*thread);
                Ok(state.is_some_and(|it| matches!(it.pending, Pending::Done)))
            }
            Question::Function(function) => self.call_property(*function),
        }
    }

    /// The threads that a question is about.
    fn among(&self, thread: Option<ThreadId>) -> Vec<ThreadId> {
        self.threads.ids().filter(|it| thread.is_none_or(|wanted| wanted == *it)).collect()
    }

    /// Whether a thread stands before a label with this text.
    fn stands_before(&self, thread: ThreadId, text: &str) -> bool {
        let Pending::Call(op) = &self.threads[thread].pending else { return false };
        if !op.native.has(Traits::LABELS) {
            return false;
        }
        let at = op.call.regs.first().map_or(Pointer::NULL, |it| it.as_pointer());
        let byte = |offset: usize| {
            let (scalar, missing) =
                self.machine.memory.load_lenient(at.wrapping_offset(offset as i64), 1).ok()?;
            scalar.bits(self.machine.memory.target()).filter(|_| missing == 0).map(|it| it as u8)
        };
        let own = (0..MAX_LABEL).map_while(byte).take_while(|it| *it != 0);
        own.eq(text.bytes())
    }
}
