//! The script of a search (`--script`): what it asks of the search, and its own report at the end.

use super::Error;
use crate::cli::{self, AnswerFormat};
use crate::command::script::text_of;
use crate::run::{JudgeScript, Run};
use gmc_report::Answer;
use gmc_script::JudgeText;
use gmc_search::{Score, Search};

/// Reads the script, and has the search look at every state if it judges any. The script, if it reports the answer.
pub(super) fn judge(
    options: &cli::Check,
    run: &mut Run,
    search: &mut Search,
) -> Result<Option<JudgeText>, Error> {
    let rates = search.score == Some(Score::Script);
    let Some(file) = &options.semantics.script else {
        return if rates { Err(Error::NoScore) } else { Ok(None) };
    };
    let (name, text) = text_of(file)?;
    let script = JudgeScript { name, text, parameters: options.semantics.script_set.clone() };
    let (_, uses) = script.text().load().map_err(Error::Script)?;
    if rates && !uses.rates {
        return Err(Error::NoScore);
    }
    let looks = uses.judges || uses.chooses;
    let is_idle = !(looks || uses.reports || rates || uses.abstracts && search.uses_abstract_states());
    if is_idle {
        return Err(Error::IdleScript(script.name));
    }
    search.asked.every_state |= looks;
    let told = script.text();
    run.properties.script = Some(script);
    Ok(uses.reports.then_some(told))
}

/// Has the script, if there is one, report an answer that is printed for readers, on standard output.
pub(super) fn report(script: Option<&JudgeText>, format: AnswerFormat, answer: &Answer) -> Result<(), Error> {
    match script.filter(|_| format == AnswerFormat::Text) {
        Some(script) => script.report(&gmc_report::json::answer(answer)).map_err(Error::Script),
        None => Ok(()),
    }
}
