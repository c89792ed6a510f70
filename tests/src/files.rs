//! Opens containers from files, and makes small containers. They are never freed: a test program ends soon.
#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::sync::OnceLock;

use dxc_document::Document;
use dxc_format::header::Header;
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{
    Builder, Container, DigestPolicy, Error, ErrorKind, FourCC, Part, PartData, PartType, PartView,
    TableStyle,
    types::{FieldValue, FieldValues, Fixed},
};

/// The bytes of a file of the repository, such as `dxc/vs_basic.sm60.dxil`.
pub fn read(name: &str) -> Vec<u8> {
    let path = crate::data().join(name);
    std::fs::read(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}

/// A file of the repository, opened.
pub fn open(name: &str) -> Container<'static> {
    opened(read(name))
}

/// Opens a container from memory.
pub fn opened(file: Vec<u8>) -> Container<'static> {
    Container::parse(file.leak()).unwrap()
}

/// Every available container with its path: those of the repository, and those of the larger corpus.
pub fn each_container() -> impl Iterator<Item = (&'static str, Container<'static>)> {
    static OPENED: OnceLock<Vec<(String, Container<'static>)>> = OnceLock::new();
    let all = OPENED.get_or_init(|| {
        let paths = crate::every_container().into_iter();
        let open = |path: std::path::PathBuf| {
            (
                path.display().to_string(),
                opened(std::fs::read(path).unwrap()),
            )
        };
        paths.map(open).collect()
    });
    all.iter().map(|(path, container)| (&**path, *container))
}

/// A container of one part with these bytes.
pub fn one_part<'a>(fourcc: FourCC, data: impl Into<PartData<'a>>) -> Vec<u8> {
    let mut builder = Builder::new();
    builder.push(fourcc, data);
    builder.to_bytes().unwrap()
}

/// A container of one part with this value.
pub fn one_value(fourcc: FourCC, value: impl Into<Part>) -> Vec<u8> {
    let mut builder = Builder::new();
    builder.set_part(fourcc, value).unwrap();
    builder.to_bytes().unwrap()
}

/// A container after a change of the value of one part.
pub fn edited<T: PartType>(
    container: &Container<'_>,
    fourcc: FourCC,
    change: impl Fn(&mut T),
) -> Vec<u8> {
    let edited = container.rewrite(DigestPolicy::Auto, |part, out| {
        if part.fourcc == fourcc {
            out.edit(part, |value: &mut T| {
                change(value);
                Ok(())
            })
        } else {
            out.keep(part)
        }
    });
    edited.unwrap()
}

/// The container that is built from a container's document, after conversion to YAML and back.
pub fn rebuilt(file: &[u8]) -> Vec<u8> {
    let document = Document::of(&Container::parse(file).unwrap()).unwrap();
    let document = Document::from_yaml(&document.to_yaml().unwrap()).unwrap();
    document.to_bytes(TableStyle::Dxc).unwrap()
}

/// All individual values of a part.
pub fn field_values(fourcc: FourCC, data: &[u8]) -> Vec<FieldValue<'_>> {
    let mut field_values = FieldValues::new(data);
    PartView::walk(fourcc, data, &mut field_values).unwrap();
    field_values.into_vec()
}

/// The limit that an error is about: its name and its value.
pub fn limit_of(error: &Error) -> Option<(&'static str, u64)> {
    match *error.kind() {
        ErrorKind::Limit { name, limit, .. } => Some((name, limit)),
        _ => None,
    }
}

/// A container whose directory has this many entries, all of which reference one part with these bytes.
pub fn aliased(entries: u32, fourcc: FourCC, data: &[u8]) -> Vec<u8> {
    let offsets = vec![32 + 4 * entries; entries as usize];
    let header = words(&[fourcc.to_u32(), u32::try_from(data.len()).unwrap()]);
    with_directory(&offsets, &[&header, data].concat())
}

/// A container with this many parts, each of which contains all parts after it.
pub fn stairs(entries: u32, fourcc: FourCC) -> Vec<u8> {
    let begin = 32 + 4 * entries;
    let offsets: Vec<u32> = (0..entries).map(|entry| begin + 8 * entry).collect();
    let headers = (0..entries).rev();
    let headers = headers.flat_map(|behind| words(&[fourcc.to_u32(), 8 * behind]));
    with_directory(&offsets, &headers.collect::<Vec<u8>>())
}

/// A container with parts at these offsets, and with these bytes after its directory.
fn with_directory(offsets: &[u32], rest: &[u8]) -> Vec<u8> {
    let mut header = Header::default();
    header.version.major = 1;
    header.part_count = u32::try_from(offsets.len()).unwrap();
    let size = Header::SIZE + 4 * offsets.len() + rest.len();
    header.file_size = u32::try_from(size).unwrap();
    let mut file = vec![0; Header::SIZE];
    header.encode(&mut file).unwrap();
    [&file, &*words(offsets), rest].concat()
}

/// RDAT with these tables, by the numbers of their kinds.
pub fn runtime_data(tables: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let len = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap();
    let (mut offsets, mut content) = (Vec::new(), Vec::new());
    for (kind, table) in tables {
        offsets.push(8 + 4 * u32::try_from(tables.len()).unwrap() + len(&content));
        content.extend(words(&[*kind, len(table)]));
        content.extend(table);
    }
    let count = u32::try_from(offsets.len()).unwrap();
    [words(&[0x10, count]), words(&offsets), content].concat()
}

/// The bytes of these words.
pub fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A signature whose elements share one name with this many letters.
pub fn named_alike(elements: usize, letters: usize) -> Signature {
    let mut signature = Signature::default();
    let name = signature.names.intern(&"x".repeat(letters));
    let element = SignatureElement {
        name,
        ..SignatureElement::default()
    };
    signature.elements = vec![element; elements];
    signature
}
