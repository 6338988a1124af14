//! Temporal properties of random graphs, judged by a reference that tries every set of states.
//!
//! The reference shares the automaton with the search (`gmc_ltl` judges automata by words) and nothing else: a fair
//! accepting cycle exists if and only if some strongly connected set of reachable product states has all marks and
//! neglects no thread. Lassos that are found are judged by the formula itself.

use gmc_explore::{
    Fairness, Lassos, Limits, Plan, Product, Property, confirm_property, emptiness, lassos, shorten,
};
use gmc_ltl::{Formulas, StateId};
use gmc_model::{
    Choice, Choices, HostMemory, Labelled, Obstacle, PropositionId, Random, SearchResult, Step, System,
    ThreadId,
};
use std::sync::Arc;

/// A graph whose states have letters, and whose steps belong to threads.
#[derive(Clone, Debug, Default)]
pub struct Toy {
    pub letters: Vec<u64>,
    /// For each state, the steps of each thread.
    pub steps: Vec<Vec<(u32, usize)>>,
    pub barred: Vec<Vec<u32>>,
    /// For each state, the thread whose steps are ample; there may be fewer of these than states.
    pub ample: Vec<Option<u32>>,
    /// Threads stand at the same code in all states.
    pub is_one_place: bool,
    pub at: usize,
    pub marks: Vec<usize>,
}

impl Toy {
    fn random(random: &mut Random, states: usize, threads: u64) -> Toy {
        let steps = |random: &mut Random| {
            let mut steps: Vec<(u32, usize)> = Vec::new();
            for thread in 0..threads {
                for _ in 0..[0, 1, 1, 1, 2][random.below(5) as usize] {
                    steps.push((thread as u32, random.below(states as u64) as usize));
                }
            }
            steps
        };
        let barred = |random: &mut Random| if random.below(12) == 0 { vec![threads as u32] } else { vec![] };
        Toy {
            letters: (0..states).map(|_| random.below(4)).collect(),
            steps: (0..states).map(|_| steps(random)).collect(),
            barred: (0..states).map(|_| barred(random)).collect(),
            ..Toy::default()
        }
    }

    /// Threads that run side by side. A step of a thread is private, or waits for a value of the shared variable and
    /// sets it. Letters are about that variable, so a thread whose next steps are all private is ample.
    fn of_threads(random: &mut Random, threads: u64) -> Toy {
        const PLACES: u64 = 3;
        const VALUES: u64 = 3;
        /// A step to a place: private, or from one value of the variable to another.
        type Local = (u64, Option<(u64, u64)>);
        let local = |random: &mut Random| -> Local {
            let shared = (random.below(2) == 0).then(|| (random.below(VALUES), random.below(VALUES)));
            (random.below(PLACES), shared)
        };
        let place = |random: &mut Random| {
            (0..[0, 1, 1, 2][random.below(4) as usize]).map(|_| local(random)).collect::<Vec<_>>()
        };
        let programs: Vec<Vec<Vec<Local>>> =
            (0..threads).map(|_| (0..PLACES).map(|_| place(random)).collect()).collect();
        let letters: Vec<u64> = (0..VALUES).map(|_| random.below(4)).collect();
        let states = (PLACES.pow(threads as u32) * VALUES) as usize;
        let mut toy = Toy { barred: vec![vec![]; states], ..Toy::default() };
        for state in 0..states as u64 {
            let (value, mut rest) = (state % VALUES, state / VALUES);
            let (mut steps, mut ample, mut weight) = (Vec::new(), None, VALUES);
            for (thread, program) in (0..).zip(&programs) {
                let (own, at) = (&program[(rest % PLACES) as usize], rest % PLACES);
                rest /= PLACES;
                if ample.is_none() && !own.is_empty() && own.iter().all(|it| it.1.is_none()) {
                    ample = Some(thread);
                }
                for &(to, shared) in own {
                    let moved = state + to * weight - at * weight;
                    match shared {
                        None => steps.push((thread, moved as usize)),
                        Some((from, new)) if from == value => {
                            steps.push((thread, (moved + new - value) as usize));
                        }
                        Some(_) => {}
                    }
                }
                weight *= PLACES;
            }
            toy.letters.push(letters[value as usize]);
            toy.steps.push(steps);
            toy.ample.push(ample);
        }
        toy
    }

    fn enabled(&self, state: usize) -> Vec<u32> {
        let mut threads: Vec<u32> = self.steps[state].iter().map(|it| it.0).collect();
        threads.extend(&self.barred[state]);
        threads.sort_unstable();
        threads.dedup();
        threads
    }
}

impl HostMemory for Toy {
    fn host_bytes(&self) -> usize {
        0
    }
}

impl System for Toy {
    type Snapshot = usize;

