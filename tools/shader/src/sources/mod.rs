//! Reads the sources and arguments of a debug build: from SRCI, PDBI, the bitcode of ILDB, or FXC's SPDB.
//!
//! ```
//! # fn main() -> Result<(), dxc_format::Error> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/dxc/vs_basic.pdb-full.dxil").unwrap();
//! let sources = dxc_shader::sources(&Container::parse(file)?)?.unwrap();
//! assert_eq!(sources.files[0].name, "vs_basic.hlsl");
//! assert!(sources.files[0].text.contains("SV_Position"));
//! assert_eq!(sources.argument("E"), Some("main"));
//! # Ok(())
//! # }
//! ```

mod bitcode;
mod fxc_pdb;
mod pdb_info;
mod source_info;

pub use self::bitcode::read_program_sources;
use self::bitcode::read_program_sources_within;
use self::fxc_pdb::read_fxc_pdb_within;
pub use self::fxc_pdb::{is_fxc_pdb, read_fxc_pdb};
pub use self::pdb_info::read_pdb_info;
use self::pdb_info::read_pdb_info_within;
use self::source_info::read_source_info_within;
pub use self::source_info::{
    Argument, SourceFile, Sources, arguments, command_line, read_source_info,
};
use dxc_format::program::ProgramView;
use dxc_format::srci::{PdbInfoPartView, SourceInfoView};
use dxc_format::{Container, Limits, Result, parts, pdb};

/// The embedded sources and arguments, if any: from SRCI, PDBI, the bitcode of ILDB, SPDB, or a PDB in the private
/// data. If several of them exist, the first one that has files is returned.
///
/// Compressed sources are decompressed, to at most 64 times the size of their part;
/// [`sources_within`] accepts other limits.
///
/// # Errors
/// If their part is invalid, or exceeds a limit.
pub fn sources(container: &Container<'_>) -> Result<Option<Sources>> {
    read_sources(container, None)
}

/// Like [`sources`], but with other limits: [`unpacked`](Limits::unpacked) and
/// [`claims`](Limits::claims).
///
/// # Errors
/// Those of [`sources`].
pub fn sources_within(container: &Container<'_>, limits: &Limits) -> Result<Option<Sources>> {
    read_sources(container, Some(limits))
}

/// The sources, with limits; `None` for the default ones of each part.
fn read_sources(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    let found = own_sources(container, limits)?;
    if found.is_none() {
        return sources_of_pdb(container, limits);
    }
    Ok(found)
}

/// The sources in parts of this container.
fn own_sources(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    let mut first = None;
    for read in [of_srci, of_pdbi, of_ildb, of_spdb] {
        match read(container, limits)? {
            Some(sources) if !sources.files.is_empty() => return Ok(Some(sources)),
            other => first = first.or(other),
        }
    }
    Ok(first)
}

fn of_srci(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    container.find_as(parts::SRCI, |data| {
        read_source_info_within(&SourceInfoView::parse(data)?, limits)
    })
}

fn of_pdbi(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    container.find_as(parts::PDBI, |data| {
        read_pdb_info_within(&PdbInfoPartView::parse(data)?, limits)
    })
}

fn of_ildb(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    let found = container.find_as(parts::ILDB, |data| {
        read_program_sources_within(&ProgramView::parse(data)?, limits)
    });
    found.map(Option::flatten)
}

fn of_spdb(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    let Some(part) = container
        .find(parts::SPDB)
        .filter(|part| pdb::is_pdb(part.data))
    else {
        return Ok(None);
    };
    let sources = read_fxc_pdb_within(part.data, limits);
    sources.map_err(|error| error.within_part(part.fourcc, part.data_offset))
}

/// The sources in the PDB in the private data. PDBs in that PDB are not read.
fn sources_of_pdb(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    let Some(inner) = pdb::embedded(container)? else {
        return Ok(None);
    };
    let sources = Container::parse(&inner).and_then(|inner| own_sources(&inner, limits));
    let at = container
        .find(parts::PRIV)
        .map_or(0, |private| private.data_offset);
    // The blocks of the PDB are not contiguous in the file.
    sources.map_err(|error| error.within_unpacked().within_part(parts::PRIV, at))
}
