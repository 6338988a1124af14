//! What happens when somebody wants gmc to end: SIGINT, SIGTERM, SIGHUP.
//!
//! Private directories are removed, whatever else happens. Then the signal has its usual effect, unless the command says
//! otherwise: it may have an answer printed first, or be asked to come to an end by itself. Who asks twice is not asked to
//! wait.

use crate::exit::Exit;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once};
use std::thread;

/// What is to happen at a signal.
struct Orders {
    /// The directories to be removed.
    live: Vec<PathBuf>,
    manner: Manner,
}

enum Manner {
    /// The usual effect.
    End,
    /// This is called, and gmc exits as after an unknown answer.
    Tell(Box<dyn FnOnce() + Send>),
    /// [`STOP`] is set.
    Ask,
}

static ORDERS: Mutex<Orders> = Mutex::new(Orders { live: Vec::new(), manner: Manner::End });

/// Somebody wants gmc to end.
static STOP: AtomicBool = AtomicBool::new(false);

fn orders() -> MutexGuard<'static, Orders> {
    ORDERS.lock().expect("nobody panics while holding the orders")
}

/// Has a directory removed at a signal.
pub(crate) fn guard(directory: &Path) {
    orders().live.push(directory.to_owned());
    watch();
}

/// The directory is gone.
pub(crate) fn release(directory: &Path) {
    orders().live.retain(|it| it != directory);
}

/// From now on a signal calls `tell`, and ends gmc as after an unknown answer.
pub(crate) fn tell(tell: impl FnOnce() + Send + 'static) {
    orders().manner = Manner::Tell(Box::new(tell));
    watch();
}

/// From now on a signal sets the flag that is returned, and ends gmc only when it comes a second time.
pub(crate) fn ask() -> &'static AtomicBool {
    orders().manner = Manner::Ask;
    watch();
    &STOP
}

/// Whether somebody has set the flag.
pub(crate) fn is_asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Starts to wait for signals. Where that is not possible they have their usual effect, and interrupted work stays behind as
/// it does with most tools.
fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        thread::spawn(move || signals.forever().for_each(obey));
    });
}

fn obey(signal: i32) {
    let mut orders = orders();
    for path in orders.live.drain(..) {
        // The program ends here; there is nobody to tell.
        let _ = fs::remove_dir_all(path);
    }
    match std::mem::replace(&mut orders.manner, Manner::End) {
        Manner::Tell(tell) => {
            tell();
            std::process::exit(Exit::Unknown.code().into());
        }
        Manner::Ask => {
            // The next signal finds `End`.
            STOP.store(true, Ordering::Relaxed);
        }
        Manner::End => {
            let _ = emulate_default_handler(signal);
        }
    }
}
