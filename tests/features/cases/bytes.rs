//! Builds bytes with a name for each field, and has the checks that all cases share.

use std::fmt::Debug;
use std::io::Cursor;
use std::ops::Deref;

use binrw::{BinRead, BinWrite};
use dxc_document::{DocumentError, build, show};
use dxc_format::runtime::Fields;
use dxc_format::runtime::shape::Layout;
use dxc_format::runtime::stream::StreamArgs;
use dxc_format::runtime::tables::LayOut;
use dxc_format::runtime::walk::{Sink, Span};
use dxc_format::{
    Error, TableStyle,
    types::{Fixed, Sequence},
};

/// Bytes that are built field by field.
#[derive(Clone, Default)]
pub(crate) struct Bytes {
    bytes: Vec<u8>,
    fields: Vec<(&'static str, usize)>,
}

impl Bytes {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Bytes of these [`fields`](Self::fields).
    pub(crate) fn of(text: &'static str) -> Self {
        Self::new().fields(text)
    }

    /// Fields as a text, each as `name = value`, with a `;` or the end of a line between them. A value is a number with
    /// its type like `7u16`, `-1i8` or `0.5f32`, bytes like `[1 0xff]`, or letters like `'Ann'`.
    pub(crate) fn fields(mut self, text: &'static str) -> Self {
        for (name, value) in fields(text) {
            self = self.text(name, &value);
        }
        self
    }

    /// Replaces the values of such fields.
    pub(crate) fn set(mut self, text: &str) -> Self {
        for (name, value) in fields(text) {
            let at = self.at(name);
            self.bytes[at..at + value.len()].copy_from_slice(&value);
        }
        self
    }

    /// A value of a fixed size.
    pub(crate) fn put<T: Fixed>(mut self, name: &'static str, value: T) -> Self {
        let at = self.bytes.len();
        self.fields.push((name, at));
        self.bytes.resize(at + T::SIZE, 0);
        value.encode(&mut self.bytes[at..]).unwrap();
        self
    }

