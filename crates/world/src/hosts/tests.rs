//! Hosts and links, through the calls of processes.

use super::{Host, HostId, Hosts, Interface, LinkId, Subnet};
use crate::sockets::{Message, Setting, Target, Where};
use crate::state::CopyOnWrite;
use crate::{
    Actor, Address, Adversary, Bytes, CrashBudget, CrashBudgets, Environment, Family, FileSystem, Files,
    Given, Input, Kind, Outside, Start, Tree, World, errno,
};
use std::net::Ipv4Addr;

/// `SO_BROADCAST`
const BROADCAST: (i32, i32) = (1, 6);

fn interface(name: &str, address: [u8; 4], links: &[u32]) -> Interface {
    let addresses = vec![Subnet { address: Ipv4Addr::from(address).into(), prefix: 24 }];
    let links = links.iter().copied().map(LinkId).collect();
    Interface { name: name.to_owned(), addresses, mtu: 1500, hardware: [2, 0, 0, 0, 0, address[3]], links }
}

/// Hosts `a`, `b` and `c` in a row, of one network: `a` and `c` do not hear each other. One process on each.
fn row() -> System {
    row_with(Environment::default())
}

/// The same, where something happens.
fn row_with(events: Environment) -> System {
    let host = |name: &str, last: u8, links: &[u32]| {
        Host::new(name, vec![interface("wlan0", [10, 0, 0, last], links)])
    };
    let hosts = Hosts::new(
        vec![host("a", 1, &[0]), host("b", 2, &[0, 1]), host("c", 3, &[1])],
        vec!["ab".to_owned(), "bc".to_owned()],
    );
    let files = vec![FileSystem::Memory(Tree::default()); 3];
    let start = |at: u32| Start { host: HostId(at), given: Given::default(), input: Input::Unknown };
    let worlds = World::of_system(hosts, files, (0..3).map(start).collect(), events);
    System { outside: worlds[0].files.outside().clone(), worlds }
}

struct System {
    worlds: Vec<World>,
    outside: CopyOnWrite<Outside>,
}

impl System {
    /// A call of a process, which sees what others have done.
    fn call<T>(&mut self, process: usize, work: impl FnOnce(&mut World) -> T) -> T {
        let world = &mut self.worlds[process];
        *world.files.outside_mut() = self.outside.clone();
        let result = work(world);
        self.outside = world.files.outside().clone();
        result
    }

    fn files<T>(&mut self, process: usize, work: impl FnOnce(&mut Files) -> T) -> T {
        self.call(process, |it| work(&mut it.files))
    }

    /// A UDP socket of a process that is bound to a port.
    fn udp(&mut self, process: usize, port: u16) -> i32 {
        self.files(process, |it| {
            let socket = it.socket(Family::V4, Kind::Datagram, 0).expect("there is room");
            it.bind(socket, &v4([0; 4], port)).expect("the port is free");
            assert_eq!(it.set_socket_number(socket, BROADCAST.0, BROADCAST.1, 1), Ok(true));
            socket
        })
    }

    fn send(&mut self, process: usize, socket: i32, to: &Address) -> Result<usize, errno::Errno> {
        let data = Bytes::from(b"x".to_vec());
        let to = Some(Target { address: to, length: 16 });
        let message = Message {
            data: data.part(0..1),
            to,
            rights: &[],
            hops: None,
            interface: 0,
            source: None,
            whole: false,
        };
        self.files(process, |it| it.send(socket, message, true))
    }

    /// Who a message at a socket is from, and where it came in.
    fn heard(&mut self, process: usize, socket: i32) -> Option<(Address, u32)> {
        let received = self.files(process, |it| it.receive_message(socket, 9, false, true)).ok()?;
        Some((received.from.expect("UDP says it"), received.interface))
    }
}

fn v4(host: [u8; 4], port: u16) -> Address {
    Address::V4(host.into(), port)
}

#[test]
fn a_datagram_reaches_a_neighbour_and_nobody_else() {
    let mut system = row();
    let sockets = [0, 1, 2].map(|it| system.udp(it, 7));
    assert_eq!(system.send(0, sockets[0], &v4([10, 0, 0, 2], 7)), Ok(1));
    assert_eq!(system.heard(1, sockets[1]), Some((v4([10, 0, 0, 1], 7), 2)));
    assert_eq!(system.heard(2, sockets[2]), None);
    // `c` is of the network, and out of reach: the message is lost.
    assert_eq!(system.send(0, sockets[0], &v4([10, 0, 0, 3], 7)), Ok(1));
    assert_eq!(system.heard(2, sockets[2]), None);
    // No network has this.
    assert_eq!(system.send(0, sockets[0], &v4([10, 0, 1, 3], 7)), Err(errno::ENETUNREACH));
    // What a host sends to itself comes over its loopback.
    assert_eq!(system.send(0, sockets[0], &v4([10, 0, 0, 1], 7)), Ok(1));
    assert_eq!(system.heard(0, sockets[0]), Some((v4([10, 0, 0, 1], 7), 1)));
}

