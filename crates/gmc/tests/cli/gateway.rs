//! `gmc run --network host`: the network of this machine, where the user said so and nowhere else.

use crate::sandbox::{Ran, Run, Sandbox};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream, UdpSocket};
use std::process::{Child, ChildStdout, Stdio};
use std::thread;
use std::time::Duration;

const ECHO: &str = include_str!("gateway/echo.c");
const ASK: &str = include_str!("gateway/ask.c");
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs in gmc, its output and its ports.
struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    stream: u16,
    datagram: u16,
}

impl Server {
    fn start(sandbox: &Sandbox, clients: usize) -> Server {
        sandbox.write("echo.c", ECHO);
        let mut command = sandbox.gmc(["run", "--network", "host", "echo.c", "--", &clients.to_string()]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("gmc starts");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it says its ports");
        let ports: Vec<u16> = line.split_whitespace().map(|it| it.parse().expect("a port")).collect();
        Server { child, output, stream: ports[0], datagram: ports[1] }
    }

    fn end(mut self) {
        let status = self.child.wait().expect("it ends");
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("its output");
        assert!(status.success(), "{status}: {rest}");
    }
}

fn ask(sandbox: &Sandbox, options: &[&str], arguments: &[&str]) -> Ran {
    sandbox.write("ask.c", ASK);
    sandbox.gmc(["run", "ask.c"].iter().chain(options).chain(&["--"]).chain(arguments)).run()
}

#[test]
fn clients_of_the_machine_reach_a_server() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox, 4);
    let mut clients: Vec<TcpStream> =
        (0..3).map(|_| TcpStream::connect(("127.0.0.1", server.stream)).expect("it listens")).collect();
    // More than any buffer holds, from all at the same time.
    let sent: Vec<u8> = (0..600_000u32).map(|it| (it % 251) as u8).collect();
    let threads: Vec<_> = clients
        .drain(..)
        .map(|mut client| {
            let sent = sent.clone();
            thread::spawn(move || {
                let mut reader = client.try_clone().expect("a clone");
                let writer = thread::spawn(move || {
                    client.write_all(&sent).expect("it reads");
                    client.shutdown(Shutdown::Write).expect("it is open");
                });
                let mut got = Vec::new();
                reader.read_to_end(&mut got).expect("it writes");
                writer.join().expect("it has written");
                got
            })
        })
        .collect();
    for thread in threads {
        assert!(thread.join().expect("it has read") == sent, "other bytes come back");
    }
    let datagrams = UdpSocket::bind("127.0.0.1:0").expect("a port");
    datagrams.set_read_timeout(Some(PATIENCE)).expect("a limit");
    datagrams.send_to(b"datagram", ("127.0.0.1", server.datagram)).expect("it is sent");
    let mut answer = [0; 100];
    let (size, from) = datagrams.recv_from(&mut answer).expect("an answer");
    assert_eq!((&answer[..size], from.port()), (&b"datagram"[..], server.datagram));
    server.end();
}

#[test]
fn a_client_reaches_servers_of_the_machine() {
    let sandbox = Sandbox::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it is bound").port().to_string();
    let server = thread::spawn(move || {
        let (mut client, _) = listener.accept().expect("it comes");
        let mut text = Vec::new();
        client.read_to_end(&mut text).expect("it writes");
        text.reverse();
        client.write_all(&text).expect("it reads");
    });
    let ran = ask(&sandbox, &["--network", "host"], &["t", &port, "stream"]);
    assert_eq!((ran.code(), ran.stdout.as_str()), (Some(0), "maerts\n"), "{}", ran.stderr);
    server.join().expect("it has answered");

    let datagrams = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let port = datagrams.local_addr().expect("it is bound").port().to_string();
    let server = thread::spawn(move || {
        let mut text = [0; 100];
        let (_, from) = datagrams.recv_from(&mut text).expect("it sends");
        datagrams.send_to(b"answer", from).expect("it is sent");
    });
    let ran = ask(&sandbox, &["--network", "host"], &["u", &port, "question"]);
    assert_eq!((ran.code(), ran.stdout.as_str()), (Some(0), "answer\n"), "{}", ran.stderr);
    server.join().expect("it has answered");
}

#[test]
fn limits_pass_while_nothing_comes() {
    let sandbox = Sandbox::new();
    let silent = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("it is bound").port().to_string();
    let ran = ask(&sandbox, &["--network", "host"], &["u", &port, "question"]);
    assert_eq!((ran.code(), ran.stdout.as_str()), (Some(0), "nothing comes\n"), "{}", ran.stderr);
}

#[test]
fn nobody_listens() {
    let sandbox = Sandbox::new();
    let port = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port").port();
    let ran = ask(&sandbox, &["--network", "host"], &["t", &port.to_string(), "x"]);
    assert_eq!(ran.code(), Some(4));
    assert!(ran.stderr.contains("Connection refused"), "{}", ran.stderr);
}

#[test]
fn two_programs_in_gmc_reach_each_other() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox, 2);
    for (how, port) in [("t", server.stream), ("u", server.datagram)] {
        let ran = ask(&sandbox, &["--network", "host"], &[how, &port.to_string(), "word"]);
        assert_eq!((ran.code(), ran.stdout.as_str()), (Some(0), "word\n"), "{}", ran.stderr);
    }
    server.end();
}

/// Without the option nothing leaves, and nothing comes in.
#[test]
fn the_network_is_out_of_reach_unless_the_user_says_so() {
    let sandbox = Sandbox::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("it does not wait");
    let datagrams = UdpSocket::bind("127.0.0.1:0").expect("a port");
    datagrams.set_nonblocking(true).expect("it does not wait");
    let port = |it: std::io::Result<std::net::SocketAddr>| it.expect("it is bound").port().to_string();
    for options in [&[][..], &["--network", "inside"]] {
        let ran = ask(&sandbox, options, &["t", &port(listener.local_addr()), "x"]);
        assert_eq!(ran.code(), Some(4), "{}", ran.stderr);
        ask(&sandbox, options, &["u", &port(datagrams.local_addr()), "x"]);
    }
    assert!(listener.accept().is_err(), "a connection has left");
    assert!(datagrams.recv_from(&mut [0; 10]).is_err(), "a datagram has left");
    // Nor does a search know the option.
    assert_eq!(sandbox.gmc(["check", "ask.c", "--network", "host"]).run().code(), Some(2));
}
