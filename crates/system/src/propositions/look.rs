//! Evaluates propositions on the current state.

use super::compile::QUESTION;
use super::decisions::{DecisionTree, Load};
use super::{Proposition, Propositions, Question};
use crate::Execution;
use crate::pending::Pending;
use gmc_expression::{Evaluator, Loaded, Refusal, Scope, Value, truth, why_not};
use gmc_ir::program::{Program, UnitIndex};
use gmc_mem::{Pointer, Target};
use gmc_model::{Obstacle, PropositionId, ThreadId};
use gmc_vm::effects::Traits;
use gmc_vm::machine::Machine;
use gmc_vm::symbolic::TermSplit;
use std::cell::RefCell;
use std::sync::Arc;

/// The longest text of a label that is compared.
const MAX_LABEL: usize = 1 << 10;

/// The propositions of an execution, and what they said in states that were met before.
pub(crate) struct Looking {
    pub(crate) propositions: Arc<Propositions>,
    /// One for each list of propositions that was asked for.
    letters: Vec<Letters>,
}

/// The letters of some propositions.
struct Letters {
    of: Vec<PropositionId>,
    /// A bit for each that asks something beside the values of variables.
    asking: u64,
    /// What all others said.
    known: DecisionTree,
}

impl Looking {
    /// Nothing was met yet.
    pub(crate) fn new(propositions: Arc<Propositions>) -> Looking {
        Looking { propositions, letters: Vec::new() }
    }

    /// The letters of these propositions.
    fn letters(&mut self, of: &[PropositionId]) -> usize {
        if let Some(at) = self.letters.iter().position(|it| it.of == of) {
            return at;
        }
        let asks = |id: &PropositionId| !self.propositions.list[id.0 as usize].questions.is_empty();
        let asking = (0..).zip(of).fold(0, |sum, (bit, id)| sum | u64::from(asks(id)) << bit);
        self.letters.push(Letters { of: of.to_vec(), asking, known: DecisionTree::default() });
        self.letters.len() - 1
    }
}

/// The state that a proposition is evaluated on.
struct State<'m> {
    machine: &'m Machine,
    unit: UnitIndex,
    answers: &'m [bool],
    /// What was loaded so far.
    loads: RefCell<Vec<Load>>,
    /// What has to be decided before the proposition has a value.
    split: RefCell<Option<TermSplit>>,
}

/// Why a proposition has no value.
pub(super) enum Unclear {
    /// These cases are to be told apart.
    Undecided(TermSplit),
    /// It has none in this state.
    No(Refusal),
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
        let loaded = self.machine.memory.load_lenient(at, size).map_err(|error| why_not(&error, None))?;
        self.loads.borrow_mut().push(Load { at, size, value: loaded.0 });
        Ok(loaded)
    }

    fn register(&self, _: &Value) -> Option<Loaded> {
        None
    }

    fn machine(&self) -> Option<&Machine> {
        Some(self.machine)
    }

    fn undecided(&self, split: TermSplit) {
        *self.split.borrow_mut() = Some(split);
    }
}

impl Execution {
    /// Which propositions hold in the current state: a bit for each. Nothing where one of them is to be decided first.
    ///
    /// # Errors
    /// When one of them has no value here.
    pub(crate) fn letter(&mut self, of: &[PropositionId]) -> Result<Option<u64>, Box<Obstacle>> {
        if self.deciding().is_some() {
            return Ok(None);
        }
        let Some(mut looking) = self.looking.take() else { return Ok(Some(0)) };
        let letter = self.letter_of(&mut looking, of);
        self.looking = Some(looking);
        letter.map(Some)
    }

    fn letter_of(&mut self, looking: &mut Looking, of: &[PropositionId]) -> Result<u64, Box<Obstacle>> {
        self.evaluate(looking, of).map_err(|(id, unclear)| {
            let why = match unclear {
                Unclear::No(why) => why,
                Unclear::Undecided(_) => "it is not decided yet".to_owned(),
            };
            let text = &looking.propositions.list[id.0 as usize].text;
            let what = format!("the proposition {{{text}}}, which has no value in a state: {why}");
            Box::new(Obstacle { what, location: None })
        })
    }

    /// Which propositions hold: a bit for each. Otherwise the first one that has no value.
    pub(super) fn evaluate(
        &mut self,
        looking: &mut Looking,
        of: &[PropositionId],
    ) -> Result<u64, (PropositionId, Unclear)> {
        let at = looking.letters(of);
        let Letters { asking, ref known, .. } = looking.letters[at];
        let found = known.find(&self.machine.memory);
        if let Some(letter) = found
            && asking == 0
        {
            return Ok(letter);
        }
        let (mut letter, mut loads) = (found.unwrap_or(0), Vec::new());
        for (bit, &id) in of.iter().enumerate() {
            if found.is_some() && asking >> bit & 1 == 0 {
                continue;
            }
            let proposition = &looking.propositions.list[id.0 as usize];
            let (holds, own) = self.holds(proposition).map_err(|unclear| (id, unclear))?;
            letter |= u64::from(holds) << bit;
            if asking >> bit & 1 == 0 {
                loads.extend(own);
            }
        }
        if found.is_none() && loads.iter().all(Load::is_decided) {
            looking.letters[at].known.add(&once(loads), letter & !asking);
        }
        Ok(letter)
    }

    /// Whether a proposition holds, and what it loaded.
    fn holds(&mut self, proposition: &Proposition) -> Result<(bool, Vec<Load>), Unclear> {
        let mut answers = Vec::new();
        for question in &proposition.questions {
            answers.push(self.answer(question).map_err(Unclear::No)?);
        }
        let unit = self.machine.compiled.codes[self.machine.compiled.entry.main].global.unit;
        let (loads, split) = Default::default();
        let state = State { machine: &self.machine, unit, answers: &answers, loads, split };
        let evaluator = Evaluator::new(&state);
        let holds = evaluator.value(&proposition.expr).and_then(|it| evaluator.is_true(&it));
        match (holds, state.split.into_inner()) {
            (Ok(holds), _) => Ok((holds, state.loads.into_inner())),
            (Err(_), Some(split)) => Err(Unclear::Undecided(split)),
            (Err(why), None) => Err(Unclear::No(why)),
        }
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
                Ok(state.is_some_and(|it| matches!(it.pending.after_look(), Pending::Done)))
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
        let Pending::Call(op) = self.threads[thread].pending.after_look() else { return false };
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

/// Loads without those that were made before.
fn once(loads: Vec<Load>) -> Vec<Load> {
    let mut out: Vec<Load> = Vec::new();
    for load in loads {
        if !out.contains(&load) {
            out.push(load);
        }
    }
    out
}