/// What may happen by an actor, in words.
fn events(system: &mut System, actor: Actor) -> Vec<String> {
    system.call(0, |world| {
        let events = world.events(actor, &[]);
        events.iter().map(|it| world.describe_event(it)).collect()
    })
}

fn happens(system: &mut System, actor: Actor, text: &str) {
    system.call(0, |world| {
        let event = world.events(actor, &[]).into_iter().find(|it| world.describe_event(it).contains(text));
        world.happen(&event.unwrap_or_else(|| panic!("no event says “{text}”")));
    });
}

/// The first link loses one, and the second one none; both together lose one more.
#[test]
fn budgets_of_links_come_first() {
    let lose = |lose: u32| Adversary { lose, ..Adversary::default() };
    let mut system =
        row_with(Environment { network: lose(1), links: vec![lose(1)], ..Environment::default() });
    let socket = system.udp(1, 7);
    for (to, may) in [(1, true), (3, true), (1, false), (3, false)] {
        assert_eq!(system.send(1, socket, &v4([10, 0, 0, to], 7)), Ok(1));
        let events = events(&mut system, Actor::Network);
        assert_eq!(events.iter().any(|it| it.ends_with("lost")), may, "to {to}: {events:?}");
        if may {
            happens(&mut system, Actor::Network, "lost");
        }
    }
}

/// A host that crashes is reached by nobody, and neither its sockets nor its open files are left. Its files are.
#[test]
fn a_crash_leaves_the_files() {
    let hosts = vec![CrashBudget::default(), CrashBudget { crash: 0, restart: 1 }];
    let crashes = CrashBudgets { hosts, ..CrashBudgets::default() };
    let mut system = row_with(Environment { crashes, ..Environment::default() });
    let (own, other) = (system.udp(0, 7), system.udp(1, 7));
    system.files(1, |it| it.open(b"/tmp/kept", 0o101, 0o600)).expect("it is made");
    system.files(1, |it| it.open(b"/dev/shm/lost", 0o101, 0o600)).expect("it is made");
    assert_eq!(system.send(0, own, &v4([10, 0, 0, 2], 7)), Ok(1));
    assert_eq!(events(&mut system, Actor::Hosts), ["host b crashes"]);
    happens(&mut system, Actor::Hosts, "crashes");
    assert_eq!(system.send(0, own, &v4([10, 0, 0, 2], 7)), Ok(1));
    assert_eq!(events(&mut system, Actor::Hosts), ["host b starts again, with its files"]);
    happens(&mut system, Actor::Hosts, "starts again");
    let again = system.call(0, |it| it.starts_on(HostId(1)));
    let world = system.call(0, |it| it.start_again(again[0])).expect("there is room");
    system.worlds[1] = world;
    system.outside = system.worlds[1].files.outside().clone();
    // Numbers are as at the start, and the port is free.
    assert_eq!(system.udp(1, 7), other);
    assert_eq!(system.heard(1, other), None);
    assert!(system.files(1, |it| it.stat(b"/tmp/kept", true)).is_ok());
    assert_eq!(system.files(1, |it| it.stat(b"/dev/shm/lost", true)).err(), Some(errno::ENOENT));
    assert_eq!(events(&mut system, Actor::Hosts), [""; 0]);
    assert_eq!(system.send(0, own, &v4([10, 0, 0, 2], 7)), Ok(1));
    assert!(system.heard(1, other).is_some());
}

#[test]
fn what_is_for_all_reaches_all_on_the_links() {
    let mut system = row();
    let sockets = [0, 1, 2].map(|it| system.udp(it, 7));
    for to in [v4([10, 0, 0, 255], 7), v4([255; 4], 7)] {
        assert_eq!(system.send(1, sockets[1], &to), Ok(1));
        for (at, &socket) in sockets.iter().enumerate() {
            assert_eq!(system.heard(at, socket), Some((v4([10, 0, 0, 2], 7), 2)), "host {at}, {to:?}");
        }
        assert_eq!(system.send(0, sockets[0], &to), Ok(1));
        assert_eq!([0, 1, 2].map(|it| system.heard(it, sockets[it]).is_some()), [true, true, false]);
    }
}

#[test]
fn a_group_is_heard_by_its_members_on_the_link() {
    let mut system = row();
    let sockets = [0, 1, 2].map(|it| system.udp(it, 7));
    let group = [224, 0, 0, 9];
    for at in [1, 2] {
        let join = Setting::Group(Ipv4Addr::from(group).into(), Where::Number(0), true);
        assert_eq!(system.files(at, |it| it.set_socket(sockets[at], &join)), Ok(()));
    }
    assert_eq!(system.send(0, sockets[0], &v4(group, 7)), Ok(1));
    assert_eq!([0, 1, 2].map(|it| system.heard(it, sockets[it]).is_some()), [false, true, false]);
}

