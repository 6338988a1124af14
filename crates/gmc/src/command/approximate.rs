//! Approximations that the user asks for, where they concern executions: what is ignored, and what limits and abstract
//! states look at.

use super::{Error, select};
use gmc_ir::program::{Global, Program};
use gmc_model::{Approximation, Gap};
use gmc_search::{LimitKind, Search};
use gmc_system::{Checked, IgnoreRules, Questions};
use gmc_vm::{Compiled, Ignored};
use std::sync::Arc;

/// What searches ask of executions beyond what every run does.
#[derive(Clone, Debug, Default)]
pub(super) struct Approximate {
    /// Parts of variables that are ignored, as the user names them.
    ignored: Vec<String>,
    /// What searches have ignored so far.
    told: Ignored,
    /// The function that tells the abstract state.
    abstraction: Option<Global>,
    /// How often loops may go round.
    unwind: Option<u32>,
}

/// The same, for one search.
pub(super) struct Resolved {
    rules: Option<IgnoreRules>,
    questions: Option<Arc<Questions>>,
    told: Ignored,
}

impl Approximate {
    /// Ignores these, and what the program names; and asks this function.
    pub(super) fn new(
        ignored: &[String],
        abstraction: Option<&str>,
        unwind: Option<u32>,
        program: &Program,
    ) -> Result<Approximate, Error> {
        let abstraction = abstraction.map(|name| match select::function(program, name)? {
            found if found.function.params.is_empty() => Ok(found.global),
            _ => Err(Error::Name { option: "--abstract", why: format!("`{name}` takes parameters") }),
        });
        Ok(Approximate {
            ignored: ignored.to_vec(),
            told: Ignored::default(),
            abstraction: abstraction.transpose()?,
            unwind,
        })
    }

    /// Ignores these, too.
    pub(super) fn also_ignore(&mut self, names: impl IntoIterator<Item = String>) {
        self.ignored.extend(names);
    }

    /// The function that must be compiled although nothing calls it.
    pub(super) fn wanted(&self) -> Option<Global> {
        self.abstraction
    }

    /// How often loops may go round. It is compiled into the program.
    pub(super) fn unwind(&self) -> Option<u32> {
        self.unwind
    }

    /// Finds what names stand for, as far as the search can use it.
    pub(super) fn resolve(&self, compiled: &Compiled, search: &Search) -> Result<Resolved, Error> {
        let rules = search.ignores().then(|| IgnoreRules::compile(compiled, &self.ignored));
        let rules = rules.transpose().map_err(|why| Error::Name { option: "--ignore", why })?;
        let mut questions = Questions::default();
        for limit in &search.bounds.limits {
            let (option, asked) = match limit.kind {
                LimitKind::Values => ("--values", questions.count_values(compiled, &limit.name)),
                LimitKind::Calls => ("--limit", questions.count_calls(compiled, &limit.name)),
            };
            asked.map_err(|why| Error::Name { option, why })?;
        }
        if let Some(function) = self.abstraction {
            let asked = questions.abstract_by(compiled, function);
            asked.map_err(|why| Error::Name { option: "--abstract", why })?;
        }
        let questions = (!questions.is_empty()).then(|| Arc::new(questions));
        Ok(Resolved { rules, questions, told: self.told.clone() })
    }

    /// What the answer does not cover because something was ignored.
    pub(super) fn gap(&self) -> Option<Gap> {
        let what = self.told.told();
        (!what.is_empty()).then_some(Gap::Approximation(Approximation::Ignored { what }))
    }
}

impl Resolved {
    /// Asks an execution of the search.
    pub(super) fn apply(&self, execution: &mut Checked) {
        if let Some(rules) = &self.rules {
            execution.ignore(rules, &self.told);
        }
        if let Some(questions) = &self.questions {
            execution.ask(questions);
        }
    }

    /// Whether it sees each operation, as coverage does.
    pub(super) fn sees_operations(&self) -> bool {
        self.questions.as_ref().is_some_and(|it| it.sees_operations())
    }
}
