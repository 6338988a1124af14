//! Messages between processes: functions that see them as they pass, monitors, charts, captures; temporal formulas that
//! name processes.

use crate::sandbox::{Ran, Run as _, Sandbox, repository};
use std::fs;

fn example(name: &str) -> String {
    repository().join("examples/systems").join(name).join("system.toml").display().to_string()
}

fn check(sandbox: &Sandbox, options: &[&str]) -> Ran {
    sandbox.gmc(["check"].into_iter().chain(options.iter().copied())).run()
}

/// The monitor's process goes first, remembers what it has seen, and looks at another program's variables.
#[test]
fn a_reference_says_what_a_server_must_say() {
    let sandbox = Sandbox::new();
    for engine in ["dfs", "bfs", "best"] {
        let wrong = check(&sandbox, &["--system", &example("reference"), "--engine", engine]);
        assert_eq!(wrong.code(), Some(1), "{engine}: {}{}", wrong.stdout, wrong.stderr);
        assert!(wrong.stdout.contains("`reply->value == expected` does not hold"), "{}", wrong.stdout);
        let right = check(&sandbox, &["--system", &example("reference"), "--engine", engine, "-DFIXED"]);
        assert_eq!(right.code(), Some(0), "{engine}: {}{}", right.stdout, right.stderr);
    }
}

/// What any program of a system names is looked at in every state, not only what the first one does.
#[test]
fn invariants_of_other_programs_are_not_reduced() {
    let sandbox = Sandbox::new();
    sandbox.write("idle.c", "int main(void) { return 0; }\n");
    sandbox.write(
        "watched.c",
        "#include <gmc.h>\nint x;\nint small(void) { return x < 9; }\n\
         int main(void) { gmc_invariant(small); x = 1; return 0; }\n",
    );
    sandbox.write(
        "s.toml",
        "[program.idle]\nsources = ['idle.c']\n[program.watched]\nsources = ['watched.c']\n\
         [[process]]\nprogram = 'idle'\n[[process]]\nprogram = 'watched'\n",
    );
    let ran = check(&sandbox, &["--system", "s.toml"]);
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(!ran.stdout.contains("engine: dpor"), "{}", ran.stdout);
}

#[test]
fn charts_show_who_sends_what_and_what_is_lost() {
    let sandbox = Sandbox::new();
    let ran = check(&sandbox, &["--system", &example("transfer"), "--chart", "--html", "page.html"]);
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let chart = ran.stdout.split("messages:\n").nth(1).expect("a chart");
    let lanes = chart.lines().next().unwrap_or_default();
    assert!(lanes.contains("home: client") && lanes.contains("vault: bank"), "{chart}");
    assert!(chart.contains("┄ \"1\" ┄") || chart.contains("─ \"1\" ─"), "{chart}");
    assert!(chart.contains('▶') && chart.contains('✗'), "{chart}");
    assert!(chart.contains("host vault crashes"), "{chart}");
    assert!(chart.contains("✗ assertion bank.c:40"), "{chart}");
    let page = fs::read_to_string(sandbox.join("page.html")).expect("a page");
    assert!(page.contains("\"chart\":{\"lanes\":[\"home: client\",\"vault: bank\"]"));
    let replayed = sandbox.gmc(["replay", "gmc-trace.json", "--chart", "--pcap", "again.pcapng"]).run();
    assert!(replayed.stdout.contains("✗ assertion bank.c:40"), "{}", replayed.stdout);
    assert!(sandbox.join("again.pcapng").exists());
}

/// A message that lies in a structure is shown by its members.
#[test]
fn messages_are_told_by_the_programs_own_types() {
    let sandbox = Sandbox::new();
    let ran = check(&sandbox, &["--system", &example("reference"), "--chart"]);
    assert!(ran.stdout.contains("{what = 6"), "{}", ran.stdout);
    // A program that sends nothing has no chart.
    sandbox.write("a.c", "int main(void) { return 1 / (__builtin_abs(-1) - 1); }\n");
    let silent = check(&sandbox, &["a.c", "--chart", "--pcap", "a.pcapng"]);
    assert!(!silent.stdout.contains("messages:"), "{}", silent.stdout);
}

