//! Commands that leave the recorded run: other choices, and saving what came of them.

use super::text::number;
use super::{Console, Reply};
use gmc_debug::Ending;
use gmc_model::{Choice, Effect};
use std::fmt::Write as _;
use std::path::Path;

impl Console<'_> {
    pub(super) fn choices(&mut self) -> String {
        let place = self.session.position();
        let (events, taken) = self.session.alternatives();
        if events.is_empty() {
            return "nobody can go on here\n".to_owned();
        }
        let mut out = match place.is_end {
            true => "what can happen next:\n".to_owned(),
            false => format!("where step {} began:\n", place.step + 1),
        };
        for (number, event) in events.iter().enumerate() {
            let mark = if taken == Some(number) { '*' } else { ' ' };
            let at =
                event.location.as_ref().map_or(String::new(), |at| format!("  ({}:{})", at.file, at.line));
            let outcome = if event.outcomes > 1 {
                format!(", outcome {}", event.choice.alternative)
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "{mark} {}  thread {}: {}{outcome}{at}",
                number + 1,
                event.choice.thread,
                event.action
            );
        }
        out
    }

    pub(super) fn take(&mut self, rest: &str) -> Result<Reply, String> {
        let wanted = number(rest)?;
        let (events, taken) = self.session.alternatives();
        let choice: Option<Choice> = wanted.checked_sub(1).and_then(|at| events.get(at)).map(|it| it.choice);
        let Some(choice) = choice else {
            return Err(match events.len() {
                0 => "nobody can go on here".to_owned(),
                most => format!("there are choices 1 to {most}: `choices` lists them"),
            });
        };
        if taken == Some(wanted - 1) {
            return Err("this is what the run does".to_owned());
        }
        self.session.take(choice)?;
        (self.thread, self.frame) = (self.session.position().thread, 0);
        let mut out = String::new();
        if let Some(event) = self.session.events().last() {
            let _ = writeln!(out, "thread {}: {}", event.choice.thread, event.action);
            for effect in &event.effects {
                let _ = match effect {
                    Effect::Read { place, value } => writeln!(out, "  {place} is {value}"),
                    Effect::Written { place, before, after } => {
                        writeln!(out, "  {place}: {before} → {after}")
                    }
                };
            }
        }
        out += &self.place_told();
        Ok(Reply::Moved(out))
    }

    pub(super) fn save(&mut self, file: &str) -> Result<String, String> {
        let violation = match self.session.ending() {
            Ending::Violated(violation) => Some(&**violation),
            _ => None,
        };
        let same = self.is_as_recorded();
        let trace = match same {
            true => self.trace.clone(),
            false => self.trace.with_run(self.session.trace(), self.session.events(), violation),
        };
        trace.write(Path::new(file)).map_err(|error| error.to_string())?;
        let what = match violation {
            Some(it) => format!("which leads to: {}", it.kind),
            None if same && self.trace.violation.is_some() => "as it was recorded".to_owned(),
            None => "at the end of which nothing is wrong".to_owned(),
        };
        Ok(format!("wrote {file}: a run of {} steps, {what}\n", trace.choices().len()))
    }
}
