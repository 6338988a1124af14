//! Temporal properties: whether all runs of a system satisfy a formula.
//!
//! A run violates a formula if an automaton accepts it that accepts what violates the formula (Vardi, Wolper: An
//! automata-theoretic approach to automatic program verification, LICS 1986). [`Property`] is the formula with that
//! automaton, [`Product`] a layer that runs the automaton beside a system, [`emptiness`] a search for an accepting
//! run of the product, [`lassos`] random ones. What they find is a stem and a cycle, which [`confirm_property`] judges
//! by the definition of the formula, without the automaton.
//!
//! Runs are infinite. A run that has ended, or in which all threads wait for ever, repeats its last state. Which runs
//! count is a matter of [`Fairness`].

mod confirm;
mod emptiness;
mod explain;
mod fairness;
mod lasso;
mod lassos;
mod product;
mod property;
mod shorten;
mod streett;
mod weights;

pub use confirm::confirm_property;
pub use emptiness::emptiness;
pub use fairness::Fairness;
pub use lassos::{Interval, LassoStats, Lassos, lassos, samples_for};
pub use product::Product;
use product::STUTTER;
pub use property::{Property, PropertyError};
pub use shorten::shorten;
pub use weights::Weights;