/// Propositions name processes by their programs, and by their numbers.
#[test]
fn formulas_are_about_processes_of_a_system() {
    let sandbox = Sandbox::new();
    let system = example("reference");
    let formulas = [
        ("F {store: values[1] != 0 || values[0] != 0}", 1),
        ("F G !{2: 1}", 0),
        ("G({store: values[0] == 49} -> G({store: values[0] != 0} || !{2: 1}))", 0),
        ("{store: last.key == 0} U ({store: last.key != 0} || !{2: 1})", 0),
    ];
    for (formula, code) in formulas {
        let ran = check(&sandbox, &["--system", &system, "-DFIXED", "--ltl", formula]);
        assert_eq!(ran.code(), Some(code), "{formula}: {}{}", ran.stdout, ran.stderr);
    }
}

/// What a capture says of a packet.
struct Packet {
    frame: Vec<u8>,
    comment: String,
}

/// Reads a capture, by its format and not by what wrote it.
fn packets(bytes: &[u8]) -> Vec<Packet> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    assert_eq!((word(0), word(8)), (0x0a0d_0d0a, 0x1a2b_3c4d));
    let (mut at, mut packets) = (0, Vec::new());
    while at < bytes.len() {
        let (kind, length) = (word(at), word(at + 4));
        assert_eq!(length % 4, 0);
        assert_eq!(word(at + length - 4), length);
        if kind == 6 {
            let captured = word(at + 20);
            assert_eq!(word(at + 24), captured);
            let frame = bytes[at + 28..at + 28 + captured].to_vec();
            let options = at + 28 + captured.next_multiple_of(4);
            let mut comment = String::new();
            if options < at + length - 4 {
                assert_eq!(word(options) & 0xffff, 1);
                let count = word(options) >> 16;
                comment = String::from_utf8(bytes[options + 4..options + 4 + count].to_vec()).expect("text");
            }
            packets.push(Packet { frame, comment });
        }
        at += length;
    }
    packets
}

/// The sum of RFC 1071: that of anything with its checksum is all ones.
fn sum(bytes: &[u8]) -> u32 {
    let mut sum: u32 =
        bytes.chunks(2).map(|it| u32::from(it[0]) << 8 | it.get(1).map_or(0, |&it| it.into())).sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum
}

/// Headers of IPv4 and of what it carries are whole, and their checksums right.
fn judge(packet: &Packet, protocol: u8) {
    let frame = &packet.frame;
    assert_eq!(&frame[12..14], [8, 0], "IPv4");
    let ip = &frame[14..];
    assert_eq!(ip[0], 0x45);
    assert_eq!(usize::from(ip[2]) << 8 | usize::from(ip[3]), ip.len());
    assert_eq!(sum(&ip[..20]), 0xffff, "the header's");
    assert_eq!(ip[9], protocol);
    let payload = &ip[20..];
    let mut covered = ip[12..20].to_vec();
    covered.extend([0, protocol]);
    covered.extend((payload.len() as u16).to_be_bytes());
    covered.extend(payload);
    assert_eq!(sum(&covered), 0xffff, "the payload's");
}

#[test]
fn captures_have_whole_packets() {
    let sandbox = Sandbox::new();
    let ran = check(&sandbox, &["--system", &example("transfer"), "--pcap", "udp.pcapng"]);
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let udp = packets(&fs::read(sandbox.join("udp.pcapng")).expect("a capture"));
    assert!(udp.len() >= 3, "{}", udp.len());
    udp.iter().for_each(|it| judge(it, 17));
    assert!(udp.iter().any(|it| it.comment.contains("the network loses it")), "what is lost is told");
    assert_eq!(&udp[0].frame[26..34], [10, 0, 0, 1, 10, 0, 0, 2]);
    assert_eq!(udp[0].frame.last(), Some(&b'1'));

    let ran = check(&sandbox, &["--system", &example("commit"), "--pcap", "tcp.pcapng"]);
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let tcp = packets(&fs::read(sandbox.join("tcp.pcapng")).expect("a capture"));
    tcp.iter().for_each(|it| judge(it, 6));
    let flags: Vec<u8> = tcp.iter().map(|it| it.frame[14 + 20 + 13]).collect();
    assert_eq!(flags[..3], [2, 0x12, 0x10], "a connection begins with three packets");
    // Whatever one side has sent, the other acknowledges.
    let number = |it: &Packet, at: usize| {
        let at = 14 + 20 + at;
        u32::from_be_bytes(it.frame[at..at + 4].try_into().expect("four bytes"))
    };
    let asked = tcp.iter().position(|it| it.frame.len() > 54).expect("some data");
    assert_eq!(number(&tcp[asked + 1], 8), number(&tcp[asked], 4) + 1);
}
