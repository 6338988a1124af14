//! The second solver: Z3, if the machine has it.
//!
//! It is opened at run time, so that building gmc needs no solver, and is asked in text, which needs few of its
//! functions and works with every version since 4.8. Each question has a context of its own: nothing is left of it for
//! the next one, so that answers do not depend on what was asked before.
//!
//! Invariant: what Z3 writes is never trusted. A model is checked by evaluation, and all but the text expected means
//! that Z3 gave up. An interrupt while Z3 searches ends just the search, and Z3 gives up.
//!
//! This is the one place of the crate with `unsafe` code: calls of a C library cannot do without.

#![expect(unsafe_code, reason = "a library that is opened at run time is called through pointers")]

use crate::arena::Arena;
use crate::evaluate::Evaluator;
use crate::model::Model;
use crate::node::TermId;
use crate::smtlib::{Dialect, Script, name_of};
use crate::solver::Answer;
use libloading::Library;
use std::ffi::{CStr, CString, OsStr, OsString, c_char, c_uint, c_void};
use std::sync::{Mutex, OnceLock, PoisonError};

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::z3;

/// The environment variable that names the library.
const VARIABLE: &str = "GMC_Z3";

/// What it is called where it is installed.
const NAMES: [&str; 2] = ["libz3.so.4", "libz3.so"];

/// Larger queries are not even asked: Z3 counts no memory, and takes gigabytes for a chain of this length before it
/// reaches its limit.
const TERMS: usize = 50_000;

/// Pointers to Z3's configurations and contexts.
type Config = *mut c_void;
type Context = *mut c_void;

/// The functions of Z3 that are used, with the types that `z3_api.h` gives them.
#[derive(Clone, Copy)]
struct Functions {
    make_config: unsafe extern "C" fn() -> Config,
    delete_config: unsafe extern "C" fn(Config),
    make_context: unsafe extern "C" fn(Config) -> Context,
    delete_context: unsafe extern "C" fn(Context),
    set_error_handler: unsafe extern "C" fn(Context, Option<unsafe extern "C" fn(Context, c_uint)>),
    evaluate: unsafe extern "C" fn(Context, *const c_char) -> *const c_char,
    version: unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint),
}

/// Z3, ready to be asked. Several workers can ask; one after the other is answered.
pub struct SecondSolver {
    functions: Functions,
    version: String,
    /// Keeps the functions where they are.
    _library: Library,
}

/// One question at a time: the limit of a query is a setting of the whole library, and so is the handler of interrupts
/// (`SIGINT`) that Z3 installs for as long as it searches, and then replaces by the one that was there before.
static TURN: Mutex<()> = Mutex::new(());

impl SecondSolver {
    /// The environment variable that names the library.
    pub const VARIABLE: &str = VARIABLE;

    /// Opens the library that the environment variable `GMC_Z3` names, or one that is installed. If there is none, or
    /// if it is not Z3's, a sentence says so.
    pub fn open() -> Result<SecondSolver, String> {
        SecondSolver::open_named(std::env::var_os(VARIABLE).filter(|it| !it.is_empty()))
    }

    /// The one that [`SecondSolver::open`] finds, opened when it is first needed; none where the machine has none.
    pub(crate) fn installed() -> Option<&'static SecondSolver> {
        static INSTALLED: OnceLock<Option<SecondSolver>> = OnceLock::new();
        INSTALLED.get_or_init(|| SecondSolver::open().ok()).as_ref()
    }

    fn open_named(named: Option<OsString>) -> Result<SecondSolver, String> {
        if let Some(name) = named {
            let shown = name.to_string_lossy();
            let library = load(&name).map_err(|why| {
                format!("{VARIABLE} names {shown}, which is not a library that opens: {why}")
            })?;
            return SecondSolver::from_library(library, &shown);
        }
        let mut reasons = Vec::new();
        for name in NAMES {
            match load(OsStr::new(name)) {
                Ok(library) => return SecondSolver::from_library(library, name),
                Err(why) => reasons.push(why),
            }
        }
        Err(format!(
            "Z3 is not installed ({}). Install it (Debian, Ubuntu: apt-get install libz3-4), or let {VARIABLE} name \
             its library",
            reasons.join("; ")
        ))
    }

    fn from_library(library: Library, name: &str) -> Result<SecondSolver, String> {
        let functions = Functions::of(&library)
            .map_err(|missing| format!("{name} is not Z3's library: it has no function {missing}"))?;
        let [mut major, mut minor, mut build, mut revision] = [0; 4];
        // SAFETY: the function writes one number through each pointer, and all are valid.
        unsafe { (functions.version)(&raw mut major, &raw mut minor, &raw mut build, &raw mut revision) };
        let version = format!("Z3 {major}.{minor}.{build}");
        Ok(SecondSolver { functions, version, _library: library })
    }

    /// Its name and version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether all conditions, terms of one bit, can hold at once. `effort` limits the work: Z3 counts steps, not time,
    /// so that the answer is the same on every machine.
    pub fn solve(&self, arena: &Arena, conditions: &[TermId], effort: u64) -> Answer {
        let answer = self.ask(&Script::new(arena, conditions, Dialect::Z3), effort);
        if let Answer::Sat(model) = &answer {
            let mut evaluator = Evaluator::new(arena, |symbol| model.get(symbol));
            if !conditions.iter().all(|&it| evaluator.holds(it)) {
                return Answer::GaveUp("Z3's numbers are no solution");
            }
        }
        answer
    }

    /// Likewise, for a query that is text already. The caller checks the model by evaluation.
    pub(crate) fn ask(&self, script: &Script, effort: u64) -> Answer {
        if script.terms() > TERMS {
            return Answer::GaveUp("too many terms for Z3");
        }
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(session) = Session::new(&self.functions) else {
            return Answer::GaveUp("Z3 does not start");
        };
        let limit = effort.clamp(1, u32::MAX.into());
        let setting = session.evaluate(&format!("(set-option :rlimit {limit})"));
        if setting.is_none_or(|it| !it.trim().is_empty()) {
            return Answer::GaveUp("Z3 takes no limit");
        }
        let text = session.evaluate(&format!("{}(check-sat)\n", script.text()));
        match text.as_deref().map(str::trim) {
            Some("sat") => model(&session, script).map_or(Answer::GaveUp("Z3 gives no numbers"), Answer::Sat),
            Some("unsat") => Answer::Unsat,
            Some("unknown") => Answer::GaveUp("Z3's limit"),
            _ => Answer::GaveUp("Z3 does not understand the query"),
        }
    }
}

