//! The sources and arguments of a shader, and their conversion from and to SRCI.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use dxc_format::runtime::computed::Computed;
use dxc_format::runtime::int::int;
use dxc_format::runtime::limits::Budget;
use dxc_format::runtime::nested::Arm;
use dxc_format::srci::{
    Compression, SourceArguments, SourceArgumentsView, SourceContents, SourceInfo, SourceInfoView,
    SourceName, SourceNames, SourceSection, SourceSectionContent, SourceSectionContentView,
    SourceSectionKind, SourceText, SourceTexts, SourceTextsView,
};
use dxc_format::types::Compressed;
use dxc_format::{
    Error, Limits, Result,
    types::{StringTable, Strings},
};
use dxc_text::is_hidden;

/// The sources of a shader, and the compiler's arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sources {
    /// The files; the main file is the first one.
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
    /// Its name as it is stored: in SRCI and PDBI, DXC omits the dash and LLVM keeps it; in other parts, the name has a
    /// dash.
    pub name: String,
    /// Its value; empty if there is none.
    pub value: String,
}

/// The arguments as the words of a command line, quoted for POSIX shells.
///
/// Control characters and invisible marks are escaped in words like `$'\012'`, so the text is one line.
///
/// ```
/// use dxc_shader::sources::{Argument, Sources, command_line};
///
/// let argument = |name: &str, value: &str| Argument { name: name.into(), value: value.into() };
/// let arguments = vec![argument("T", "ps_6_0"), argument("-D", "X=a b"), argument("Zi", "")];
/// let sources = Sources { arguments, ..Sources::default() };
/// assert_eq!(command_line(&sources), "-T ps_6_0 -D 'X=a b' -Zi");
/// ```
pub fn command_line(sources: &Sources) -> String {
    let arguments = sources.arguments.iter();
    arguments.map(Argument::words).collect::<Vec<_>>().join(" ")
}

impl Sources {
    /// The value of the first argument with that name. Both the given and the stored name may have a dash or not.
    pub fn argument(&self, name: &str) -> Option<&str> {
        let name = name.trim_start_matches(DASHES);
        let mut named = self.arguments.iter();
        let found = named.find(|argument| argument.name.trim_start_matches(DASHES) == name)?;
        Some(&found.value)
    }

    /// Converts the sources to SRCI, with its sections in the order of DXC's writer.
    ///
    /// # Errors
    /// If there are 4 GiB of something, or it cannot be compressed in this way.
    pub fn to_source_info(&self, compression: Compression) -> Result<SourceInfo> {
        let (mut names, mut texts) = (SourceNames::default(), SourceTexts::default());
        for SourceFile { name, text } in &self.files {
            let content = terminated([text.as_str()]);
            let mut entry = SourceName::default();
            entry.content_size = Computed::<u32>::value(int(content.len()))?;
            entry.name = terminated([name.as_str()]);
            names.entries.push(entry);
            let mut text = SourceText::default();
            text.content = content;
            texts.texts.push(text);
        }
        let mut contents = SourceContents::default();
        contents.count = Computed::<u32>::value(int(texts.texts.len()))?;
        let entries = texts.to_bytes(contents.count)?;
        contents.pack(Compressed::new(entries, compression)?);
        let pairs = self.arguments.iter();
        let pairs = pairs.flat_map(|argument| [argument.name.as_str(), &argument.value]);
        let mut arguments = SourceArguments::default();
        arguments.count = Computed::<u32>::value(int(self.arguments.len()))?;
        arguments.pairs = terminated(pairs);
        let mut info = SourceInfo::default();
        info.sections = [section(names), section(contents), section(arguments)].into();
        Ok(info)
    }
}

/// The characters that an option may begin with on the command line of a compiler.
pub(super) const DASHES: [char; 2] = ['-', '/'];

impl Argument {
    /// The argument as words of a command line: its name with a dash, and its value. An input file has no name.
    fn words(&self) -> String {
        let Self { name, value } = self;
        let dash = if name.is_empty() || name.starts_with(DASHES) {
            ""
        } else {
            "-"
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

/// A word quoted for a POSIX shell.
fn quote(word: &str) -> String {
    // Shells do not expand such a word. `shlex` would quote `=`, but no argument begins with it.
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || "_-+./:,@=".contains(letter);
    if word.starts_with(|letter: char| letter != '=') && word.chars().all(is_safe) {
        return word.into();
    }
    let is_plain = |letter: char| !is_hidden(letter);
    if word.chars().all(is_plain) {
        // This only fails for a NUL.
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

/// Makes a section; its kind follows from its content.
fn section<T>(content: T) -> SourceSection
where
    T: Arm<SourceSectionContent, Selector = SourceSectionKind>,
{
    let mut section = SourceSection::default();
    section.kind = T::SELECTOR;
    section.content = content.into_choice();
    section
}

/// The files and the arguments.
///
/// # Errors
/// If compressed bytes are damaged, or larger than 64 times the part, the default of [`Limits::unpacked`].
pub fn read_source_info(info: &SourceInfoView<'_>) -> Result<Sources> {
    read_source_info_within(info, None)
}

/// The files and the arguments, with limits; `None` for the default ones.
pub(super) fn read_source_info_within(
    info: &SourceInfoView<'_>,
    limits: Option<&Limits>,
) -> Result<Sources> {
    let usual = || Limits::of_input(info.as_bytes().len());
    let unpacked = limits.copied().unwrap_or_else(usual).unpacked;
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    let mut budget = Budget::new("unpacked", unpacked);
    for (index, section) in info.sections().iter().enumerate() {
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
                found.extend(arguments(&section));
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
        arguments: found,
    })
}

/// The arguments.
pub fn arguments(section: &SourceArgumentsView<'_>) -> impl Iterator<Item = Argument> {
    let mut strings = section.pairs.0.split_inclusive(|byte| *byte == 0).map(text);
    core::iter::from_fn(move || {
        Some(Argument {
            name: strings.next()?,
            value: strings.next()?,
        })
    })
}

/// A table of texts, each with a NUL at its end.
fn terminated<'t>(texts: impl IntoIterator<Item = &'t str>) -> StringTable {
    let texts = texts.into_iter().flat_map(|text| [text.as_bytes(), &[0]]);
    StringTable(texts.flatten().copied().collect())
}

/// The text up to the first NUL.
pub(super) fn text(bytes: &[u8]) -> String {
    let text = Strings(bytes).bytes(0).unwrap_or(bytes);
    String::from_utf8_lossy(text).into_owned()
}