    pub(crate) fn text(mut self, name: &'static str, bytes: &[u8]) -> Self {
        self.fields.push((name, self.bytes.len()));
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// The offset of a field.
    pub(crate) fn at(&self, name: &str) -> usize {
        let field = self.fields.iter().find(|field| field.0 == name);
        field.unwrap_or_else(|| panic!("no field {name}")).1
    }

    /// The bytes before a field.
    pub(crate) fn before(&self, name: &str) -> &[u8] {
        &self.bytes[..self.at(name)]
    }
}

/// The names and the bytes of fields in a text.
fn fields(text: &str) -> impl Iterator<Item = (&str, Vec<u8>)> {
    text.split([';', '\n']).map(|field| {
        let (name, value) = field.trim().split_once(" = ").unwrap();
        (name, encoded(value))
    })
}

/// The bytes of a value in a text.
fn encoded(value: &str) -> Vec<u8> {
    let inside = |open, close| value.strip_prefix(open)?.strip_suffix(close);
    let number = |digits: &str| match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => digits.parse().unwrap(),
    };
    if let Some(letters) = inside('\'', '\'') {
        return letters.into();
    }
    if let Some(bytes) = inside('[', ']') {
        let bytes = bytes.split(' ').map(number);
        return bytes.map(|byte| u8::try_from(byte).unwrap()).collect();
    }
    if let Some(float) = value.strip_suffix("f32") {
        return float.parse::<f32>().unwrap().to_le_bytes().into();
    }
    if let Some(float) = value.strip_suffix("f64") {
        return float.parse::<f64>().unwrap().to_le_bytes().into();
    }
    if let Some((digits, bits)) = value.split_once('i') {
        let bytes = digits.parse::<i64>().unwrap().to_le_bytes();
        return bytes[..bits.parse::<usize>().unwrap() / 8].into();
    }
    let (digits, bits) = value.split_once('u').unwrap();
    let bytes = number(&digits.replace('_', "")).to_le_bytes();
    let (kept, rest) = bytes.split_at(bits.parse::<usize>().unwrap() / 8);
    assert!(rest.iter().all(|byte| *byte == 0), "{value}");
    kept.into()
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The arguments of a type for binrw.
type Stated<T> = <<T as Fields>::Args as StreamArgs>::Stated;

/// The owned value of bytes that every way of reading and writing must agree on.
pub(crate) fn round_trip<T>(bytes: &[u8], args: <T as Fields>::Args) -> T
where
    <T as Fields>::Args: StreamArgs + Into<Stated<T>>,
    T: Sequence
        + Debug
        + for<'a> BinRead<Args<'a> = Stated<T>>
        + for<'a> BinWrite<Args<'a> = Stated<T>>,
{
    let view = T::walk(bytes, args, &mut ()).unwrap();
    let value = T::from_view(&view);
    assert_eq!(value.to_bytes(args).unwrap(), bytes, "{value:?}");

    let read = T::read_le_args(&mut Cursor::new(bytes), args.into()).unwrap();
    assert_eq!(read, value);
    let mut written = Cursor::new(Vec::new());
    // The format is little-endian, regardless of the byte order that the caller requests.
    read.write_be_args(&mut written, args.into()).unwrap();
    assert_eq!(written.into_inner(), bytes, "{read:?}");

    let spans = spans::<T>(bytes, args);
    assert!(
        spans.iter().all(|(_, at, size)| at + size <= bytes.len()),
        "{spans:?}"
    );
    value
}

/// The bytes of an edited value, which must be read as an equal value.
pub(crate) fn written<T: Sequence + Debug>(value: &T, args: <T as Fields>::Args) -> Vec<u8> {
    let bytes = value.to_bytes(args).unwrap();
    assert_eq!(&T::from_bytes(&bytes, args).unwrap(), value);
    bytes
}

struct Spans(Vec<Span>);

impl Sink for Spans {
    fn span(&mut self, span: Span) {
        self.0.push(span);
    }
}

/// The spans that a walk reports: the name, offset and size of each, in order.
pub(crate) fn spans<T: Sequence>(
    bytes: &[u8],
    args: <T as Fields>::Args,
) -> Vec<(&'static str, usize, usize)> {
    let mut spans = Spans(Vec::new());
    T::walk(bytes, args, &mut spans).unwrap();
    spans
        .0
        .iter()
        .map(|span| (span.name, span.at, span.size))
        .collect()
}

/// The spans by their names and sizes: they must cover the bytes without gaps.
pub(crate) fn whole<T: Sequence>(bytes: &[u8], args: <T as Fields>::Args) -> String {
    consecutive(&spans::<T>(bytes, args), bytes.len())
}

/// The names and sizes of spans that are contiguous and have this total size.
fn consecutive(spans: &[(&'static str, usize, usize)], size: usize) -> String {
    let end = spans.iter().fold(0, |end, (name, at, size)| {
        assert_eq!(end, *at, "{name}");
        at + size
    });
    assert_eq!(end, size);
    let lines = spans.iter().map(|(name, _, size)| match *name {
        "" => format!("padding {size}"),
        name => format!("{name} {size}"),
    });
    lines.collect::<Vec<_>>().join(", ")
}

/// The fields of a record in a version, by their names and sizes.
pub(crate) fn fields_of(layout: &Layout) -> String {
    let fields = layout.fields.iter();
    let fields: Vec<_> = fields
        .map(|field| (field.name, field.at, field.size))
        .collect();
    consecutive(&fields, layout.size)
}

/// The value that is read from a stream; writing it must give the same bytes. It is little-endian, regardless of the
/// byte order that the caller requests.
pub(crate) fn streamed<T>(bytes: &[u8]) -> T
where
    T: for<'a> BinRead<Args<'a> = ()> + for<'a> BinWrite<Args<'a> = ()>,
{
    let mut stream = Cursor::new(bytes);
    let read = T::read_be(&mut stream).unwrap();
    assert_eq!(stream.position(), bytes.len() as u64);
    let mut written = Cursor::new(Vec::new());
    read.write_be(&mut written).unwrap();
    assert_eq!(written.into_inner(), bytes);
    read
}

/// An error as text: the field, the offset, and the kind with its values.
pub(crate) fn refused<T: Debug>(result: Result<T, Error>) -> String {
    result.unwrap_err().to_string()
}

/// Checks errors: each line of a text sets fields of bytes, and has the expected error of reading them after `=>`.
#[track_caller]
pub(crate) fn assert_refused<T>(bytes: &Bytes, args: <T as Fields>::Args, cases: &str)
where
    T: Sequence + Debug,
{
    for case in cases.lines() {
        let (fields, expected) = case.trim().split_once(" => ").unwrap();
        let bytes = bytes.clone().set(fields);
        assert_eq!(refused(T::from_bytes(&bytes, args)), expected, "{fields}");
    }
}

/// The document for these bytes, which must build equal bytes.
pub(crate) fn shown<T>(bytes: &[u8]) -> String
where
    T: LayOut + Sequence<Args = ()>,
{
    let text = dxc_document::yaml::to_string(&show::<T>(bytes, ()).unwrap()).unwrap();
    assert_eq!(built::<T>(&text).unwrap(), bytes, "{text}");
    text
}

/// The bytes that a document builds.
pub(crate) fn built<T>(text: &str) -> Result<Vec<u8>, DocumentError>
where
    T: LayOut + Sequence<Args = ()>,
{
    build::<T>(
        &dxc_document::yaml::from_str(text).unwrap(),
        (),
        TableStyle::Dxc,
    )
}
