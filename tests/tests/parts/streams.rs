//! Tests `BinRead` and `BinWrite`: they read and write the same values and bytes as slices do, from the middle of a
//! stream.
//!
//! Judge: two equal routes, streams and slices.

use std::io::{Cursor, Read, Seek, SeekFrom};

use binrw::io::TakeSeekExt;
use binrw::{BinRead, BinWrite, Endian};
use dxc_format::constants::{RootParameterType, RootSignatureVersion};
use dxc_format::features::{FeatureInfo, FeatureInfoPart};
use dxc_format::hash::{ShaderHash, ShortHash};
use dxc_format::header::Header;
use dxc_format::psv0::RuntimeInfo;
use dxc_format::rdat::{RecordTable, RuntimeData, RuntimeDataContent};
use dxc_format::rdef::{ConstantBuffer, Type};
use dxc_format::rts0::{
    DescriptorTable, RootDescriptor, RootParameter, RootPayload, RootSignature, StaticSampler,
};
use dxc_format::srci::{SourceInfo, SourceSection};
use dxc_format::{
    Container, Error, ErrorKind, FourCC, Part, parts,
    types::{BySize, LayoutArgs, SizedRecord},
};

/// The containers of the repository.
fn files() -> Vec<Vec<u8>> {
    let files = tests::containers(&tests::data().join("dxc"));
    files
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// A stream of these bytes, at this position.
fn stream_at<B>(bytes: B, at: u64) -> Cursor<B> {
    let mut stream = Cursor::new(bytes);
    stream.set_position(at);
    stream
}

/// The bytes of a value.
fn written<T>(value: &T, args: T::Args<'_>) -> Vec<u8>
where
    T: BinWrite + binrw::meta::WriteEndian,
{
    let mut out = Cursor::new(Vec::new());
    value.write_args(&mut out, args).unwrap();
    out.into_inner()
}

#[test]
fn parts_are_read_at_their_place_in_a_file() {
    for file in files() {
        let mut stream = Cursor::new(&file);
        for part in Container::parse(&file).unwrap().parts() {
            let at = part.data_offset as u64;
            stream.seek(SeekFrom::Start(at)).unwrap();
            let mut bounded = stream.by_ref().take_seek(part.data.len() as u64);
            let read = Part::read_args(&mut bounded, LayoutArgs(part.fourcc)).unwrap();
            let parsed = Part::parse(part.fourcc, part.data).unwrap();
            assert_eq!(read, parsed, "{}", part.fourcc);
            assert_eq!(
                written(&read, LayoutArgs(part.fourcc)),
                part.data,
                "{}",
                part.fourcc
            );
        }
    }
}

/// A user's struct with parts of a fixed size as records.
#[derive(BinRead, BinWrite, Clone, Copy, Debug)]
#[brw(little)]
struct Cached {
    before: u8,
    features: FeatureInfo,
    hash: ShaderHash,
    short: ShortHash,
    after: u32,
}

#[test]
fn contents_of_a_fixed_size_leave_the_rest_of_the_stream() {
    let bytes: Vec<u8> = (1..=1 + 8 + 20 + 8 + 4).collect();
    let mut stream = Cursor::new(&bytes);
    let cached = Cached::read(&mut stream).unwrap();
    assert_eq!(stream.position(), bytes.len() as u64);
    assert_eq!(cached.features.flags.0, 0x0908_0706_0504_0302);
    assert_eq!((cached.hash.digest[0], cached.short.digest[0]), (14, 30));
    assert_eq!(cached.after, 0x2928_2726);
    assert_eq!(written(&cached, ()), bytes);
    // The part has the bytes after the record.
    let mut stream = Cursor::new([0; 12]);
    let part = Part::read_args(&mut stream, LayoutArgs(parts::SFI0)).unwrap();
    stream.set_position(0);
    let info = FeatureInfoPart::read(&mut stream).unwrap();
    assert_eq!((info.trailing.len(), written(&info, ()).len()), (4, 12));
    assert_eq!(Part::from(info), part);
    assert!(
        FeatureInfo::read(&mut Cursor::new([0; 7]))
            .unwrap_err()
            .is_eof()
    );
}

#[test]
fn records_of_a_version_by_value_read_its_bytes() {
    let bytes: Vec<u8> = (0..64).collect();
    let mut stream = Cursor::new(&bytes);
    let old =
        RootDescriptor::read_args(&mut stream, LayoutArgs(RootSignatureVersion::V1_0)).unwrap();
    assert_eq!(stream.position(), 8);
    let new =
        RootDescriptor::read_args(&mut stream, LayoutArgs(RootSignatureVersion::V1_1)).unwrap();
    assert_eq!(stream.position(), 8 + 12);
    assert_eq!((old.shader_register, old.flags.0), (0x0302_0100, 0));
    assert_eq!(new.flags.0, 0x1312_1110);
    assert_eq!(
        written(&old, LayoutArgs(RootSignatureVersion::V1_0)),
        bytes[..8]
    );
    assert_eq!(
        written(&new, LayoutArgs(RootSignatureVersion::V1_1)),
        bytes[8..20]
    );
    // A value with a field that the version does not have cannot be written in that version.
    let refused = new.write_args(
        &mut Cursor::new(Vec::new()),
        LayoutArgs(RootSignatureVersion::V1_0),
    );
    assert_eq!(error(&refused.unwrap_err()).path(), "flags");
    // A truncated record is an end of the stream, as for binrw's own types.
    let short = StaticSampler::read_args(&mut stream, LayoutArgs(RootSignatureVersion::V1_2));
    assert!(short.unwrap_err().is_eof());
    let short = Header::read(&mut Cursor::new([0; 31]));
    assert!(short.unwrap_err().is_eof());
}

#[test]
fn records_of_a_version_by_size_read_it_or_the_rest() {
    let bytes: Vec<u8> = (0..128).collect();
    let newest = <RuntimeInfo as dxc_format::types::Row>::NEWEST;
    for version in 0..=RuntimeInfo::new(u32::MAX).version() {
        let size = RuntimeInfo::size_of_version(version);
        let mut stream = Cursor::new(&bytes);
        let sized = RuntimeInfo::read_args(&mut stream, Some(size)).unwrap();
        assert_eq!((sized.version(), stream.position()), (version, size as u64));
        let rest = RuntimeInfo::read(&mut Cursor::new(&bytes[..size])).unwrap();
        assert_eq!(rest, sized);
        assert_eq!(written(&sized, ()), bytes[..size]);
    }
    // `SizedRecord` keeps the bytes of a later version; the record itself skips them.
    let longer = Some(newest + 4);
    let sized = SizedRecord::<RuntimeInfo>::read_args(&mut Cursor::new(&bytes), longer).unwrap();
    assert_eq!(sized.tail, bytes[newest..newest + 4]);
    assert_eq!(written(&sized, ()), bytes[..newest + 4]);
    let mut stream = stream_at(&bytes, 0);
    let record = RuntimeInfo::read_args(&mut stream, longer).unwrap();
    assert_eq!(
        (record, stream.position()),
        (sized.record, newest as u64 + 4)
    );
    // Without a size, the bytes might belong to other data.
    let refused = RuntimeInfo::read(&mut Cursor::new(&bytes[..newest + 4])).unwrap_err();
    let said = refused.to_string();
    assert!(said.contains("4 bytes after version"), "{said}");
    // A size that no version has is not reported as the end of the stream.
    let short = RuntimeInfo::read_args(&mut Cursor::new(&bytes), Some(10)).unwrap_err();
    assert!(!short.is_eof());
    assert!(error(&short).to_string().contains("10"), "{short}");
    // A size beyond the stream allocates no memory.
    assert!(RuntimeInfo::read_args(&mut Cursor::new(&bytes), Some(usize::MAX)).is_err());
}

/// A stream that ends too early is reported as the end of the stream for each type of a known size, as for binrw's own
/// types.
#[test]
fn ends_of_streams_are_told_from_other_errors() {
    fn ends<T: BinRead + std::fmt::Debug>(bytes: &[u8], args: T::Args<'_>) {
        let error = T::read_le_args(&mut Cursor::new(bytes), args).unwrap_err();
        assert!(error.is_eof(), "{error}");
    }
    let bytes = [0; 40];
    ends::<RuntimeInfo>(&bytes, Some(48));
    ends::<SizedRecord<RuntimeInfo>>(&bytes, Some(48));
    ends::<RuntimeInfo>(&bytes[..23], None);
    ends::<Header>(&bytes[..31], ());
    ends::<FourCC>(&bytes[..3], ());
    ends::<StaticSampler>(&bytes, LayoutArgs(RootSignatureVersion::V1_0));
    ends::<RootParameter>(&bytes[..11], LayoutArgs(RootSignatureVersion::V1_0));
    ends::<SourceSection>(&[], ());
    // The io error contains the error of this crate.
    let short = RuntimeInfo::read_args(&mut Cursor::new(&bytes), Some(48)).unwrap_err();
    assert!(
        short.to_string().contains("needs 48 bytes, but 40 remain"),
        "{short}"
    );
    // The content of a part is the rest of the stream.
    let short = RootSignature::read(&mut Cursor::new(&bytes[..23])).unwrap_err();
    assert_eq!(error(&short).offset(), 20);
}

/// The error of this crate inside of a binrw error.
fn error(error: &binrw::Error) -> &Error {
    error.custom_err().unwrap()
}

/// The data of all parts with a FourCC.
fn parts(fourcc: FourCC) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for file in files() {
        let container = Container::parse(&file).unwrap();
        found.extend(container.find_all(fourcc).map(|part| part.data.to_vec()));
    }
    assert!(!found.is_empty(), "{fourcc}");
    found
}

/// The `u32` at an offset.
fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*bytes[at..].first_chunk().unwrap())
}

