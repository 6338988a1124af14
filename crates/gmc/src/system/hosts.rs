//! Hosts and links of a system file.

use super::Wrong;
use super::file::{HostEntry, LinkEntry, SystemFile, Topology};
use crate::run::{Crash, Host, Interface, Network};
use std::net::IpAddr;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// The most hosts, and the most interfaces of one.
const MOST: usize = 64;

/// Hosts on their way, with the places of what they say.
#[derive(Default)]
struct Draft {
    hosts: Vec<Host>,
    /// Of each host, where it is in the file.
    places: Vec<Range<usize>>,
    links: Vec<String>,
    networks: Vec<Network>,
    restart: Vec<Crash>,
    crash: Vec<Crash>,
}

/// What a file says of hosts and links.
pub(super) struct Built {
    pub(super) hosts: Vec<Host>,
    /// The names of links.
    pub(super) links: Vec<String>,
    /// What each link may do; empty where none has anything of its own.
    pub(super) networks: Vec<Network>,
    /// Hosts that crash and start again.
    pub(super) restart: Vec<Crash>,
    /// Hosts that crash for good.
    pub(super) crash: Vec<Crash>,
}

/// The hosts and links of a file. Without any, there is one host.
pub(super) fn build(file: &SystemFile, directory: &Path) -> Result<Built, Wrong> {
    let mut draft = Draft::default();
    let mut entries: Vec<(&Spanned<String>, &HostEntry)> = file.host.iter().collect();
    entries.sort_by_key(|it| it.0.span().start);
    for (name, entry) in entries {
        draft.add_hosts(name, entry, directory)?;
    }
    if draft.hosts.is_empty() {
        draft.hosts.push(Host { name: "gmc".to_owned(), ..Host::default() });
    }
    let mut links: Vec<(&Spanned<String>, &LinkEntry)> = file.link.iter().collect();
    links.sort_by_key(|it| it.0.span().start);
    for (name, entry) in links {
        draft.add_link(name.get_ref(), entry)?;
    }
    for (host, place) in draft.hosts.iter_mut().zip(&draft.places) {
        // An interface without address and link is of no use.
        host.interfaces.retain(|it| !it.links.is_empty() || !it.addresses.is_empty());
        if let Some(own) = host.interfaces.iter().find(|it| it.links.is_empty()) {
            let what = format!(
                "`{}`: its interface {} is on no link: name the host in the `hosts` of a [link.NAME]",
                host.name, own.name
            );
            return Err(Wrong::new(what, place.clone()));
        }
    }
    let Draft { hosts, links, mut networks, restart, crash, .. } = draft;
    if networks.iter().all(|it| *it == Network::default()) {
        networks.clear();
    }
    Ok(Built { hosts, links, networks, restart, crash })
}

/// How many there are of something.
pub(super) fn count_of(count: Option<&Spanned<i64>>, most: usize) -> Result<usize, Wrong> {
    let Some(count) = count else { return Ok(1) };
    match usize::try_from(*count.get_ref()) {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(Wrong::new(format!("`count` is a number between 1 and {most}"), count.span())),
    }
}

impl Draft {
    fn add_hosts(
        &mut self,
        name: &Spanned<String>,
        entry: &HostEntry,
        directory: &Path,
    ) -> Result<(), Wrong> {
        let count = count_of(entry.count.as_ref(), MOST)?;
        if count > 1 && !name.get_ref().contains("{i}") {
            let what = format!("`{0}`: {count} hosts need names that differ: {0}{{i}}", name.get_ref());
            return Err(Wrong::new(what, name.span()));
        }
        for number in 1..=count {
            if self.hosts.len() == MOST {
                return Err(Wrong::new(format!("there may be {MOST} hosts"), name.span()));
            }
            let fill = |text: &str| text.replace("{i}", &number.to_string());
            let own = fill(name.get_ref());
            let is_name = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
            if own.is_empty() || own.len() > 63 || !own.chars().all(is_name) {
                let what = format!("`{own}` is no name of a host: letters, digits, `-` and `_`, up to 63");
                return Err(Wrong::new(what, name.span()));
            }
            if self.hosts.iter().any(|it| it.name == own) {
                return Err(Wrong::new(format!("there is a host `{own}` already"), name.span()));
            }
            for (most, list) in [(entry.restart, &mut self.restart), (entry.crash, &mut self.crash)] {
                let host = Some(own.clone());
                list.extend((most > 0).then_some(Crash { host, most }));
            }
            let at = self.hosts.len();
            let mut host = Host { name: own, ..Host::default() };
            let from = |it: &String| {
                let (from, to) = fill(it)
                    .rsplit_once(':')
                    .map_or((fill(it), fill(it)), |(from, to)| (from.to_owned(), to.to_owned()));
                format!("{}:{to}", directory.join(from).display())
            };
            host.files = entry.files.iter().map(from).collect();
            host.directories = entry.dirs.iter().map(from).collect();
            self.hosts.push(host);
            self.places.push(name.span());
            if !entry.addresses.is_empty() || entry.interface.is_empty() {
                let rest = (entry.mtu.as_ref(), entry.hardware.as_ref());
                self.add_interface(at, "eth0", &entry.addresses, rest, number)?;
            }
            let mut interfaces: Vec<_> = entry.interface.iter().collect();
            interfaces.sort_by_key(|it| it.0.span().start);
            for (name, it) in interfaces {
                if name.get_ref().len() > 15 || self.hosts[at].interfaces.len() == MOST {
                    let what = format!("`{}`: names of interfaces have up to 15 characters", name.get_ref());
                    return Err(Wrong::new(what, name.span()));
                }
                if name.get_ref() == "lo"
                    || self.hosts[at].interfaces.iter().any(|it| it.name == *name.get_ref())
                {
                    return Err(Wrong::new(
                        format!("`{}`: the host has this interface already", name.get_ref()),
                        name.span(),
                    ));
                }
                let rest = (it.mtu.as_ref(), it.hardware.as_ref());
                self.add_interface(at, name.get_ref(), &it.addresses, rest, number)?;
            }
        }
        Ok(())
    }

