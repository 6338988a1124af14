//! Programs that everybody knows.

use super::program::{Op, Program};

/// Each takes the left fork, takes the right fork, and puts both back: in one step, so that a philosopher has three
/// places. Who has the right fork has a neighbour without forks, and every such arrangement can be reached. So the
/// states are the cyclic words over three letters in which the third is followed by the first: the Pell–Lucas numbers
/// 2, 6, 14, 34, 82 …
pub fn philosophers(count: usize) -> Program {
    let thread = |i: usize| vec![Op::Lock(i), Op::Lock((i + 1) % count), Op::Unlock(i, (i + 1) % count)];
    Program { variables: count, threads: (0..count).map(thread).collect(), cyclic: true, unnamed: false }
}

/// The same without a deadlock: the last one is left-handed.
pub fn polite_philosophers(count: usize) -> Program {
    let mut program = philosophers(count);
    program.threads[count - 1].swap(0, 1);
    program
}

/// Number n of 2, 2, 6, 14, 34, 82 …
pub fn pell_lucas(n: usize) -> u64 {
    (0..n).fold((2, 2), |(here, next), _| (next, 2 * next + here)).0
}

const TURN: usize = 2;
const INSIDE: usize = 3;

/// Peterson's algorithm, for ever. Whether threads wait for each other, or look again and again.
pub fn peterson(spinning: bool) -> Program {
    let thread = |me: usize| {
        let (other, turn) = (1 - me, me as u8);
        let mut ops = vec![Op::Set(me, 1), Op::Set(TURN, 1 - turn)];
        if spinning {
            ops.extend([Op::JumpIf(other, 0, 4), Op::JumpIf(TURN, 1 - turn, 2)]);
        } else {
            ops.push(Op::AwaitEither((other, 0), (TURN, turn)));
        }
        ops.extend([
            Op::Add(INSIDE, 1),
            Op::Assert(INSIDE, 1),
            Op::Add(INSIDE, 3),
            Op::Progress,
            Op::Set(me, 0),
        ]);
        ops
    };
    Program { variables: 4, threads: vec![thread(0), thread(1)], cyclic: true, unnamed: false }
}

/// Peterson's algorithm with the first two statements exchanged.
pub fn broken_peterson() -> Program {
    let mut program = peterson(false);
    for thread in &mut program.threads {
        thread.swap(0, 1);
    }
    program
}