#[test]
fn structures_that_place_others_are_read_one_by_one_from_the_data_of_their_part() {
    for data in parts(parts::RTS0) {
        let signature = RootSignature::parse(&data).unwrap();
        let mut stream = stream_at(&data, number(&data, 8).into());
        let args = LayoutArgs(signature.version);
        let read: Vec<RootParameter> = binrw::helpers::count_with(
            signature.parameters.len(),
            RootParameter::read_options,
        )(&mut stream, Endian::Little, args)
        .unwrap();
        assert_eq!(read, signature.parameters);
        let inline = 12 * signature.parameters.len() as u64;
        assert_eq!(stream.position(), u64::from(number(&data, 8)) + inline);
        for parameter in &signature.parameters {
            // Its offsets are relative to its own start in the stream.
            let mut stream = stream_at(vec![0xee; 7], 7);
            parameter.write_args(&mut stream, args).unwrap();
            assert_eq!(number(stream.get_ref(), 7 + 8), 7 + 12);
            stream.set_position(7);
            let again = RootParameter::read_args(&mut stream, args).unwrap();
            assert_eq!((again, stream.position()), (parameter.clone(), 7 + 12));
            // The payload depends on a selector.
            let args = LayoutArgs((parameter.parameter_type, signature.version));
            let mut stream = Cursor::new(written(&parameter.payload, args));
            let payload = RootPayload::read_args(&mut stream, args).unwrap();
            assert_eq!(payload, parameter.payload);
        }
    }
}

