//! The sources and arguments that a debug build embeds, wherever it does: in SRCI or in PDBI.
//!
//! ```
//! # fn main() -> Result<(), dxc_format::Error> {
//! use dxc_format::Container;
//!
//! # let file = &std::fs::read("tests/data/dxc/vs_basic.pdb-full.dxil").unwrap();
//! let sources = Container::parse(file)?.sources()?.unwrap();
//! assert_eq!(sources.files[0].name, "vs_basic.hlsl");
//! assert!(sources.files[0].text.contains("SV_Position"));
//! assert_eq!(sources.argument("E"), Some("main"));
//! # Ok(())
//! # }
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::packed::Packed;
use crate::container::Container;
use crate::generated::parts;
use crate::generated::srci::{
    Compression, PdbInfoPartView, SourceArguments, SourceArgumentsView, SourceContents,
    SourceContentsView, SourceInfo, SourceInfoView, SourceName, SourceNames, SourceSection,
    SourceSectionContent, SourceSectionContentView, SourceSectionKind, SourceText, SourceTexts,
    SourceTextsView,
};
use crate::runtime::computed::Computed;
use crate::runtime::int::int;
use crate::runtime::limits::Budget;
use crate::runtime::nested::Arm;
use crate::runtime::{Error, Limits, Result, StringTable, Strings};

/// The sources of a shader, and the compiler's arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sources {
    /// The files, the one that was compiled first.
    pub files: Vec<SourceFile>,
    /// The arguments of the compiler.
    pub arguments: Vec<Argument>,
}

/// A file; bytes that are not UTF-8 are replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// The name that was passed to the compiler.
    pub name: String,
    /// The text.
    pub text: String,
}

/// An argument of the compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Argument {
    /// Its name as it is stored; DXC omits the dash, LLVM keeps it.
    pub name: String,
    /// Its value; empty if there is none.
    pub value: String,
}

impl Sources {
    /// The value of the first argument with that name. It is given, and stored, with or without its dash.
    pub fn argument(&self, name: &str) -> Option<&str> {
        let name = name.trim_start_matches(DASHES);
        let mut named = self.arguments.iter();
        let found = named.find(|argument| argument.name.trim_start_matches(DASHES) == name)?;
        Some(&found.value)
    }

    /// The arguments as the words of a command line, quoted for POSIX shells.
    ///
    /// Control characters and invisible marks are escaped in words like `$'\012'`, so the text is one line.
    ///
    /// ```
    /// use dxc_format::sources::{Argument, Sources};
    ///
    /// let argument = |name: &str, value: &str| Argument { name: name.into(), value: value.into() };
    /// let arguments = vec![argument("T", "ps_6_0"), argument("-D", "X=a b"), argument("Zi", "")];
    /// let sources = Sources { arguments, ..Sources::default() };
    /// assert_eq!(sources.command_line(), "-T ps_6_0 -D 'X=a b' -Zi");
    /// ```
    pub fn command_line(&self) -> String {
        let arguments = self.arguments.iter();
        arguments.map(Argument::words).collect::<Vec<_>>().join(" ")
    }

    /// Converts them to SRCI, with its sections in the order of DXC's writer.
    ///
    /// # Errors
    /// If there are 4 GiB of something, or it cannot be compressed in this way.
    #[cfg_attr(debug_assertions, inline)]
    pub fn to_source_info(&self, compression: Compression) -> Result<SourceInfo> {
        let (mut names, mut texts) = (SourceNames::default(), SourceTexts::default());
        for SourceFile { name, text } in &self.files {
            let content = terminated([text.as_str()]);
            names.entries.push(SourceName {
                content_size: Computed::<u32>::value(int(content.len()))?,
                name: terminated([name.as_str()]),
                ..SourceName::default()
            });
            texts.texts.push(SourceText {
                content,
                ..SourceText::default()
            });
        }
        let mut contents = SourceContents {
            count: Computed::<u32>::value(int(texts.texts.len()))?,
            ..SourceContents::default()
        };
        let entries = texts.to_bytes(contents.count)?;
        contents.pack(Packed::new(entries, compression)?);
        let pairs = self.arguments.iter();
        let pairs = pairs.flat_map(|argument| [argument.name.as_str(), &argument.value]);
        let arguments = SourceArguments {
            count: Computed::<u32>::value(int(self.arguments.len()))?,
            pairs: terminated(pairs),
            ..SourceArguments::default()
        };
        Ok(SourceInfo {
            sections: [section(names), section(contents), section(arguments)].into(),
            ..SourceInfo::default()
        })
    }
}

