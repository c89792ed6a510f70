//! `BinRead` and `BinWrite`: the same values and bytes as by slices, from the middle of a stream.

use std::io::{Cursor, Read, Seek, SeekFrom};

use binrw::io::TakeSeekExt;
use binrw::{BinRead, BinWrite};
use dxc_format::constants::RootSignatureVersion;
use dxc_format::header::Header;
use dxc_format::psv0::{PipelineStateValidation, RuntimeInfo};
use dxc_format::rts0::{RootDescriptor, StaticSampler};
use dxc_format::{BySize, Container, Error, Part, SizedRecord};

/// The containers of the repository.
fn files() -> Vec<Vec<u8>> {
    let files = tests::containers(&tests::data().join("dxc"));
    files
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// What a value writes.
fn written<T>(value: &T, args: T::Args<'_>) -> Vec<u8>
where
    T: BinWrite + binrw::meta::WriteEndian,
{
    let mut out = Cursor::new(Vec::new());
    value.write_args(&mut out, args).unwrap();
    out.into_inner()
}

#[test]
fn parts_are_read_where_they_stand_in_a_file() {
    for file in files() {
        let mut stream = Cursor::new(&file);
        for part in Container::parse(&file).unwrap().parts() {
            let at = part.data_offset() as u64;
            stream.seek(SeekFrom::Start(at)).unwrap();
            let mut bounded = stream.by_ref().take_seek(part.data.len() as u64);
            let read = Part::read_args(&mut bounded, part.fourcc).unwrap();
            assert_eq!(
                read,
                Part::parse(part.fourcc, part.data).unwrap(),
                "{}",
                part.fourcc
            );
            assert_eq!(written(&read, part.fourcc), part.data, "{}", part.fourcc);
        }
    }
}

#[test]
fn records_of_a_version_that_a_value_tells_take_its_bytes() {
    let bytes: Vec<u8> = (0..64).collect();
    let mut stream = Cursor::new(&bytes);
    let old = RootDescriptor::read_args(&mut stream, (RootSignatureVersion::V1_0,)).unwrap();
    assert_eq!(stream.position(), 8);
    let new = RootDescriptor::read_args(&mut stream, (RootSignatureVersion::V1_1,)).unwrap();
    assert_eq!(stream.position(), 8 + 12);
    assert_eq!((old.shader_register, old.flags.0), (0x0302_0100, 0));
    assert_eq!(new.flags.0, 0x1312_1110);
    assert_eq!(written(&old, (RootSignatureVersion::V1_0,)), bytes[..8]);
    assert_eq!(written(&new, (RootSignatureVersion::V1_1,)), bytes[8..20]);
    // One that has a field that the version lacks cannot be written as such.
    let refused = new.write_args(&mut Cursor::new(Vec::new()), (RootSignatureVersion::V1_0,));
    assert_eq!(error(&refused.unwrap_err()).path(), "flags");
    let short = StaticSampler::read_args(&mut stream, (RootSignatureVersion::V1_2,));
    assert!(short.unwrap_err().is_eof());
}

#[test]
fn records_of_a_version_that_the_size_tells_take_it_or_all_that_is_left() {
    let bytes: Vec<u8> = (0..128).collect();
    let sizes = (0..).map(RuntimeInfo::size_of_version).enumerate();
    let newest = RuntimeInfo::size_of_version(u32::MAX);
    let versions = sizes.scan(false, |is_last, (version, size)| {
        let goes_on = !*is_last;
        *is_last = size == newest;
        goes_on.then_some((u32::try_from(version).unwrap(), size))
    });
    for (version, size) in versions {
        let mut stream = Cursor::new(&bytes);
        let sized = RuntimeInfo::read_args(&mut stream, Some(size)).unwrap();
        assert_eq!((sized.version(), stream.position()), (version, size as u64));
        let rest = RuntimeInfo::read(&mut Cursor::new(&bytes[..size])).unwrap();
        assert_eq!(rest, sized);
        assert_eq!(written(&sized, ()), bytes[..size]);
    }
    // What a later version has behind it is kept by `SizedRecord`, and refused where it would be lost.
    let longer = Some(newest + 4);
    let sized = SizedRecord::<RuntimeInfo>::read_args(&mut Cursor::new(&bytes), longer).unwrap();
    assert_eq!(sized.tail, bytes[newest..newest + 4]);
    assert_eq!(written(&sized, ()), bytes[..newest + 4]);
    let refused = RuntimeInfo::read_args(&mut Cursor::new(&bytes), longer).unwrap_err();
    let said = refused.to_string();
    assert!(said.contains("4 bytes of a later version"), "{said}");
    let short = RuntimeInfo::read_args(&mut Cursor::new(&bytes[..10]), Some(newest)).unwrap_err();
    let said = error(&short).to_string();
    assert!(said.contains("10"), "{said}");
    // A size that nobody has bytes for takes no memory.
    assert!(RuntimeInfo::read_args(&mut Cursor::new(&bytes), Some(usize::MAX)).is_err());
}

/// The error of this crate that binrw's carries.
fn error(error: &binrw::Error) -> &Error {
    error.custom_err().unwrap()
}

#[test]
fn errors_keep_their_path_and_tell_the_byte_of_the_stream() {
    let mut stream = vec![0xee; 100];
    // An info of 24 bytes, and resources of a stride that is too small for one.
    stream.extend(24u32.to_le_bytes());
    stream.extend([0; 24]);
    stream.extend(1u32.to_le_bytes());
    stream.extend(3u32.to_le_bytes());
    let expected = PipelineStateValidation::parse(&stream[100..]).unwrap_err();
    let mut stream = Cursor::new(stream);
    stream.set_position(100);
    let refused = PipelineStateValidation::read(&mut stream).unwrap_err();
    assert_eq!(error(&refused).path(), expected.path());
    assert!(!expected.path().is_empty());
    let binrw::Error::Custom { pos, .. } = refused else {
        panic!("{refused}");
    };
    assert_eq!(pos, 100 + expected.offset() as u64);
}

#[test]
fn the_format_is_little_endian_whatever_is_asked_for() {
    let file = &files()[0];
    let header = Header::read(&mut Cursor::new(file)).unwrap();
    assert_eq!(Header::read_be(&mut Cursor::new(file)).unwrap(), header);
    let mut out = Cursor::new(Vec::new());
    header.write_be(&mut out).unwrap();
    assert_eq!(out.into_inner(), file[..32]);
    assert_eq!(header, Container::parse(file).unwrap().header());
}
