//! What mapping files say of the library's functions (`docs/threads.md`).

use gmc_libc::library;
use gmc_vm::lower::{Mapping, Source};

fn parse(text: &str) -> Mapping {
    Mapping::parse(library(), text).expect("right")
}

fn wrong(text: &str) -> String {
    Mapping::parse(library(), text).expect_err("wrong").to_string()
}

#[test]
fn names_alone_keep_their_arguments() {
    let mapping = parse("# locks\n\nlock = pthread_mutex_lock  # ours\n");
    let lock = mapping.get("lock").expect("mapped");
    assert_eq!(library().get(lock.native).name, "pthread_mutex_lock");
    assert_eq!(lock.arguments, None);
    assert_eq!(mapping.get("pthread_mutex_lock"), None);
}

#[test]
fn arguments_come_from_the_call_or_are_numbers() {
    let mapping = parse("spawn=pthread_create( $3, 0, $1,$2 )\nyield = sched_yield()");
    let spawn = mapping.get("spawn").expect("mapped").arguments.clone();
    let expected = [Source::Argument(2), Source::Constant(0), Source::Argument(0), Source::Argument(1)];
    assert_eq!(spawn.as_deref(), Some(&expected[..]));
    assert_eq!(mapping.get("yield").expect("mapped").arguments, Some(Vec::new()));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    assert_eq!(
        wrong("lock pthread_mutex_lock"),
        "line 1: there is no `=` between a function and what it means"
    );
    assert_eq!(wrong("\nlock = my_lock"), "line 2: gmc has no function `my_lock`");
    assert_eq!(wrong("a b = sched_yield"), "line 1: `a b` is no function's name");
    assert_eq!(wrong("a = sched_yield("), "line 1: the `)` is missing");
    assert_eq!(
        wrong("a = sem_post($0)"),
        "line 1: `$0` is neither an argument (`$1` is the first) nor a number"
    );
    assert_eq!(wrong("a = sem_post\na = sem_wait"), "line 2: `a` is mapped already");
}
