//! Values by number, in pages: copies of a table share the pages that are equal, and each page is hashed once.
//!
//! A program may have a hundred thousand values, of which a step touches one. What a step costs must not depend on the
//! others. Invariant: the last place of a table may be empty, but all places are counted, so that equal tables have
//! equal pages.

use super::Value;
use gmc_world::state::Hashed;
use std::sync::Arc;

/// Places of a page.
const PAGE: usize = 128;

/// Values by number; some numbers are free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Table {
    pages: Vec<Arc<Hashed<Vec<Option<Value>>>>>,
    places: usize,
}

impl Table {
    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.places
    }

    pub(super) fn get(&self, at: usize) -> Option<&Value> {
        self.pages.get(at / PAGE)?.get(at % PAGE)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut Value> {
        // A page that is only looked at stays shared.
        self.get(at)?;
        Arc::make_mut(self.pages.get_mut(at / PAGE)?)[at % PAGE].as_mut()
    }

    /// Puts a value into a place, or one behind the last, or empties a place.
    pub(super) fn set(&mut self, at: usize, value: Option<Value>) {
        if at == self.places {
            if at.is_multiple_of(PAGE) {
                self.pages.push(Arc::default());
            }
            Arc::make_mut(&mut self.pages[at / PAGE]).push(value);
            self.places += 1;
        } else if value.is_some() || self.get(at).is_some() {
            Arc::make_mut(&mut self.pages[at / PAGE])[at % PAGE] = value;
        }
    }

    /// Removes empty places at the end.
    pub(super) fn trim(&mut self) {
        while let Some(last) = self.places.checked_sub(1).filter(|&it| self.get(it).is_none()) {
            self.places = last;
            if last.is_multiple_of(PAGE) {
                self.pages.pop();
            } else {
                Arc::make_mut(&mut self.pages[last / PAGE]).pop();
            }
        }
    }

    /// All places in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Option<&Value>> + '_ {
        self.pages.iter().flat_map(|page| page.iter().map(Option::as_ref))
    }

    /// The first free place from this one on, or the one behind the last.
    pub(super) fn free_from(&self, at: usize) -> usize {
        (at..self.places).find(|&it| self.get(it).is_none()).unwrap_or(self.places)
    }
}

impl FromIterator<Option<Value>> for Table {
    fn from_iter<T: IntoIterator<Item = Option<Value>>>(values: T) -> Table {
        let mut table = Table::default();
        values.into_iter().for_each(|it| table.set(table.len(), it));
        table
    }
}
