//! A private directory for what is made on the way, removed whatever happens.
//!
//! It goes when the value is dropped, and also when the user interrupts gmc: a thread waits for the signals that end
//! programs, removes what there is, and lets the signal have its usual effect.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};
use std::thread;
use tempfile::TempDir;

/// The directories to be removed on a signal.
static LIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A private directory.
#[derive(Debug)]
pub(super) struct Scratch {
    directory: TempDir,
}

impl Scratch {
    pub(super) fn new() -> io::Result<Scratch> {
        static GUARD: Once = Once::new();
        GUARD.call_once(guard);
        let directory = tempfile::Builder::new().prefix("gmc-").tempdir()?;
        live(|live| live.push(directory.path().to_owned()));
        Ok(Scratch { directory })
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        live(|live| live.retain(|path| path != self.directory.path()));
    }
}

fn live(change: impl FnOnce(&mut Vec<PathBuf>)) {
    change(&mut LIVE.lock().expect("nobody panics while holding the list"));
}

/// Starts to wait for signals. Where that is not possible, interrupted work stays behind as it does with most tools.
fn guard() {
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            live(|live| {
                for path in live.drain(..) {
                    // The program ends here; there is nobody to tell.
                    let _ = fs::remove_dir_all(path);
                }
            });
            let _ = emulate_default_handler(signal);
        }
    });
}
