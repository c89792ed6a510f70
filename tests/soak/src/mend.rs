//! Repairs refused bytes until they are accepted: an error has the expected value and its offset.

use dxc_format::{ErrorKind, FourCC, PartView};
use fastrand::Rng;

use crate::kinds::{number, put};
use crate::spans::Spans;

/// The maximum number of errors of an input to repair.
const ROUNDS: usize = 24;

/// The maximum growth of an input in one step.
const GROWTH: u64 = 256;

/// Fixes the cause of each error, until there is none, or none that can be fixed.
pub(crate) fn mend(fourcc: FourCC, bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..ROUNDS {
        let Err(error) = PartView::parse(fourcc, bytes) else {
            return;
        };
        let at = error.offset();
        match *error.kind() {
            ErrorKind::Truncated { needed, available }
                if needed - available.min(needed) <= GROWTH =>
            {
                let missing = needed.saturating_sub(available).max(1);
                bytes.extend((0..missing).map(|_| if rng.bool() { 0 } else { rng.u8(..8) }));
            }
            ErrorKind::Mismatch {
                expected: Some(expected),
                ..
            } => {
                let width = Spans::of(fourcc, bytes).width(at);
                write(bytes, at, width, expected);
            }
            ErrorKind::Magic { expected, .. } => {
                write(bytes, at, 4, expected.to_u32().into());
            }
            ErrorKind::Bytes { expected, .. } => {
                for (offset, byte) in expected.iter().enumerate() {
                    write(bytes, at + offset, 1, (*byte).into());
                }
            }
            ErrorKind::Unterminated => bytes.push(0),
            // The number that caused the error is somewhere before.
            _ => {
                let spans = Spans::of(fourcc, bytes).0;
                let before = spans.len().saturating_sub(rng.usize(1..6));
                let Some(span) = spans.get(before) else {
                    return;
                };
                let choice = rng.u64(..bytes.len() as u64 + 1);
                let small = number(rng) % 8;
                let value = if rng.bool() { choice } else { small };
                write(bytes, span.at, span.size.min(4), value);
            }
        }
    }
}

fn write(bytes: &mut [u8], at: usize, width: usize, value: u64) {
    if let Some(field) = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..width)) {
        put(field, value);
    }
}
