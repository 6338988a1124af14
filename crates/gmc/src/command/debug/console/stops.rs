//! Commands about breakpoints and watched variables.

use super::Console;
use super::text::{breakpoint, called, number};
use gmc_debug::{Breakpoint, SourcePlace, Stops};

impl Console<'_> {
    /// A place that a user names: `12`, `file.c:12`, `function`.
    pub(super) fn spot(&self, text: &str) -> Result<SourcePlace, String> {
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) if !file.is_empty() && !file.ends_with(':') => (Some(file), line),
            _ => (None, text),
        };
        if let Ok(line) = line.trim().parse::<u32>() {
            let here = self.session.position().location.map(|it| it.file);
            let file = file.map(str::to_owned).or(here).ok_or("which file? FILE:LINE says so")?;
            return self.session.line_place(&file, line);
        }
        self.session.function_place(text)
    }

    pub(super) fn put_break(&mut self, rest: &str) -> Result<String, String> {
        if rest.is_empty() {
            let line = self.session.position().location.map(|it| it.line).ok_or("there is no line here")?;
            return self.put_break(&line.to_string());
        }
        let (place, condition) = match rest.split_once(" if ") {
            Some((place, condition)) => (place.trim(), Some(condition.trim().to_owned())),
            None => (rest, None),
        };
        let at = self.spot(place)?;
        if let Some(condition) = &condition {
            self.session.check(condition)?;
        }
        self.numbers += 1;
        let it = Breakpoint { at, condition };
        let told = format!("{} {}\n", self.numbers, breakpoint(&it));
        self.stops.breakpoints.push((self.numbers, it));
        Ok(told)
    }

    pub(super) fn watch(&mut self, text: &str) -> Result<String, String> {
        let it = self.session.watch(self.thread, self.frame, text)?;
        self.numbers += 1;
        self.stops.watchpoints.push((self.numbers, it));
        Ok(format!("{} watches {text}\n", self.numbers))
    }

    pub(super) fn who(&mut self, text: &str) -> Result<String, String> {
        let watch = self.session.watch(self.thread, self.frame, text)?;
        Ok(match self.session.last_writer(&watch) {
            None => format!("nobody has written {text} so far\n"),
            Some(it) => {
                let at = it.location.map_or(String::new(), |at| format!(", in {}", called(&at)));
                format!(
                    "thread {} wrote it in step {}{at}\n       {text}: {} → {}\n",
                    it.thread,
                    it.step + 1,
                    it.before,
                    it.after
                )
            }
        })
    }

    pub(super) fn list_stops(&self) -> String {
        let breakpoints = self.stops.breakpoints.iter().map(|(number, it)| (*number, breakpoint(it)));
        let watched =
            self.stops.watchpoints.iter().map(|(number, it)| (*number, format!("watches {}", it.text)));
        let mut all: Vec<(u32, String)> = breakpoints.chain(watched).collect();
        all.sort();
        if all.is_empty() {
            return "there are none\n".to_owned();
        }
        all.iter().map(|(number, text)| format!("{number} {text}\n")).collect()
    }

    pub(super) fn delete(&mut self, rest: &str) -> Result<String, String> {
        let before = self.stops.breakpoints.len() + self.stops.watchpoints.len();
        if rest.is_empty() {
            self.stops = Stops::default();
        } else {
            let number = number(rest)? as u32;
            self.stops.breakpoints.retain(|it| it.0 != number);
            self.stops.watchpoints.retain(|it| it.0 != number);
        }
        let after = self.stops.breakpoints.len() + self.stops.watchpoints.len();
        if after == before { Err("there is no such breakpoint".to_owned()) } else { Ok(String::new()) }
    }
}
