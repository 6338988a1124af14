//! What happens when somebody wants gmc to end: SIGINT, SIGTERM, SIGHUP.
//!
//! Private directories are removed and compilers ended, whatever else happens. Then the signal has its usual effect, unless a
//! command is being watched ([`watchdog`](crate::watchdog)): that is asked to come to an end first. Who asks twice is not asked
//! to wait.

use crate::{child, watchdog};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;

/// What is to be removed at the end.
#[derive(Default)]
struct Traces {
    directories: Vec<PathBuf>,
    children: Vec<u32>,
}

static TRACES: Mutex<Traces> = Mutex::new(Traces { directories: Vec::new(), children: Vec::new() });

/// Somebody wants gmc to end.
static STOP: AtomicBool = AtomicBool::new(false);

fn traces() -> MutexGuard<'static, Traces> {
    TRACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has a directory removed at a signal.
pub(crate) fn guard(directory: &Path) {
    traces().directories.push(directory.to_owned());
    watch();
}

/// The directory is gone.
pub(crate) fn release(directory: &Path) {
    traces().directories.retain(|it| it != directory);
}

/// Has a program ended at a signal, which leads a group of processes.
pub(crate) fn guard_child(process: u32) {
    traces().children.push(process);
    watch();
}

/// The program has ended.
pub(crate) fn release_child(process: u32) {
    traces().children.retain(|it| *it != process);
}

/// Removes private directories and ends programs: gmc is about to end.
pub(crate) fn clean() {
    let Traces { directories, children } = std::mem::take(&mut *traces());
    child::end(&children);
    for path in directories {
        // The program ends here; there is nobody to tell.
        let _ = fs::remove_dir_all(path);
    }
}

/// A flag that a signal sets where a command is watched.
pub(crate) fn asked() -> &'static AtomicBool {
    &STOP
}

/// Whether somebody has set the flag.
pub(crate) fn is_asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Starts to wait for signals. Where that is not possible they have their usual effect, and interrupted work stays behind as
/// it does with most tools.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        thread::spawn(move || signals.forever().for_each(obey));
    });
}

/// Held by who ends gmc.
static END: Mutex<()> = Mutex::new(());

/// Returns only if no signal ends gmc: who finds a child killed would report that instead.
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