/// The characters that an option may begin with on the command line of a compiler.
const DASHES: [char; 2] = ['-', '/'];

impl Argument {
    /// Its name with a dash, and its value, as words of a command line. Input files have no name.
    fn words(&self) -> String {
        let Self { name, value } = self;
        let dash = match name.is_empty() || name.starts_with(DASHES) {
            true => "",
            false => "-",
        };
        let name = format!("{dash}{name}");
        match (name.as_str(), value.as_str()) {
            ("", value) => quote(value),
            (name, "") => quote(name),
            (name, value) if name.ends_with('=') => quote(&format!("{name}{value}")),
            (name, value) => format!("{} {}", quote(name), quote(value)),
        }
    }
}

/// A word for a POSIX shell.
fn quote(word: &str) -> String {
    let is_plain = |letter: char| !letter.is_control() && !is_mark(letter);
    if word.chars().all(is_plain) {
        // Only a NUL is refused.
        return shlex::try_quote(word).map_or_else(|_| String::new(), Into::into);
    }
    let mut quoted = String::from("$'");
    for letter in word.chars() {
        match letter {
            '\'' | '\\' => quoted.extend(['\\', letter]),
            _ if is_plain(letter) => quoted.push(letter),
            _ => {
                let mut bytes = [0; 4];
                for byte in letter.encode_utf8(&mut bytes).bytes() {
                    quoted.push_str(&format!("\\{byte:03o}"));
                }
            }
        }
    }
    quoted.push('\'');
    quoted
}

/// Whether a character is an invisible mark, such as one that changes the direction of text.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A section of the kind that its content has.
fn section<T>(content: T) -> SourceSection
where
    T: Arm<SourceSectionContent, Selector = SourceSectionKind>,
{
    SourceSection {
        kind: T::SELECTOR,
        content: content.into_choice(),
        ..SourceSection::default()
    }
}

impl Container<'_> {
    /// The embedded sources and arguments, if any: from SRCI, from PDBI, or, with the feature `pdb`, from a PDB in the
    /// private data. Those in the bitcode of ILDB, which `dxc -Qembed_debug` writes, are not read.
    ///
    /// Compressed sources are decompressed, to at most 64 times the size of their part;
    /// [`sources_within`](Self::sources_within) accepts other limits.
    ///
    /// # Errors
    /// If their part is invalid, or exceeds a limit.
    #[cfg_attr(debug_assertions, inline)]
    pub fn sources(&self) -> Result<Option<Sources>> {
        self.read_sources(None)
    }

    /// Like [`sources`](Self::sources), but with other limits: [`unpacked`](Limits::unpacked) and
    /// [`claims`](Limits::claims).
    ///
    /// # Errors
    /// Those of [`sources`](Self::sources).
    #[cfg_attr(debug_assertions, inline)]
    pub fn sources_within(&self, limits: &Limits) -> Result<Option<Sources>> {
        self.read_sources(Some(limits))
    }

    /// The sources, with limits; `None` for the default ones of each part.
    #[cfg_attr(debug_assertions, inline)]
    fn read_sources(&self, limits: Option<&Limits>) -> Result<Option<Sources>> {
        let found = self.own_sources(limits)?;
        #[cfg(feature = "pdb")]
        if found.is_none() {
            return self.sources_of_pdb(limits);
        }
        Ok(found)
    }

    /// Those in parts of this container.
    #[cfg_attr(debug_assertions, inline)]
    fn own_sources(&self, limits: Option<&Limits>) -> Result<Option<Sources>> {
        let of_srci = |data| {
            let info = SourceInfoView::parse(data)?;
            limits.map_or_else(|| info.sources(), |limits| info.sources_within(limits))
        };
        if let Some(sources) = self.find_as(parts::SRCI, of_srci)? {
            return Ok(Some(sources));
        }
        let of_pdbi = |data| PdbInfoPartView::parse(data)?.read_sources(limits);
        self.find_as(parts::PDBI, of_pdbi)
    }

    /// The sources in the PDB in the private data. PDBs in that PDB are not read.
    #[cfg(feature = "pdb")]
    fn sources_of_pdb(&self, limits: Option<&Limits>) -> Result<Option<Sources>> {
        let Some(inner) = self.embedded_pdb()? else {
            return Ok(None);
        };
        let sources = Container::parse(&inner).and_then(|inner| inner.own_sources(limits));
        let at = self
            .find(parts::PRIV)
            .map_or(0, |private| private.data_offset());
        // Its blocks are not contiguous in the file.
        sources.map_err(|error| error.within_unpacked().within_part(parts::PRIV, at))
    }
}

