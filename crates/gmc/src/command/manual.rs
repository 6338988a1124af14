//! `gmc completions` and `gmc man`, from the definition of the command line.

use super::Error;
use crate::cli;
use crate::exit::Exit;
use clap_complete::Shell;
use std::io;

/// Prints completions for a shell.
pub(super) fn completions(shell: Shell) -> Result<Exit, Error> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "gmc", &mut out);
    print(&out)
}

/// Prints the manual page, the commands' own pages included.
pub(super) fn page() -> Result<Exit, Error> {
    let mut out = Vec::new();
    let mut command = cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut out)?;
    for subcommand in command.get_subcommands().filter(|it| it.get_name() != "help") {
        clap_mangen::Man::new(subcommand.clone())
            .title(subcommand.get_bin_name().unwrap_or_default())
            .render(&mut out)?;
    }
    print(&out)
}

fn print(text: &[u8]) -> Result<Exit, Error> {
    io::Write::write_all(&mut io::stdout().lock(), text)?;
    Ok(Exit::Success)
}
