//! Makes small changes to inputs.

use dxc_format::FourCC;
use dxc_format::runtime::walk::{Content, Span};
use fastrand::Rng;

use crate::kinds::{self, number};
use crate::spans::Spans;

/// Sets some fields to other values of their kind.
pub(crate) fn fields(fourcc: FourCC, bytes: &mut [u8], times: usize, rng: &mut Rng) {
    let spans = Spans::of(fourcc, bytes).0;
    for _ in 0..times {
        let Some(span) = rng.choice(&spans) else {
            return;
        };
        field(span, bytes, rng);
    }
}

fn field(span: &Span, bytes: &mut [u8], rng: &mut Rng) {
    let Some(own) = bytes.get_mut(span.at..span.at + span.size) else {
        return;
    };
    match span.content {
        Content::Value(shape) | Content::Sized { shape, .. } => kinds::fill(&shape, own, rng),
        Content::Run { shape, stride, .. } if stride > 0 && !own.is_empty() => {
            let index = rng.usize(..own.len() / stride);
            if let Some(record) = own.chunks_exact_mut(stride).nth(index) {
                kinds::fill(&shape, record, rng);
            }
        }
        Content::Offset { .. } => kinds::put(own, number(rng)),
        _ if own.is_empty() => {}
        _ => {
            let at = rng.usize(..own.len());
            own[at] = rng.u8(..);
        }
    }
}

/// Damages bytes without regard to fields.
pub(crate) fn bytes(bytes: &mut Vec<u8>, rng: &mut Rng) {
    if bytes.is_empty() {
        return bytes.extend((0..rng.usize(..64)).map(|_| rng.u8(..)));
    }
    let at = rng.usize(..bytes.len());
    let len = rng.usize(..(bytes.len() - at).min(64) + 1);
    match rng.u8(..9) {
        0 => bytes[at] ^= 1 << rng.u8(..8),
        1 => bytes[at] = rng.u8(..),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..at + len)),
        4 => {
            let again = bytes[at..at + len].to_vec();
            bytes.splice(at..at, again);
        }
        5 => bytes.extend((0..rng.usize(..16)).map(|_| rng.u8(..))),
        6 => {
            let to = rng.usize(..bytes.len() - len + 1);
            bytes.copy_within(at..at + len, to);
        }
        // Replaces a number at an aligned offset.
        _ => {
            let (at, width) = (at / 4 * 4, rng.choice([1, 2, 4, 4, 4, 8]).unwrap_or(4));
            let end = (at + width).min(bytes.len());
            let number = if rng.bool() {
                number(rng)
            } else {
                rng.u64(..bytes.len() as u64 + 4)
            };
            kinds::put(&mut bytes[at..end], number);
        }
    }
}