impl SourceInfoView<'_> {
    /// The files and the arguments.
    ///
    /// # Errors
    /// If compressed bytes are damaged, or larger than 64 times the part, the default of [`Limits::unpacked`].
    #[cfg_attr(debug_assertions, inline)]
    pub fn sources(&self) -> Result<Sources> {
        self.sources_within(&Limits::of_input(self.as_bytes().len()))
    }

    /// Like [`sources`](Self::sources), but with other limits.
    ///
    /// # Errors
    /// If compressed bytes are damaged, or larger than the limits allow.
    #[cfg_attr(debug_assertions, inline)]
    pub fn sources_within(&self, limits: &Limits) -> Result<Sources> {
        let (mut names, mut texts) = (Vec::new(), Vec::new());
        let mut arguments = Vec::new();
        let mut budget = Budget::new("unpacked", limits.unpacked);
        for (index, section) in self.sections().iter().enumerate() {
            match section.content {
                SourceSectionContentView::Names(section) => {
                    names.extend(section.entries.iter().map(|entry| text(entry.name.0)));
                }
                SourceSectionContentView::Contents(section) => {
                    let within = |error: Error| {
                        let error = error.within("entries").within("content");
                        error.within_index(index).within("sections")
                    };
                    let unpacked = section.packed().unpack_from(&mut budget);
                    let unpacked = unpacked.map_err(within)?;
                    let entries = SourceTextsView::parse(&unpacked, section.count);
                    let entries = entries.map_err(|error| within(error.within_unpacked()))?;
                    texts.extend(entries.texts().iter().map(|entry| text(entry.content.0)));
                }
                SourceSectionContentView::Arguments(section) => {
                    arguments.extend(section.arguments());
                }
                _ => {}
            }
        }
        let len = names.len().max(texts.len());
        names.resize(len, String::new());
        texts.resize(len, String::new());
        let files = names.into_iter().zip(texts);
        let files = files.map(|(name, text)| SourceFile { name, text });
        Ok(Sources {
            files: files.collect(),
            arguments,
        })
    }
}

impl<'a> SourceContentsView<'a> {
    /// The texts as they are stored.
    pub fn packed(&self) -> Packed<'a> {
        Packed {
            stored: self.entries.into(),
            compression: self.compression,
            size: self.uncompressed_size,
        }
    }
}

impl SourceContents {
    /// Stores texts, which are [`SourceTexts`](crate::srci::SourceTexts) as bytes.
    pub fn pack(&mut self, texts: Packed<'_>) {
        self.compression = texts.compression;
        self.uncompressed_size = texts.size;
        self.entries = texts.stored.into_owned();
    }
}

impl SourceArgumentsView<'_> {
    /// The arguments.
    pub fn arguments(&self) -> impl Iterator<Item = Argument> {
        let mut strings = self.pairs.0.split_inclusive(|byte| *byte == 0).map(text);
        core::iter::from_fn(move || {
            Some(Argument {
                name: strings.next()?,
                value: strings.next()?,
            })
        })
    }
}

/// Texts, each with its NUL.
fn terminated<'t>(texts: impl IntoIterator<Item = &'t str>) -> StringTable {
    let texts = texts.into_iter().flat_map(|text| [text.as_bytes(), &[0]]);
    StringTable(texts.flatten().copied().collect())
}

/// Text up to its NUL.
pub(super) fn text(bytes: &[u8]) -> String {
    let text = Strings(bytes).bytes(0).unwrap_or(bytes);
    String::from_utf8_lossy(text).into_owned()
}
