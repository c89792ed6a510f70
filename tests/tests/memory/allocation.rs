//! Opening a container and looking at it through views allocates nothing.

use dxc_format::rts0::RootPayloadView;
use dxc_format::{Builder, Container, DigestPolicy, PartView, RawPart, parts};
use stats_alloc::Region;

use crate::ALLOCATOR;

pub(crate) fn opening_and_views_do_not_allocate() {
    let paths = tests::compiled().into_iter();
    let files: Vec<Vec<u8>> = paths.map(|path| std::fs::read(path).unwrap()).collect();
    let region = Region::new(ALLOCATOR);
    let mut sum = 0u64;
    for file in &files {
        let container = Container::parse(file).unwrap();
        for part in container.parts() {
            sum += looked_through(&part);
        }
    }
    let change = region.change();
    assert!(sum > 0);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// A number that takes a look at all that a part holds.
fn looked_through(part: &RawPart<'_>) -> u64 {
    match PartView::parse(part.fourcc, part.data).unwrap() {
        PartView::FeatureInfo(info) => info.flags().0,
        PartView::ShaderHash(hash) => u64::from(hash.flags().0),
        PartView::Program(program) => program.bitcode().len() as u64,
        PartView::Signature(signature) => {
            let names = signature
                .elements()
                .iter()
                .filter_map(|element| signature.names().get(element.name));
            names.map(|name| name.len() as u64).sum()
        }
        PartView::PipelineStateValidation(psv) => {
            let kinds = psv
                .resources()
                .iter()
                .filter_map(|resource| resource.kind());
            let names = psv
                .inputs()
                .iter()
                .filter_map(|element| psv.strings().get(element.name));
            let masks = psv.inputs_to_outputs().iter().map(u64::from);
            kinds.map(|kind| u64::from(kind.0)).sum::<u64>()
                + names.count() as u64
                + masks.sum::<u64>()
        }
        PartView::RootSignature(signature) => {
            let parameters =
                signature
                    .parameters()
                    .iter()
                    .map(|parameter| match parameter.payload {
                        RootPayloadView::DescriptorTable(table) => table.ranges.len() as u64,
                        _ => u64::from(parameter.visibility.0),
                    });
            parameters.sum::<u64>() + signature.samplers().len() as u64
        }
        PartView::RuntimeData(data) => {
            let functions = data.functions().iter();
            let uses = functions.map(|function| {
                let resources = data.list(function.resources);
                let names = resources.filter_map(|resource| data.string(resource?.name));
                names.map(|name| name.len() as u64).sum::<u64>()
            });
            uses.sum::<u64>() + data.subobjects().len() as u64
        }
        PartView::SourceInfo(info) => info.sections().len() as u64,
        _ => part.data.len() as u64,
    }
}

pub(crate) fn large_parts_are_not_copied() {
    let mut tokens = vec![0u8; 100 << 20];
    tokens[..4].copy_from_slice(&0x50u32.to_le_bytes());
    tokens[4..8].copy_from_slice(&(25u32 << 20).to_le_bytes());
    let mut builder = Builder::new();
    builder.push(parts::SHEX, tokens.as_slice());
    builder.push(parts::PRIV, tokens.as_slice());
    builder.set_digest(DigestPolicy::Keep);
    let file = builder.to_bytes().unwrap();
    let region = Region::new(ALLOCATOR);
    let container = Container::parse(&file).unwrap();
    assert_eq!(
        container.shex().unwrap().unwrap().tokens().len(),
        (25 << 20) - 2
    );
    assert_eq!(
        container.part_priv().unwrap().unwrap().data().len(),
        100 << 20
    );
    assert_eq!(region.change().allocations, 0);
}

/// Whatever counts it claims, it costs an error and no more.
pub(crate) fn a_refused_file_costs_its_error() {
    let bytes = tests::read("crafted/part-count-max.dxil");
    let region = Region::new(ALLOCATOR);
    assert!(Container::parse(&bytes).is_err());
    assert!(region.change().bytes_allocated < 1024);
}
