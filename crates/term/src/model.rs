//! Models: numbers for symbols.

use crate::node::Symbol;
use std::collections::BTreeMap;

/// Numbers for symbols. What it does not mention may be anything, and is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<Symbol, u128>,
}

impl Model {
    /// What a symbol is.
    pub fn get(&self, symbol: Symbol) -> u128 {
        self.values.get(&symbol).copied().unwrap_or(0)
    }

    /// Lets a symbol be a number.
    pub fn set(&mut self, symbol: Symbol, value: u128) {
        self.values.insert(symbol, value);
    }

    /// All that it mentions, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, u128)> {
        self.values.iter().map(|(&symbol, &value)| (symbol, value))
    }
}
