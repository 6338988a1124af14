//! The engine that an answer comes from.

/// The engine that an answer comes from, and why it was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// Its name, as users give it.
    pub engine: &'static str,
    /// Why it was used, in a clause.
    pub why: String,
    /// Of engines that follow runs: how many runs ended, how many were given up because an equivalent one is known, and
    /// how many ended with a blocked thread.
    pub runs: Option<(u64, u64, u64)>,
    /// Symmetric threads: their start function, and how many there are.
    pub alike: Vec<(String, usize)>,
}

impl Used {
    /// Whether the engine leaves out runs that are safe for the same reason as one that it follows.
    pub fn leaves_paths_out(&self) -> bool {
        self.engine == "paths"
    }

    /// Whether the engine leaves out equivalent orders of steps, so that it does not visit all states.
    pub fn leaves_orders_out(&self) -> bool {
        self.runs.is_some()
    }
}
