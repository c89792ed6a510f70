//! Tests edits in any order. An input has a count, that many edits of eight bytes, and the container that is edited.

use dxc_format::parts::PARTS;
use dxc_format::{
    Builder, Container, DigestPolicy, ErrorKind, FourCC, Limits, PartEntry, PartInfo, Strip,
    digest::Verdict,
};

use crate::Maker;
use crate::limits::EDITED;

/// The size of an edit in bytes.
const EDIT: usize = 8;

/// An upper bound for the bytes that the edits of an input add.
const MOST_ADDED: usize = 256 * 40;

/// The expected parts.
type Model = Vec<(FourCC, Vec<u8>)>;

pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    let count = maker.rng.u8(..12);
    let mut input = vec![count];
    input.extend((0..usize::from(count) * EDIT).map(|_| maker.rng.u8(..)));
    input.extend(maker.any_container());
    input
}

pub(crate) fn try_edits(input: &[u8]) {
    let Some((count, rest)) = input.split_first() else {
        return;
    };
    let edits = (usize::from(*count) * EDIT).min(rest.len() / EDIT * EDIT);
    let (edits, file) = rest.split_at(edits);
    let source = Container::parse(file).ok();
    let mut builder = source.map_or_else(Builder::new, |source| source.to_builder());
    let mut model: Model = builder
        .parts()
        .iter()
        .map(|part| (part.fourcc, bytes_of(part)))
        .collect();
    for edit in edits.as_chunks().0 {
        apply(*edit, &mut builder, &mut model);
    }
    let bytes = match EDITED.hold(input.len(), || builder.to_bytes()) {
        Ok(bytes) => bytes,
        // Parts of the source may share bytes; each gets its own.
        Err(error) if matches!(error.kind(), ErrorKind::Limit { name: "output", .. }) => {
            let size: usize = model.iter().map(|part| part.1.len()).sum();
            assert!(
                size as u64 > Limits::of_input(file.len()).output / 2,
                "{error}"
            );
            return;
        }
        Err(error) => panic!("a container within the limit is not written: {error}"),
    };
    let most = Limits::of_input(input.len() + MOST_ADDED).output;
    assert!(
        bytes.len() as u64 <= most,
        "{} bytes of {}",
        bytes.len(),
        input.len()
    );
    let written = match Container::parse(&bytes) {
        Ok(written) => written,
        Err(error) => panic!("a container that was written is not read: {error}"),
    };
    let parts = written
        .parts()
        .map(|part| (part.fourcc, part.data.to_vec()));
    assert!(
        parts.eq(model.iter().cloned()),
        "{written:?} is not {model:?}"
    );
    assert_eq!(written.trailing(), builder.trailing());
    assert_eq!(written.header().version, builder.version());
    builder.set_digest(DigestPolicy::Recompute);
    let bytes = builder.to_bytes().unwrap_or_default();
    let verdict = Container::parse(&bytes).map(|container| container.verify_digest());
    assert!(matches!(verdict, Ok(Verdict::Matches)), "{verdict:?}");
}

/// The content of a part; no edit in this target sets a value.
fn bytes_of(part: &PartEntry<'_>) -> Vec<u8> {
    part.data.as_bytes().unwrap_or_default().to_vec()
}

fn apply(edit: [u8; EDIT], builder: &mut Builder<'_>, model: &mut Model) {
    let [what, which, to, size, fill, ..] = edit;
    let fourcc = PARTS[usize::from(which) % PARTS.len()].fourcc;
    let data = vec![fill; usize::from(size) % 40];
    let at = usize::from(which) % (model.len() + 1);
    let to = usize::from(to) % (model.len() + 2);
    let position = model.iter().position(|part| part.0 == fourcc);
    match what % 12 {
        0 => {
            builder.push(fourcc, data.clone());
            model.push((fourcc, data));
        }
        1 => {
            builder.insert(to, fourcc, data.clone());
            model.insert(to.min(model.len()), (fourcc, data));
        }
        2 => {
            let replaced = builder.replace(fourcc, data.clone());
            assert_eq!(replaced.is_ok(), position.is_some());
            position
                .into_iter()
                .for_each(|at| model[at].1.clone_from(&data));
        }
        3 => {
            builder.set(fourcc, data.clone());
            set(fourcc, data, position, model);
        }
        4 => {
            let removed = builder.remove(fourcc).map(|part| part.fourcc);
            assert_eq!(removed, position.map(|at| model.remove(at).0));
        }
        5 => {
            let removed = builder.remove_at(at).map(|part| bytes_of(&part));
            assert_eq!(removed, (at < model.len()).then(|| model.remove(at).1));
        }
        6 => {
            let moved = builder.move_part(at, to);
            assert_eq!(moved.is_ok(), at < model.len());
            if moved.is_ok() {
                let part = model.remove(at);
                model.insert(to.min(model.len()), part);
            }
        }
        7 => {
            let what = if size.is_multiple_of(2) {
                Strip::Debug
            } else {
                Strip::Reflection
            };
            builder.strip(what);
            model.retain(|part| {
                PartInfo::find(part.0, &part.1).is_none_or(|info| !info.strip.contains(&what))
            });
        }
        8 => builder.set_trailing(data),
        9 => builder.set_version(fill.into(), size.into()),
        10 => builder.set_digest(if fill.is_multiple_of(2) {
            DigestPolicy::Keep
        } else {
            DigestPolicy::Recompute
        }),
        _ => {
            builder.retain(|part| bytes_of(part).len().is_multiple_of(2));
            model.retain(|part| part.1.len().is_multiple_of(2));
        }
    }
}

/// Sets a part in the model; parts that must be last stay after all others.
fn set(fourcc: FourCC, data: Vec<u8>, position: Option<usize>, model: &mut Model) {
    let is_last =
        |part: &(FourCC, Vec<u8>)| PartInfo::find(part.0, &part.1).is_some_and(|info| info.last);
    let part = (fourcc, data);
    match position {
        Some(at) => model[at] = part,
        None if is_last(&part) => model.push(part),
        None => {
            let last = model.iter().rev().take_while(|part| is_last(part)).count();
            model.insert(model.len() - last, part);
        }
    }
}