#[test]
fn a_socket_bound_to_an_interface_hears_no_other() {
    let mut system = row();
    let sockets = [0, 1].map(|it| system.udp(it, 7));
    let bind = |name: &[u8]| Setting::Device(name.to_vec());
    assert_eq!(system.files(1, |it| it.set_socket(sockets[1], &bind(b"eth0"))), Err(errno::ENODEV));
    assert_eq!(system.files(1, |it| it.set_socket(sockets[1], &bind(b"lo"))), Ok(()));
    assert_eq!(system.send(0, sockets[0], &v4([10, 0, 0, 2], 7)), Ok(1));
    assert_eq!(system.heard(1, sockets[1]), None);
    assert_eq!(system.files(1, |it| it.set_socket(sockets[1], &bind(b"wlan0"))), Ok(()));
    assert_eq!(system.send(0, sockets[0], &v4([10, 0, 0, 2], 7)), Ok(1));
    assert_eq!(system.heard(1, sockets[1]).map(|it| it.1), Some(2));
}

#[test]
fn ports_and_names_belong_to_a_host() {
    let mut system = row();
    for at in 0..3 {
        let name = Address::Abstract(b"name".to_vec());
        system.files(at, |it| {
            let tcp = it.socket(Family::V4, Kind::Stream, 0).expect("there is room");
            assert_eq!(it.bind(tcp, &v4([0; 4], 80)), Ok(()));
            let unix = it.socket(Family::Unix, Kind::Stream, 0).expect("there is room");
            assert_eq!(it.bind(unix, &name), Ok(()));
            let path = it.socket(Family::Unix, Kind::Stream, 0).expect("there is room");
            assert_eq!(it.bind(path, &Address::Path(b"/tmp/s".to_vec())), Ok(()));
            assert_eq!(it.stat(b"/tmp/s", false).map(|it| it.mode & 0o170_000), Ok(0o140_000));
        });
    }
    let other = v4([10, 0, 0, 3], 81);
    let refused = system.files(1, |it| {
        let tcp = it.socket(Family::V4, Kind::Stream, 0).expect("there is room");
        it.bind(tcp, &other)
    });
    assert_eq!(refused, Err(errno::EADDRNOTAVAIL), "an address of another host");
}

#[test]
fn tcp_connects_to_the_host_that_has_the_address() {
    let mut system = row();
    let connect = |system: &mut System, from: usize, to: [u8; 4]| {
        system.files(from, |it| {
            let socket = it.socket(Family::V4, Kind::Stream, 0).expect("there is room");
            let address = v4(to, 80);
            (socket, it.connect(socket, Target { address: &address, length: 16 }))
        })
    };
    assert_eq!(connect(&mut system, 0, [10, 0, 0, 2]).1, Err(errno::ECONNREFUSED));
    let listener = system.files(1, |it| {
        let socket = it.socket(Family::V4, Kind::Stream, 0).expect("there is room");
        it.bind(socket, &v4([0; 4], 80)).and_then(|()| it.listen(socket, 5)).expect("the port is free");
        socket
    });
    let (socket, connected) = connect(&mut system, 0, [10, 0, 0, 2]);
    assert_eq!(connected, Ok(()));
    assert_eq!(system.files(0, |it| it.peer_name(socket)), Ok(v4([10, 0, 0, 2], 80)));
    let (accepted, from) = system.files(1, |it| it.accept(listener, 0)).expect("it has come");
    assert!(matches!(from, Address::V4(host, _) if host == Ipv4Addr::new(10, 0, 0, 1)));
    let data = Bytes::from(b"hello".to_vec());
    assert_eq!(system.files(0, |it| it.write_some(socket, data.whole())), Ok(5));
    assert_eq!(system.files(1, |it| it.read(accepted, 9)), Ok(data));
    // `c` is out of reach of `a`, and `a` does not listen on its own.
    assert_eq!(connect(&mut system, 0, [10, 0, 0, 3]).1, Err(errno::EHOSTUNREACH));
    assert_eq!(connect(&mut system, 0, [127, 0, 0, 1]).1, Err(errno::ECONNREFUSED));
}

#[test]
fn files_and_processes_belong_to_a_host() {
    let mut system = row();
    system.files(0, |it| {
        let file = it.open(b"/tmp/own", 0o101, 0o600).expect("it can be made");
        assert_eq!(it.close(file), Ok(()));
    });
    assert!(system.files(0, |it| it.stat(b"/tmp/own", true)).is_ok());
    assert!(system.files(1, |it| it.stat(b"/tmp/own", true)).is_err());
    system.call(0, |it| {
        let (own, others) = (it.process, it.processes());
        assert_eq!(others.targets(own, -1), [], "no other process of the host");
        assert_eq!(others.targets(own, own.number() + 1), [], "one of another host");
        assert_eq!(others.targets(own, own.number()), [own]);
        assert_eq!(others.parent_number(own), 1);
    });
}
