//! Approximations: what the user gives up so that a search gets further. Each is a gap of the answer.

/// Something that makes a search smaller, and can make it miss errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Approximation {
    /// States that differ only in these bytes are taken for one.
    Ignored {
        /// What was ignored, each as the user names it.
        what: Vec<String>,
    },
    /// Runs end where a variable has had more values.
    Values {
        /// The variable.
        variable: String,
        /// So many values it may have.
        most: u32,
        /// Steps after which it had more.
        cut: u64,
    },
    /// Runs end where a function was called more often.
    Calls {
        /// The function, or several.
        function: String,
        /// So many calls there may be.
        most: u32,
        /// Steps after which there were more.
        cut: u64,
    },
    /// Threads go on until they wait for the next event.
    Handlers {
        /// Choices that were not offered.
        cut: u64,
    },
    /// A script says which choices are tried.
    Chosen {
        /// Choices that were not.
        cut: u64,
    },
    /// States with equal abstract states are taken for one.
    Abstract {
        /// Why the abstract state could not be told somewhere. States were told apart there.
        failed: Option<String>,
    },
}
