//! Hosts that crash and start again, clocks that drift, and links with budgets of their own.

use crate::sandbox::{Ran, Run as _, Sandbox, repository};

/// A client that asks a server over TCP, and waits for the answer.
const CLIENT: &str = "\
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(80)};
    char answer[4];
    int on = 1, s = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, \"10.0.0.2\", &to.sin_addr);
    assert(argc == 2);
    if (strchr(argv[1], 'k'))
        setsockopt(s, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    if (connect(s, (struct sockaddr *)&to, sizeof to) < 0) {
        assert(errno == ECONNREFUSED || strchr(argv[1], 'd') && errno == EHOSTUNREACH);
        return 0;
    }
    if (strchr(argv[1], 's') && send(s, \"q\", 1, MSG_NOSIGNAL) != 1) {
        assert(errno == EPIPE || errno == ECONNRESET);
        return 0;
    }
    ssize_t got = recv(s, answer, 4, 0);
    if (got < 0)
        assert(errno == ECONNRESET || strchr(argv[1], 'd') && errno == ETIMEDOUT);
    else
        assert(got == 1 && answer[0] == 'a');
    close(s);
    return 0;
}
";

/// A server that answers one client.
const SERVER: &str = "\
#include <arpa/inet.h>
#include <assert.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
int main(void)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(80)};
    struct timeval patience = {.tv_sec = 1};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert(bind(s, (struct sockaddr *)&own, sizeof own) == 0 && listen(s, 2) == 0);
    int peer = accept(s, NULL, NULL);
    if (peer < 0)
        return 0;
    send(peer, \"a\", 1, MSG_NOSIGNAL);
    close(peer);
    return 0;
}
";

/// Two hosts, `a` with the client and `b` with the server.
fn pair(client: &str, server: &str, argument: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("client.c", client);
    sandbox.write("server.c", server);
    let system = "\
[program.client]
sources = ['client.c']
[program.server]
sources = ['server.c']
[host.a]
addresses = ['10.0.0.1/24']
[host.b]
addresses = ['10.0.0.2/24']
[link.l]
hosts = ['a', 'b']
[[process]]
program = 'client'
host = 'a'
args = ['ARGUMENT']
[[process]]
program = 'server'
host = 'b'
";
    sandbox.write("s.toml", &system.replace("ARGUMENT", argument));
    sandbox
}

fn check(sandbox: &Sandbox, options: &[&str]) -> Ran {
    sandbox
        .gmc(["check", "--system", "s.toml", "--time", "100s"].into_iter().chain(options.iter().copied()))
        .run()
}

/// The ways to search, which agree.
const ENGINES: &[&[&str]] = &[
    &["--engine", "dpor"],
    &["--engine", "dfs"],
    &["--engine", "dfs", "--no-reduction"],
    &["--engine", "dfs", "--exact"],
    &["--engine", "dfs", "--jobs=2"],
    &["--engine", "bfs"],
    &["--engine", "best"],
];

