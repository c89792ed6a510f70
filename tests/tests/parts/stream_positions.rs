//! Tests `BinRead` and `BinWrite` of every type of the format: the position after a successful or failed read, and
//! larger sizes.
//!
//! Judge: binrw's own types, which return to the position after an error; LLVM's `PSVRuntimeInfo`, whose readers take the
//! newest version that fits.

#[path = "../../../dxc-format/benches/streams/rows.rs"]
#[macro_use]
mod rows;

use std::fmt::Debug;
use std::hint::black_box;
use std::io::{Cursor, Read, Seek, SeekFrom};

use binrw::{BinRead, BinWrite};
use dxc_format::types::LayoutArgs;
use dxc_format::*;

/// The position where each value begins.
const START: usize = 3;

/// A stream that returns one byte at once.
struct Slow(Cursor<Vec<u8>>);

impl Read for Slow {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let len = out.len().min(1);
        self.0.read(&mut out[..len])
    }
}

impl Seek for Slow {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

/// Reads a value at `START`, from streams that return many bytes and one byte at once; returns the value and its size.
fn read<T: BinRead<Args<'static> = A> + Debug + PartialEq, A: Copy>(
    bytes: &[u8],
    args: A,
) -> binrw::BinResult<(T, usize)> {
    let mut stream = Cursor::new(bytes);
    stream.set_position(START as u64);
    let read = T::read_le_args(&mut stream, args);
    let mut slow = Slow(Cursor::new(bytes.to_vec()));
    slow.0.set_position(START as u64);
    let again = T::read_le_args(&mut slow, args);
    assert_eq!(stream.position(), slow.0.position());
    let end = usize::try_from(stream.position()).unwrap();
    match (&read, &again) {
        (Ok(read), Ok(again)) => assert_eq!(read, again),
        (Err(read), Err(again)) => {
            assert_eq!(end, START, "{read}");
            assert_eq!(read.to_string(), again.to_string());
        }
        _ => panic!("{read:?} {again:?}"),
    }
    read.map(|read| (read, end - START))
}

/// The arguments to read a type.
trait Arguments: Copy {
    type ToWrite;

    /// The arguments to write it.
    fn to_write(self) -> Self::ToWrite;

    /// The arguments of a value that has one more byte than its version, if that is allowed.
    fn larger(self) -> Option<Self> {
        None
    }
}

impl Arguments for () {
    type ToWrite = ();

    fn to_write(self) {}
}

impl<A: Copy> Arguments for LayoutArgs<A> {
    type ToWrite = Self;

    fn to_write(self) -> Self {
        self
    }
}

impl Arguments for Option<usize> {
    type ToWrite = ();

    fn to_write(self) {}

    fn larger(self) -> Option<Self> {
        Some(Some(self? + 1))
    }
}

/// Reads a type of a fixed size, and each prefix of its bytes; `write` writes a default value.
fn fixed<T, A: Arguments>(size: usize, args: A, write: impl FnOnce(&mut Cursor<&mut Vec<u8>>))
where
    T: BinRead<Args<'static> = A> + Debug + PartialEq,
{
    let mut bytes: Vec<u8> = (1..=255).cycle().take(START + size + 9).collect();
    if read::<T, A>(&bytes, args).is_err() {
        // It has a magic number.
        let mut stream = Cursor::new(&mut bytes);
        stream.set_position(START as u64);
        write(&mut stream);
    }
    let (whole, len) = read::<T, A>(&bytes, args).unwrap();
    assert_eq!(len, size);
    let cuts = |size: usize, args| {
        for len in START..START + size {
            let refused = read::<T, A>(&bytes[..len], args).unwrap_err();
            assert!(refused.is_eof(), "{refused}");
        }
    };
    cuts(size, args);
    if let Some(args) = args.larger() {
        assert_eq!(read::<T, A>(&bytes, args).unwrap(), (whole, size + 1));
        cuts(size + 1, args);
    }
}

/// Reads a type of variable size from valid and invalid bytes; returns the number of inputs.
fn other<T: BinRead<Args<'static> = A> + Debug + PartialEq, A: Copy>(args: A) -> usize {
    let counting: Vec<u8> = (0..=255).cycle().take(100).collect();
    let patterns = [counting, vec![0; 100], vec![0xff; 100], vec![1; 100]];
    let cuts = patterns
        .iter()
        .flat_map(|bytes| (START..bytes.len()).map(|len| &bytes[..len]));
    cuts.filter(|bytes| read::<T, A>(bytes, args).is_err())
        .count()
}

#[test]
fn failed_reads_of_every_type_keep_the_position() {
    let mut refused = 0;
    macro_rules! fixed {
        ($name:ident, $type:ty, $args:expr, $size:literal, $($fields:tt)*) => {
            fixed::<$type, _>($size, $args, |stream| {
                let args = $args.to_write();
                <$type>::default().write_le_args(stream, args).unwrap();
            });
        };
    }
    macro_rules! other {
        ($name:ident, $type:ty, $args:expr) => {
            refused += other::<$type, _>($args);
        };
    }
    for_every_type!(fixed, fixed, other);
    assert!(refused > 1000, "{refused}");
}

#[test]
fn failed_reads_of_parts_keep_the_position() {
    for path in tests::containers(&tests::data().join("dxc")) {
        let file = std::fs::read(path).unwrap();
        for part in Container::parse(&file).unwrap().parts() {
            let bytes = [b"abc", part.data].concat();
            let step = bytes.len() / 40 + 1;
            for len in (START..=bytes.len()).step_by(step) {
                let args = LayoutArgs(part.fourcc);
                let _ = read::<Part, _>(&bytes[..len], args);
            }
        }
    }
}