    fn add_interface(
        &mut self,
        host: usize,
        name: &str,
        addresses: &[Spanned<String>],
        (mtu, hardware): (Option<&Spanned<i64>>, Option<&Spanned<String>>),
        number: usize,
    ) -> Result<(), Wrong> {
        let mut found = Vec::new();
        for written in addresses {
            let text = written.get_ref().replace("{i}", &number.to_string());
            let address = subnet(&text).ok_or_else(|| {
                let what = format!("`addresses`: `{text}` is no address with a prefix, as in 10.0.0.1/24");
                Wrong::new(what, written.span())
            })?;
            let has = |it: &Host| {
                let own = it.interfaces.iter().flat_map(|it| &it.addresses);
                own.filter_map(|it| subnet(it)).any(|it| it.0 == address.0)
            };
            let twice = found.iter().filter_map(|it: &String| subnet(it)).any(|it| it.0 == address.0);
            if let Some(other) = self.hosts.iter().find(|it| has(it)).or(twice.then_some(&self.hosts[host])) {
                let what = format!("`addresses`: {} has the address {} already", other.name, address.0);
                return Err(Wrong::new(what, written.span()));
            }
            found.push(text);
        }
        let mtu = match mtu.map(|it| (it, u32::try_from(*it.get_ref()))) {
            None => 1500,
            Some((_, Ok(mtu))) if (68..=65_536).contains(&mtu) => mtu,
            Some((written, _)) => {
                return Err(Wrong::new("`mtu` is a number between 68 and 65536", written.span()));
            }
        };
        let own = [2, 0, 0, 0, host as u8 + 1, self.hosts[host].interfaces.len() as u8];
        let hardware = match hardware {
            None => own,
            Some(written) => {
                mac(&written.get_ref().replace("{i}", &number.to_string())).ok_or_else(|| {
                    Wrong::new("`hardware` is six bytes, as in 02:00:00:00:00:01", written.span())
                })?
            }
        };
        let interface =
            Interface { name: name.to_owned(), addresses: found, mtu, hardware, links: Vec::new() };
        self.hosts[host].interfaces.push(interface);
        Ok(())
    }

    /// A link, or those between neighbours.
    fn add_link(&mut self, name: &str, entry: &LinkEntry) -> Result<(), Wrong> {
        let mut members = Vec::new();
        for written in &entry.hosts {
            members.extend(self.members(written)?);
        }
        let pairs = members.len().saturating_sub(1);
        let groups: Vec<Vec<(usize, usize)>> = match entry.topology {
            Topology::Full => vec![members],
            Topology::Line => members.windows(2).map(<[_]>::to_vec).collect(),
            Topology::Ring if pairs < 2 => members.windows(2).map(<[_]>::to_vec).collect(),
            Topology::Ring => {
                let closing = vec![members[pairs], members[0]];
                members.windows(2).map(<[_]>::to_vec).chain([closing]).collect()
            }
        };
        let is_one = matches!(entry.topology, Topology::Full);
        for (at, group) in groups.into_iter().enumerate() {
            let link = self.links.len() as u32;
            self.networks.push(entry.network.network());
            self.links.push(if is_one { name.to_owned() } else { format!("{name}.{}", at + 1) });
            for (host, interface) in group {
                self.hosts[host].interfaces[interface].links.push(link);
            }
        }
        Ok(())
    }

    /// The hosts and interfaces that a member of a link names.
    fn members(&self, written: &Spanned<String>) -> Result<Vec<(usize, usize)>, Wrong> {
        let text = written.get_ref();
        let (name, interface) = text.split_once('.').map_or((&text[..], None), |it| (it.0, Some(it.1)));
        let fits = |it: &Host| match name.strip_suffix('*') {
            Some(start) => it.name.starts_with(start),
            None => it.name == name,
        };
        let mut found = Vec::new();
        for (at, host) in self.hosts.iter().enumerate().filter(|it| fits(it.1)) {
            let is = |it: &Interface| interface.is_none_or(|name| it.name == name);
            match host.interfaces.iter().position(is) {
                Some(interface) => found.push((at, interface)),
                None => {
                    let what =
                        format!("`hosts`: {} has no interface `{}`", host.name, interface.unwrap_or("eth0"));
                    return Err(Wrong::new(what, written.span()));
                }
            }
        }
        if found.is_empty() {
            return Err(Wrong::new(format!("`hosts`: no host is called `{name}`"), written.span()));
        }
        Ok(found)
    }
}

/// An address and the bits of its network.
pub(crate) fn subnet(text: &str) -> Option<(IpAddr, u8)> {
    let (address, prefix) = text.split_once('/')?;
    let address: IpAddr = address.parse().ok()?;
    let prefix: u8 = prefix.parse().ok()?;
    let is_own = !address.is_loopback() && !address.is_multicast() && !address.is_unspecified();
    (is_own && prefix <= if address.is_ipv4() { 32 } else { 128 }).then_some((address, prefix))
}

fn mac(text: &str) -> Option<[u8; 6]> {
    let bytes: Option<Vec<u8>> = text.split(':').map(|it| u8::from_str_radix(it, 16).ok()).collect();
    bytes?.try_into().ok()
}
