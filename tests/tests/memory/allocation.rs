//! Tests that opening a container and reading it through views allocates nothing.
//!
//! Judge: the allocator, which counts.

use crate::ours;
use allocation_counter::measure;
use dxc_format::outline::Outline;
use dxc_format::{Builder, Container, DigestPolicy, Limits, parts};

#[test]
fn opening_and_views_do_not_allocate() {
    let paths = tests::compiled().into_iter();
    let files: Vec<Vec<u8>> = paths.map(|path| std::fs::read(path).unwrap()).collect();
    let mut sum = 0u64;
    let allocated = measure(|| {
        for file in &files {
            sum = sum.wrapping_add(ours::everything(file)) + names(file);
        }
    });
    assert!(sum > 0);
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
}

/// The number of names in the inputs, and of resources with a kind, which the benchmark does not read.
fn names(file: &[u8]) -> u64 {
    let container = Container::parse(file).unwrap();
    let mut count = 0;
    if let Some(signature) = container.isg1().unwrap() {
        let elements = signature.elements().iter();
        count += elements
            .filter_map(|element| signature.names().get(element.name))
            .count();
    }
    if let Some(psv) = container.psv0().unwrap() {
        let inputs = psv.inputs().iter();
        count += inputs
            .filter_map(|input| psv.strings().get(input.name))
            .count();
        let resources = psv.resources().iter();
        count += resources.filter_map(|resource| resource.kind()).count();
    }
    count as u64
}

#[test]
fn large_parts_are_not_copied() {
    let mut tokens = vec![0u8; 100 << 20];
    tokens[..4].copy_from_slice(&0x50u32.to_le_bytes());
    tokens[4..8].copy_from_slice(&(25u32 << 20).to_le_bytes());
    let mut builder = Builder::new();
    builder.push(parts::SHEX, tokens.as_slice());
    builder.push(parts::PRIV, tokens.as_slice());
    builder.set_digest(DigestPolicy::Keep);
    let file = builder.to_bytes().unwrap();
    let allocated = measure(|| {
        let container = Container::parse(&file).unwrap();
        assert_eq!(
            container.shex().unwrap().unwrap().tokens().len(),
            (25 << 20) - 2
        );
        assert_eq!(
            container.part_priv().unwrap().unwrap().data().len(),
            100 << 20
        );
    });
    assert_eq!(allocated.count_total, 0);
}

/// `dxobj show` prints the tokens of a shader from a single field value.
#[test]
fn numbers_of_a_run_need_no_fields_of_their_own() {
    let tokens = [0x50, 100_000].into_iter().chain(3..=100_000u32);
    let data: Vec<u8> = tokens.flat_map(u32::to_le_bytes).collect();
    let file = tests::one_part(parts::SHEX, data.as_slice());
    let raw = Container::parse(&file).unwrap().find(parts::SHEX).unwrap();
    let mut limits = Limits::of_input(file.len());
    let mut outline = None;
    let allocated = measure(|| {
        outline = Some(Outline::with_whole_runs(None, &raw, &limits).unwrap());
    });
    assert!(allocated.bytes_total < 16 << 10);
    let outline = outline.unwrap();
    let (mut count, mut last) = (0, String::new());
    let run = outline.runs[0].numbers.as_ref().unwrap();
    run.show_numbers(|number| (count, last) = (count + 1, number.to_owned()));
    assert_eq!((count, &*last), (99_998, "100000"));

    // Those that exceed the limits are counted.
    limits.memory = 1 << 20;
    let whole = Outline::with_whole_runs(None, &raw, &limits).unwrap();
    let fields = Outline::in_stage_within(None, &raw, &limits).unwrap();
    assert!(whole.left_out > 90_000);
    assert_eq!(whole.left_out, fields.left_out);
}

/// A file with any invalid count takes no more memory than its error.
#[test]
fn a_refused_file_costs_its_error() {
    let bytes = tests::read("crafted/part-count-max.dxil");
    let allocated = measure(|| assert!(Container::parse(&bytes).is_err()));
    assert!(allocated.bytes_total < 1024);
}
