//! Finds differences that follow from others: a field that is too small moves all fields after it, which are not
//! reported again.

use super::clang::Answer;
use super::facts::{Fact, Property};

/// For each answer, whether it follows from earlier ones in the same type.
pub(super) fn follow(facts: &[Fact], answers: &[Answer]) -> Vec<bool> {
    let mut holder = "";
    // By how many bits the schema's offsets exceed the headers'.
    let mut shift = 0;
    let mut follow = Vec::new();
    for (fact, answer) in facts.iter().zip(answers) {
        if fact.holder != holder {
            (holder, shift) = (&fact.holder, 0);
        }
        let ahead = ahead(fact, answer);
        follow.push(match (&fact.property, ahead) {
            (Property::Offset | Property::FirstBit, Some(ahead)) => {
                let same = ahead == shift && ahead != 0;
                shift = ahead;
                same
            }
            (Property::Size, Some(ahead)) if fact.member.is_none() => ahead == shift && ahead != 0,
            (Property::Size | Property::Bits, Some(ahead)) => {
                shift += ahead;
                false
            }
            _ => false,
        });
    }
    follow
}

/// By how many bits the schema's number exceeds the headers', if both are known.
fn ahead(fact: &Fact, answer: &Answer) -> Option<i128> {
    let found = match answer {
        Answer::Proved => fact.expected,
        Answer::Differs(Some(found)) => found.parse().ok()?,
        _ => return None,
    };
    let unit = match fact.property {
        Property::FirstBit | Property::Bits => 1,
        _ => 8,
    };
    fact.expected.checked_sub(found)?.checked_mul(unit)
}