    fn choices(&mut self, out: &mut Choices) {
        out.clear();
        let mut last = (u32::MAX, 0);
        for &(thread, _) in &self.steps[self.at] {
            last = if last.0 == thread { (thread, last.1 + 1) } else { (thread, 0) };
            out.push(Choice { thread: ThreadId(thread), alternative: last.1 });
        }
        if out.is_reducing()
            && let Some(&Some(thread)) = self.ample.get(self.at)
        {
            let first = out.iter().position(|it| it.thread.0 == thread).expect("it has a step");
            let count = out.iter().filter(|it| it.thread.0 == thread).count();
            out.set_ample(Some(first..first + count));
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        let mut own = self.steps[self.at].iter().filter(|it| it.0 == choice.thread.0);
        self.at = own.nth(choice.alternative as usize).expect("an open choice").1;
        Step::Moved { progress: false }
    }

    fn fingerprint(&mut self) -> u128 {
        (self.at as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn mark(&mut self) {
        self.marks.push(self.at);
    }

    fn rewind(&mut self) {
        self.at = *self.marks.last().expect("a mark");
    }

    fn forget(&mut self) {
        self.marks.pop();
    }

    fn snapshot(&mut self) -> usize {
        self.at
    }

    fn restore(&mut self, snapshot: &usize) {
        self.marks.clear();
        self.at = *snapshot;
    }
}

impl Labelled for Toy {
    fn letter(&mut self, of: &[PropositionId]) -> Result<Option<u64>, Box<Obstacle>> {
        let bits = of.iter().enumerate();
        Ok(Some(bits.map(|(bit, it)| (self.letters[self.at] >> it.0 & 1) << bit).fold(0, |sum, it| sum | it)))
    }

    fn barred(&self, out: &mut Vec<ThreadId>) {
        out.extend(self.barred[self.at].iter().map(|it| ThreadId(*it)));
    }

    fn standing(&self, _: ThreadId) -> u64 {
        if self.is_one_place { 0 } else { self.at as u64 }
    }
}

/// A step of the explicit product.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    acceptance: u64,
    thread: Option<u32>,
}

/// Whether some run of the toy violates the formula and counts.
fn is_violated(toy: &Toy, text: &str, fairness: Fairness) -> Option<bool> {
    let mut formulas = Formulas::new();
    let formula = gmc_ltl::parse(&mut formulas, text).expect("a formula");
    let propositions: Vec<u32> =
        formulas.atoms().iter().map(|it| if it.text == "a" { 0 } else { 1 }).collect();
    let not = formulas.not(formula);
    let automaton = gmc_ltl::automaton(&formulas, not, gmc_ltl::Limits::default()).expect("small");
    let letter = |state: usize| {
        let bits = propositions.iter().enumerate();
        bits.map(|(bit, it)| (toy.letters[state] >> it & 1) << bit).fold(0, |sum, it| sum | it)
    };
    let mut nodes = vec![(0, automaton.initial())];
    let mut edges = Vec::new();
    let mut next = 0;
    while next < nodes.len() {
        let (state, q): (usize, StateId) = nodes[next];
        for successor in automaton.successors(q, letter(state)) {
            let mut moves: Vec<(Option<u32>, usize)> =
                toy.steps[state].iter().map(|it| (Some(it.0), it.1)).collect();
            if moves.is_empty() && toy.barred[state].is_empty() {
                moves.push((None, state));
            }
            for (thread, target) in moves {
                let node = (target, successor.target);
                let to = nodes.iter().position(|it| *it == node).unwrap_or_else(|| {
                    nodes.push(node);
                    nodes.len() - 1
                });
                edges.push(Edge { from: next, to, acceptance: successor.acceptance.0, thread });
            }
        }
        next += 1;
    }
    if nodes.len() > 14 {
        return None;
    }
    let enabled: Vec<Vec<u32>> = nodes.iter().map(|it| toy.enabled(it.0)).collect();
    let sets = automaton.all_sets().0;
    Some((1u32..1 << nodes.len()).any(|set| {
        let inside = |node: usize| set >> node & 1 == 1;
        let own: Vec<Edge> = edges.iter().copied().filter(|it| inside(it.from) && inside(it.to)).collect();
        if own.is_empty() || own.iter().fold(0, |sum, it| sum | it.acceptance) & sets != sets {
            return false;
        }
        let members: Vec<usize> = (0..nodes.len()).filter(|it| inside(*it)).collect();
        let connected = members.iter().all(|&first| {
            let mut seen = 1u32 << first;
            loop {
                let more =
                    own.iter().filter(|it| seen >> it.from & 1 == 1).fold(seen, |sum, it| sum | 1 << it.to);
                if more == seen {
                    return seen == set;
                }
                seen = more;
            }
        });
        let is_treated = |thread: u32| {
            let moves = own.iter().any(|it| it.thread == Some(thread));
            let is_enabled = |it: &usize| enabled[*it].contains(&thread);
            match fairness {
                Fairness::None => true,
                Fairness::Weak => moves || !members.iter().all(is_enabled),
                Fairness::Strong => moves || !members.iter().any(is_enabled),
            }
        };
        connected && (0..5).all(is_treated)
    }))
}

const FORMULAS: [&str; 16] = [
    "G a",
    "F a",
    "G F a",
    "F G a",
    "a U b",
    "G(a -> F b)",
    "G F a -> G F b",
    "F(a && G !b)",
    "X a",
    "G(a -> X b)",
    "a W b",
    "F a && F b",
    "G F a && G F b",
    "F G a || G F b",
    "true",
    "false",
];

fn searched(toy: &mut Toy, property: &Arc<Property>, fairness: Fairness) -> SearchResult {
    let mut product = Product::new(toy.clone(), property.clone());
    let result = emptiness(&mut product, fairness, None, Plan::default());
    // Another order finds something just as well, or nothing.
    let shuffled = emptiness(&mut product, fairness, Some(7), Plan::default());
    assert_eq!(shuffled.findings.is_empty(), result.findings.is_empty());
    result
}

pub fn property(text: &str) -> Arc<Property> {
    let mut property = Property::new("p", text).expect("a formula");
    let numbers = property.atoms().iter().map(|it| PropositionId(u32::from(it.text != "a"))).collect();
    property.number(numbers);
    Arc::new(property)
}

#[test]
fn searches_agree_with_the_reference() {
    let mut random = Random::new(18);
    let (mut violated, mut held, mut large) = (0, 0, 0);
    for round in 0..4_000 {
        let states = 2 + random.below(4) as usize;
        let mut toy = Toy::random(&mut random, states, 1 + round % 3);
        let text = FORMULAS[random.below(FORMULAS.len() as u64) as usize];
        let property = property(text);
        for fairness in Fairness::ALL {
            let Some(expected) = is_violated(&toy, text, fairness) else {
                large += 1;
                continue;
            };
            let result = searched(&mut toy, &property, fairness);
            assert!(result.left_out.is_empty() && result.hindrances.is_empty(), "{toy:?} {text}");
            let found = result.findings.first();
            // A violation that shows at once may lead to runs that do not count: there, errors are errors.
            let shows_at_once = found.is_some_and(|it| it.lap.is_none());
            if shows_at_once {
                assert!(confirm_property(&mut toy, found.unwrap(), &property, fairness).is_ok());
                continue;
            }
            assert_eq!(found.is_some(), expected, "{toy:?} {text} {fairness:?}");
            match found {
                Some(finding) => {
                    let judged = confirm_property(&mut toy, finding, &property, fairness);
                    assert!(judged.is_ok(), "{toy:?} {text} {fairness:?} {finding:?}: {judged:?}");
                    violated += 1;
                }
                None => held += 1,
            }
        }
    }
    println!("{violated} violated, {held} held, {large} too large for the reference");
    assert!(violated > 1_000 && held > 1_000);
}

/// Ample sets leave out steps, and no violation.
#[test]
fn ample_sets_keep_violations() {
    let mut random = Random::new(41);
    let (mut violated, mut held, mut reduced, mut steps) = (0, 0, 0, [0, 0]);
    for round in 0..6_000 {
        let toy = Toy::of_threads(&mut random, 2 + round % 2);
        let text = FORMULAS[random.below(FORMULAS.len() as u64) as usize];
        let property = property(text);
        for fairness in Fairness::ALL {
            let mut product = Product::new(toy.clone(), property.clone());
            let whole = emptiness(&mut product, fairness, None, Plan::default());
            for seed in [None, Some(round)] {
                let part = emptiness(&mut product, fairness, seed, Plan { reduce: true, ..Plan::default() });
                assert_eq!(
                    part.findings.is_empty(),
                    whole.findings.is_empty(),
                    "{toy:?} {text} {fairness:?} {seed:?}"
                );
                if let Some(finding) = part.findings.first() {
                    let mut fresh = toy.clone();
                    let judged = confirm_property(&mut fresh, finding, &property, fairness);
                    assert!(judged.is_ok(), "{toy:?} {text} {fairness:?} {finding:?}: {judged:?}");
                } else {
                    reduced += u64::from(part.stats.reduced > 0);
                    steps[0] += whole.stats.transitions;
                    steps[1] += part.stats.transitions;
                }
            }
            if whole.findings.is_empty() { held += 1 } else { violated += 1 }
        }
    }
    println!("{violated} violated, {held} held, {reduced} reduced, steps {steps:?}");
    assert!(violated > 1_000 && held > 1_000 && reduced > 500 && steps[1] * 10 < steps[0] * 9);
}

#[test]
fn a_run_that_satisfies_is_not_confirmed() {
    let mut toy = Toy {
        letters: vec![0, 1],
        steps: vec![vec![(0, 1)], vec![(0, 0)]],
        barred: vec![vec![], vec![]],
        ..Toy::default()
    };
    let violated = property("F G a");
    let result = searched(&mut toy, &violated, Fairness::Weak);
    let finding = &result.findings[0];
    assert_eq!((finding.trace.len(), finding.lap), (2, Some(0)));
    assert!(confirm_property(&mut toy, finding, &violated, Fairness::Weak).is_ok());
    assert!(
        confirm_property(&mut toy, finding, &property("G F a"), Fairness::Weak).is_err(),
        "it holds of it"
    );
    let open = gmc_model::Finding { lap: Some(1), ..finding.clone() };
    assert!(confirm_property(&mut toy, &open, &violated, Fairness::Weak).is_err(), "the lap is not closed");
}

#[test]
fn fairness_decides() {
    // Thread 0 goes round; thread 1 could always make `a` true.
    let mut toy = Toy {
        letters: vec![0, 0, 1],
        steps: vec![vec![(0, 1), (1, 2)], vec![(0, 0), (1, 2)], vec![(0, 2)]],
        barred: vec![vec![]; 3],
        ..Toy::default()
    };
    let eventually = property("F a");
    let is_found = |toy: &mut Toy, fairness| !searched(toy, &eventually, fairness).findings.is_empty();
    assert!(is_found(&mut toy, Fairness::None));
    assert!(!is_found(&mut toy, Fairness::Weak));
    // Now it can only every other time: weak fairness does not help.
    toy.steps[1] = vec![(0, 0)];
    assert!(is_found(&mut toy, Fairness::Weak));
    assert!(!is_found(&mut toy, Fairness::Strong));
}

#[test]
fn random_lassos_are_shortened() {
    let mut random = Random::new(4);
    let (mut before, mut after, mut judged) = (0, 0, 0);
    for round in 0..2_000 {
        let states = 3 + random.below(8) as usize;
        let mut toy = Toy::random(&mut random, states, 1 + round % 3);
        let property = property(FORMULAS[random.below(FORMULAS.len() as u64) as usize]);
        for fairness in Fairness::ALL {
            let mut product = Product::new(toy.clone(), property.clone());
            let plan = Lassos::new(50, round, fairness, false);
            let result = lassos(&mut product, &plan, Plan::default());
            let Some(finding) = result.findings.first() else { continue };
            if confirm_property(&mut toy, finding, &property, fairness).is_err() {
                continue;
            }
            let short = shorten(&mut toy, finding, &property, fairness, &Limits::default(), None);
            let shorter = gmc_model::Finding { trace: short.trace, lap: short.lap, ..finding.clone() };
            assert_eq!(toy.at, 0, "the toy is where it was");
            let verdict = confirm_property(&mut toy, &shorter, &property, fairness);
            assert!(verdict.is_ok(), "{toy:?} {shorter:?} {verdict:?}");
            let cycle = |it: &gmc_model::Finding| it.lap.map(|lap| it.trace.len() - lap);
            assert!(cycle(&shorter) <= cycle(finding), "{finding:?} {shorter:?}");
            before += finding.trace.len();
            after += shorter.trace.len();
            judged += 1;
        }
    }
    println!("{judged} lassos: {before} steps, {after} after shortening");
    assert!(judged > 1_000 && after < before);
}

#[test]
fn a_lasso_loses_its_detours() {
    // 0 and 1 go round, as do 1 and 2; `a` is never true.
    let mut toy = Toy {
        letters: vec![0; 3],
        steps: vec![vec![(0, 1)], vec![(0, 0), (0, 2)], vec![(0, 1)]],
        barred: vec![vec![]; 3],
        ..Toy::default()
    };
    let (there, back, on) = (0, 0, 1);
    let choices = [there, back, there, on, 0, back, there, on, 0, on, 0];
    let trace = choices.map(|it| Choice { thread: ThreadId(0), alternative: it }).to_vec();
    let eventually = property("F a");
    let mut finding = searched(&mut toy, &eventually, Fairness::Weak).findings.remove(0);
    (finding.trace, finding.lap) = (trace, Some(3));
    assert!(confirm_property(&mut toy, &finding, &eventually, Fairness::Weak).is_ok());
    let short = shorten(&mut toy, &finding, &eventually, Fairness::Weak, &Limits::default(), None);
    assert_eq!((short.trace.len(), short.lap), (2, Some(0)), "{short:?}");
}
