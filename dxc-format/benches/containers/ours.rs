//! This crate.

use std::hint::black_box;

use dxc_format::signature::SignatureElement;
use dxc_format::{Container, FourCC, Part, PartView, digest::Digest};

use crate::sums;

/// Opens a container, which checks the place of every part.
pub(crate) fn open(bytes: &[u8]) -> u64 {
    Container::parse(bytes).map_or(0, |container| black_box(container).len() as u64)
}

/// Reads every field through views.
pub(crate) fn views(bytes: &[u8]) -> u64 {
    let Ok(container) = Container::parse(bytes) else { return 0 };
    let views = container.parts().filter_map(|part| PartView::parse(part.fourcc, part.data).ok());
    sums::all(views.map(|view| match view {
        PartView::FeatureInfo(info) => info.flags.0,
        PartView::ShaderHash(hash) => sums::digest(&hash.digest),
        PartView::Program(program) => {
            sums::program(program.version.0, program.dxil_version.0, program.bitcode)
        }
        PartView::Signature(signature) => sums::all(signature.elements.iter().map(element)),
        _ => 0,
    }))
}

/// Reads every typed part into an owned value.
pub(crate) fn values(bytes: &[u8]) -> u64 {
    let Ok(container) = Container::parse(bytes) else { return 0 };
    sums::all(typed(&container).map(|(_, view)| match view.to_value() {
        Part::FeatureInfo(info) => info.flags.0,
        Part::ShaderHash(hash) => sums::digest(&hash.digest),
        Part::Program(program) => {
            sums::program(program.version.0, program.dxil_version.0, &program.bitcode)
        }
        Part::Signature(signature) => sums::all(signature.elements.iter().copied().map(element)),
        _ => 0,
    }))
}

/// Reads every typed part into an owned value and writes its bytes again.
pub(crate) fn round_trip(bytes: &[u8]) -> u64 {
    let Ok(container) = Container::parse(bytes) else { return 0 };
    let written = typed(&container).filter_map(|(fourcc, view)| view.to_value().to_bytes(fourcc).ok());
    written.map(black_box).count() as u64
}

/// Computes the digest.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    sums::digest(&Digest::of_file(bytes).0)
}

/// The parts that are more than their bytes.
fn typed<'a>(container: &Container<'a>) -> impl Iterator<Item = (FourCC, PartView<'a>)> {
    let views = container.parts().filter_map(|part| {
        Some((part.fourcc, PartView::parse(part.fourcc, part.data).ok()?))
    });
    views.filter(|(_, view)| view.is_typed())
}

fn element(element: SignatureElement) -> u64 {
    sums::element(
        element.stream,
        element.index,
        element.system_value.0,
        element.component_type.0,
        element.register,
        element.mask,
        element.exclusive_mask,
    )
}