impl Functions {
    /// The functions of a library, or the name of one that it does not have.
    fn of(library: &Library) -> Result<Functions, &'static str> {
        /// # Safety
        /// `F` is the type of the function with this name.
        unsafe fn get<F: Copy>(library: &Library, name: &'static str) -> Result<F, &'static str> {
            // SAFETY: the caller gives the right type.
            unsafe { library.get::<F>(name.as_bytes()) }.map(|it| *it).map_err(|_| name)
        }
        // SAFETY: these are the types of `z3_api.h`, which have not changed since Z3 4.0.
        unsafe {
            Ok(Functions {
                make_config: get(library, "Z3_mk_config")?,
                delete_config: get(library, "Z3_del_config")?,
                make_context: get(library, "Z3_mk_context")?,
                delete_context: get(library, "Z3_del_context")?,
                set_error_handler: get(library, "Z3_set_error_handler")?,
                evaluate: get(library, "Z3_eval_smtlib2_string")?,
                version: get(library, "Z3_get_version")?,
            })
        }
    }
}

fn load(name: &OsStr) -> Result<Library, String> {
    // SAFETY: opening a library runs its initialisers. Z3's are those of a C++ library, and what else the user names is
    // the user's choice, as with LD_PRELOAD.
    unsafe { Library::new(name) }.map_err(|why| why.to_string())
}

/// A context of Z3, for one question.
struct Session<'a> {
    functions: &'a Functions,
    context: Context,
}

impl<'a> Session<'a> {
    fn new(functions: &'a Functions) -> Option<Session<'a>> {
        // SAFETY: a configuration is made, used and deleted once. It is not part of the context that is made with it.
        let context = unsafe {
            let config = (functions.make_config)();
            let context = (functions.make_context)(config);
            (functions.delete_config)(config);
            context
        };
        if context.is_null() {
            return None;
        }
        // SAFETY: the context was just made. Without a handler an error is text; Z3's own handler ends the process.
        unsafe { (functions.set_error_handler)(context, None) };
        Some(Session { functions, context })
    }

    /// What Z3 answers to commands. None if it is no text.
    fn evaluate(&self, commands: &str) -> Option<String> {
        let commands = CString::new(commands).ok()?;
        // SAFETY: the context lives as long as the session, and the commands end with a zero byte.
        let answer = unsafe { (self.functions.evaluate)(self.context, commands.as_ptr()) };
        if answer.is_null() {
            return None;
        }
        // SAFETY: Z3 returns a string that ends with a zero byte, and keeps it until the context is used again. Here
        // it is copied before that.
        unsafe { CStr::from_ptr(answer) }.to_str().ok().map(str::to_owned)
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // SAFETY: the context was made by this session, and nobody else has it.
        unsafe { (self.functions.delete_context)(self.context) };
    }
}

/// The numbers that Z3 found. None if it writes anything else.
fn model(session: &Session<'_>, script: &Script) -> Option<Model> {
    let symbols = script.symbols();
    if symbols.is_empty() {
        return Some(Model::default());
    }
    let names: Vec<String> = symbols.iter().map(|&it| name_of(it)).collect();
    let text = session.evaluate(&format!("(get-value ({}))\n", names.join(" ")))?;
    read_model(&text, script)
}

/// Reads `((s0_32 #x0000002a) (s1_1 #b1) …)`: all symbols of the query, in its order.
fn read_model(text: &str, script: &Script) -> Option<Model> {
    let text = text.replace(['(', ')'], " ");
    let mut words = text.split_ascii_whitespace();
    let mut model = Model::default();
    for &symbol in script.symbols() {
        if words.next()? != name_of(symbol) {
            return None;
        }
        let (digits, radix) = match words.next()? {
            "_" => (words.next()?.strip_prefix("bv")?, 10),
            literal => match literal.split_at_checked(2)? {
                ("#x", digits) => (digits, 16),
                ("#b", digits) => (digits, 2),
                _ => return None,
            },
        };
        let value = u128::from_str_radix(digits, radix).ok()?;
        if radix == 10 && words.next()? != symbol.width.to_string() || value > crate::node::mask(symbol.width)
        {
            return None;
        }
        model.set(symbol, value);
    }
    words.next().is_none().then_some(model)
}
