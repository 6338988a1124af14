//! How far a search is, in one line of a terminal that is written again and again.

use gmc_search::Progress;
use std::collections::VecDeque;
use std::io::{self, IsTerminal as _, Write as _};

/// The line.
pub(super) struct Line {
    /// Whether standard error is a terminal: otherwise nothing is written.
    terminal: bool,
    shown: bool,
    forecast: Forecast,
}

impl Line {
    pub(super) fn new() -> Line {
        Line { terminal: io::stderr().is_terminal(), shown: false, forecast: Forecast::default() }
    }

    /// Writes the line again.
    pub(super) fn show(&mut self, it: &Progress, bytes: u64) {
        if !self.terminal {
            return;
        }
        self.shown = true;
        let seconds = it.elapsed.as_secs_f64();
        let rate = it.states as f64 / seconds.max(0.001);
        let forecast = it.share.map_or_else(String::new, |share| self.forecast.tell(share, seconds));
        // If the terminal has gone there is no way to say so.
        let _ = write!(
            io::stderr(),
            "\r\x1b[K{} states, {rate:.0}/s, depth {}, {} open, {} MiB, {seconds:.0} s{forecast}",
            it.states,
            it.depth,
            it.frontier,
            bytes >> 20,
        );
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A guess of how long a search will take, and how much that guess has changed of late.
#[derive(Default)]
struct Forecast {
    /// How long it would take in all, by what was known at some moments of the second half of the time so far: when,
    /// and how long.
    guesses: VecDeque<(f64, f64)>,
}

impl Forecast {
    /// What can be said after this time, when this share of the choices is done.
    fn tell(&mut self, share: f64, seconds: f64) -> String {
        if share < 0.001 || seconds < 1.0 {
            return String::new();
        }
        let last = self.guesses.back().map_or(0.0, |it| it.0);
        if seconds >= last * 1.02 {
            self.guesses.push_back((seconds, seconds / share));
        }
        while self.guesses.front().is_some_and(|it| it.0 * 2.0 < seconds) {
            self.guesses.pop_front();
        }
        let bound = |pick: fn(f64, f64) -> f64, start| self.guesses.iter().map(|it| it.1).fold(start, pick);
        let left = |total: f64| (total - seconds).max(0.0);
        let (low, high) = (left(bound(f64::min, f64::MAX)), left(bound(f64::max, 0.0)));
        format!(", {:.1}% of the choices, perhaps {} left", share * 100.0, range(low, high))
    }
}

/// A time between two, in words.
fn range(low: f64, high: f64) -> String {
    let (unit, name) = match high {
        high if high < 120.0 => (1.0, "s"),
        high if high < 7200.0 => (60.0, "min"),
        high if high < 172_800.0 => (3600.0, "h"),
        _ => (86_400.0, "days"),
    };
    // Not the last digits.
    let (low, high) = ((low / unit + 0.001).floor(), (high / unit - 0.001).ceil());
    if low == high { format!("{high} {name}") } else { format!("{low} to {high} {name}") }
}

#[cfg(test)]
mod tests {
    use super::{Forecast, range};

    #[test]
    fn a_steady_search_is_foreseen() {
        let mut forecast = Forecast::default();
        for second in 1..50 {
            forecast.tell(f64::from(second) / 100.0, f64::from(second));
        }
        assert_eq!(forecast.tell(0.5, 50.0), ", 50.0% of the choices, perhaps 50 s left");
    }

    #[test]
    fn a_guess_that_changes_is_a_range() {
        let mut forecast = Forecast::default();
        for second in 1..50 {
            forecast.tell(0.1, f64::from(second));
        }
        assert_eq!(forecast.tell(0.1, 50.0), ", 10.0% of the choices, perhaps 3 to 8 min left");
        assert_eq!(Forecast::default().tell(0.0, 50.0), "");
    }

    #[test]
    fn times_have_units() {
        assert_eq!(range(0.0, 1e9), "0 to 11575 days");
        assert_eq!(range(10.0, 10.0), "10 s");
    }
}
