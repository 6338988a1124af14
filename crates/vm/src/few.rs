//! Lists that are mostly short, and then need no allocation: the arguments of a call.

use std::ops::Deref;

/// How many members a list holds without allocating.
const FEW: usize = 4;

/// A list. Invariant: `many` holds all members if there are more than [`FEW`], and none otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Few<T> {
    few: [T; FEW],
    len: usize,
    many: Vec<T>,
}

impl<T: Copy> Few<T> {
    /// An empty list; `unused` stands where no member does.
    pub(crate) fn new(unused: T) -> Few<T> {
        Few { few: [unused; FEW], len: 0, many: Vec::new() }
    }

    /// Adds a member.
    pub(crate) fn push(&mut self, member: T) {
        if let Some(place) = self.few.get_mut(self.len) {
            *place = member;
        } else {
            if self.len == FEW {
                self.many.extend_from_slice(&self.few);
            }
            self.many.push(member);
        }
        self.len += 1;
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.few.get(..self.len).unwrap_or(&self.many)
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Few};

    #[test]
    fn members_stay_in_order_whatever_their_number() {
        let mut list = Few::new(0);
        for count in 0..3 * FEW {
            assert_eq!(list[..], (0..count).collect::<Vec<_>>());
            list.push(count);
        }
    }
}
