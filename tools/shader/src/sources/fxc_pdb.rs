//! Reads the sources and arguments in a PDB of FXC, which `fxc /Zi` stores in SPDB or in a file.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::source_info::{Argument, SourceFile, Sources, text};
use dxc_format::msf::{
    DebugStream, EnvironmentKey, EnvironmentSymbol, InfoStreamView, ListedSource, ModuleInfo,
    NameTableView, PdbName, PdbStream, SourceListView, SymbolHeader, SymbolKind,
};
use dxc_format::pdb::Streams;
use dxc_format::rdef::CompileFlags;
use dxc_format::runtime::limits::Budget;
use dxc_format::runtime::reader::MOST_CLAIMS;
use dxc_format::types::{Fixed, Strings};
use dxc_format::{Error, Limits, Result};

/// The files and the arguments in a PDB; `None` if FXC did not write it.
///
/// # Errors
/// If the PDB is damaged, or its sources exceed four times its size: streams may share bytes.
pub fn read_fxc_pdb(bytes: &[u8]) -> Result<Option<Sources>> {
    read_fxc_pdb_within(bytes, None)
}

/// The files and the arguments, with limits; `None` for the default ones.
pub(super) fn read_fxc_pdb_within(
    bytes: &[u8],
    limits: Option<&Limits>,
) -> Result<Option<Sources>> {
    let mut streams = Streams::of_bytes(bytes)?;
    let Some(environment) = read_environment(&mut streams)? else {
        return Ok(None);
    };
    let claims = limits.map_or(Limits::of_input(bytes.len()).claims, |limits| limits.claims);
    Ok(Some(Sources {
        files: read_files(&mut streams, Budget::new("claims", claims))?,
        arguments: arguments(&environment),
    }))
}

/// Whether FXC wrote a PDB. Only a few blocks of it are read.
///
/// # Errors
/// If the PDB is damaged, and those of the function that reads it.
pub fn is_fxc_pdb<E: From<Error>, F>(streams: &mut Streams<F>) -> Result<bool, E>
where
    F: FnMut(u64, &mut [u8]) -> Result<(), E>,
{
    read_environment(streams).map(|environment| environment.is_some())
}

/// The entries of FXC's environment record, by key.
type Environment = BTreeMap<String, String>;

/// The number of bytes of symbols to search for the environment, which is one of the first records.
const SYMBOLS: u64 = 2 * u16::MAX as u64;

/// The environment of the compiler in the first module; `None` if it is not FXC's: FXC writes only one module.
fn read_environment<E: From<Error>, F>(streams: &mut Streams<F>) -> Result<Option<Environment>, E>
where
    F: FnMut(u64, &mut [u8]) -> Result<(), E>,
{
    let first = DebugStream::SIZE + ModuleInfo::SIZE;
    let Some(modules) = streams.read_start(PdbStream::Debug.0, first as u64)? else {
        return Ok(None);
    };
    let first = modules
        .get(DebugStream::SIZE..)
        .and_then(ModuleInfo::decode);
    let Some(module) = first else {
        return Ok(None);
    };
    let Some(symbols) = streams.read_start(module.symbol_stream.into(), SYMBOLS)? else {
        return Ok(None);
    };
    // The symbols begin with a signature, before the records.
    let mut rest = symbols.get(u32::SIZE..).unwrap_or_default();
    while let Some(header) = SymbolHeader::decode(rest) {
        let Some(next) = rest.get(u16::SIZE + usize::from(header.size)..) else {
            break;
        };
        let record = rest.get(..rest.len() - next.len()).unwrap_or_default();
        if header.kind == SymbolKind::S_ENVBLOCK {
            let record = record.get(SymbolHeader::SIZE..).unwrap_or_default();
            return Ok(environment(record));
        }
        rest = next;
    }
    Ok(None)
}

/// The entries of an environment record; `None` if it has no target.
fn environment(record: &[u8]) -> Option<Environment> {
    let symbol = EnvironmentSymbol::parse(record).ok()?;
    let mut strings = symbol.pairs.split(|byte| *byte == 0).map(text);
    let mut pairs = Environment::new();
    while let (Some(key), Some(value)) = (strings.next(), strings.next()) {
        if key.is_empty() {
            break;
        }
        pairs.insert(key, value);
    }
    let target = EnvironmentKey::Target.text()?;
    pairs.contains_key(target).then_some(pairs)
}

