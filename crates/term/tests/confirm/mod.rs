//! Answers of the solver under test are asked of the second one too, where there is one.

use std::io::Write as _;
use std::sync::Once;

/// From now on, an answer that Z3 contradicts fails the test.
pub(crate) fn by_second_solver() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if let Err(why) = gmc_term::ask_twice() {
            // Past what the test runner captures.
            let _ = std::io::stderr().write_all(format!("SKIPPED: {why}\n").as_bytes());
        }
    });
}
