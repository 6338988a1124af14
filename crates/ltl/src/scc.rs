//! Strongly connected components (Tarjan 1972), without recursion.

/// The components of a graph, in reverse topological order: edges lead to components with smaller or equal numbers.
#[derive(Debug)]
pub(crate) struct Components {
    /// The component of each state; `usize::MAX` for those that cannot be reached.
    pub(crate) of: Vec<usize>,
    /// How many there are.
    pub(crate) count: usize,
}

/// The components of what can be reached.
pub(crate) fn components(
    states: usize,
    initial: usize,
    successors: impl Fn(usize) -> Vec<usize>,
) -> Components {
    const NEW: usize = usize::MAX;
    let mut of = vec![NEW; states];
    let mut number = vec![NEW; states];
    let mut low = vec![0; states];
    let (mut count, mut numbers) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    let mut calls: Vec<(usize, Vec<usize>, usize)> = Vec::new();
    let mut entered = Some(initial);
    loop {
        if let Some(state) = entered.take() {
            number[state] = numbers;
            low[state] = numbers;
            numbers += 1;
            open.push(state);
            calls.push((state, successors(state), 0));
        }
        let Some((state, targets, next)) = calls.last_mut() else { break };
        if let Some(&target) = targets.get(*next) {
            *next += 1;
            if number[target] == NEW {
                entered = Some(target);
            } else if of[target] == NEW {
                low[*state] = low[*state].min(number[target]);
            }
            continue;
        }
        let state = *state;
        calls.pop();
        if let Some((parent, ..)) = calls.last() {
            low[*parent] = low[*parent].min(low[state]);
        }
        if low[state] == number[state] {
            while let Some(member) = open.pop() {
                of[member] = count;
                if member == state {
                    break;
                }
            }
            count += 1;
        }
    }
    Components { of, count }
}
