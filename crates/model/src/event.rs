//! What a step of a run did, for readers of the run.

use crate::message::Message;
use crate::system::Choice;
use crate::thread::ThreadId;
use crate::violation::Location;

/// What a step did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The thread that went on, and the alternative that was taken.
    pub choice: Choice,
    /// What the thread is called where there are several processes: `process 2`.
    pub actor: Option<String>,
    /// How many alternatives there were.
    pub outcomes: u32,
    /// The operation that others can notice.
    pub location: Option<Location>,
    /// What it does, in the program's own names: `pthread_mutex_lock(&m)`.
    pub action: String,
    /// Whether it makes a thread.
    pub creates: bool,
    /// What became of it.
    pub effects: Vec<Effect>,
    /// The statements that threads went through, each with its thread: the operation, and what it did on its own.
    pub path: Vec<(ThreadId, Location)>,
    /// What threads said of themselves meanwhile.
    pub labels: Vec<(ThreadId, String)>,
    /// What it did to messages.
    pub messages: Vec<Message>,
    /// No thread did it: time passed, the network lost something, a host crashed.
    pub is_environment: bool,
}

impl Event {
    /// What a thread is called: by its process, as one of these events says, or by its number.
    pub fn name_of(thread: ThreadId, events: &[Event]) -> String {
        let own = events.iter().find(|it| it.choice.thread == thread);
        own.and_then(|it| it.actor.clone()).unwrap_or_else(|| format!("thread {thread}"))
    }
}

/// What a step did to a place in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It was looked at.
    Read {
        /// As the program names it.
        place: String,
        /// What it held.
        value: String,
    },
    /// It was written.
    Written {
        /// As the program names it.
        place: String,
        /// What it held.
        before: String,
        /// What it holds now.
        after: String,
    },
}