#[track_caller]
fn agree(sandbox: &Sandbox, options: &[&str], code: i32, sentence: &str) {
    for engine in ENGINES {
        let ran = check(sandbox, &[*engine, options].concat());
        assert_eq!(ran.code(), Some(code), "{engine:?} {options:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(sentence), "{engine:?} {options:?}: no “{sentence}” in {}", ran.stdout);
    }
}

/// Who has sent nothing since hears nothing of a crash; who asks whether the other side is there does.
#[test]
fn a_crash_is_silent() {
    agree(&pair(CLIENT, SERVER, "d"), &[], 0, "holds");
    agree(&pair(CLIENT, SERVER, "d"), &["--crash", "server=1"], 1, "client.c:24:19: deadlock");
    agree(&pair(CLIENT, SERVER, "d"), &["--restart", "b=1"], 1, "client.c:24:19: deadlock");
    agree(&pair(CLIENT, SERVER, "kd"), &["--crash", "b=1"], 0, "b may crash for good at most once");
    agree(&pair(CLIENT, SERVER, "kd"), &["--restart", "1"], 0, "hosts crash and start again at most once");
    // Without `d`, the client does not expect that nobody answers.
    agree(&pair(CLIENT, SERVER, "k"), &["--restart", "1"], 1, "assertion");
}

/// A budget of a host is no budget of another one, and 0 is none.
#[test]
fn budgets_are_those_of_hosts() {
    agree(&pair(CLIENT, SERVER, "d"), &["--crash", "a=1"], 0, "holds");
    agree(&pair(CLIENT, SERVER, "d"), &["--crash", "0", "--restart", "b=0"], 0, "holds");
}

/// A process that is the last one does what others would have noticed.
#[test]
fn the_last_process_is_not_alone() {
    let reader = "#include <assert.h>\n#include <unistd.h>\n\
        int main(void) { assert(access(\"/tmp/x\", F_OK) != 0); return 0; }\n";
    let writer = "#include <fcntl.h>\n#include <unistd.h>\n\
        int main(void) { close(open(\"/tmp/x\", O_CREAT | O_WRONLY, 0600)); return 0; }\n";
    let sandbox = Sandbox::new();
    sandbox.write("r.c", reader);
    sandbox.write("w.c", writer);
    sandbox.write(
        "s.toml",
        "[program.r]\nsources = ['r.c']\n[program.w]\nsources = ['w.c']\n\
         [[process]]\nprogram = 'r'\n[[process]]\nprogram = 'w'\n",
    );
    agree(&sandbox, &[], 1, "r.c:3:18: assertion");
}

/// What a host has in memory that processes share is gone with it, and what is in its files is not.
#[test]
fn what_a_host_keeps() {
    let keeper = "\
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    assert(argc == 2);
    int memory = shm_open(\"/m\", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(memory >= 0);
    int file = open(\"/var/f\", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(file >= 0 || strcmp(argv[1], \"keeps\") == 0);
    return 0;
}
";
    let sandbox = pair(keeper, "int main(void) { return 0; }\n", "keeps");
    sandbox.write("d/empty", "");
    let text = std::fs::read_to_string(sandbox.join("s.toml")).expect("written");
    sandbox.write("s.toml", &text.replace("[host.a]\n", "[host.a]\ndirs = ['d:/var']\nrestart = 1\n"));
    agree(&sandbox, &[], 0, "with their files as they were when they crashed");
    let text = std::fs::read_to_string(sandbox.join("s.toml")).expect("written");
    sandbox.write("s.toml", &text.replace("'keeps'", "'loses'"));
    agree(&sandbox, &[], 1, "client.c:12");
    agree(&sandbox, &["--restart-keeps", "nothing"], 0, "as they were at the start");
}

/// A protocol that is right where messages are lost, and wrong where its server forgets.
#[test]
fn restarts_find_what_losses_do_not() {
    let sandbox = Sandbox::new();
    let path = repository().join("examples/systems/transfer/system.toml").display().to_string();
    for (options, code) in [
        (&["--engine", "dpor"][..], 1),
        (&["--engine", "dfs"], 1),
        (&["--engine", "dfs", "--no-reduction"], 1),
        (&["--engine", "best"], 1),
        (&["--restart", "vault=0"], 0),
        (&["-DFIXED"], 0),
        (&["-DFIXED", "--engine", "dfs"], 0),
        (&["-DFIXED", "--restart", "1", "--lose", "1"], 0),
    ] {
        let ran = sandbox.gmc(["check", "--system", &path].into_iter().chain(options.iter().copied())).run();
        assert_eq!(ran.code(), Some(code), "{options:?}: {}{}", ran.stdout, ran.stderr);
    }
    let ran = sandbox.gmc(["check", "--system", &path]).run();
    for event in ["host vault crashes", "host vault starts again, with its files"] {
        let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
        assert_eq!(replayed.code(), Some(1), "{}{}", ran.stdout, replayed.stderr);
        assert!(replayed.stdout.contains(event), "{}", replayed.stdout);
    }
}

#[test]
fn what_is_wrong_with_crashes_is_said() {
    let sandbox = pair(CLIENT, SERVER, "d");
    for (options, words) in [
        (&["--restart", "c=1"][..], "--restart: no host is called `c`; there are a, b"),
        (&["--crash", "b=x"], "`x` is no number of crashes"),
        (&["--restart", "=1"], "no name in front"),
        (&["--drift"], "--drift: time stands still"),
    ] {
        let ran = check(&sandbox, options);
        assert_eq!(ran.code(), Some(2), "{}", ran.stdout);
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
    sandbox.write("p.c", "int main(void) { return 0; }\n");
    sandbox.gmc(["check", "p.c", "--restart", "p=1"]).run().refused(&["there is one host", "--restart 1"]);
    sandbox.gmc(["check", "p.c", "--restart", "1", "--arg-any", "2"]).run().refused(&["--arg-any"]);
}

/// One host sets an alarm of one second, and another one, which is told so, waits for two before it sends. By one clock the
/// alarm goes off first; by two, it need not.
#[test]
fn clocks_of_hosts_drift() {
    let early = "\
#include <arpa/inet.h>
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static volatile sig_atomic_t rang;
static void ring(int unused) { (void)unused; rang = 1; }
int main(void)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(9)}, to = own;
    struct sigaction how;
    char c;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    memset(&how, 0, sizeof how);
    how.sa_handler = ring;
    how.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &how, NULL);
    inet_pton(AF_INET, \"10.0.0.2\", &to.sin_addr);
    if (connect(s, (struct sockaddr *)&to, sizeof to) != 0)
        return 0;
    alarm(1);
    if (send(s, \"a\", 1, MSG_NOSIGNAL) != 1 || recv(s, &c, 1, 0) != 1)
        return 0;
    assert(rang);
    return 0;
}
";
    let late = "\
#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
int main(void)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(9)};
    struct timeval patience = {.tv_sec = 9};
    char c;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert(bind(s, (struct sockaddr *)&own, sizeof own) == 0 && listen(s, 1) == 0);
    int peer = accept(s, NULL, NULL);
    if (peer < 0 || recv(peer, &c, 1, 0) != 1)
        return 0;
    poll(NULL, 0, 2000);
    send(peer, &c, 1, 0);
    recv(peer, &c, 1, 0);
    return 0;
}
";
    let sandbox = pair(early, late, "");
    agree(&sandbox, &["--clock", "ordered"], 0, "holds");
    agree(&sandbox, &["--clock", "ordered", "--drift"], 1, "client.c:25:5: assertion");
    agree(&sandbox, &["--clock", "free"], 1, "client.c:25:5: assertion");
}

/// Routes that a program sets by netlink: as long as there is one, packets leave for where it leads.
#[test]
fn routes_are_set() {
    let router = "\
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int talk, s;
static int change(int type, int flags, const char *via)
{
    struct { struct nlmsghdr h; struct rtmsg r; struct rtattr to; char a[4]; struct rtattr by; char b[4]; } m;
    char buffer[512];
    struct nlmsghdr *h = (struct nlmsghdr *)buffer;
    memset(&m, 0, sizeof m);
    m.h.nlmsg_len = sizeof m;
    m.h.nlmsg_type = type;
    m.h.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
    m.r.rtm_family = AF_INET, m.r.rtm_dst_len = 24, m.r.rtm_table = RT_TABLE_MAIN, m.r.rtm_type = RTN_UNICAST;
    m.to.rta_type = RTA_DST, m.by.rta_type = RTA_GATEWAY;
    m.to.rta_len = m.by.rta_len = 8;
    inet_pton(AF_INET, \"10.9.0.0\", m.a);
    inet_pton(AF_INET, via, m.b);
    assert(send(talk, &m, sizeof m, 0) == sizeof m);
    assert(recv(talk, buffer, sizeof buffer, 0) > 0 && h->nlmsg_type == NLMSG_ERROR);
    return -((struct nlmsgerr *)NLMSG_DATA(h))->error;
}
static int reach(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(7)};
    inet_pton(AF_INET, \"10.9.0.2\", &to.sin_addr);
    return sendto(s, \"x\", 1, 0, (struct sockaddr *)&to, sizeof to) == 1 ? 0 : errno;
}
int main(void)
{
    talk = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    s = socket(AF_INET, SOCK_DGRAM, 0);
    assert(reach() == ENETUNREACH);
    assert(change(RTM_NEWROUTE, NLM_F_CREATE, \"10.7.0.2\") == ENETUNREACH);
    assert(change(RTM_NEWROUTE, 0, \"10.0.0.2\") == ENOENT);
    assert(change(RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL, \"10.0.0.2\") == 0);
    assert(change(RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL, \"10.0.0.2\") == EEXIST);
    assert(reach() == 0);
    assert(change(RTM_DELROUTE, 0, \"10.0.0.2\") == 0);
    assert(change(RTM_DELROUTE, 0, \"10.0.0.2\") == ESRCH);
    assert(reach() == ENETUNREACH);
    close(s), close(talk);
    return 0;
}
";
    agree(&pair(router, "int main(void) { return 0; }\n", ""), &[], 0, "holds");
}

/// A program that is not there, sources that are not, and a system that executes what was not given.
#[test]
fn what_is_missing_is_named() {
    let sandbox = pair("int main(void) { return 0; }\n", "int main(void) { return 0; }\n", "");
    let text = std::fs::read_to_string(sandbox.join("s.toml")).expect("written");
    sandbox.write("s.toml", &text.replace("['server.c']", "['nowhere.c']"));
    let ran = check(&sandbox, &[]);
    assert_eq!(ran.code(), Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("nowhere.c"), "{}", ran.stderr);
    let exec = "#include <unistd.h>\n\
        int main(void) { execl(\"/bin/server\", \"server\", (char *)0); return execl(\"/bin/none\", \"none\", (char *)0) == -1; }\n";
    let sandbox = pair(exec, "int main(void) { return 0; }\n", "");
    let ran = check(&sandbox, &[]);
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
    sandbox.write("d/none", "#!/bin/sh\n");
    let text = std::fs::read_to_string(sandbox.join("s.toml")).expect("written");
    sandbox.write("s.toml", &text.replace("[host.a]\n", "[host.a]\ndirs = ['d:/bin']\n"));
    sandbox.write("client.c", &exec.replace("execl(\"/bin/server\", \"server\", (char *)0); ", ""));
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(sandbox.join("d/none"), mode).expect("it is ours");
    let ran = check(&sandbox, &[]);
    assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("/bin/none"), "{}", ran.stdout);
}
