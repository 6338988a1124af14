//! What random lassos say of probabilities, on toys whose probabilities are known.

use crate::temporal::{Toy, property};
use gmc_explore::{Fairness, Lassos, Limits, Plan, Product, Weights, lassos, samples_for};

/// A chain of `depth` coin tosses; the run is a hit if all of them come out 1, with probability 2^-depth.
fn coins(depth: usize) -> Toy {
    let mut toy = Toy::default();
    for state in 0..depth {
        toy.letters.push(0);
        toy.steps.push(vec![(0, depth), (0, if state + 1 == depth { depth + 1 } else { state + 1 })]);
    }
    toy.letters.extend([0, 1]);
    toy.steps.extend([vec![(0, depth)], vec![(0, depth + 1)]]);
    toy.barred = vec![vec![]; depth + 2];
    toy
}

#[test]
fn the_bound_fails_as_seldom_as_it_says() {
    // p = 1/16 and ε = 1/16: a test with this many samples has no hit with probability at most δ.
    let (epsilon, delta) = (1.0 / 16.0, 0.1);
    let samples = samples_for(epsilon, delta);
    let never = property("G !a");
    let mut fails = 0;
    const REPETITIONS: u64 = 10_000;
    for seed in 0..REPETITIONS {
        let mut product = Product::new(coins(4), never.clone());
        let plan = Lassos::new(samples, seed, Fairness::Weak, false);
        let result = lassos(&mut product, &plan, Plan::default());
        fails += u64::from(result.findings.is_empty());
    }
    let frequency = fails as f64 / REPETITIONS as f64;
    println!("no hit in {fails} of {REPETITIONS} tests: {frequency}, delta {delta}");
    // Three standard deviations above δ would be 0.109.
    assert!(frequency <= 0.109 && frequency > 0.05, "{frequency}");
}

#[test]
fn bounds_hold_for_each_scheduler() {
    let (epsilon, delta) = (1.0 / 8.0, 0.1);
    let never = property("G !a");
    for weights in Weights::ALL {
        let mut fails = 0;
        for seed in 0..3_000 {
            let mut product = Product::new(coins(3), never.clone());
            let mut plan = Lassos::new(samples_for(epsilon, delta), seed, Fairness::Weak, false);
            plan.weights = weights;
            fails += u64::from(lassos(&mut product, &plan, Plan::default()).findings.is_empty());
        }
        // One thread: its alternatives are equally likely for all of them. Four standard deviations are 0.022.
        assert!((0.05..=0.122).contains(&(fails as f64 / 3_000.0)), "{weights:?} {fails}");
    }
}

#[test]
fn rare_threads_close_fair_cycles() {
    // Two threads, each with a step of its own at every state of a ring: only fair cycles count.
    let ring: Vec<Vec<(u32, usize)>> = (0..4).map(|at| vec![(0, (at + 1) % 4), (1, at ^ 1)]).collect();
    let toy = Toy { letters: vec![0; 4], steps: ring, barred: vec![vec![]; 4], ..Toy::default() };
    let hits = Weights::ALL.map(|weights| {
        let mut product = Product::new(toy.clone(), property("F a"));
        let mut plan = Lassos::new(4_000, 1, Fairness::Weak, true);
        plan.weights = weights;
        let _ = lassos(&mut product, &plan, Plan::default());
        plan.stats().hits
    });
    let [uniform, priorities, rarity, _] = hits;
    assert!(rarity > uniform && uniform > priorities && priorities > 0, "{hits:?}");
}

#[test]
fn coverage_takes_what_was_seldom_taken() {
    // A tree of coins, all thrown by the same code. Those who want coverage throw as many heads as tails.
    let inner = 15;
    let child = |at: usize, coin: usize| if at < inner { 2 * at + 1 + coin } else { at };
    let heads = |leaf: usize| (leaf - inner).count_ones();
    let toy = Toy {
        letters: (0..2 * inner + 1).map(|at| u64::from(at >= inner && heads(at) == 2)).collect(),
        steps: (0..2 * inner + 1).map(|at| vec![(0, child(at, 0)), (0, child(at, 1))]).collect(),
        barred: vec![vec![]; 2 * inner + 1],
        is_one_place: true,
        ..Toy::default()
    };
    let share = |weights| {
        let mut product = Product::new(toy.clone(), property("G !a"));
        let mut plan = Lassos::new(4_000, 1, Fairness::None, true);
        plan.weights = weights;
        let _ = lassos(&mut product, &plan, Plan::default());
        plan.stats().hits as f64 / 4_000.0
    };
    // Two heads of four: 6/16 of the time, and 11/20 with weights of 1 / (n + 1).
    let (uniform, coverage) = (share(Weights::Uniform), share(Weights::Coverage));
    assert!((0.345..=0.405).contains(&uniform) && coverage > 0.5, "{uniform} {coverage}");
}

#[test]
fn intervals_contain_the_probability() {
    let never = property("G !a");
    let (p, delta) = (1.0 / 8.0, 0.05);
    let mut misses = 0;
    const REPETITIONS: u64 = 10_000;
    for seed in 0..REPETITIONS {
        let mut product = Product::new(coins(3), never.clone());
        let plan = Lassos::new(60, seed, Fairness::Weak, true);
        let _ = lassos(&mut product, &plan, Plan::default());
        let interval = plan.stats().interval(delta);
        misses += u64::from(!(interval.low <= p && p <= interval.high));
    }
    println!("{misses} of {REPETITIONS} intervals miss p");
    assert!(misses as f64 / REPETITIONS as f64 <= delta, "{misses}");
}

#[test]
fn walks_that_are_cut_may_be_hits() {
    // One walk of two is cut, and the hit is behind.
    let mut product = Product::new(coins(3), property("G !a"));
    let plan = Lassos::new(2_000, 1, Fairness::Weak, true);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let _ = lassos(&mut product, &plan, Plan { limits, ..Plan::default() });
    let stats = plan.stats();
    assert!(stats.hits == 0 && (900..1_100).contains(&stats.unfinished), "{stats:?}");
    let (bound, interval) = (stats.bound(0.01), stats.interval(0.01));
    assert!(
        bound > 0.45 && bound < 0.6 && interval.low == 0.0 && interval.high >= bound,
        "{bound} {interval:?}"
    );
}

#[test]
fn sample_sizes() {
    assert_eq!(samples_for(0.1, 0.1), 22);
    assert_eq!(samples_for(1e-3, 0.1), 2302);
    assert_eq!(samples_for(0.9, 0.9), 1);
}
