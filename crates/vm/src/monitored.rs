//! What a monitor from outside of the program remembers, such as a script of a search. It is a part of the state.

use std::rc::Rc;

/// What a monitor from outside of the program remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Monitored {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(Rc<str>),
}
