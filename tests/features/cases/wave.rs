use super::bytes::{Bytes, refused, round_trip, written};
use crate::generated::wave::{WaveContent, WaveFile};

/// The file that Python's `wave` writes for this many samples of 8 bits: it omits the padding of an odd number.
fn python(samples: usize) -> Vec<u8> {
    let size = u32::try_from(samples).unwrap();
    Bytes::of("magic = 'RIFF'")
        .put("size", 36 + size)
        .fields(
            "kind = 'WAVE'; id = 'fmt '; fmt = 16u32; tag = 1u16; channels = 1u16; rate = 8000u32
             bytes = 8000u32; align = 1u16; bits = 8u16; id2 = 'data'",
        )
        .put("data", size)
        .text("samples", &vec![0x80; samples])
        .to_vec()
}

#[test]
fn files_of_python_come_back() {
    for samples in [0, 1, 2, 101] {
        let file = round_trip::<WaveFile>(&python(samples), ());
        assert_eq!(file.chunks.len(), 2);
        let data = WaveContent::Data(vec![0x80; samples]);
        assert_eq!(file.chunks[1].content, data);
    }
}

#[test]
fn chunks_hold_chunks() {
    let list = Bytes::of("list = 'LIST'")
        .put("size", 4 + 14 + 14u32)
        .fields(
            "info = 'INFOINAM'; name = 5u32; title = 'Rain\0\0'; software = 'ISFT'; length = 6u32
         by = 'Lavf58'",
        );
    let mut file = python(2);
    file.extend_from_slice(&list);
    let size = u32::try_from(file.len() - 8).unwrap();
    file[4..8].copy_from_slice(&size.to_le_bytes());
    let mut riff = round_trip::<WaveFile>(&file, ());
    let WaveContent::List(info) = &mut riff.chunks[2].content else {
        panic!("{riff:?}");
    };
    let rain = WaveContent::Other(b"Rain\0".to_vec());
    assert_eq!(info.chunks[0].content, rain);
    // All enclosing sizes are updated, and so is the padding.
    info.chunks[0].content = WaveContent::Other(b"Thunder".to_vec());
    let longer = written(&riff, ());
    assert_eq!(longer.len(), file.len() + 2);
    assert_eq!(longer[4..8], (size + 2).to_le_bytes());
}

#[test]
fn content_must_be_that_of_its_selector() {
    let mut riff = WaveFile::parse(&python(2)).unwrap();
    riff.chunks[0].content = WaveContent::Other(vec![0; 16]);
    let expected = "chunks[0].content at byte 0x14: the value is `Other`, but selector 544501094 requires `Format`";
    assert_eq!(refused(riff.to_bytes()), expected);
}