/// Converts the environment to options of FXC: the target, the entry point, macros, and the flags.
fn arguments(environment: &Environment) -> Vec<Argument> {
    let value = |key: EnvironmentKey| environment.get(key.text()?).map(String::as_str);
    let option = |name: &str, value: &str| Argument {
        name: name.into(),
        value: value.into(),
    };
    let mut arguments = Vec::new();
    for (key, name) in [
        (EnvironmentKey::Target, "/T"),
        (EnvironmentKey::Entry, "/E"),
    ] {
        arguments.extend(value(key).map(|value| option(name, value)));
    }
    let defines = value(EnvironmentKey::Defines).unwrap_or_default();
    // The values of macros may have spaces, but no ` /D`.
    let defines = defines.split(" /D").filter(|define| !define.is_empty());
    arguments.extend(defines.map(|define| option("/D", define)));
    let flags = value(EnvironmentKey::Flags).unwrap_or_default();
    let flags = u32::from_str_radix(flags.trim_start_matches("0x"), 16).unwrap_or_default();
    arguments.extend(options(CompileFlags(flags)).map(|name| option(name, "")));
    let others = value(EnvironmentKey::Arguments).unwrap_or_default();
    arguments.extend(others.split_whitespace().map(|word| option("", word)));
    arguments
}

/// The options of FXC that set these flags.
fn options(flags: CompileFlags) -> impl Iterator<Item = &'static str> {
    let level = CompileFlags::OPTIMIZATION_LEVEL0 | CompileFlags::OPTIMIZATION_LEVEL3;
    let is_second = flags.contains(level);
    let set = CompileFlags::all_values()
        .filter(move |flag| flags.contains(*flag) && !(is_second && level.contains(*flag)));
    let options = set.filter_map(CompileFlags::fxc);
    options.chain(is_second.then_some("/O2"))
}

/// The contents of the listed sources. The main file comes first: its name is the first one in the table of names.
fn read_files<F>(streams: &mut Streams<F>, mut budget: Budget) -> Result<Vec<SourceFile>>
where
    F: FnMut(u64, &mut [u8]) -> Result<()>,
{
    let stream_name = |name: PdbName| name.text().unwrap_or_default();
    let info = streams.read(PdbStream::Info.0)?.unwrap_or_default();
    let info = InfoStreamView::parse(&info).map_err(|error| within(error, "the named streams"))?;
    let mut by_name = BTreeMap::new();
    for stream in info.named_streams() {
        let name = Strings(info.names().0)
            .bytes(stream.name)
            .unwrap_or_default();
        by_name.insert(name, stream.stream);
    }
    let mut read = |name: &[u8]| match by_name.get(name) {
        Some(index) => {
            let size = streams.size(*index).unwrap_or_default();
            budget
                .take(ENTRY + size as usize)
                .map_err(Error::without_byte)?;
            streams.read(*index)
        }
        None => Ok(None),
    };
    let names = read(stream_name(PdbName::Names).as_bytes())?.unwrap_or_default();
    let names = NameTableView::parse(&names).map_err(|error| within(error, "/names"))?;
    let list = read(stream_name(PdbName::SourceList).as_bytes())?.unwrap_or_default();
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let list = SourceListView::parse(&list);
    let list = list.map_err(|error| within(error, stream_name(PdbName::SourceList)))?;
    let mut sources: Vec<ListedSource> = list.sources().iter().collect();
    sources.sort_by_key(|source| source.file_name);
    let name_of = |offset| Strings(names.strings().0).bytes(offset).unwrap_or_default();
    let mut files = Vec::new();
    for source in sources {
        let stream = [
            stream_name(PdbName::Sources).as_bytes(),
            name_of(source.virtual_name),
        ]
        .concat();
        if let Some(content) = read(&stream)? {
            files.push(SourceFile {
                name: text(name_of(source.file_name)),
                text: String::from_utf8_lossy(&content).into_owned(),
            });
        }
    }
    Ok(files)
}

/// The budget for a file in addition to its content, which may be empty.
const ENTRY: usize = MOST_CLAIMS * ListedSource::SIZE;

/// Converts an error in a stream, whose blocks are not contiguous in the file.
#[cold]
fn within(error: Error, stream: &str) -> Error {
    error.within(stream).within_unpacked()
}
