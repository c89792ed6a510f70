//! The sources and arguments that a debug build embeds, wherever it does: in SRCI or in PDBI.
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

mod pdb_info;
mod source_info;

pub use self::pdb_info::read_pdb_info;
use self::pdb_info::read_pdb_info_within;
use self::source_info::read_source_info_within;
pub use self::source_info::{
    Argument, SourceFile, Sources, arguments, command_line, read_source_info,
};
use dxc_format::srci::{PdbInfoPartView, SourceInfoView};
use dxc_format::{Container, Limits, Result, parts, pdb};

/// The embedded sources and arguments, if any: from SRCI, from PDBI, or from a PDB in the private
/// data. Those in the bitcode of ILDB, which `dxc -Qembed_debug` writes, are not read.
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

/// Those in parts of this container.
fn own_sources(container: &Container<'_>, limits: Option<&Limits>) -> Result<Option<Sources>> {
    let of_srci = |data| {
        let info = SourceInfoView::parse(data)?;
        read_source_info_within(&info, limits)
    };
    if let Some(sources) = container.find_as(parts::SRCI, of_srci)? {
        return Ok(Some(sources));
    }
    let of_pdbi = |data| read_pdb_info_within(&PdbInfoPartView::parse(data)?, limits);
    container.find_as(parts::PDBI, of_pdbi)
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
    // Its blocks are not contiguous in the file.
    sources.map_err(|error| error.within_unpacked().within_part(parts::PRIV, at))
}
