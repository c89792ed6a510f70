//! Tests PDB files: one of DXC's, and some that are made here.
//!
//! Judge: DXC's PDB, which has the sources of its container. Others are laid out by hand, as in LLVM's MSFCommon.h.
#![allow(clippy::cast_possible_truncation)] // The numbers are small.

use dxc_format::msf::SuperBlock;
use dxc_format::{Container, ErrorKind, parts, pdb, types::Fixed};
use tests::words;

/// A multi-stream file whose stream 5 has these bytes; the pages are in ascending or in reverse order.
fn made(page: usize, content: &[u8], missing: u32, reversed: bool) -> Vec<u8> {
    let pages = content.len().div_ceil(page);
    let mut places: Vec<u32> = (0..pages).map(|index| index as u32 + 5).collect();
    if reversed {
        places.reverse();
    }
    // Page 0 is the header, 1 and 2 are free page maps, 3 has the place of the directory, 4 is the directory.
    let mut file = vec![0; page * (5 + pages)];
    let directory: Vec<u32> = [6, 0, u32::MAX, 0, 0, 0, content.len() as u32]
        .into_iter()
        .chain(places.clone())
        .collect();
    let header = [
        page as u32,
        1,
        5 + pages as u32 - missing,
        directory.len() as u32 * 4,
        0,
        3,
    ];
    let magic = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";
    let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, magic);
    put(magic.len(), &words(&header));
    put(3 * page, &words(&[4]));
    put(4 * page, &words(&directory));
    for (chunk, place) in content.chunks(page).zip(places) {
        put(place as usize * page, chunk);
    }
    file
}

fn shader() -> Vec<u8> {
    tests::read("dxc/vs_basic.pdb-full.dxil")
}

/// DXC wrote the PDB, with a header that counts one page too few.
#[test]
fn a_pdb_in_private_data_opens() {
    let container = tests::open("dxc/vs_basic.pdb-in-private.dxil");
    let file = container.find(parts::PRIV).unwrap().data;
    assert!(pdb::is_pdb(file));
    let inner = pdb::container(file).unwrap();
    assert_eq!(Some(&inner), pdb::embedded(&container).unwrap().as_ref());
    let inner = Container::parse(&inner).unwrap();
    assert!(inner.ildb().unwrap().is_some());
    let sources = dxc_shader::sources(&container).unwrap().unwrap();
    assert_eq!(sources, dxc_shader::sources(&inner).unwrap().unwrap());
    assert_eq!(sources.files[0].name, "vs_basic.hlsl");
}

#[test]
fn pages_may_be_anywhere() {
    let shader = shader();
    for page in [512, 1024, 4096] {
        for (missing, reversed) in [(0, false), (1, false), (0, true)] {
            let file = made(page, &shader, missing, reversed);
            assert_eq!(
                pdb::container(&file).unwrap(),
                shader,
                "{page} {missing} {reversed}"
            );
        }
    }
}

#[test]
fn damage_is_reported() {
    let problem = |file: &[u8]| match pdb::container(file).unwrap_err().kind() {
        ErrorKind::Pdb { problem } => problem.clone(),
        other => panic!("{other}"),
    };
    assert_eq!(problem(b""), "it does not begin as one");
    assert!(problem(&made(512, &[7; 3000], 0, false)).contains("no container"));
    let file = made(512, &shader(), 0, false);
    problem(&file[..file.len() - 600]);
    // All pages of the stream are the same page.
    let mut same = file.clone();
    let first = 4 * 512 + 7 * 4;
    let place: [u8; 4] = same[first..first + 4].try_into().unwrap();
    for page in 1..10 {
        same[first + page * 4..first + page * 4 + 4].copy_from_slice(&place);
    }
    let _ = pdb::container(&same);
    // With any flipped bit in the tables of pages, the result is a value or an error.
    for at in (0..64)
        .chain(3 * 512..3 * 512 + 8)
        .chain(4 * 512..4 * 512 + 100)
    {
        for bit in 0..8 {
            let mut other = file.clone();
            other[at] ^= 1 << bit;
            if let Ok(found) = pdb::container(&other) {
                assert!(found.len() <= other.len());
            }
        }
    }
}

/// A stream whose blocks are all the same one: as many bytes as the file has, and one more.
#[test]
fn a_stream_is_no_longer_than_its_file() {
    const BLOCK: usize = 512;
    let mut file = made(BLOCK, &shader()[..10 * BLOCK], 0, false);
    let (blocks, directory) = (file.len() / BLOCK, 4 * BLOCK);
    let mut header = SuperBlock::decode(&file).unwrap();
    header.directory_size = 4 * (7 + blocks as u32 + 1);
    header.encode(&mut file[..SuperBlock::SIZE]).unwrap();
    // The first block of the stream is repeated.
    let (words, _) = file[directory..][..BLOCK].as_chunks_mut::<4>();
    let first = words[7];
    words[7..].fill(first);
    for (size, is_read) in [(blocks * BLOCK, true), (blocks * BLOCK + 1, false)] {
        let (words, _) = file[directory..][..BLOCK].as_chunks_mut::<4>();
        words[6] = (size as u32).to_le_bytes();
        let read = pdb::container(&file);
        assert_eq!(read.is_ok(), is_read, "{size}: {:?}", read.err());
        if let Ok(read) = read {
            assert_eq!(read.len(), size);
        }
    }
}

/// Reads bytes when they are needed, and counts them.
fn count_reads<'f>(
    file: &'f [u8],
    count: &'f mut usize,
) -> impl FnMut(u64, &mut [u8]) -> dxc_format::Result<()> + 'f {
    |at, buffer| {
        buffer.copy_from_slice(&file[at as usize..][..buffer.len()]);
        *count += buffer.len();
        Ok(())
    }
}

/// Only the blocks of the container are read: most of a file may be other streams.
#[test]
fn only_the_blocks_of_the_container_are_read() {
    let shader = shader();
    let mut file = made(512, &shader, 0, true);
    file.resize(file.len() + (1 << 20), 7);
    let len = file.len() as u64;
    let mut count = 0;
    let read = pdb::read_container(len, count_reads(&file, &mut count));
    assert_eq!(read.unwrap(), shader);
    assert!(count < 2 * shader.len(), "{count} for {}", shader.len());
    let mut count = 0;
    assert!(pdb::has_container(len, count_reads(&file, &mut count)).unwrap());
    assert!(count < 200, "{count}");
    // The first bytes tell whether it is a container.
    let other = made(512, &[7; 3000], 0, false);
    let len = other.len() as u64;
    let mut count = 0;
    assert!(!pdb::has_container(len, count_reads(&other, &mut count)).unwrap());
    assert!(count < 200, "{count}");
    // No prefix of a file is read beyond its end.
    let file = made(512, &shader, 0, false);
    let needed = file.len() - 512 + shader.len() % 512;
    for len in 0..file.len() {
        let read = pdb::read_container(len as u64, count_reads(&file[..len], &mut 0));
        assert_eq!(read.is_ok(), len >= needed, "{len}");
    }
}
