//! What happens at SIGINT, SIGTERM and SIGHUP.
//!
//! Private directories are removed and compilers ended, whatever else happens. Then the signal has its usual effect,
//! unless a command is being watched ([`watchdog`](crate::watchdog)): that is asked to come to an end first. A second
//! signal always has its usual effect.
//!
//! SIGXFSZ (a file grows beyond `ulimit -f`) would end gmc without a word. It is caught, so that the write fails
//! instead and the user learns which file it was. A handler does not outlive `exec`: compilers have the usual effect.

use crate::{child, watchdog};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;

/// What is to be removed at the end.
#[derive(Default)]
struct Leftovers {
    directories: Vec<PathBuf>,
    children: Vec<u32>,
}

static LEFTOVERS: Mutex<Leftovers> = Mutex::new(Leftovers { directories: Vec::new(), children: Vec::new() });

/// A signal has come.
static STOP: AtomicBool = AtomicBool::new(false);

fn leftovers() -> MutexGuard<'static, Leftovers> {
    LEFTOVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has a directory removed at a signal.
pub(crate) fn guard(directory: &Path) {
    leftovers().directories.push(directory.to_owned());
    watch();
}

/// The directory is gone.
pub(crate) fn release(directory: &Path) {
    leftovers().directories.retain(|it| it != directory);
}

/// Has a program ended at a signal, which leads a group of processes.
pub(crate) fn guard_child(process: u32) {
    leftovers().children.push(process);
    watch();
}

/// The program has ended.
pub(crate) fn release_child(process: u32) {
    leftovers().children.retain(|it| *it != process);
}

/// Removes private directories and ends programs: gmc is about to end.
pub(crate) fn clean() {
    let Leftovers { directories, children } = std::mem::take(&mut *leftovers());
    child::end(&children);
    for path in directories {
        // gmc ends here, so there is no use in reporting a failure.
        let _ = fs::remove_dir_all(path);
    }
}

/// A flag that a signal sets where a command is watched.
pub(crate) fn asked() -> &'static AtomicBool {
    &STOP
}

/// Starts to wait for signals. Where that is not possible they have their usual effect, and interrupted work stays
/// behind as it does with most tools.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        thread::spawn(move || signals.forever().for_each(obey));
    });
}

/// Has a write beyond the limit of a file's size fail, instead of ending gmc.
pub(crate) fn survive_large_files() {
    static TOO_LARGE: AtomicBool = AtomicBool::new(false);
    // Without the handler the signal has its usual effect. The failed write says all that the flag would.
    let _ = flag::register(SIGXFSZ, &TOO_LARGE);
}

/// Held by the thread that ends gmc.
static END: Mutex<()> = Mutex::new(());

/// Blocks for ever if a signal is ending gmc. A thread whose compiler was killed calls this before it reports that.
pub(crate) fn wait_if_over() {
    drop(END.lock());
}

fn obey(signal: i32) {
    if !STOP.swap(true, Ordering::Relaxed) && watchdog::interrupted() {
        return;
    }
    let _end = END.lock();
    clean();
    let _ = emulate_default_handler(signal);
}
