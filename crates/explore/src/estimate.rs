//! An estimate of how much of a search is done.
//!
//! Choices along the path of a depth-first search make a tree, of which some branches are done. If all branches of a
//! state were alike (Knuth: Estimating the efficiency of backtrack programs, 1975), the share that is done would be
//! known. They are not: the first branches meet most of the states, and later ones find them visited. So it is a
//! guess, and mostly too low.

/// States of the path that are looked at: a path may have millions, and the estimate is made every few milliseconds.
const MOST: usize = 4096;

/// The share that is done of a tree of choices: for each state of the path, in order, how many choices were tried to
/// their ends and how many there are.
pub(crate) fn share_done(path: impl Iterator<Item = (usize, usize)>) -> f64 {
    let (mut done, mut weight) = (0.0, 1.0);
    for (tried, all) in path.take(MOST) {
        if all > 1 {
            weight /= all as f64;
            done += weight * tried as f64;
        }
        if weight < 1e-9 {
            break;
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::share_done;

    #[test]
    fn branches_weigh_the_same() {
        assert_eq!(share_done([(1, 2), (0, 1), (1, 4)].into_iter()), 0.5 + 0.125);
        assert_eq!(share_done(std::iter::empty()), 0.0);
        assert!(share_done(std::iter::repeat_n((1, 2), 10_000)) <= 1.0);
    }
}