#[test]
fn contiguous_structures_are_read_one_by_one() {
    for data in parts(parts::SRCI) {
        let sources = SourceInfo::parse(&data).unwrap();
        // The data follows the header of the part, in the middle of a stream.
        let bytes = [b"before".as_slice(), &data].concat();
        let mut at = 6 + 8;
        let mut stream = stream_at(&bytes, at as u64);
        for section in &sources.sections {
            assert_eq!(SourceSection::read(&mut stream).unwrap(), *section);
            let section = written(section, ());
            assert_eq!(section, bytes[at..][..section.len()]);
            at += section.len();
            assert_eq!(stream.position(), at as u64);
        }
        assert_eq!(at, bytes.len());
    }
    for data in parts(parts::RDAT) {
        for entry in RuntimeData::parse(&data).unwrap().tables {
            let (kind, content) = (entry.table.kind, entry.table.content);
            let mut stream = Cursor::new(written(&content, LayoutArgs(kind)));
            let read = RuntimeDataContent::read_args(&mut stream, LayoutArgs(kind)).unwrap();
            assert_eq!(read, content);
            if let RuntimeDataContent::Functions(table) = content {
                let mut stream = Cursor::new(written(&table, ()));
                assert_eq!(RecordTable::read(&mut stream).unwrap(), table);
            }
        }
    }
}

#[test]
fn bytes_that_a_structure_would_lose_are_refused() {
    let mut refused = 0;
    for data in parts(parts::SRCI) {
        for section in SourceInfo::parse(&data).unwrap().sections {
            let bytes = written(&section, ());
            for at in 0..bytes.len() {
                let mut changed = [b"before".as_slice(), &bytes].concat();
                changed[6 + at] ^= 0x80;
                let mut stream = stream_at(&changed, 6);
                match SourceSection::read(&mut stream) {
                    Ok(section) => {
                        let taken = usize::try_from(stream.position()).unwrap();
                        assert_eq!(written(&section, ()), changed[6..taken], "byte {at}");
                    }
                    Err(binrw::Error::AssertFail { pos, message }) => {
                        assert!(message.contains("a byte in a gap"), "{message}");
                        assert_eq!(pos, 6 + at as u64);
                        refused += 1;
                    }
                    Err(problem) => assert!(problem.custom_err::<Error>().is_some(), "{problem}"),
                }
            }
        }
    }
    assert!(refused > 0, "padding was lost");
}

/// A stream that counts the bytes that are read from it.
struct Counting(Cursor<Vec<u8>>, usize);

impl Read for Counting {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(out)?;
        self.1 += read;
        Ok(read)
    }
}

impl Seek for Counting {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn many_structures_are_read_without_rereading_the_rest() {
    let data = parts(parts::SRCI).remove(0);
    let sections = SourceInfo::parse(&data).unwrap().sections;
    let section = written(&sections[0], ());
    let (count, len) = (1000, section.len());
    let mut stream = Counting(Cursor::new(section.repeat(count)), 0);
    for _ in 0..count {
        assert_eq!(SourceSection::read(&mut stream).unwrap(), sections[0]);
    }
    assert_eq!(stream.0.position(), (count * len) as u64);
    assert!(
        stream.1 < count * (4 * len + 1024),
        "{} bytes of {count} times {len}",
        stream.1
    );
}

#[test]
fn references_to_a_pool_stay_offsets() {
    let definitions = crate::reflection::built();
    let data = definitions.to_bytes().unwrap();
    let extension = definitions.extension.unwrap_or_default();
    let mut stream = stream_at(&data, number(&data, 4).into());
    let args = LayoutArgs(extension.variable_size);
    let buffer = ConstantBuffer::read_args(&mut stream, args).unwrap();
    assert_eq!(buffer.name, definitions.constant_buffers[0].name);
    // Both variables have the first type of the pool.
    let [sun, moon] = buffer.variables.as_slice() else {
        panic!("{buffer:?}");
    };
    assert_eq!(sun.type_index, moon.type_index);
    stream.set_position(sun.type_index.into());
    let sizes = LayoutArgs((extension.type_size, extension.member_size));
    let ty = Type::read_args(&mut stream, sizes).unwrap();
    assert_eq!(ty.name, definitions.types[0].name);
    let again = written(&buffer, args);
    let again = ConstantBuffer::read_args(&mut Cursor::new(again), args).unwrap();
    assert_eq!(again, buffer);
}

#[test]
fn errors_in_structures_have_the_offset_in_the_stream() {
    // A source section with a size beyond the remaining bytes, 100 bytes into a stream.
    let mut stream = stream_at(vec![0xee; 110], 100);
    let refused = SourceSection::read(&mut stream).unwrap_err();
    let binrw::Error::Custom { pos, .. } = &refused else {
        panic!("{refused}");
    };
    assert_eq!((*pos, error(&refused).path()), (108, "content"));
    // No payload is known for this type.
    let args = LayoutArgs((RootParameterType(77), RootSignatureVersion::V1_0));
    let refused = RootPayload::read_args(&mut Cursor::new([0; 8]), args).unwrap_err();
    assert_eq!(*error(&refused).kind(), ErrorKind::NoArm { selector: 77 });
    // No offset can reach the position of the stream.
    let mut stream = stream_at(Vec::new(), u64::MAX);
    let refused =
        DescriptorTable::default().write_args(&mut stream, LayoutArgs(RootSignatureVersion::V1_0));
    assert!(matches!(
        error(&refused.unwrap_err()).kind(),
        ErrorKind::TooLarge { .. }
    ));
}

/// The methods of the crate's traits do not have the same names as those of binrw.
#[test]
fn everything_of_the_crate_is_imported_beside_the_traits_of_binrw() {
    #[allow(unused_imports)]
    use dxc_format::{types::*, *};

    let file = files().remove(0);
    let header = Header::read(&mut Cursor::new(&file)).unwrap();
    let mut out = Cursor::new(Vec::new());
    header.write(&mut out).unwrap();
    RuntimeInfo::new(1).write(&mut out).unwrap();
    assert_eq!(out.get_ref()[..32], file[..32]);
    let info = RuntimeInfo::read(&mut Cursor::new(&out.get_ref()[32..])).unwrap();
    assert_eq!((info.version(), out.get_ref().len()), (1, 68));
}

#[test]
fn a_stream_whose_value_is_refused_keeps_its_position() {
    let mut header = [b"abcDXBD".as_slice(), &[0; 28]].concat();
    let mut stream = stream_at(&header, 3);
    let refused = Header::read(&mut stream).unwrap_err();
    assert!(matches!(refused, binrw::Error::Custom { pos: 3, .. }));
    assert_eq!(stream.position(), 3);
    header[3..7].copy_from_slice(b"DXBC");
    assert!(Header::read(&mut stream_at(&header, 3)).is_ok());
    let mut stream = stream_at(vec![0xee; 110], 100);
    assert!(SourceSection::read(&mut stream).is_err());
    assert_eq!(stream.position(), 100);
    // A user's struct with such fields.
    let mut stream = stream_at(vec![0; 1 + 8 + 20 + 8 + 3], 0);
    assert!(Cached::read(&mut stream).unwrap_err().is_eof());
    assert_eq!(stream.position(), 0);
}

#[test]
fn records_in_blocks_are_those_one_by_one() {
    use dxc_format::psv0::{PipelineElement, ResourceBinding};
    use dxc_format::stream;
    let bytes: Vec<u8> = (0..=250).cycle().take(60_000).collect();
    for count in [0, 1, 2, 511, 512, 513, 2000] {
        let mut one = stream_at(&bytes, 5);
        let mut all = stream_at(&bytes, 5);
        let read = stream::count::<FourCC, _>(count)(&mut all, Endian::Big, ()).unwrap();
        let each = || FourCC::read(&mut one).unwrap();
        assert_eq!(
            read,
            std::iter::repeat_with(each).take(count).collect::<Vec<_>>()
        );
        assert_eq!(one.position(), all.position());
        // The last one is larger than a block.
        for stride in [16, 24, 28, 5000] {
            if stride * count > bytes.len() {
                continue;
            }
            let (mut one, mut all) = (stream_at(&bytes, 5), stream_at(&bytes, 5));
            let read = stream::strided::<ResourceBinding, _>(count, stride);
            let read = read(&mut all, Endian::Little, ()).unwrap();
            let each = || {
                SizedRecord::read_args(&mut one, Some(stride))
                    .unwrap()
                    .record
            };
            assert_eq!(
                read,
                std::iter::repeat_with(each).take(count).collect::<Vec<_>>()
            );
            assert_eq!(one.position(), all.position());
        }
        for version in [RootSignatureVersion::V1_0, RootSignatureVersion::V1_1] {
            let (mut one, mut all) = (stream_at(&bytes, 5), stream_at(&bytes, 5));
            let read = stream::count::<RootDescriptor, _>(count);
            let read = read(&mut all, Endian::Little, LayoutArgs(version)).unwrap();
            let each = || RootDescriptor::read_args(&mut one, LayoutArgs(version)).unwrap();
            assert_eq!(
                read,
                std::iter::repeat_with(each).take(count).collect::<Vec<_>>()
            );
            assert_eq!(one.position(), all.position());
        }
    }
    // A count allocates no more memory than there are bytes; after an error, the position is unchanged.
    let mut short = stream_at(&bytes, 9);
    let refused = stream::count::<FourCC, _>(usize::MAX)(&mut short, Endian::Little, ());
    assert!(refused.unwrap_err().is_eof());
    assert_eq!(short.position(), 9);
    let refused = stream::strided::<PipelineElement, _>(3, 15)(&mut short, Endian::Little, ());
    assert!(matches!(
        refused.unwrap_err(),
        binrw::Error::Custom { pos: 9, .. }
    ));
    assert_eq!(short.position(), 9);
    // The same holds for a stride.
    for stride in [0, usize::MAX] {
        let refused = stream::strided::<PipelineElement, _>(3, stride);
        assert!(refused(&mut short, Endian::Little, ()).is_err());
        assert_eq!(short.position(), 9);
    }
    // The same holds for a value that is refused.
    let headers = [b"DXBC".as_slice(), &[0; 28], b"DXBD", &[0; 28]].concat();
    let mut stream = stream_at(&headers, 0);
    let refused = stream::count::<Header, _>(2)(&mut stream, Endian::Little, ()).unwrap_err();
    assert!(matches!(refused, binrw::Error::Custom { pos: 32, .. }));
    assert_eq!(stream.position(), 0);
}
